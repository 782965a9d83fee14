// The extra fields of a vendor that has to be created in QuickBooks.
import { TAX_ID_TYPES, type TaxIdType } from '@invoice-desk/contract/values/tax-id'
import { Checkbox, Fieldset, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { TaxIdInput } from './tax-id-input.tsx'
import { changeTaxIdType, checkTaxId, type VendorFormState } from './use-vendor-form.ts'

type NewVendorFieldsProps = {
  readonly form: VendorFormState
  /** The last digits of the tax ID on file, such as `EIN ending in 6789`. */
  readonly knownTaxId: string | undefined
}

export const NewVendorFields = ({ form, knownTaxId }: NewVendorFieldsProps) => {
  const field = (label: string, path: string, flex: string) => (
    <TextInput label={label} required flex={flex} {...form.getInputProps(path)} />
  )
  return (
    <Fieldset legend="New vendor in QuickBooks" variant="filled" mx={0}>
      <Stack>
        {field('Street Address', 'address.line1', 'auto')}
        <Group align="flex-start">
          {field('City', 'address.city', '2 1 16rem')}
          {field('State', 'address.state', '1 1 6rem')}
          {field('ZIP Code', 'address.zipCode', '1 1 6rem')}
        </Group>
        <Checkbox
          label="Track payments for 1099"
          description="The vendor gets a 1099 form, which requires a tax ID."
          {...form.getInputProps('track1099', { type: 'checkbox' })}
        />
        {form.values.track1099 ? <TaxIdFields form={form} knownTaxId={knownTaxId} /> : null}
      </Stack>
    </Fieldset>
  )
}

const EXAMPLES: Record<TaxIdType, string> = { EIN: 'XX-XXXXXXX', SSN: 'XXX-XX-XXXX' }

const TaxIdFields = ({ form, knownTaxId }: NewVendorFieldsProps) => {
  const { taxId, taxIdType } = form.values
  const { error, ...input } = form.getInputProps('taxId')
  const hint = `${EXAMPLES[taxIdType]}. We send it to QuickBooks and keep only the last four digits.`
  return (
    <Group align="flex-start">
      <NativeSelect
        label="Tax ID Type"
        flex="1 1 9rem"
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
        flex="4 1 16rem"
        taxIdType={taxIdType}
        // The error replaces the hint so that the fields below don't move.
        description={error ? undefined : knownTaxId ? `${hint} On file: ${knownTaxId}.` : hint}
        error={error}
        {...input}
        value={taxId}
        onBlur={() => checkTaxId(form)}
      />
    </Group>
  )
}
