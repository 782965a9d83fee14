// Invoice approval: the open task in its queue, bills to void, and the other pending invoices.
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { taskQuery } from '../features/approval/api.ts'
import { PendingCard } from '../features/approval/pending/pending-card.tsx'
import { QueueBar } from '../features/approval/queue/queue-bar.tsx'
import { taskIdFrom } from '../features/approval/task/task-id.ts'
import { TaskSkeleton } from '../features/approval/task/task-skeleton.tsx'
import { focusTitle } from '../shared/navigation/focus-title.ts'
import { Problem } from '../shared/ui/feedback/problem.tsx'
import { Page } from '../shared/ui/page.tsx'

const loadTaskView = () => import('../features/approval/task/task-view.tsx')
const TaskView = lazy(() => loadTaskView().then((m) => ({ default: m.TaskView })))
const QueueStrip = lazy(() =>
  import('../features/approval/queue/queue-strip.tsx').then((m) => ({ default: m.QueueStrip })),
)
const VoidCard = lazy(() =>
  import('../features/approval/voiding/void-card.tsx').then((m) => ({ default: m.VoidCard })),
)

/** Keeps the rest from moving when the strip appears. */
const STRIP_HEIGHT = '3.25rem'

export const ApproveInvoicePage = () => {
  const [params] = useSearchParams()
  const taskId = taskIdFrom(params)
  useFocusOnChange(taskId)
  return (
    <Page title="Invoice Approval" width="full" action={<QueueBar taskId={taskId} />}>
      <Stack gap="var(--gap)">
        {taskId === undefined ? (
          <p className="page-intro">
            Choose an invoice below, or open the link in your notification email.
          </p>
        ) : (
          <>
            <Suspense fallback={<div style={{ height: STRIP_HEIGHT }} />}>
              <QueueStrip taskId={taskId} />
            </Suspense>
            <OpenTask taskId={taskId} />
          </>
        )}
        <Suspense fallback={null}>
          <VoidCard />
        </Suspense>
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
  // Its code loads together with the task.
  useEffect(() => void loadTaskView().catch(() => {}), [])
  if (query.data)
    return (
      <Suspense fallback={<TaskSkeleton />}>
        <TaskView key={taskId} task={query.data} />
      </Suspense>
    )
  if (query.isPending) return <TaskSkeleton />
  const retry = () => void query.refetch()
  return <Problem error={query.error} title="Failed to fetch task" onRetry={retry} />
}
