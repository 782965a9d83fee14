// Saving the form, and what may come of it: problems beside fields, a conflict, or the whole screen.
import { changedMapping, type VendorMapping } from '@invoice-desk/contract/vendors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../shared/api-error.ts'
import { refreshVendors } from '../api.ts'
import { STEP_TEXTS, StepFailure, saveVendor } from './save-vendor.ts'
import type { FormProblem, useVendorForm } from './use-vendor-form.ts'
import { fieldOf, isSameName, problemsOf } from './vendor-fields.ts'

/** Someone else was there first: changed the mapping, which is like this now, or deleted it. */
export type Conflict =
  | { readonly kind: 'changed'; readonly now: VendorMapping }
  | { readonly kind: 'deleted' }

type SaveOptions = {
  readonly vendorForm: ReturnType<typeof useVendorForm>
  readonly mapping: VendorMapping | undefined
  /** Told whether an existing mapping was changed. */
  readonly onSaved: (isChange: boolean) => void
  readonly onProblem: (problem: FormProblem) => void
}

export const useSaveVendor = ({ vendorForm, mapping, onSaved, onProblem }: SaveOptions) => {
  const { form, check, isNew, run, settle, showProblems, focusField } = vendorForm
  const client = useQueryClient()
  const [before, setBefore] = useState(mapping)
  const [isSaving, setIsSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()
  const [createdName, setCreatedName] = useState<string>()

  /** Whether the vendor must be created; undefined when that is not known, or there is more to fill in. */
  const findMissing = async (): Promise<boolean | undefined> => {
    const { vendor } = form.getValues()
    const staysSame = before !== undefined && isSameName(before.vendor, vendor)
    // A name that stays needs no asking, so that an edit works while QuickBooks does not.
    if (staysSame && check?.status !== 'not-found') return false
    const exists = await run(vendor)
    if (exists === undefined || exists || isNew) return exists === undefined ? undefined : !exists
    focusField('address.line1')
    return undefined
  }

  const save = async () => {
    if (showProblems(problemsOf(form.getValues(), isNew))) return
    const isMissing = await findMissing()
    if (isMissing === undefined) return
    if (showProblems(problemsOf(form.getValues(), isMissing))) return
    const fields = form.getValues()
    const name = fields.vendor.trim()
    await saveVendor({
      fields,
      before,
      isMissing,
      wasCreated: createdName !== undefined && isSameName(createdName, name),
      onCreated: () => {
        setCreatedName(name)
        settle(name, true)
      },
    }).finally(() => refreshVendors(client))
    onSaved(before !== undefined)
  }

  const refuse = (failure: unknown) => {
    const error = failure instanceof StepFailure ? failure.cause : failure
    const field = fieldOf(error)
    if (field && error instanceof ApiError) return void showProblems({ [field]: error.message })
    const found = conflictOf(error)
    if (!found) {
      const message = failure instanceof StepFailure ? failure.message : STEP_TEXTS.save
      return onProblem({ message, error })
    }
    setConflict(found)
    // Saving again is then meant: it replaces what is there now, or adds what is gone.
    setBefore(found.kind === 'changed' ? found.now : undefined)
  }

  const submit = async () => {
    if (isSaving) return
    setIsSaving(true)
    setConflict(undefined)
    await save().catch(refuse)
    setIsSaving(false)
  }

  return { submit, isSaving, conflict, setConflict, createdName, isEdit: before !== undefined }
}

const conflictOf = (error: unknown): Conflict | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (error.is('vendor_mapping_unknown')) return { kind: 'deleted' }
  const { data } = changedMapping.safeParse(error.body)
  return error.is('changed_meanwhile') && data ? { kind: 'changed', now: data.mapping } : undefined
}
