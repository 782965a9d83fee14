// Saves the vendor form: creates the vendor in QuickBooks if it's missing there, then saves the mapping.
import { createQboVendor } from '@invoice-desk/contract/accounting/accounting-vendors'
import { ERRORS, type ErrorCode } from '@invoice-desk/contract/http/errors'
import {
  addVendorMapping,
  changedMapping,
  changeVendorMapping,
  type VendorMapping,
} from '@invoice-desk/contract/vendors/vendors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { perform } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { checkVendor, findMapping, refreshVendors, versionOf } from '../api.ts'
import type { useVendorForm, VendorFormOptions } from './use-vendor-form.ts'
import { fieldOf, isSameName, mappingOf, newVendorOf, problemsOf } from './vendor-fields.ts'

/** Someone else changed or deleted the mapping while it was being edited. */
export type Conflict =
  | { readonly kind: 'changed'; readonly now: VendorMapping }
  | { readonly kind: 'deleted' }

type SaveOptions = VendorFormOptions & {
  readonly vendorForm: ReturnType<typeof useVendorForm>
  readonly onSaved: (isChange: boolean) => void
}

export const useSaveVendor = ({ vendorForm, mapping, onSaved, onProblem }: SaveOptions) => {
  const { form, check, isNew, run, settle, showProblems, focusField } = vendorForm
  const client = useQueryClient()
  const [before, setBefore] = useState(mapping)
  const [isSaving, setIsSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()
  const [createdName, setCreatedName] = useState<string>()
  const wasCreated = (name: string) => createdName !== undefined && isSameName(createdName, name)

  /** Undefined when QuickBooks didn't answer, or the new vendor's fields have just appeared. */
  const findMissing = async (): Promise<boolean | undefined> => {
    const { vendor } = form.getValues()
    // An unchanged name isn't checked, so edits also work while QuickBooks is down.
    const isUnchanged = before !== undefined && isSameName(before.vendor, vendor)
    if (isUnchanged && check?.status !== 'not-found') return false
    const exists = await run(vendor)
    if (exists === undefined || exists || isNew) return exists === undefined ? undefined : !exists
    focusField('address.line1')
    return undefined
  }

  const createVendor = async (onStep: (failure: ErrorCode) => void) => {
    const fields = form.getValues()
    const holder = await findMapping(fields.email)
    // Without this check, a refused mapping would leave an unused vendor in QuickBooks.
    if (holder && holder.id !== before?.id) throw emailTaken(holder)
    onStep('qbo_vendor_check_failed')
    // If the response to an earlier attempt was lost, the vendor may exist by now.
    const { exists } = await checkVendor(fields.vendor)
    onStep('qbo_vendor_failed')
    if (!exists) await perform(createQboVendor, { body: newVendorOf(fields) })
    const name = fields.vendor.trim()
    setCreatedName(name)
    settle(name, true)
  }

  const save = async (onStep: (failure: ErrorCode) => void) => {
    if (showProblems(problemsOf(form.getValues(), isNew))) return
    const isMissing = await findMissing()
    if (isMissing === undefined) return
    const fields = form.getValues()
    if (showProblems(problemsOf(fields, isMissing))) return
    const body = mappingOf(fields, before, isMissing || wasCreated(fields.vendor))
    try {
      if (isMissing) await createVendor(onStep)
      onStep('vendor_save_failed')
      if (before) {
        const change = { ...body, id: before.id, ...versionOf(before.version) }
        await perform(changeVendorMapping, { body: change })
      } else await perform(addVendorMapping, { body })
    } finally {
      await refreshVendors(client)
    }
    onSaved(before !== undefined)
  }

  const refuse = (code: ErrorCode, error: unknown) => {
    const field = fieldOf(error)
    if (field && error instanceof ApiError) return void showProblems({ [field]: error.message })
    const found = conflictOf(error)
    if (!found) return onProblem({ code, error })
    setConflict(found)
    // The user has seen the conflict, so saving again overwrites or re-adds the mapping.
    setBefore(found.kind === 'changed' ? found.now : undefined)
  }

  const submit = async () => {
    if (isSaving) return
    setIsSaving(true)
    setConflict(undefined)
    let failure: ErrorCode = 'vendor_save_failed'
    try {
      await save((next) => {
        failure = next
      })
    } catch (error) {
      refuse(failure, error)
    }
    setIsSaving(false)
  }

  return {
    submit,
    isSaving,
    conflict,
    setConflict,
    /** The vendor in the form is in QuickBooks because this form created it there. */
    wasCreated: wasCreated(form.values.vendor),
    isEdit: before !== undefined,
  }
}

const emailTaken = ({ vendor }: VendorMapping) =>
  new ApiError(`This email is already mapped to ${vendor}.`, {
    code: 'vendor_mapping_exists',
    status: ERRORS.vendor_mapping_exists.status,
    field: 'email',
  })

const conflictOf = (error: unknown): Conflict | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (error.is('vendor_mapping_unknown')) return { kind: 'deleted' }
  const { data } = changedMapping.safeParse(error.body)
  return error.is('changed_meanwhile') && data ? { kind: 'changed', now: data.mapping } : undefined
}
