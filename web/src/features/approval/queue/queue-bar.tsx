// Beside the page's title: the place in the queue, the way to the previous and next invoice, and preferences.

import { formatDollars } from '@invoice-desk/contract/values/money'
import { Button } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AppLink, useGo } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { KeyHint } from '../../../shared/ui/key-hint.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { taskQuery } from '../api.ts'
import { focusPendingSearch } from '../pending/pending-card.tsx'
import { useApprovalShortcuts } from './preferences.ts'
import { neighborsIn, positionText, useQueue } from './queue.ts'
import classes from './queue-bar.module.css'

// Neither is needed at once.
const AutoAdvance = lazyPart(() => import('./auto-advance.tsx'), 'AutoAdvance')
const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'), 'ShortcutSheet')

export const QueueBar = ({ taskId }: { taskId: string | undefined }) => {
  const queue = useQueue()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const { data: task } = useQuery({
    ...taskQuery(taskId ?? ''),
    ...(taskId === undefined && { queryFn: skipToken }),
  })
  const rows = queue?.rows ?? []
  const { previousTaskId: previous, nextTaskId } = task ?? neighborsIn(rows, taskId ?? '')
  // From the list, the first one is next.
  const next = taskId ? nextTaskId : rows[0]?.id
  const go = useGo()
  const open = (id: string | undefined) => (id ? () => go(paths.approveInvoice(id)) : undefined)
  useApprovalShortcuts({
    j: open(next),
    n: open(next),
    k: open(previous),
    p: open(previous),
    '/': focusPendingSearch,
    '?': () => setSheetOpen(true),
  })
  return (
    <div className={`row ${classes.bar}`}>
      <p role="status" className="muted nowrap">
        {queue ? positionText(queue, taskId) : null}
        {task ? (
          <span className="visually-hidden">
            : {task.details.invoiceNumber}, {task.details.vendor},{' '}
            {formatDollars(task.details.amount)}
          </span>
        ) : null}
      </p>
      {queue?.total === 0 && taskId ? (
        <AppLink to={paths.approveInvoice()}>Show the list</AppLink>
      ) : null}
      {taskId ? <AutoAdvance /> : null}
      <nav className={`row gap-2 ${classes.moves}`} aria-label="Pending invoices">
        {taskId ? (
          <Move to={previous} keys="K P" label="Previous">
            <span className={classes.back} aria-hidden="true" />
            <span className={classes.word}>Previous</span> <KeyHint>K</KeyHint>
          </Move>
        ) : null}
        {taskId ? (
          <Move to={next} keys="J N" label="Next">
            <span className={classes.word}>Next</span> <KeyHint>J</KeyHint>
            <span className={classes.forward} aria-hidden="true" />
          </Move>
        ) : null}
        <Button
          variant="subtle"
          color="gray"
          className={classes.keys}
          aria-keyshortcuts="?"
          onClick={() => setSheetOpen(true)}
        >
          Shortcuts <KeyHint>?</KeyHint>
        </Button>
      </nav>
      {isSheetOpen ? (
        <div className={classes.sheet}>
          <ShortcutSheet onClose={() => setSheetOpen(false)} />
        </div>
      ) : null}
    </div>
  )
}

type MoveProps = {
  readonly to: string | undefined
  readonly keys: string
  readonly label: string
  readonly children: ReactNode
}

const Move = ({ to, keys, label, children }: MoveProps) =>
  to ? (
    <Button
      component={AppLink}
      to={paths.approveInvoice(to)}
      variant="default"
      aria-label={`${label} pending`}
      aria-keyshortcuts={keys}
    >
      {children}
    </Button>
  ) : (
    <Button variant="default" disabled aria-label={`${label} pending`}>
      {children}
    </Button>
  )
