// The amount to pay on one invoice. It keeps what is typed, up to the invoice's balance.
import type { PayableInvoice } from '@invoice-desk/contract/accounting-invoices'
import { AMOUNT_UNREADABLE } from '@invoice-desk/contract/invoice-form'
import { centsToText } from '@invoice-desk/contract/money'
import { memo, useState } from 'react'
import { AmountInput } from '../../../shared/ui/amount-input.tsx'
import { isAmount, isPartialAmount, readAmount, type Selection } from './invoices.ts'
import classes from './invoices-table.module.css'

type AmountFieldProps = {
  readonly invoice: PayableInvoice
  readonly cents: number
  readonly isLocked: boolean
  readonly onSelect: (change: (selection: Selection) => Selection) => void
}

export const AmountField = memo(({ invoice, cents, isLocked, onSelect }: AmountFieldProps) => {
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
      aria-label={`Payment for invoice ${invoice.invoiceNumber}`}
      className={classes.amount}
      min={0}
      max={invoice.balance}
      value={text}
      readOnly={isLocked}
      error={typed.isLeft && !isAmount(text) ? AMOUNT_UNREADABLE : undefined}
      onChange={({ currentTarget }) => enter(currentTarget.value)}
      onReplace={enter}
      onBlur={leave}
    />
  )
})
