// The vendors in QuickBooks that the details may be for, and a new one.
import { VENDOR_NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import type { SimilarVendor } from '@invoice-desk/contract/vendors/vendor-invitations'
import { Group, Radio, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Pill } from '../../../../shared/ui/pill.tsx'
import type { Reviewed } from '../api.ts'
import classes from './review.module.css'
import {
  addressText,
  compareVendor,
  endingIn,
  type Field,
  NEW,
  SIMILARITY_LABELS,
  sharedWith,
} from './review-choice.ts'
import type { useReview } from './use-review.ts'

type VendorChoicesProps = {
  readonly reviewed: Reviewed
  readonly review: ReturnType<typeof useReview>
}

export const VendorChoices = ({ reviewed, review }: VendorChoicesProps) => {
  const { form, chosen, track1099 } = review
  const { similar, details, invitation } = reviewed
  const isNew = form.values.choice === NEW
  return (
    <Radio.Group
      label={
        similar.length === 0
          ? 'QuickBooks has no similar vendor'
          : 'Which vendor in QuickBooks is this?'
      }
      {...form.getInputProps('choice')}
    >
      <Stack gap="xs" mt="xs">
        {similar.map((vendor) => (
          <Option
            key={vendor.id}
            value={vendor.id}
            isChosen={vendor === chosen}
            label={`Update ${vendor.name}`}
            notes={<Notes vendor={vendor} />}
          >
            {vendor === chosen ? (
              <Comparison
                name={vendor.name}
                fields={compareVendor(vendor, { details, email: invitation.email, track1099 })}
              />
            ) : (
              <p className="quiet">{summaryOf(vendor)}</p>
            )}
          </Option>
        ))}
        <Option value={NEW} isChosen={isNew} label="Create a new vendor">
          {isNew ? (
            <TextInput
              label="Vendor name"
              required
              autoComplete="off"
              maxLength={VENDOR_NAME_LENGTH_MAX}
              {...form.getInputProps('name')}
            />
          ) : null}
        </Option>
      </Stack>
    </Radio.Group>
  )
}

const Notes = ({ vendor }: { vendor: SimilarVendor }) => (
  <>
    {vendor.similarities.map((each) => (
      <Pill key={each} tone={each === 'name' || each === 'address' ? 'neutral' : 'info'}>
        {SIMILARITY_LABELS[each]}
      </Pill>
    ))}
    {sharedWith(vendor).length > 0 ? <Pill tone="warning">Mapped to another email</Pill> : null}
  </>
)

/** What tells similar vendors apart. */
const summaryOf = ({ companyName, name, address, taxIdLast4, email }: SimilarVendor) =>
  [
    companyName === name ? '' : companyName,
    addressText(address),
    endingIn('Tax ID', taxIdLast4),
    email,
  ]
    .filter(Boolean)
    .join(' · ') || 'QuickBooks has no details.'

type OptionProps = {
  readonly value: string
  readonly isChosen: boolean
  readonly label: string
  readonly notes?: ReactNode
  readonly children: ReactNode
}

const Option = ({ value, isChosen, label, notes, children }: OptionProps) => {
  const notesId = useId()
  return (
    <div
      className={`stack gap-2 boxed padded ${classes.option}`}
      data-chosen={isChosen || undefined}
    >
      <Group gap="0.25rem 0.5rem" justify="space-between">
        <Radio value={value} label={label} {...(notes && { 'aria-describedby': notesId })} />
        {notes ? (
          <Group id={notesId} gap={4}>
            {notes}
          </Group>
        ) : null}
      </Group>
      {children}
    </div>
  )
}

const EFFECTS = {
  alike: { label: 'Same last four digits', tone: 'neutral' },
  added: { label: 'Added', tone: 'info' },
  changed: { label: 'Changes', tone: 'warning' },
} as const

type ComparisonProps = { readonly name: string; readonly fields: readonly Field[] }

const Comparison = ({ name, fields }: ComparisonProps) => (
  <table className={`mini-table ${classes.comparison}`}>
    <caption className="visually-hidden">What accepting changes for {name}</caption>
    <thead>
      <tr>
        <td />
        <th scope="col">QuickBooks now</th>
        <th scope="col">After you accept</th>
      </tr>
    </thead>
    <tbody>
      {fields.map(({ label, now, next, effect }) => (
        <tr key={label} data-effect={effect}>
          <th scope="row">{label}</th>
          <td>{now || 'None'}</td>
          <td>
            {effect === 'same' ? (
              'No change'
            ) : (
              <>
                {next} <Pill tone={EFFECTS[effect].tone}>{EFFECTS[effect].label}</Pill>
              </>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
