// The first step of the vendor's form: name, address and tax ID.
import { VENDOR_NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import {
  TAX_CLASSIFICATION_LABELS,
  TAX_CLASSIFICATIONS,
} from '@invoice-desk/contract/values/tax-classification'
import { US_STATE_CODES, US_STATES } from '@invoice-desk/contract/values/us-states'
import { Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { withClassification } from './details-fields.ts'
import { checkField, type DetailsFormState, setFields } from './form-state.ts'
import { TaxIdFields } from './tax-id-fields.tsx'

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
    <Title order={3} fz="1rem">
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
