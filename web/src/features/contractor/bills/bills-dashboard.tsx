// Everything a contractor has submitted: totals first, then a table for each status.

import { ALL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Box, Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isUnanswered, messageOf } from '../../../shared/api/api-error.ts'
import { counted } from '../../../shared/text/count-text.ts'
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { FootBar } from '../../../shared/ui/form/foot-bar.tsx'
import { TableSkeleton } from '../../../shared/ui/table/table-skeleton.tsx'
import { billsQuery } from '../api.ts'
import { BillsTools } from '../lazy.tsx'
import { type Contractor, isTokenRefused, serverText } from '../verification/portal-flow.ts'
import { type BillsAnswer, NOTHING } from './bills.ts'
import { StatusSection } from './status-section.tsx'
import { SummaryCards } from './summary-cards.tsx'

type BillsDashboardProps = {
  readonly contractor: Contractor
  /** True once the new-bill form has been closed. */
  readonly takesFocus: boolean
  /** Why the bill that the URL names isn't shown in the form. */
  readonly notice: string | undefined
  readonly onNewBill: () => void
  readonly onVerify: () => void
}

export const BillsDashboard = (props: BillsDashboardProps) => {
  const { contractor, takesFocus, notice, onNewBill, onVerify } = props
  const { data, error, isFetching, refetch } = useQuery(billsQuery(contractor))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const retry = () => {
    // The button disappears with the notice, so move focus to the heading of the bills.
    if (!data) heading.current?.focus()
    void refetch()
  }
  const newBill = (
    <Button fullWidth onClick={onNewBill}>
      Submit New Bill
    </Button>
  )
  return (
    <Stack component="section" gap="lg" aria-labelledby="bills-title">
      <Group justify="space-between" align="flex-end">
        <header>
          <Title
            order={2}
            fz="var(--font-figure)"
            lh={1.25}
            id="bills-title"
            ref={heading}
            tabIndex={-1}
            style={{ outline: 0 }}
          >
            Your Bills
          </Title>
          <Text>{data ? <Total {...data.total} /> : NOTHING}</Text>
        </header>
        <Box visibleFrom="sm">{newBill}</Box>
      </Group>
      {notice ? <Notice tone="info">{notice}</Notice> : null}
      {error ? (
        <BillsProblem error={error} isBusy={isFetching} onRetry={retry} onVerify={onVerify} />
      ) : null}
      {data || !error ? <SummaryCards totals={data?.totals} /> : null}
      {data ? (
        data.bills.length > 0 ? (
          <FoundBills contractor={contractor} all={data} />
        ) : (
          <EmptyState title="No bills found.">
            <p>After you submit an invoice, you can follow it here until it's paid.</p>
            <Button variant="default" mt="sm" onClick={onNewBill}>
              Submit Your First Bill
            </Button>
          </EmptyState>
        )
      ) : null}
      {data || error ? null : <LoadingBills />}
      <FootBar hiddenFrom="sm">{newBill}</FootBar>
    </Stack>
  )
}

const Total = ({ amount, count }: BillsAnswer['total']) => (
  <>
    Total{' '}
    <Text span inherit fz="var(--font-lead)" fw={650} className="grand-total">
      {formatDollars(amount)}
    </Text>{' '}
    <Text span inherit c="var(--muted)">
      · {counted(count, 'bill')}
    </Text>
  </>
)

/** All bills, or those that a search finds. */
const FoundBills = ({ contractor, all }: { contractor: Contractor; all: BillsAnswer }) => {
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery({
    ...billsQuery(contractor, search),
    enabled: search !== '',
    placeholderData: (before) => before ?? all,
  })
  const { bills, totals } = search && data ? data : all
  return (
    <>
      <BillsTools contractor={contractor} search={search} onSearch={setSearch} />
      {search && error ? <Problem error={error} onRetry={() => void refetch()} /> : null}
      {bills.length === 0 ? (
        <EmptyState title={`No bills match “${search}”.`}>
          <p>Search by invoice number or amount.</p>
        </EmptyState>
      ) : (
        <div className="panel rows">
          {SHOWN_STATUSES.map((status) => (
            <StatusSection
              key={`${status} ${search}`}
              status={status}
              total={totals[status]}
              bills={bills}
              contractor={contractor}
              search={search}
            />
          ))}
        </div>
      )}
    </>
  )
}

/** What the contractor has to do comes first. */
const SHOWN_STATUSES = ALL_STATUSES.toSorted(
  (a, b) => Number(b === 'changes_requested') - Number(a === 'changes_requested'),
)

const LoadingBills = () => (
  <>
    <Group gap="xs" c="var(--muted)">
      <Loader size="xs" aria-hidden />
      Loading your bills...
    </Group>
    <TableSkeleton rows={4} label="Loading your bills..." />
  </>
)

type BillsProblemProps = Pick<BillsDashboardProps, 'onVerify'> & {
  readonly error: unknown
  readonly isBusy: boolean
  readonly onRetry: () => void
}

const BillsProblem = ({ error, isBusy, onRetry, onVerify }: BillsProblemProps) => {
  const isExpired = isTokenRefused(error)
  return (
    <Notice
      tone="negative"
      action={
        <BusyButton
          variant="default"
          isBusy={isBusy}
          announced="Trying again..."
          onClick={isExpired ? onVerify : onRetry}
        >
          {isExpired ? 'Verify your email again' : 'Try again'}
        </BusyButton>
      }
    >
      <p>{serverText(error) ?? 'Failed to fetch bills'}</p>
      {isUnanswered(error) ? <p>{messageOf(error)}</p> : null}
    </Notice>
  )
}
