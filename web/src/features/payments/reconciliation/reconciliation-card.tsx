// Whether the providers, the desk and QuickBooks agree: the last comparison, and a way to compare now.
import { formatDate } from '@invoice-desk/contract/dates'
import type {
  DifferenceKind,
  PaymentDifference,
  Reconciliation,
} from '@invoice-desk/contract/payments-admin'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../shared/api-error.ts'
import { showToast } from '../../../shared/toasts.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { Loaded } from '../../../shared/ui/loaded.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { reconcileMutation, reconciliationsQuery } from '../admin/api.ts'
import { momentOf } from '../admin/states.ts'
import classes from './reconciliation-card.module.css'

const COMPARING =
  'Stripe, PayPal and QuickBooks are being read. With many payments this takes a few minutes; it goes on if you leave this page.'

type Opens = { readonly onOpen: (id: string) => void }

export const ReconciliationCard = ({ onOpen }: Opens) => {
  const query = useQuery(reconciliationsQuery)
  const comparing = useComparing()
  return (
    <Card>
      <section
        className={classes.card}
        aria-labelledby="reconciliation"
        aria-busy={comparing.isPending}
      >
        <div className={classes.head}>
          <h2 id="reconciliation" className={classes.heading}>
            Do the books agree?
          </h2>
          <BusyButton
            variant="default"
            isBusy={comparing.isPending}
            busyLabel="Comparing..."
            announced={COMPARING}
            onClick={() => comparing.mutate(undefined)}
          >
            Compare now
          </BusyButton>
        </div>
        {comparing.isPending ? <p className={classes.soft}>{COMPARING}</p> : null}
        <Loaded query={query}>
          {({ reconciliations: [latest] }) =>
            latest ? <Latest latest={latest} onOpen={onOpen} /> : <Never />
          }
        </Loaded>
      </section>
    </Card>
  )
}

const Never = () => (
  <p className={classes.soft}>
    They are compared every morning: what Stripe and PayPal charged, what stands here, and what
    QuickBooks has. It has not happened yet.
  </p>
)

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

const Latest = ({ latest, onOpen }: { latest: Reconciliation } & Opens) => {
  const { at, since, charges, attempts, bookings, differences, failure } = latest
  return (
    <>
      <p className={classes.verdict}>
        {failure ? <Pill tone="warning">Not finished</Pill> : null}
        {differences.length > 0 ? (
          <Pill tone="negative">{counted(differences.length, 'difference', 'differences')}</Pill>
        ) : null}
        {!failure && differences.length === 0 ? <Pill tone="positive">They agree</Pill> : null}
        <span className={classes.soft}>
          Compared {momentOf(at)}, from {formatDate(since)} on:{' '}
          {counted(charges, 'charge', 'charges')}, {counted(attempts, 'payment', 'payments')} here,{' '}
          {counted(bookings, 'booking', 'bookings')} in QuickBooks.
        </span>
      </p>
      {failure ? <p>{failure}</p> : null}
      {differences.length > 0 ? (
        <ul className={classes.differences}>
          {differences.map((difference) => (
            <Difference key={difference.text} difference={difference} onOpen={onOpen} />
          ))}
        </ul>
      ) : null}
    </>
  )
}

const KINDS = {
  charge_without_attempt: 'Unknown charge',
  attempt_without_charge: 'No such charge',
  amount_differs: 'Another amount',
  charge_not_booked: 'Not booked',
  charge_after_end: 'Paid after it ended',
  dispute_unread: 'Disputed',
  booking_missing: 'Booking gone',
  booking_amount_differs: 'Booking differs',
  booked_twice: 'Booked twice',
  booking_without_attempt: 'Unknown booking',
  refund_not_booked: 'Refund not booked',
} as const satisfies Record<DifferenceKind, string>

const Difference = ({ difference, onOpen }: { difference: PaymentDifference } & Opens) => {
  const { kind, text, attemptId } = difference
  return (
    <li className={classes.difference}>
      <strong>{KINDS[kind]}</strong>
      <span className={classes.text}>{text}</span>
      {attemptId ? (
        <Button
          variant="default"
          size="xs"
          aria-label={`See payment: ${text}`}
          onClick={() => onOpen(attemptId)}
        >
          See payment
        </Button>
      ) : null}
    </li>
  )
}

const useComparing = () =>
  useMutation({
    ...reconcileMutation(useQueryClient()),
    onError: (error) => showToast('error', messageOf(error)),
    onSuccess: ({ differences, failure }) => {
      if (failure) showToast('warning', 'The comparison could not be finished.')
      else if (differences.length === 0) showToast('success', 'The books agree.')
      else showToast('warning', 'The books do not agree. Please look at what differs.')
    },
  })
