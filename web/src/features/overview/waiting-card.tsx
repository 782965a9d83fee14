// What waits for a decision, the oldest first, and how old it is.
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import type { Figure, getWaiting } from '@invoice-desk/contract/overview/overview'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppLink, useGo } from '../../shared/navigation/app-link.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { today } from '../../shared/text/today.ts'
import { waitingQuery } from './api.ts'
import { Waiting } from './card-frame.tsx'
import { ageLink, dueLink, pendingLink } from './links.ts'
import classes from './overview.module.css'

type Data = ResponseOf<typeof getWaiting>

/** Invoices that waited longer than this are marked. */
const LATE_FROM = 2
/** The first ranges are overdue. */
const OVERDUE = 3

export const WaitingCard = () => {
  const { data, error, refetch } = useQuery(waitingQuery)
  const now = today()
  if (!data)
    return (
      <section className="panel card column slim">
        <Waiting error={error} height={196} retry={refetch} />
      </section>
    )
  return (
    <section className={`panel ${classes.waiting}`} aria-label="Waiting for you">
      <Summary data={data} />
      <div>
        <h2 className="small medium muted mb-3">Age of waiting invoices</h2>
        <RangeBars
          ranges={data.pendingByAge}
          linkOf={(index) => ageLink(now, index)}
          isLate={(index) => index >= LATE_FROM}
        />
      </div>
      <div>
        <h2 className="small medium muted mb-3">Approved invoices to pay</h2>
        <RangeBars
          ranges={data.unpaidByDue}
          linkOf={(index) => dueLink(now, index)}
          isLate={(index) => index < OVERDUE}
        />
      </div>
    </section>
  )
}

const Summary = ({ data: { pending, oldest } }: { data: Data }) => {
  const go = useGo()
  return (
    <div className={classes.summary}>
      <h2 className="small medium muted mb-3">Waiting for you</h2>
      {oldest ? (
        <>
          <p className={`title medium mb-2 ${classes.headline}`}>
            <AppLink to={pendingLink()} className="plain-link">
              <strong>{pending.count}</strong> {pending.count === 1 ? 'invoice' : 'invoices'},{' '}
              <span className="grand-total strong">{formatDollars(pending.amount)}</span>
            </AppLink>
          </p>
          <p className="muted plain">
            Oldest: {oldest.invoiceNumber} from {oldest.vendor}, {daysText(oldest.days)}.
          </p>
          <div className="row mt-4">
            <Button variant="filled" onClick={() => go(paths.approveInvoice(oldest.id))}>
              Start with the oldest
            </Button>
            <AppLink to={paths.approveInvoice()}>See the queue</AppLink>
          </div>
        </>
      ) : (
        <>
          <p className={`title medium mb-2 ${classes.headline}`}>All caught up</p>
          <p className="muted plain">No invoice is waiting for a decision.</p>
        </>
      )}
    </div>
  )
}

const daysText = (days: number): string =>
  days === 0 ? 'submitted today' : days === 1 ? '1 day' : `${days} days`

type RangeBarsProps = {
  readonly ranges: readonly (Figure & { readonly label: string })[]
  readonly linkOf: (index: number) => string
  /** Late ranges get the color of an exception. */
  readonly isLate: (index: number) => boolean
}

/** Counts and amounts by range, as a table with bars. Each row links to its list. */
const RangeBars = ({ ranges, linkOf, isLate }: RangeBarsProps) => {
  const most = Math.max(1, ...ranges.map(({ amount }) => amount))
  return (
    <ul className="stack gap-2">
      {ranges.map(({ label, count, amount }, index) => (
        <li key={label} className="row tight between">
          <span>{label}</span>
          <span className={classes.track} aria-hidden="true">
            <span
              className={classes.bar}
              data-late={isLate(index)}
              style={{ width: `${(amount / most) * 100}%` }}
            />
          </span>
          <AppLink to={linkOf(index)} className="plain-link dark num text-end">
            <span className="muted plain">
              {count} {count === 1 ? 'invoice' : 'invoices'}
            </span>{' '}
            <strong>{formatDollars(amount)}</strong>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
