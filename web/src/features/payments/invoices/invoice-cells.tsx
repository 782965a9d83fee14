// The cells of the invoices table: selecting an invoice, what was paid on it, and how much to pay.

import { AMOUNT_UNREADABLE } from '@invoice-desk/contract/bills/invoice-form'
import type { PayableInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { balanceChangedText } from '@invoice-desk/contract/payments/payments'
import { centsOf, centsToText, formatMoney } from '@invoice-desk/contract/values/money'
import { Checkbox, Stack, Text } from '@mantine/core'
import { memo, useEffect, useRef, useState } from 'react'
import { ContactLink } from '../../../shared/ui/contact-link.tsx'
import { AmountInput } from '../../../shared/ui/form/amount-input.tsx'
import { IconChevronDown } from '../../../shared/ui/icons.ts'
import { Pill } from '../../../shared/ui/pill.tsx'
import type { PaymentProblem } from '../attempt/payment-problem.ts'
import amountClasses from './amount-field.module.css'
import {
  isAmount,
  isPartialAmount,
  isPayable,
  readAmount,
  type Selection,
  sumOfCents,
  toggleInvoice,
} from './invoices.ts'
import classes from './invoices-table.module.css'
import { LIST_NOTE_ID } from './list-bar.tsx'
import numberClasses from './number-cell.module.css'

type CellProps = {
  readonly invoice: PayableInvoice
  /** During a payment. */
  readonly isLocked: boolean
  readonly onSelect: (change: (selection: Selection) => Selection) => void
}

// Memoized, because a customer may have hundreds of invoices and every keystroke renders the table.
export const InvoiceCheckbox = memo(
  ({ invoice, isSelected, isLocked, onSelect }: CellProps & { readonly isSelected: boolean }) => {
    const reason = isPayable(invoice) ? isLocked && LIST_NOTE_ID : reasonIdOf(invoice)
    return (
      <Checkbox
        aria-label={`Select invoice ${invoice.invoiceNumber}`}
        checked={isSelected}
        disabled={isLocked || !isPayable(invoice)}
        aria-describedby={reason || undefined}
        onChange={() => onSelect((now) => toggleInvoice(now, invoice))}
      />
    )
  },
)

/** The text that says why an invoice can't be selected. */
const reasonIdOf = ({ id }: PayableInvoice): string => `reason-${id}`

type NumberCellProps = Pick<CellProps, 'invoice'> & {
  readonly isOpened: boolean
  readonly onToggle: (invoice: PayableInvoice) => void
}

export const panelIdOf = ({ id }: PayableInvoice): string => `panel-${id}`

/** Shows and hides what's on the invoice. */
export const NumberCell = memo(({ invoice, isOpened, onToggle }: NumberCellProps) => (
  <button
    type="button"
    className={`inline-line gap-1 ${numberClasses.number}`}
    aria-expanded={isOpened}
    aria-controls={isOpened ? panelIdOf(invoice) : undefined}
    onClick={() => onToggle(invoice)}
  >
    <span className={numberClasses.digits}>{invoice.invoiceNumber}</span>
    <span className="visually-hidden"> details</span>
    <IconChevronDown size={16} stroke={1.75} aria-hidden />
  </button>
))

export const BankTransferNote = ({ invoice }: Pick<CellProps, 'invoice'>) => (
  <Text
    id={reasonIdOf(invoice)}
    c="dimmed"
    fz="var(--font-small)"
    ta="start"
    miw="7rem"
    maw="13rem"
    ml="auto"
  >
    Please pay this invoice by bank transfer. Contact <ContactLink />.
  </Text>
)

/** A payment was refused because this balance has changed. The first such invoice takes focus. */
type NewsProps = { readonly problem: PaymentProblem | undefined; readonly takesFocus: boolean }

const useNews = <T extends HTMLElement>({ balance }: PayableInvoice, news: NewsProps) => {
  const { problem, takesFocus } = news
  const ref = useRef<T>(null)
  useEffect(() => {
    if (problem && takesFocus) ref.current?.focus()
  }, [problem, takesFocus])
  return { ref, text: problem && balanceChangedText(centsOf(balance)) }
}

export const Paid = ({ invoice, ...news }: NewsProps & Pick<CellProps, 'invoice'>) => {
  const { ref, text } = useNews<HTMLParagraphElement>(invoice, news)
  const pill = (
    <span id={reasonIdOf(invoice)} className={classes.paid}>
      <Pill tone="positive">Paid</Pill>
    </span>
  )
  return text === undefined ? (
    pill
  ) : (
    <Stack gap={4} align="flex-end">
      {pill}
      <Text ref={ref} tabIndex={-1} className={`small medium ${classes.news}`}>
        {text}
      </Text>
    </Stack>
  )
}

type AmountFieldProps = CellProps & NewsProps & { readonly cents: number }

/** As `aria-describedby`, which Mantine would replace. */
const LOCKED = { attributes: { input: { 'aria-describedby': LIST_NOTE_ID } } }

/** Keeps what is typed, up to the invoice's balance. */
export const AmountField = memo(
  ({ invoice, cents, isLocked, onSelect, ...news }: AmountFieldProps) => {
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
        className={`end ${classes.amount}`}
        leftSectionWidth="1.5rem"
        classNames={{ input: amountClasses.input }}
        styles={{
          input: {
            textAlign: 'end',
            fontVariantNumeric: 'tabular-nums',
            paddingInline: '1.5rem 0.5rem',
          },
        }}
        min={0}
        max={invoice.balance}
        value={text}
        readOnly={isLocked}
        {...(isLocked && LOCKED)}
        error={typed.isLeft && !isAmount(text) ? AMOUNT_UNREADABLE : newsText}
        onChange={({ currentTarget }) => enter(currentTarget.value)}
        onReplace={enter}
        onBlur={leave}
      />
    )
  },
)

type PaymentsMadeProps = Pick<CellProps, 'invoice'> & {
  readonly onHistory: (invoice: PayableInvoice) => void
}

export const PaymentsMade = memo(({ invoice, onHistory }: PaymentsMadeProps) => {
  const text = paymentsText(invoice)
  return (
    <>
      <span className={classes.made}>
        {formatMoney(sumOfCents(invoice.payments), invoice.currency)}
      </span>
      <button
        type="button"
        className={`link-button end small nowrap ${classes.history}`}
        aria-haspopup="dialog"
        aria-label={`${text}: history of invoice ${invoice.invoiceNumber}`}
        onClick={() => onHistory(invoice)}
      >
        {text}
      </button>
    </>
  )
})

/** `2 payments`, `1 credit`, or both. */
const paymentsText = ({ payments }: PayableInvoice): string => {
  const credits = payments.filter(({ isCredit }) => isCredit).length
  const counts = [
    [payments.length - credits, 'payment'],
    [credits, 'credit'],
  ] as const
  const texts = counts.flatMap(([count, name]) =>
    count > 0 ? `${count} ${name}${count === 1 ? '' : 's'}` : [],
  )
  return texts.join(', ') || 'No payments'
}
