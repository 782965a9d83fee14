// The search result: the customer, their invoices, and which of them to pay.
import type { PayableInvoice } from '@invoice-desk/contract/accounting-invoices'
import { formatUsd } from '@invoice-desk/contract/money'
import { Box, Button, Group, Paper, Text, Title } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { PAYMENT_TITLE_ID, PaymentForm } from '../attempt/payment-form.tsx'
import type { InvoiceChange } from '../attempt/payment-problem.ts'
import type { Payment } from '../attempt/use-payment.ts'
import { AsOfNotice } from './as-of-notice.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import {
  adjustAmount,
  type FoundInvoices,
  firstSelection,
  isListed,
  linesOf,
  mergeInvoices,
  outstandingTexts,
  type Selection,
  selectionOf,
  totalCents,
} from './invoices.ts'
import { InvoicesTable } from './invoices-table.tsx'

type InvoiceChoiceProps = {
  readonly found: FoundInvoices
  readonly payment: Payment
  /** Called with invoices whose balance may have changed since the search. */
  readonly onChanges: (changes: readonly InvoiceChange[]) => void
  readonly onSearchAgain: () => void
}

const NOTHING: Selection = new Map()
/** More invoices don't fit on a screen together with the payment. */
const LONG_COUNT = 8

export const InvoiceChoice = (props: InvoiceChoiceProps) => {
  const { found, payment, onChanges, onSearchAgain } = props
  const [chosen, setChosen] = useState(() => firstSelection(found))
  const [historyOf, setHistoryOf] = useState<PayableInvoice>()
  const invoices = useMemo(() => mergeInvoices(found), [found])
  const { state } = payment
  const { step } = state
  const hasForm = step === 'idle' || (step === 'sending' && !state.pending)
  const pending = 'pending' in state ? state.pending : undefined
  const paying = pending && selectionOf(pending.body.invoices, invoices)
  const selection = step === 'succeeded' ? NOTHING : (paying ?? chosen)
  const total = totalCents(selection)
  const [hadTotal, setHadTotal] = useState(false)
  if (total > 0 && !hadTotal) setHadTotal(true)

  const problem = step === 'idle' ? state.problem : undefined
  const isInTable = problem?.changes !== undefined && isListed(problem.changes, invoices)
  const applyChanges = useEffectEvent((changes: readonly InvoiceChange[]) => {
    const adjust = (now: Selection, change: InvoiceChange) => adjustAmount(now, invoices, change)
    setChosen((now) => changes.reduce(adjust, now))
    onChanges(changes)
  })
  useEffect(() => {
    if (problem?.changes) applyChanges(problem.changes)
  }, [problem])
  return (
    <>
      <AsOfNotice asOf={found.asOf} />
      <CustomerBanner name={found.customer.name} invoices={invoices} />
      <div>
        <InvoicesTable
          invoices={invoices}
          selection={selection}
          isLocked={step !== 'idle'}
          problem={problem}
          onSelect={setChosen}
          onHistory={setHistoryOf}
        />
        {hasForm && total > 0 ? (
          <TotalBar totalCents={total} isLong={invoices.length > LONG_COUNT} />
        ) : null}
      </div>
      {hasForm && hadTotal ? (
        // Hidden, not removed: retyping an amount makes the total 0 for a moment.
        <div hidden={total <= 0} data-print="never">
          <PaymentForm
            payment={payment}
            lines={linesOf(selection, invoices)}
            totalCents={total}
            problem={isInTable ? undefined : problem}
            onSearchAgain={onSearchAgain}
          />
        </div>
      ) : null}
      {historyOf ? (
        <HistoryDialog invoice={historyOf} onClose={() => setHistoryOf(undefined)} />
      ) : null}
    </>
  )
}

/** The customer, and what they still owe. */
const CustomerBanner = ({ name, invoices }: { name: string; invoices: PayableInvoice[] }) => (
  <Paper
    component="section"
    aria-label="Customer"
    withBorder
    radius="lg"
    px="lg"
    py="md"
    bg="var(--brand-soft)"
  >
    <Group justify="space-between">
      <Box flex="1 1 14rem" style={{ overflowWrap: 'anywhere' }}>
        <Title order={2} size="1.25rem">
          {name}
        </Title>
        <Text c="dimmed" size="sm" role="status">
          {invoices.length === 1 ? '1 invoice' : `${invoices.length} invoices`}
        </Text>
      </Box>
      <Box ta={{ sm: 'end' }}>
        <Text c="dimmed" size="sm">
          Total outstanding balance
        </Text>
        {outstandingTexts(invoices).map((amount) => (
          <Text key={amount} fz="1.5rem" fw={650} lh={1.3}>
            {amount}
          </Text>
        ))}
      </Box>
    </Group>
  </Paper>
)

/** At the bottom of the screen, for lists longer than the screen. A short list shows it only on phones. */
const TotalBar = ({ totalCents, isLong }: { totalCents: number; isLong: boolean }) => (
  <Paper
    data-foot-bar
    {...(isLong ? {} : { hiddenFrom: 'sm' })}
    pos="sticky"
    bottom={0}
    mt="sm"
    mx={{ base: 'calc(-1 * var(--gutter))', sm: 0 }}
    px="var(--gutter)"
    pt="xs"
    pb="calc(0.625rem + env(safe-area-inset-bottom))"
    radius={0}
    bg="var(--surface)"
    style={{ zIndex: 100, borderTop: '1px solid var(--border)' }}
  >
    <Group justify="space-between">
      <Text fz="1.1875rem" fw={650}>
        <Text span c="dimmed" size="sm">
          Total
        </Text>{' '}
        {formatUsd(totalCents)}
      </Text>
      <Button onClick={goToPayment}>Continue</Button>
    </Group>
  </Paper>
)

const goToPayment = () => {
  const title = document.getElementById(PAYMENT_TITLE_ID)
  title?.focus({ preventScroll: true })
  title?.scrollIntoView({ block: 'start' })
}
