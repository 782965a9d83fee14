// How much to pay on one invoice: what is typed stays typed, but never above the balance.
import type { PayableInvoice } from '@invoice-desk/contract/accounting-invoices'
import { centsToText } from '@invoice-desk/contract/money'
import { useState } from 'react'
import { AmountInput } from '../../shared/ui/amount-input.tsx'
import { clampText } from './invoices.ts'
import classes from './payment-input.module.css'

type PaymentInputProps = {
  readonly invoice: PayableInvoice
  readonly cents: number
  readonly isLocked: boolean
  readonly onAmount: (text: string) => void
}

export const PaymentInput = ({ invoice, cents, isLocked, onAmount }: PaymentInputProps) => {
  const [typed, setTyped] = useState(() => centsToText(cents))
  const enter = (text: string) => {
    const clamped = clampText(text, invoice.balance)
    setTyped(clamped)
    onAmount(clamped)
  }
  return (
    <AmountInput
      aria-label={`Payment for invoice ${invoice.invoiceNumber}`}
      className={classes.input}
      min="0"
      max={invoice.balance}
      value={typed}
      readOnly={isLocked}
      onChange={({ currentTarget }) => enter(currentTarget.value)}
      onPasteAmount={enter}
      onBlur={() => setTyped(centsToText(cents))}
    />
  )
}
