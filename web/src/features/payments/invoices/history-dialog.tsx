// The payments made on one invoice so far. Only its own buttons close it.
import type {
  PayableInvoice,
  PaymentHistoryEntry,
} from '@invoice-desk/contract/accounting-invoices'
import { formatDate } from '@invoice-desk/contract/dates'
import { formatMoney } from '@invoice-desk/contract/money'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isLimited } from '../../../shared/api-error.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { Loading } from '../../../shared/ui/loading.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { historyQuery } from '../api.ts'
import classes from './history-dialog.module.css'
import { creditOf, methodLabel, readMemo } from './history-entry.ts'
import { money } from './invoices.ts'

type HistoryDialogProps = { readonly invoice: PayableInvoice; readonly onClose: () => void }

export const HistoryDialog = ({ invoice, onClose }: HistoryDialogProps) => (
  <Dialog
    title={`Payment History - Invoice #${invoice.invoiceNumber}`}
    size="lg"
    closeOnClickOutside={false}
    closeOnEscape={false}
    onClose={onClose}
  >
    <div className={classes.dialog}>
      <History invoiceId={invoice.id} />
      <Button variant="default" className={classes.close} onClick={onClose}>
        Close
      </Button>
    </div>
  </Dialog>
)

const History = ({ invoiceId }: { invoiceId: string }) => {
  const { data, error, isPending, isFetching, refetch } = useQuery(historyQuery(invoiceId))
  if (isPending) return <Loading label="Loading the payment history..." />
  if (!data) {
    const again = (
      <BusyButton
        variant="default"
        isBusy={isFetching}
        announced="Loading the payment history..."
        onClick={() => void refetch()}
      >
        Try again
      </BusyButton>
    )
    return (
      <Notice tone="negative" action={again}>
        <p>Failed to load payment history</p>
        {isLimited(error) ? <p>{error.message}</p> : null}
      </Notice>
    )
  }
  if (data.payments.length === 0) return <EmptyState title="No payment history found" />
  return (
    <ul className={classes.entries}>
      {data.payments.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ul>
  )
}

const Entry = ({ entry }: { entry: PaymentHistoryEntry }) => {
  const label = methodLabel(entry.method)
  const memo = readMemo(entry.memo)
  return (
    <li className={classes.entry}>
      <p className={classes.head}>
        <span className={classes.what}>
          <span className={classes.date}>{formatDate(entry.date)}</span>
          <Pill tone={label.tone}>{label.text}</Pill>
        </span>
        <strong className={classes.amount}>{money(entry.amount, entry.currency)}</strong>
      </p>
      {entry.isMultiInvoicePayment ? (
        <p className={classes.more}>
          Total payment of {money(entry.totalAmount, entry.currency)} over several invoices;{' '}
          {money(entry.amount, entry.currency)} applied to this invoice.
        </p>
      ) : null}
      {memo.text ? <p className={classes.more}>{memo.text}</p> : null}
      {memo.id ? (
        <p className={classes.more}>
          Payment ID: <code className={classes.id}>{memo.id}</code>
        </p>
      ) : null}
      <Credits entry={entry} />
    </li>
  )
}

const Credits = ({ entry }: { entry: PaymentHistoryEntry }) => {
  const { creditMemos, currency } = entry
  if (creditMemos.length === 0) return null
  return (
    <>
      <ul className={classes.credits}>
        {creditMemos.map(({ id, number, amount }) => (
          <li key={id}>
            <span>Credit memo {number}</span> <span>{money(amount, currency)}</span>
          </li>
        ))}
      </ul>
      {creditMemos.length > 1 ? (
        <p className={classes.more}>
          Credit memos in total: {formatMoney(creditOf(entry), currency)}
        </p>
      ) : null}
    </>
  )
}
