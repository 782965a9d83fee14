// The payments made on one invoice. Only its close buttons close the dialog.
import type {
  PayableInvoice,
  PaymentHistoryEntry,
} from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { isPaymentMethod, PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import { formatMoney } from '@invoice-desk/contract/values/money'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isLimited } from '../../../shared/api/api-error.ts'
import { focusTitle } from '../../../shared/navigation/focus-title.ts'
import { formatDay } from '../../../shared/text/times.ts'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx'
import { Loading } from '../../../shared/ui/feedback/loading.tsx'
import type { Tone } from '../../../shared/ui/feedback/notice.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { historyQuery } from '../api.ts'
import { ProblemNotice } from '../receipt/payment-status.tsx'
import { isExpired } from './api.ts'
import { AsOfNotice } from './as-of-notice.tsx'
import { EXPIRED } from './details-problem.tsx'
import classes from './history-dialog.module.css'
import { money, sumOfCents } from './invoices.ts'

type HistoryDialogProps = {
  readonly invoice: PayableInvoice
  readonly onClose: () => void
  readonly onSearchAgain: () => void
}

const LOADING = 'Loading the payment history...'

export const HistoryDialog = ({ invoice, onClose, onSearchAgain }: HistoryDialogProps) => (
  <Dialog
    title={`Payment History - Invoice #${invoice.invoiceNumber}`}
    size="lg"
    closeOnClickOutside={false}
    closeOnEscape={false}
    onClose={onClose}
  >
    <Stack gap="md">
      <History invoiceId={invoice.id} onSearchAgain={onSearchAgain} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  </Dialog>
)

type HistoryProps = { readonly invoiceId: string; readonly onSearchAgain: () => void }

const History = ({ invoiceId, onSearchAgain }: HistoryProps) => {
  const { data, error, isPending, isFetching, refetch } = useQuery(historyQuery(invoiceId))
  if (isPending) return <Loading label={LOADING} />
  if (!data) {
    const message = 'Failed to load payment history'
    if (isExpired(error)) {
      // The dialog disappears with the results, so the page's title takes focus.
      const search = () => {
        onSearchAgain()
        focusTitle()
      }
      const searchAgain = (
        <Button variant="default" onClick={search}>
          Search again
        </Button>
      )
      return <ProblemNotice problem={{ message, detail: EXPIRED }} action={searchAgain} />
    }
    const detail = isLimited(error) ? error.message : undefined
    const tryAgain = (
      <BusyButton
        variant="default"
        isBusy={isFetching}
        announced={LOADING}
        onClick={() => void refetch()}
      >
        Try again
      </BusyButton>
    )
    return <ProblemNotice problem={{ message, detail }} action={tryAgain} />
  }
  return (
    <>
      <AsOfNotice asOf={data.asOf} />
      {data.payments.length === 0 ? (
        <EmptyState title="No payment history found" />
      ) : (
        <ul className={classes.list}>
          {data.payments.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </>
  )
}

const Entry = ({ entry }: { entry: PaymentHistoryEntry }) => {
  const { date, method, amount, currency, creditMemos } = entry
  const label = methodLabel(method)
  const memo = readMemo(entry.memo)
  return (
    <li className={`anywhere num ruled ${classes.entry}`}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs">
          <Text fw={600}>{formatDay(date)}</Text>
          <Pill tone={label.tone}>{label.text}</Pill>
        </Group>
        <strong>{money(amount, currency)}</strong>
      </Group>
      <Stack gap={4} mt={4} c="dimmed" fz="var(--font-compact)">
        {entry.isMultiInvoicePayment ? (
          <p>
            Part of a {money(entry.totalAmount, currency)} payment for several invoices;{' '}
            {money(amount, currency)} applied to this invoice.
          </p>
        ) : null}
        {memo.text ? <p>{memo.text}</p> : null}
        {memo.id ? (
          <p>
            Payment ID: <code>{memo.id}</code>
          </p>
        ) : null}
        {creditMemos.map(({ id, number, amount }) => (
          <Group key={id} justify="space-between">
            <span>Credit memo {number}</span> <span>{money(amount, currency)}</span>
          </Group>
        ))}
        {creditMemos.length > 1 ? (
          <p>Total credit memos: {formatMoney(sumOfCents(creditMemos), currency)}</p>
        ) : null}
      </Stack>
    </li>
  )
}

export const methodLabel = (method: string): { readonly text: string; readonly tone: Tone } => {
  const name = method.trim().toLowerCase()
  if (isPaymentMethod(name) && PAYMENT_METHODS[name].kind === 'card') {
    return { text: 'CREDIT CARD', tone: 'info' }
  }
  if (name === 'credit_memo') return { text: 'CREDIT MEMO', tone: 'positive' }
  return { text: name === '' ? 'OTHER' : name.toUpperCase(), tone: 'neutral' }
}

const PROVIDER_ID = /\(ID:\s*([^()\s][^()]*?)\s*\)/

/** Splits a memo such as `Stripe payment (ID: pi_1)` into its text and the provider's id. */
export const readMemo = (memo: string): { readonly text: string; readonly id?: string } => {
  const match = PROVIDER_ID.exec(memo)
  if (!match?.[1]) return { text: memo.trim() }
  return { text: memo.replace(match[0], '').trim(), id: match[1] }
}
