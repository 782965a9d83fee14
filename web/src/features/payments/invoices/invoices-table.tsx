// The customer's invoices: which to pay, how much on each, and what was paid before.
import type { PayableInvoice } from '@invoice-desk/contract/accounting-invoices'
import { AMOUNT_UNREADABLE } from '@invoice-desk/contract/invoice-form'
import { centsOf, centsToText, formatMoney } from '@invoice-desk/contract/money'
import { balanceChangedText } from '@invoice-desk/contract/payments'
import { Checkbox, Stack, Text } from '@mantine/core'
import { memo, useEffect, useRef, useState } from 'react'
import { formatDay } from '../../../shared/times.ts'
import { today } from '../../../shared/today.ts'
import { AmountInput } from '../../../shared/ui/amount-input.tsx'
import { ContactLink } from '../../../shared/ui/contact-link.tsx'
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import type { PaymentProblem } from '../attempt/payment-problem.ts'
import {
  isAmount,
  isOpen,
  isOverdue,
  isPartialAmount,
  isPayable,
  money,
  readAmount,
  type Selection,
  selectionState,
  sumOfCents,
  toggleAll,
  toggleInvoice,
} from './invoices.ts'
import classes from './invoices-table.module.css'

type InvoicesTableProps = {
  readonly invoices: readonly PayableInvoice[]
  readonly selection: Selection
  /** During and after a payment. */
  readonly isLocked: boolean
  /** Why a payment failed, which may be about some of the invoices. */
  readonly problem: PaymentProblem | undefined
  readonly onSelect: (change: (selection: Selection) => Selection) => void
  readonly onHistory: (invoice: PayableInvoice) => void
}

export const InvoicesTable = (props: InvoicesTableProps) => (
  <div className={classes.table}>
    <div className={classes.all}>
      <AllCheckbox {...props} label="Select all invoices" />
    </div>
    <DataTable
      caption="Invoices"
      columns={columnsOf(props)}
      rows={props.invoices}
      rowKey={({ id }) => id}
    />
  </div>
)

const AllCheckbox = (props: InvoicesTableProps & { readonly label?: string }) => {
  const { invoices, selection, isLocked, onSelect, label } = props
  const span = selectionState(selection, invoices)
  return (
    <Checkbox
      {...(label ? { label } : { 'aria-label': 'Select all invoices' })}
      checked={span === 'all'}
      indeterminate={span === 'some'}
      disabled={isLocked || !invoices.some(isPayable)}
      onChange={() => onSelect((now) => toggleAll(now, invoices))}
    />
  )
}

const columnsOf = (props: InvoicesTableProps): Column<PayableInvoice>[] => {
  const { invoices, selection, isLocked, problem, onSelect, onHistory } = props
  const now = today()
  const changed = new Set(problem?.changes?.map(({ id }) => id))
  const firstChanged = invoices.find(({ id }) => changed.has(id))
  const newsOf = (invoice: PayableInvoice) => ({
    problem: changed.has(invoice.id) ? problem : undefined,
    takesFocus: invoice === firstChanged,
  })
  return [
    {
      header: 'Select',
      phone: 'select',
      control: <AllCheckbox {...props} />,
      cell: (invoice) => (
        <InvoiceCheckbox
          isSelected={selection.has(invoice.id)}
          {...{ invoice, isLocked, onSelect }}
        />
      ),
    },
    { header: 'Invoice #', heading: true, cell: ({ invoiceNumber }) => invoiceNumber },
    { header: 'Date', cell: ({ date }) => <span className={classes.day}>{formatDay(date)}</span> },
    {
      header: 'Due Date',
      phoneLabel: 'Due',
      cell: (invoice) => (
        <div className={classes.due}>
          <span className={classes.day}>{formatDay(invoice.dueDate)}</span>
          {isOverdue(invoice, now) ? <Pill tone="negative">Overdue</Pill> : null}
        </div>
      ),
    },
    { header: 'Amount', align: 'end', cell: ({ amount, currency }) => money(amount, currency) },
    {
      header: 'Payments',
      align: 'end',
      cell: (invoice) => <PaymentsMade {...{ invoice, onHistory }} />,
    },
    {
      header: 'Balance',
      align: 'end',
      phone: 'amount',
      cell: ({ balance, currency }) => <strong>{money(balance, currency)}</strong>,
    },
    {
      header: 'Payment',
      align: 'end',
      phone: 'action',
      cell: (invoice) => {
        if (!isOpen(invoice)) return <Paid {...{ invoice }} {...newsOf(invoice)} />
        if (!isPayable(invoice)) return <BankTransferNote invoice={invoice} />
        const cents = selection.get(invoice.id)
        if (cents === undefined) return <span className={classes.none}>–</span>
        return <AmountField {...{ invoice, cents, isLocked, onSelect }} {...newsOf(invoice)} />
      },
    },
  ]
}

