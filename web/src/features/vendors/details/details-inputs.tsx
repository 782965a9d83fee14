// The first step of the vendor's form: name, address and tax ID.
import {
  VENDOR_DETAILS_DAYS_MAX,
  VENDOR_NAME_LENGTH_MAX,
} from '@invoice-desk/contract/values/limits'
import {
  TAX_CLASSIFICATION_LABELS,
  TAX_CLASSIFICATIONS,
} from '@invoice-desk/contract/values/tax-classification'
import { TAX_ID_TYPES, type TaxIdType } from '@invoice-desk/contract/values/tax-id'
import { US_STATE_CODES, US_STATES } from '@invoice-desk/contract/values/us-states'
import { Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconShieldLock } from '../../../shared/ui/icons.ts'
import { TaxIdInput } from '../form/tax-id-input.tsx'
import {
  checkField,
  type DetailsFormState,
  setFields,
  typesOf,
  withClassification,
  withType,
} from './details-fields.ts'

type DetailsInputsProps = {
  readonly form: DetailsFormState
  /** What we have of the tax ID that was sent before. */
  readonly knownTaxId: string | undefined
}

export const DetailsInputs = ({ form, knownTaxId }: DetailsInputsProps) => (
  <Stack gap="xl">
    <Section title="Who you are">
      <TextInput
        label="Legal name"
        description="As on your tax return. For a sole proprietor or a single-member LLC, that’s the owner."
        required
        autoComplete="name"
        maxLength={VENDOR_NAME_LENGTH_MAX}
        {...form.getInputProps('legalName')}
      />
      <TextInput
        label="Business name (optional)"
        description="If it’s different, such as a DBA or the name of a single-member LLC."
        autoComplete="organization"
        maxLength={VENDOR_NAME_LENGTH_MAX}
        {...form.getInputProps('businessName')}
      />
      <NativeSelect
        label="Tax classification"
        description="As on your federal tax return."
        required
        data={CLASSIFICATIONS}
        styles={ELLIPSIS}
        {...form.getInputProps('classification')}
        onChange={({ currentTarget }) => {
          const chosen = TAX_CLASSIFICATIONS.find((each) => each === currentTarget.value) ?? ''
          setFields(form, withClassification(form.getValues(), chosen))
        }}
      />
    </Section>
    <Section title="Address">
      <AddressInputs form={form} />
    </Section>
    <Section title="Tax ID">
      <TaxIdFields form={form} knownTaxId={knownTaxId} />
    </Section>
  </Stack>
)

const CHOOSE = { value: '', label: 'Choose one' }

const CLASSIFICATIONS = [
  CHOOSE,
  ...TAX_CLASSIFICATIONS.map((value) => ({ value, label: TAX_CLASSIFICATION_LABELS[value] })),
]

/** The labels are longer than a phone is wide. */
const ELLIPSIS = { input: { textOverflow: 'ellipsis' } } as const

const STATES = [CHOOSE, ...US_STATE_CODES.map((value) => ({ value, label: US_STATES[value] }))]

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack component="section" aria-label={title}>
    <Title order={3} fz="var(--font-body)">
      {title}
    </Title>
    {children}
  </Stack>
)

const AddressInputs = ({ form }: Pick<DetailsInputsProps, 'form'>) => (
  <>
    <TextInput
      label="Street address"
      required
      autoComplete="address-line1"
      {...form.getInputProps('address.line1')}
    />
    <Group align="flex-start">
      <TextInput
        label="City"
        required
        flex="1 1 100%"
        autoComplete="address-level2"
        {...form.getInputProps('address.city')}
      />
      <NativeSelect
        label="State"
        required
        flex="2 1 10rem"
        autoComplete="address-level1"
        data={STATES}
        {...form.getInputProps('address.state')}
      />
      <TextInput
        label="ZIP code"
        required
        flex="1 1 7rem"
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={10}
        {...form.getInputProps('address.zipCode')}
        onBlur={() => checkField(form, 'address.zipCode', form.values.address.zipCode)}
      />
    </Group>
  </>
)

type TaxIdFieldsProps = {
  readonly form: DetailsFormState
  readonly knownTaxId: string | undefined
}

const TYPES = {
  SSN: { label: 'Social security number (SSN)', example: 'XXX-XX-XXXX' },
  EIN: { label: 'Employer identification number (EIN)', example: 'XX-XXXXXXX' },
} as const satisfies Record<TaxIdType, { label: string; example: string }>

/** The type of the vendor's tax ID, the number itself, and what happens to it. */
const TaxIdFields = ({ form, knownTaxId }: TaxIdFieldsProps) => {
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
