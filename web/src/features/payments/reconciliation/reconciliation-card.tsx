// The latest reconciliation of the payment providers, our payments and QuickBooks, and a button to run one now.

import type {
  DifferenceKind,
  PaymentDifference,
  Reconciliation,
} from '@invoice-desk/contract/payments/admin'
import { Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../../shared/text/times.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { reconciliationsQuery, useReconcile } from '../admin/api.ts'
import { AttemptLink } from '../admin/attempt-link.tsx'
import { formatDateTime } from '../admin/states.tsx'

const RECONCILING =
  "We're comparing your payment providers with QuickBooks. This can take a few minutes, and it continues if you leave this page."

export const ReconciliationCard = () => {
  const query = useQuery(reconciliationsQuery)
  const { isPending, mutate } = useReconcile(reportResult)
  return (
    <Card>
      <section aria-labelledby="reconciliation" aria-busy={isPending}>
        <Stack gap="xs">
          <Group justify="space-between">
            <Title order={2} size="1.125rem" id="reconciliation">
              Reconciliation
            </Title>
            <BusyButton
              variant="default"
              isBusy={isPending}
              busyLabel="Reconciling..."
              announced={RECONCILING}
              onClick={() => mutate(undefined)}
            >
              Reconcile now
            </BusyButton>
          </Group>
          {isPending ? <Text c="dimmed">{RECONCILING}</Text> : null}
          <Loaded query={query} waiting={<Skeleton h={21} w="60%" className="appearing" />}>
            {({ reconciliations: [latest] }) =>
              latest ? (
                <Latest latest={latest} />
              ) : (
                <Text c="dimmed">
                  Every morning we compare the last 7 days of charges at your payment providers with
                  the payments here and in QuickBooks, and once a week the last 180 days. The first
                  reconciliation hasn't run yet.
                </Text>
              )
            }
          </Loaded>
        </Stack>
      </section>
    </Card>
  )
}

const reportResult = ({ differences, failure }: Reconciliation) => {
  if (failure) showToast('warning', "The reconciliation didn't finish. See why below.")
  else if (differences.length === 0) showToast('success', 'Reconciled. Everything matches.')
  else showToast('warning', "Reconciled. Some records don't match. Review the differences.")
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

const Latest = ({ latest }: { latest: Reconciliation }) => {
  const { at, since, charges, attempts, bookings, differences, failure } = latest
  return (
    <>
      <Group gap="xs">
        {failure ? <Pill tone="warning">Incomplete</Pill> : null}
        {differences.length > 0 ? (
          <Pill tone="negative">{counted(differences.length, 'difference')}</Pill>
        ) : null}
        {!failure && differences.length === 0 ? <Pill tone="positive">All match</Pill> : null}
        <Text c="dimmed">
          Last run {formatDateTime(at)}. Since {formatDay(since)}: {counted(charges, 'charge')},{' '}
          {counted(attempts, 'payment')} here, {counted(bookings, 'payment')} in QuickBooks.
        </Text>
      </Group>
      {failure ? <p>{failure}</p> : null}
      {differences.length > 0 ? (
        <Box role="list">
          {differences.map((difference) => (
            <Difference key={difference.text} {...difference} />
          ))}
        </Box>
      ) : null}
    </>
  )
}

const KINDS = {
  charge_without_attempt: 'Unknown charge',
  attempt_without_charge: 'Charge not found',
  amount_differs: 'Amount differs',
  charge_not_booked: 'Not in QuickBooks',
  charge_after_end: 'Charged after closing',
  dispute_unread: 'Disputed',
  booking_missing: 'Missing in QuickBooks',
  booking_amount_differs: 'QuickBooks differs',
  booked_twice: 'Recorded twice',
  booking_without_attempt: 'Unknown in QuickBooks',
  refund_not_booked: 'Refund not recorded',
} as const satisfies Record<DifferenceKind, string>

const Difference = ({ kind, text, attemptId }: PaymentDifference) => (
  <Group role="listitem" gap="xs" py="xs" style={{ borderTop: '1px solid var(--border)' }}>
    <Text fw={600} w="12rem">
      {KINDS[kind]}
    </Text>
    <Text flex="1 1 16rem" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
    {attemptId ? (
      <AttemptLink id={attemptId} label={`View payment: ${text}`}>
        View payment
      </AttemptLink>
    ) : null}
  </Group>
)
