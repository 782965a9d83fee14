// The payer's fields, shared by card and wallet.
import { EMAIL_LENGTH_MAX, NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { type PayerField, type PayerFields, problemsOf, readDraft, saveDraft } from './payer.ts'

export type PayerForm = ReturnType<typeof usePayerForm>

export const usePayerForm = () => {
  const [initialValues] = useState(readDraft)
  return useForm<PayerFields>({
    initialValues,
    validate: problemsOf,
    onValuesChange: (fields) => saveDraft(fields),
  })
}

type PayerInputsProps = {
  readonly form: PayerForm
  readonly isLocked: boolean
  /** The form that Enter submits. The wallet has its own button instead. */
  readonly formId: string | undefined
}

export const PayerInputs = ({ form, isLocked, formId }: PayerInputsProps) => {
  const inputProps = (name: PayerField) => ({
    required: true,
    form: formId,
    readOnly: isLocked,
    ...form.getInputProps(name),
    // An empty field is reported only when the form is submitted.
    onBlur: () => void (form.values[name] && form.validateField(name)),
  })
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Company Name"
          maxLength={NAME_LENGTH_MAX}
          autoComplete="organization"
          {...inputProps('companyName')}
        />
        <TextInput
          label="Payer Name"
          maxLength={NAME_LENGTH_MAX}
          autoComplete="name"
          {...inputProps('payerName')}
        />
      </SimpleGrid>
      <TextInput
        label="Email"
        type="email"
        maxLength={EMAIL_LENGTH_MAX}
        autoComplete="email"
        description="We'll send your receipt to this address."
        {...inputProps('email')}
      />
    </>
  )
}
