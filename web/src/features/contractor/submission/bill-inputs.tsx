// The inputs of the bill form, with what the file says about them.
import type { InvoiceField } from '@invoice-desk/contract/bills/invoice-form'
import { INVOICE_NUMBER_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { TextInput } from '@mantine/core'
import { today } from '../../../shared/text/today.ts'
import { AmountInput } from '../../../shared/ui/form/amount-input.tsx'
import type { BillFields } from './invoice-fields.ts'
import { FieldNote } from './reading/field-note.tsx'
import type { Offering } from './reading/use-reading.ts'

type BillInputsProps = {
  readonly form: BillFields
  readonly isBusy: boolean
  readonly offering: Offering
  /** Can stay even if it has passed. */
  readonly keptDueDate: string
}

export const BillInputs = ({ form, isBusy, offering, keptDueDate }: BillInputsProps) => {
  // An empty field is reported only when the form is submitted.
  const checkOnBlur = (field: InvoiceField) => () => {
    if (form.values[field]) form.validateField(field)
  }
  const propsOf = (field: InvoiceField, label: string) => {
    const offer = offering.offerOf(field)
    return {
      label,
      required: true,
      readOnly: isBusy,
      ...form.getInputProps(field),
      inputWrapperOrder: ORDER,
      description: offer && (
        <FieldNote
          label={label}
          offer={offer}
          disabled={isBusy}
          onConfirm={() => offering.confirm(field)}
          onUse={(text) => offering.accept(field, text)}
        />
      ),
    }
  }
  return (
    <>
      <AmountInput
        {...propsOf('amount', 'Invoice Amount')}
        min={0.01}
        onBlur={checkOnBlur('amount')}
        onReplace={(text) => form.setFieldValue('amount', text)}
      />
      <TextInput
        {...propsOf('invoiceNumber', 'Invoice Number')}
        maxLength={INVOICE_NUMBER_LENGTH_MAX}
        autoComplete="off"
      />
      <TextInput
        {...propsOf('dueDate', 'Due Date')}
        type="date"
        min={form.values.dueDate === keptDueDate && keptDueDate ? undefined : today()}
        onBlur={checkOnBlur('dueDate')}
      />
    </>
  )
}

const ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]
