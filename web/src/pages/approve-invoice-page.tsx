// Invoice approval: the open task in its queue, bills to void, and the other pending invoices.
import { staffTitle } from '@invoice-desk/contract/system/pages'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { taskQuery } from '../features/approval/api.ts'
import { PendingCard } from '../features/approval/pending/pending-card.tsx'
import { QueueBar } from '../features/approval/queue/queue-bar.tsx'
import { taskIdFrom } from '../features/approval/task/task-id.ts'
import { TaskSkeleton } from '../features/approval/task/task-skeleton.tsx'
import { focusTitle } from '../shared/navigation/focus-title.ts'
import { Problem } from '../shared/ui/feedback/problem.tsx'
import { lazyPart } from '../shared/ui/lazy-part.tsx'
import { Page } from '../shared/ui/page.tsx'

const loadTaskView = () => import('../features/approval/task/task-view.tsx')
const TaskView = lazyPart(loadTaskView, 'TaskView', <TaskSkeleton />)
/** Keeps the rest from moving when the strip appears. */
const STRIP = <div style={{ height: '3.25rem' }} />
const QueueStrip = lazyPart(
  () => import('../features/approval/queue/queue-strip.tsx'),
  'QueueStrip',
  STRIP,
)
const VoidCard = lazyPart(() => import('../features/approval/voiding/void-card.tsx'), 'VoidCard')

export const ApproveInvoicePage = () => {
  const [params] = useSearchParams()
  const taskId = taskIdFrom(params)
  useFocusOnChange(taskId)
  return (
    <Page title={staffTitle('/approve-invoice')} width="full" action={<QueueBar taskId={taskId} />}>
      <Stack gap="var(--gap)">
        {taskId === undefined ? (
          <p className="page-intro">
            Choose an invoice below, or open the link in your notification email.
          </p>
        ) : (
          <>
            <QueueStrip taskId={taskId} />
            <OpenTask taskId={taskId} />
          </>
        )}
        <VoidCard />
        <div data-print={taskId === undefined ? undefined : 'never'}>
          <PendingCard openTaskId={taskId} />
        </div>
      </Stack>
    </Page>
  )
}

/** The link to an invoice goes away with its row. */
const useFocusOnChange = (taskId: string | undefined) => {
  const before = useRef(taskId)
  useEffect(() => {
    if (before.current !== taskId && document.activeElement === document.body) focusTitle()
    before.current = taskId
  }, [taskId])
}

const OpenTask = ({ taskId }: { taskId: string }) => {
  const query = useQuery(taskQuery(taskId))
  // The code of the view loads together with the task.
  useEffect(() => void loadTaskView().catch(() => {}), [])
  if (query.data) return <TaskView key={taskId} task={query.data} />
  if (query.isPending) return <TaskSkeleton />
  const retry = () => void query.refetch()
  return <Problem error={query.error} title="Failed to fetch task" onRetry={retry} />
}
