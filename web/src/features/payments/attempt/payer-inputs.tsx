// Who pays: the same three fields for card and wallet.
import { EMAIL_LENGTH_MAX, NAME_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { TextInput } from '@mantine/core'
import classes from './payment-form.module.css'
import type { PayerForm } from './use-payer-form.ts'

type PayerInputsProps = {
  readonly form: PayerForm
  readonly isLocked: boolean
  /** The form that Enter submits; none for the wallet, which has its own button. */
  readonly formId: string | undefined
}

export const PayerInputs = ({ form, isLocked, formId }: PayerInputsProps) => (
  <div className={classes.inputs}>
    <TextInput
      label="Company Name"
      size="md"
      required
      maxLength={NAME_LENGTH_MAX}
      autoComplete="organization"
      form={formId}
      readOnly={isLocked}
      {...form.inputProps('companyName')}
    />
    <TextInput
      label="Payer Name"
      size="md"
      required
      maxLength={NAME_LENGTH_MAX}
      autoComplete="name"
      form={formId}
      readOnly={isLocked}
      {...form.inputProps('payerName')}
    />
    <TextInput
      label="Email"
      type="email"
      size="md"
      required
      maxLength={EMAIL_LENGTH_MAX}
      autoComplete="email"
      description="Your receipt goes to this address."
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      form={formId}
      readOnly={isLocked}
      className={classes.email}
      {...form.inputProps('email')}
    />
  </div>
)
