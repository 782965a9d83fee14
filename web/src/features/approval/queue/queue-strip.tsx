// The invoices around the open one in the queue, so an approver sees what comes next.
import type { PendingInvoice } from '@invoice-desk/contract/approval/approval'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { useEffect, useRef } from 'react'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { today } from '../../../shared/text/today.ts'
import { dueLabel } from '../pending/due.ts'
import { rowsAround, useQueue } from './queue.ts'
import classes from './queue-strip.module.css'

const SIZE = 7

export const QueueStrip = ({ taskId }: { taskId: string }) => {
  const queue = useQueue()
  const rows = rowsAround(queue?.rows ?? [], taskId, SIZE)
  const strip = useRef<HTMLOListElement>(null)
  // On a phone only some fit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows appear after the queue has loaded.
  useEffect(() => {
    const open = strip.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(taskId)}"]`)
    if (open && strip.current) strip.current.scrollLeft = open.offsetLeft - open.offsetWidth
  }, [taskId, rows.length])
  if (queue && rows.length === 0) return null
  return (
    <nav aria-label="Queue">
      <ol ref={strip} className={`boxed ${classes.strip}`} aria-busy={!queue}>
        {rows.map((invoice) => (
          <li key={invoice.id} data-id={invoice.id}>
            <Place invoice={invoice} isOpen={invoice.id === taskId} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

const Place = ({ invoice, isOpen }: { invoice: PendingInvoice; isOpen: boolean }) => {
  const { id, invoiceNumber, amount, vendor, dueDate } = invoice
  const mark = dueLabel(dueDate, today())
  return (
    <AppLink
      className="plain-link dark tiny"
      to={paths.approveInvoice(id)}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span className={`beside gap-2 between slim num nowrap ${classes.line}`}>
        <strong>{invoiceNumber}</strong> <span>{formatDollars(amount)}</span>
      </span>{' '}
      <span className={`beside gap-2 between slim num nowrap ${classes.line}`}>
        <span>{vendor}</span> {mark ? <em data-mark={mark}>{mark}</em> : null}
      </span>
    </AppLink>
  )
}