type CellProps = Pick<InvoicesTableProps, 'isLocked' | 'onSelect'> & {
  readonly invoice: PayableInvoice
}

// Memoized, because a customer may have hundreds of invoices and every keystroke renders the table.
const InvoiceCheckbox = memo(
  ({ invoice, isSelected, isLocked, onSelect }: CellProps & { readonly isSelected: boolean }) => (
    <Checkbox
      aria-label={`Select invoice ${invoice.invoiceNumber}`}
      checked={isSelected}
      disabled={isLocked || !isPayable(invoice)}
      aria-describedby={isOpen(invoice) && !isPayable(invoice) ? noteIdOf(invoice) : undefined}
      onChange={() => onSelect((now) => toggleInvoice(now, invoice))}
    />
  ),
)

const noteIdOf = ({ id }: PayableInvoice): string => `bank-transfer-${id}`

const BankTransferNote = ({ invoice }: { invoice: PayableInvoice }) => (
  <Text id={noteIdOf(invoice)} c="dimmed" fz="0.8125rem" ta="start" miw="7rem" ml="auto">
    Please pay this invoice by bank transfer. Contact <ContactLink />.
  </Text>
)

/** A payment was refused because this balance has changed. The first such invoice takes focus. */
type NewsProps = Pick<InvoicesTableProps, 'problem'> & { readonly takesFocus: boolean }

const useNews = <T extends HTMLElement>({ balance }: PayableInvoice, news: NewsProps) => {
  const { problem, takesFocus } = news
  const ref = useRef<T>(null)
  useEffect(() => {
    if (problem && takesFocus) ref.current?.focus()
  }, [problem, takesFocus])
  return { ref, text: problem && balanceChangedText(centsOf(balance)) }
}

const Paid = ({ invoice, ...news }: NewsProps & Pick<CellProps, 'invoice'>) => {
  const { ref, text } = useNews<HTMLParagraphElement>(invoice, news)
  const pill = (
    <span className={classes.paid}>
      <Pill tone="positive">Paid</Pill>
    </span>
  )
  return text === undefined ? (
    pill
  ) : (
    <Stack gap={4} align="flex-end">
      {pill}
      <Text ref={ref} tabIndex={-1} className={classes.news}>
        {text}
      </Text>
    </Stack>
  )
}

type AmountFieldProps = CellProps & NewsProps & { readonly cents: number }

/** Keeps what is typed, up to the invoice's balance. */
const AmountField = memo(({ invoice, cents, isLocked, onSelect, ...news }: AmountFieldProps) => {
  const { ref, text: newsText } = useNews<HTMLInputElement>(invoice, news)
  const onAmount = (entered: number) => onSelect((now) => new Map(now).set(invoice.id, entered))
  const [typed, setTyped] = useState({ text: centsToText(cents), cents, isLeft: false })
  // An amount set elsewhere replaces what was typed.
  const text = typed.cents === cents ? typed.text : centsToText(cents)
  const enter = (next: string) => {
    // Keeps the last amount while the next one is incomplete, so the payment form stays in view.
    if (isPartialAmount(next)) return setTyped({ text: next, cents, isLeft: false })
    const read = readAmount(next, invoice.balance)
    setTyped({ ...read, isLeft: false })
    onAmount(read.cents)
  }
  const leave = () => {
    if (isAmount(text)) return setTyped({ text: centsToText(cents), cents, isLeft: true })
    setTyped({ text, cents: 0, isLeft: true })
    onAmount(0)
  }
  return (
    <AmountInput
      ref={ref}
      aria-label={`Payment for invoice ${invoice.invoiceNumber}`}
      className={classes.amount}
      leftSectionWidth="1.75rem"
      styles={{ input: { textAlign: 'end' } }}
      min={0}
      max={invoice.balance}
      value={text}
      readOnly={isLocked}
      error={typed.isLeft && !isAmount(text) ? AMOUNT_UNREADABLE : newsText}
      onChange={({ currentTarget }) => enter(currentTarget.value)}
      onReplace={enter}
      onBlur={leave}
    />
  )
})

type PaymentsMadeProps = Pick<InvoicesTableProps, 'onHistory'> & Pick<CellProps, 'invoice'>

const PaymentsMade = memo(({ invoice, onHistory }: PaymentsMadeProps) => {
  const { length } = invoice.payments
  const count = length === 0 ? 'No payments' : `${length} payment${length === 1 ? '' : 's'}`
  return (
    <>
      <span className={classes.made}>
        {formatMoney(sumOfCents(invoice.payments), invoice.currency)}
      </span>
      <button
        type="button"
        className={classes.history}
        aria-haspopup="dialog"
        aria-label={`${count}: history of invoice ${invoice.invoiceNumber}`}
        onClick={() => onHistory(invoice)}
      >
        {count}
      </button>
    </>
  )
})
