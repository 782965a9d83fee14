// What QuickBooks needs to know of a vendor that it does not have yet.
import { TAX_ID_TYPES, type TaxIdType } from '@invoice-desk/contract/tax-id'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { TaxIdInput } from './tax-id-input.tsx'
import { changeTaxIdType, checkTaxId, type VendorFormState } from './use-vendor-form.ts'
import classes from './vendor-form.module.css'

type NewVendorFieldsProps = {
  readonly form: VendorFormState
  /** The tax id that was given before, as far as it is kept. */
  readonly knownTaxId: string | undefined
}

export const NewVendorFields = ({ form, knownTaxId }: NewVendorFieldsProps) => (
  <fieldset className={classes.newVendor}>
    <legend className={classes.legend}>New vendor in QuickBooks</legend>
    <TextInput label="Street Address" required {...form.getInputProps('address.line1')} />
    <div className={classes.place}>
      <TextInput label="City" required {...form.getInputProps('address.city')} />
      <TextInput label="State" required {...form.getInputProps('address.state')} />
      <TextInput label="ZIP Code" required {...form.getInputProps('address.zipCode')} />
    </div>
    <Checkbox
      label="Track payments for 1099"
      description="The vendor then gets a tax form, which needs a tax ID."
      {...form.getInputProps('track1099', { type: 'checkbox' })}
    />
    {form.values.track1099 ? <TaxIdFields form={form} knownTaxId={knownTaxId} /> : null}
  </fieldset>
)

const EXAMPLES = { EIN: 'XX-XXXXXXX', SSN: 'XXX-XX-XXXX' } as const satisfies Record<
  TaxIdType,
  string
>

const TaxIdFields = ({ form, knownTaxId }: NewVendorFieldsProps) => {
  const { taxIdType } = form.values
  const { error, value, onChange, ...input } = form.getInputProps('taxId')
  const hint = `${EXAMPLES[taxIdType]}. It goes to QuickBooks; only its last four digits are kept here.`
  return (
    <div className={classes.tax}>
      <NativeSelect
        label="Tax ID Type"
        data={[...TAX_ID_TYPES]}
        {...form.getInputProps('taxIdType')}
        onChange={({ currentTarget }) => {
          const type = TAX_ID_TYPES.find((each) => each === currentTarget.value)
          if (type) changeTaxIdType(form, type)
        }}
      />
      <TaxIdInput
        label="Tax ID"
        required
        taxIdType={taxIdType}
        // The hint gives its place to the error, so that nothing below moves under someone's pointer.
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={error ? undefined : knownTaxId ? `${hint} Before: ${knownTaxId}.` : hint}
        error={error}
        value={value}
        onChange={onChange}
        {...input}
        onBlur={() => checkTaxId(form)}
      />
    </div>
  )
}
