// Adding or changing one mapping, inline on the page. What was typed stays until it has been saved.
import type { VendorMapping } from '@invoice-desk/contract/vendors'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useId } from 'react'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { BillAccountSelect } from './bill-account-select.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { NewVendorFields } from './new-vendor-fields.tsx'
import { useSaveVendor } from './use-save-vendor.ts'
import { type FormProblem, useVendorForm } from './use-vendor-form.ts'
import { fieldsOf } from './vendor-fields.ts'
import classes from './vendor-form.module.css'
import { VendorNameInput } from './vendor-name-input.tsx'

type VendorFormProps = {
  /** The mapping to change; absent for a new one. */
  readonly mapping: VendorMapping | undefined
  /** Told whether an existing mapping was changed. */
  readonly onSaved: (isChange: boolean) => void
  readonly onCancel: () => void
  readonly onProblem: (problem: FormProblem) => void
  readonly onDirty: (isDirty: boolean) => void
}

export const VendorForm = ({ mapping, onSaved, onCancel, onProblem, onDirty }: VendorFormProps) => {
  const vendorForm = useVendorForm({ mapping, onProblem })
  const { form, isNew } = vendorForm
  const saving = useSaveVendor({ vendorForm, mapping, onSaved, onProblem })
  const { conflict } = saving
  const titleId = useId()

  const isDirty = form.isDirty()
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival.
  useEffect(() => form.getInputNode('email')?.focus(), [])

  const loadSaved = (now: VendorMapping) => {
    form.setValues(fieldsOf(now))
    form.resetDirty(fieldsOf(now))
    saving.setConflict(undefined)
  }

  return (
    <div className={classes.frame}>
      <Card>
        <form
          className={classes.form}
          aria-labelledby={titleId}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void saving.submit()
          }}
        >
          <h2 id={titleId} className={classes.title}>
            {saving.isEdit ? 'Edit vendor mapping' : 'New vendor mapping'}
          </h2>
          {conflict ? (
            <ConflictNotice
              conflict={conflict}
              onUseSaved={() => conflict.kind === 'changed' && loadSaved(conflict.now)}
            />
          ) : null}
          {saving.createdName ? <CreatedNotice name={saving.createdName} /> : null}
          <div className={classes.pair}>
            <TextInput
              label="E-mail"
              type="email"
              required
              autoComplete="off"
              {...form.getInputProps('email')}
            />
            <VendorNameInput vendorForm={vendorForm} />
          </div>
          <BillAccountSelect form={form} />
          {isNew ? <NewVendorFields form={form} knownTaxId={taxIdOf(mapping)} /> : null}
          <div className={classes.actions}>
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={saving.isSaving} announced="Saving the vendor...">
              {isNew ? 'Create Vendor' : saving.isEdit ? 'Update' : 'Next'}
            </BusyButton>
          </div>
        </form>
      </Card>
    </div>
  )
}

const CreatedNotice = ({ name }: { name: string }) => (
  <Notice tone="info">
    <p>{name} was created in QuickBooks. Only the mapping is left to save.</p>
  </Notice>
)

const taxIdOf = (mapping: VendorMapping | undefined): string | undefined =>
  mapping?.taxIdLast4 ? `${mapping.taxIdType ?? ''} ending in ${mapping.taxIdLast4}` : undefined
