// Amount, number and due date of a new bill.
import { INVOICE_NUMBER_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { TextInput } from '@mantine/core'
import { today } from '../../../shared/today.ts'
import { AmountInput } from '../../../shared/ui/amount-input.tsx'
import classes from './new-bill-form.module.css'
import type { BillForm } from './use-bill-form.ts'

export const BillInputs = ({ form, isBusy }: { form: BillForm; isBusy: boolean }) => (
  <div className={classes.inputs}>
    <AmountInput
      label="Invoice Amount"
      size="md"
      required
      min={0.01}
      readOnly={isBusy}
      {...form.inputProps('amount')}
      onBlur={() => form.checkField('amount')}
      onReplace={(text) => form.setField('amount', text)}
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
