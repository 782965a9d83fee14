// The details of one payment: information staff may need elsewhere, the invoices, and the history.
import { actionText, actorName } from '@invoice-desk/contract/activity/audit-actions'
import type { PaymentAttemptDetails } from '@invoice-desk/contract/payments/admin'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Code, Paper, Text, Timeline, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../../shared/ui/table/data-table.tsx'
import { formatDateTime } from './states.tsx'

const dollarsUnlessZero = (amount: number) => amount !== 0 && formatDollars(amount)

/** Facts without a value are left out. */
const factsOf = (attempt: PaymentAttemptDetails): Readonly<Record<string, ReactNode>> => ({
  Amount: formatDollars(attempt.amount),
  Method: PAYMENT_METHODS[attempt.method].label,
  'Paid with': attempt.paidWith,
  Customer: attempt.customer || attempt.companyName,
  Payer: attempt.payerName,
  Email: <a href={`mailto:${attempt.email}`}>{attempt.email}</a>,
  Started: formatDateTime(attempt.createdAt),
  Received: attempt.receivedAt && formatDateTime(attempt.receivedAt),
  'Agreed to terms':
    attempt.terms && `Version ${attempt.terms.version}, ${formatDateTime(attempt.terms.agreedAt)}`,
  'Provider ID': attempt.providerId && <Id>{attempt.providerId}</Id>,
  'QuickBooks payment': attempt.qboPaymentId && <Id>{attempt.qboPaymentId}</Id>,
  'Not applied to an invoice': dollarsUnlessZero(attempt.unappliedAmount),
  Refunded: dollarsUnlessZero(attempt.refundedAmount),
  Dispute: attempt.dispute,
  'Next check': attempt.nextCheckAt && formatDateTime(attempt.nextCheckAt),
})

/** One click selects all of it. */
const Id = ({ children }: { children: string }) => (
  <Code fz="sm" p={0} bg="none" style={{ userSelect: 'all' }}>
    {children}
  </Code>
)

const FACTS_GRID = {
  gridTemplateColumns: 'repeat(auto-fill, minmax(max(7rem, 30%), 1fr))',
  gap: '0.75rem 1.5rem',
  overflowWrap: 'anywhere',
} as const

const AttemptFacts = ({ attempt }: { attempt: PaymentAttemptDetails }) => (
  <Paper component="dl" m={0} p="md" display="grid" bg="var(--sunken)" fz="md" style={FACTS_GRID}>
    {Object.entries(factsOf(attempt)).map(([label, value]) =>
      value ? (
        <div key={label}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <dd style={{ margin: 0 }}>{value}</dd>
        </div>
      ) : null,
    )}
  </Paper>
)

type Line = PaymentAttemptDetails['lines'][number]

const LINE_COLUMNS: readonly Column<Line>[] = [
  { header: 'Invoice #', heading: true, cell: ({ invoiceNumber }) => invoiceNumber },
  {
    header: 'Balance before',
    align: 'end',
    cell: ({ balanceBefore }) => formatDollars(balanceBefore),
  },
  { header: 'Payment', align: 'end', phone: 'amount', cell: ({ amount }) => formatDollars(amount) },
  {
    header: 'Remaining',
    align: 'end',
    cell: ({ amount, balanceBefore }) => formatDollars(balanceBefore - amount),
  },
]

const SectionTitle = ({ children }: { children: string }) => (
  <Title order={3} size="1rem" mb="xs">
    {children}
  </Title>
)

export const AttemptDetails = ({ attempt }: { attempt: PaymentAttemptDetails }) => (
  <>
    <AttemptFacts attempt={attempt} />
    <section>
      <SectionTitle>Invoices</SectionTitle>
      <DataTable
        caption="Invoices of this payment"
        columns={LINE_COLUMNS}
        rows={attempt.lines}
        rowKey={({ invoiceNumber }) => invoiceNumber}
      />
    </section>
    <section>
      <SectionTitle>History</SectionTitle>
      <Timeline role="list" bulletSize={14} lineWidth={2} active={0}>
        {attempt.events.map(({ at, actor, action, detail }) => (
          <Timeline.Item key={`${at}-${action}`} role="listitem">
            <Text component="time" size="sm" c="dimmed" dateTime={at}>
              {formatDateTime(at)}
            </Text>
            <p>
              <strong>{actorName(actor)}</strong> {actionText(action)}
            </p>
            {detail ? (
              <Text size="sm" c="dimmed">
                {detail}
              </Text>
            ) : null}
          </Timeline.Item>
        ))}
      </Timeline>
    </section>
  </>
)
