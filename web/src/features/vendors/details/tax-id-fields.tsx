// The type of the vendor's tax ID, the number itself, and what happens to it.
import { VENDOR_DETAILS_DAYS_MAX } from '@invoice-desk/contract/values/limits'
import { TAX_ID_TYPES, type TaxIdType } from '@invoice-desk/contract/values/tax-id'
import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconShieldLock } from '../../../shared/ui/icons.ts'
import { TaxIdInput } from '../form/tax-id-input.tsx'
import { typesOf, withType } from './details-fields.ts'
import { checkField, type DetailsFormState, setFields } from './form-state.ts'

type TaxIdFieldsProps = {
  readonly form: DetailsFormState
  readonly knownTaxId: string | undefined
}

const TYPES = {
  SSN: { label: 'Social security number (SSN)', example: 'XXX-XX-XXXX' },
  EIN: { label: 'Employer identification number (EIN)', example: 'XX-XXXXXXX' },
} as const satisfies Record<TaxIdType, { label: string; example: string }>

export const TaxIdFields = ({ form, knownTaxId }: TaxIdFieldsProps) => {
  const { classification, taxIdType, taxId } = form.values
  const types = typesOf(classification)
  const again = knownTaxId
    ? ` Enter it again. We only kept the last four digits (${knownTaxId}).`
    : ''
  return (
    <Stack>
      {types.length > 1 ? (
        <NativeSelect
          label="Tax ID type"
          description={
            classification === 'individual'
              ? 'The number must belong to the legal name above, not to a single-member LLC.'
              : undefined
          }
          required
          data={[
            { value: '', label: 'Choose one' },
            ...types.map((value) => ({ value, label: TYPES[value].label })),
          ]}
          {...form.getInputProps('taxIdType')}
          onChange={({ currentTarget }) => {
            const type = TAX_ID_TYPES.find((each) => each === currentTarget.value) ?? ''
            setFields(form, withType(taxId, type))
          }}
        />
      ) : null}
      <TaxIdInput
        {...form.getInputProps('taxId')}
        label={taxIdType ? TYPES[taxIdType].label : 'Tax ID'}
        description={taxIdType ? `${TYPES[taxIdType].example}.${again}` : undefined}
        required
        data-1p-ignore
        taxIdType={taxIdType || 'SSN'}
        value={taxId}
        onBlur={() => checkField(form, 'taxId', taxId)}
      />
      <TaxIdNote />
    </Stack>
  )
}

const TaxIdNote = () => (
  <Group wrap="nowrap" align="flex-start" gap="xs" c="var(--muted)">
    <IconShieldLock size={18} stroke={1.75} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
    <Text fz="sm">
      We send it to QuickBooks, our accounting system, after review, and keep only the last four
      digits. Until then it’s encrypted, for at most {VENDOR_DETAILS_DAYS_MAX} days.
    </Text>
  </Group>
)
