// State of the vendor form: values, the vendor lookup in QuickBooks, and focus.
import type { ErrorCode } from '@invoice-desk/contract/http/errors'
import {
  formatTaxId,
  type TaxIdType,
  taxIdDigits,
  taxIdProblem,
} from '@invoice-desk/contract/values/tax-id'
import type { VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useFormDraft } from '../../../shared/drafts/use-form-draft.ts'
import { checkVendor } from '../api.ts'
import { formDraftOf } from '../drafts.ts'
import { FIELDS, type FieldPath, fieldsOf, problemsOf, type VendorFields } from './vendor-fields.ts'

export type VendorFormState = UseFormReturnType<VendorFields>

/** A failure that replaces the whole page. */
export type FormProblem = { readonly code: ErrorCode; readonly error: unknown }

export type VendorFormOptions = {
  /** Undefined when adding a mapping. */
  readonly mapping: VendorMapping | undefined
  readonly onProblem: (problem: FormProblem) => void
}

export const useVendorForm = ({ mapping, onProblem }: VendorFormOptions) => {
  const form = useForm<VendorFields>({ initialValues: fieldsOf(mapping) })
  const draft = useFormDraft(formDraftOf(mapping), form, {
    version: mapping && `${mapping.id} ${mapping.version}`,
    secrets: ['taxId'],
  })
  const focusField = useFieldFocus(form)
  const lookup = useVendorLookup(form, (error) =>
    onProblem({ code: 'qbo_vendor_check_failed', error }),
  )
  const { check, run, forget, ...others } = lookup

  /** Returns true when there are problems. */
  const showProblems = (problems: Partial<Record<FieldPath, string>>): boolean => {
    const first = FIELDS.find((field) => problems[field] !== undefined)
    form.setErrors(problems)
    if (first) focusField(first)
    return first !== undefined
  }

  const checkName = () => {
    const { vendor } = form.getValues()
    if (vendor.trim() === '') return
    const problem = problemsOf(form.getValues(), false).vendor
    if (problem) return form.setFieldError('vendor', problem)
    // Leaving the field again doesn't repeat a failed lookup; the button beside the hint does.
    if (check?.status === 'failed' && check.name === vendor.trim()) return
    void run(vendor)
  }

  // A vendor that QuickBooks no longer has must be created again, so its fields show right away. So do those that were kept.
  const checkAtOnce = () => {
    const { vendor } = form.getValues()
    const isMissing = mapping?.missing?.includes('vendor')
    if (isMissing || vendor !== fieldsOf(mapping).vendor) checkName()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens.
  useEffect(checkAtOnce, [])

  const discard = () => {
    draft.discard()
    forget()
    checkAtOnce()
  }

  return {
    form,
    draft: { ...draft, discard },
    ...others,
    check,
    run,
    checkName,
    showProblems,
    focusField,
  }
}

export type Check = {
  readonly name: string
  readonly status: 'checking' | 'found' | 'not-found' | 'failed'
}

/** Looks up the typed name in QuickBooks. Only the answer to the latest name counts. */
const useVendorLookup = (form: VendorFormState, onFailed: (error: unknown) => void) => {
  const [check, setCheck] = useState<Check>()
  // Unchanged during a lookup so that the new vendor's fields don't flicker.
  const [isNew, setIsNew] = useState(false)
  const latest = useRef<{ name: string; answer: Promise<boolean | undefined> }>(undefined)

  const settle = (name: string, exists: boolean) => {
    latest.current = { name, answer: Promise.resolve(exists) }
    setCheck({ name, status: exists ? 'found' : 'not-found' })
    setIsNew(!exists)
  }

  const lookUp = async (name: string) => {
    const isLatest = () => latest.current?.name === name
    try {
      const { exists, vendor } = await checkVendor(name)
      if (!isLatest()) return undefined
      const spelled = vendor?.name ?? name
      settle(spelled, exists)
      const isUnchanged = form.getValues().vendor.trim() === name
      if (spelled !== name && isUnchanged) form.setFieldValue('vendor', spelled)
      return exists
    } catch (error) {
      if (!isLatest()) return undefined
      latest.current = undefined
      setCheck({ name, status: 'failed' })
      onFailed(error)
      return undefined
    }
  }

  /** Resolves to whether QuickBooks has the vendor; undefined when the lookup failed or is outdated. */
  const run = (typed: string): Promise<boolean | undefined> => {
    const name = typed.trim()
    if (latest.current?.name === name) return latest.current.answer
    setCheck({ name, status: 'checking' })
    const answer = lookUp(name)
    latest.current = { name, answer }
    return answer
  }

  const forget = () => {
    latest.current = undefined
    setCheck(undefined)
    setIsNew(false)
  }

  return { check, isNew, run, settle, forget }
}

/** Focuses a field after the next render because it may not be on the page yet. */
const useFieldFocus = (form: VendorFormState) => {
  const [target, setTarget] = useState<{ readonly field: FieldPath }>()
  useEffect(() => {
    if (!target) return
    form.getInputNode(target.field)?.focus()
    setTarget(undefined)
  }, [target, form])
  return (field: FieldPath) => setTarget({ field })
}

export const checkTaxId = (form: VendorFormState) => {
  const { track1099, taxId, taxIdType } = form.getValues()
  const problem = track1099 ? taxIdProblem(taxId, taxIdType, false) : undefined
  form.setFieldError('taxId', problem ?? null)
}

export const changeTaxIdType = (form: VendorFormState, type: TaxIdType) => {
  const { taxId } = form.getValues()
  form.setFieldValue('taxIdType', type)
  form.setFieldValue('taxId', formatTaxId(taxId, type))
  const isComplete = taxIdDigits(taxId).length === 9
  if (isComplete) form.setFieldError('taxId', taxIdProblem(taxId, type, false) ?? null)
}
