// Amount, number and due date of a new bill.
import { today } from '@invoice-desk/contract/dates'
import { INVOICE_NUMBER_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { centsToText, parseCents } from '@invoice-desk/contract/money'
import { TextInput } from '@mantine/core'
import type { ClipboardEvent, WheelEvent } from 'react'
import classes from './new-bill-form.module.css'
import type { BillForm } from './use-bill-form.ts'

export const BillInputs = ({ form, isBusy }: { form: BillForm; isBusy: boolean }) => {
  /** `$1,250.00` comes from many an invoice, and a number field alone would take none of it. */
  const pasteAmount = (event: ClipboardEvent) => {
    const cents = parseCents(event.clipboardData.getData('text'))
    if (cents === undefined || isBusy) return
    event.preventDefault()
    form.setField('amount', centsToText(cents))
  }
  return (
    <div className={classes.inputs}>
      <TextInput
        label="Invoice Amount"
        type="number"
        inputMode="decimal"
        size="md"
        required
        min="0.01"
        step="0.01"
        placeholder="0.00"
        autoComplete="off"
        leftSection={<span aria-hidden="true">$</span>}
        readOnly={isBusy}
        {...form.inputProps('amount')}
        onBlur={() => form.checkField('amount')}
        onPaste={pasteAmount}
        onWheel={leaveToPage}
      />
      <TextInput
        label="Invoice Number"
        size="md"
        required
        maxLength={INVOICE_NUMBER_LENGTH_MAX}
        autoComplete="off"
        readOnly={isBusy}
        {...form.inputProps('invoiceNumber')}
      />
      <TextInput
        label="Due Date"
        type="date"
        size="md"
        required
        min={today()}
        readOnly={isBusy}
        {...form.inputProps('dueDate')}
        onBlur={() => form.checkField('dueDate')}
      />
    </div>
  )
}

/** Scrolling over a number field would otherwise change the amount unnoticed. */
const leaveToPage = ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur()
