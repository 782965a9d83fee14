// The inline form that adds or changes a vendor mapping. Keeps the input until it's saved.
import { ERRORS } from '@invoice-desk/contract/http/errors'
import type { VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { Box, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useEffect, useId } from 'react'
import type { FormDraft } from '../../../shared/drafts/use-form-draft.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { LeaveGuard } from '../../../shared/ui/dialog/leave-guard.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { ChangedNotice, DraftNotice } from '../../../shared/ui/form/draft-notice.tsx'
import { FormButtons } from '../../../shared/ui/form/form-buttons.tsx'
import { BillAccountSelect } from './bill-account-select.tsx'
import { NewVendorFields } from './new-vendor-fields.tsx'
import { type Conflict, useSaveVendor } from './save-vendor.ts'
import { type Check, useVendorForm, type VendorFormOptions } from './use-vendor-form.ts'
import { fieldsOf } from './vendor-fields.ts'

type VendorFormProps = VendorFormOptions & {
  readonly onSaved: (isChange: boolean) => void
  readonly onCancel: () => void
  readonly onDirty: (isDirty: boolean) => void
}

export const VendorForm = ({ mapping, onSaved, onCancel, onProblem, onDirty }: VendorFormProps) => {
  const vendorForm = useVendorForm({ mapping, onProblem })
  const { form, draft, isNew } = vendorForm
  const saving = useSaveVendor({ vendorForm, mapping, onSaved, onProblem })
  const { wasCreated, isEdit } = saving
  const conflict = saving.conflict ?? changedSince(draft, mapping)
  const titleId = useId()

  const isDirty = form.isDirty()
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens.
  useEffect(() => form.getInputNode('email')?.focus(), [])

  const loadSaved = (now: VendorMapping) => {
    form.resetDirty(fieldsOf(now))
    draft.discard()
    saving.setConflict(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saving.submit()
  }
  return (
    <Box mb="lg">
      <LeaveGuard active={isDirty} />
      <Card>
        <form aria-labelledby={titleId} noValidate onSubmit={submit}>
          <Stack>
            <Title order={2} fz="var(--font-lead)" id={titleId}>
              {isEdit ? 'Edit vendor mapping' : 'New vendor mapping'}
            </Title>
            {conflict ? null : (
              <DraftNotice draft={draft}>
                {isNew && form.values.track1099 && form.values.taxId === '' ? (
                  <p>For security, we never keep a tax ID. Enter it again.</p>
                ) : null}
              </DraftNotice>
            )}
            {conflict ? <ConflictNotice conflict={conflict} onLoadSaved={loadSaved} /> : null}
            {wasCreated ? (
              <Notice tone="info">
                We created {form.values.vendor} in QuickBooks. The mapping isn't saved yet. Save it
                now.
              </Notice>
            ) : null}
            <Group align="flex-start">
              <TextInput
                label="Email"
                type="email"
                required
                autoComplete="off"
                flex="1 1 18rem"
                {...form.getInputProps('email')}
              />
              <VendorNameInput vendorForm={vendorForm} />
            </Group>
            <BillAccountSelect {...form.getInputProps('qbBillAccount')} />
            {isNew ? <NewVendorFields form={form} knownTaxId={taxIdOf(mapping)} /> : null}
            <FormButtons
              isBusy={saving.isSaving}
              announced="Saving the vendor..."
              onCancel={onCancel}
            >
              {isNew ? 'Create Vendor' : isEdit ? 'Update' : 'Next'}
            </FormButtons>
          </Stack>
        </form>
      </Card>
    </Box>
  )
}

/** Whether the mapping was changed or deleted between typing and signing in again. */
const changedSince = (
  { state }: FormDraft,
  mapping: VendorMapping | undefined,
): Conflict | undefined =>
  state !== 'changed'
    ? undefined
    : mapping
      ? { kind: 'changed', now: mapping }
      : { kind: 'deleted' }

const HINTS = {
  checking: { text: 'Checking QuickBooks...', color: 'var(--muted)' },
  found: { text: 'Vendor found in QuickBooks', color: 'var(--positive)' },
  'not-found': { text: 'No matching vendor found in QuickBooks', color: 'var(--warning)' },
  failed: { text: "We couldn't check QuickBooks.", color: 'var(--muted)' },
} as const satisfies Record<Check['status'], { text: string; color: string }>

type VendorNameInputProps = { readonly vendorForm: ReturnType<typeof useVendorForm> }

const VendorNameInput = ({ vendorForm }: VendorNameInputProps) => {
  const { form, check, checkName, run } = vendorForm
  const { onBlur, ...input } = form.getInputProps('vendor')
  const isCurrent = check?.name === form.values.vendor.trim()
  const hint = check && isCurrent ? HINTS[check.status] : undefined
  return (
    <Box flex="1 1 18rem">
      <TextInput
        label="Vendor Name"
        required
        autoComplete="off"
        {...input}
        onBlur={(event) => {
          onBlur?.(event)
          checkName()
        }}
      />
      {/* Always rendered so that screen readers announce changes and the layout doesn't shift. */}
      <Text role="status" fz="sm" mih="1.5rem" pt={4} c={hint?.color ?? 'dimmed'}>
        {hint?.text}{' '}
        {hint === HINTS.failed ? (
          <Button variant="subtle" size="compact-xs" onClick={() => void run(form.values.vendor)}>
            Check again
          </Button>
        ) : null}
      </Text>
    </Box>
  )
}

type ConflictNoticeProps = {
  readonly conflict: Conflict
  readonly onLoadSaved: (now: VendorMapping) => void
}

const ConflictNotice = ({ conflict, onLoadSaved }: ConflictNoticeProps) => {
  if (conflict.kind === 'deleted') {
    return (
      <Notice tone="warning">
        <p>{ERRORS.vendor_mapping_unknown.text}. Someone else deleted it.</p>
        <p>What you entered is still here. Save it to add the mapping again.</p>
      </Notice>
    )
  }
  const { email, vendor, qb_bill_account: account } = conflict.now
  return (
    <ChangedNotice onLoadSaved={() => onLoadSaved(conflict.now)}>
      <p>Someone else changed this mapping while you were working.</p>
      <p>
        It now maps <strong>{email}</strong> to <strong>{vendor}</strong>,{' '}
        {account ? `with the bill account ${account}` : 'without a bill account'}.
      </p>
    </ChangedNotice>
  )
}

const taxIdOf = (mapping: VendorMapping | undefined): string | undefined =>
  mapping?.taxIdLast4 ? `${mapping.taxIdType ?? ''} ending in ${mapping.taxIdLast4}` : undefined
