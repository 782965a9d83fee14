// How much to pay on one invoice: what is typed stays typed, but never above the balance.
import type { PayableInvoice } from '@invoice-desk/contract/accounting-invoices'
import { AMOUNT_UNREADABLE } from '@invoice-desk/contract/invoice-form'
import { centsToText } from '@invoice-desk/contract/money'
import { useState } from 'react'
import { AmountInput } from '../../../shared/ui/amount-input.tsx'
import { isAmount, isPartialAmount, readAmount } from '../invoices/invoices.ts'
import classes from './payment-input.module.css'

type PaymentInputProps = {
  readonly invoice: PayableInvoice
  readonly cents: number
  readonly isLocked: boolean
  readonly onAmount: (cents: number) => void
}

export const PaymentInput = ({ invoice, cents, isLocked, onAmount }: PaymentInputProps) => {
  const [typed, setTyped] = useState({ text: centsToText(cents), cents, isLeft: false })
  // Set from elsewhere, the amount is shown in place of what was typed.
  const text = typed.cents === cents ? typed.text : centsToText(cents)
  const enter = (next: string) => {
    // The last amount counts until this one is typed to its end, so that the payment below stays in view.
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
      className={classes.input}
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
}
