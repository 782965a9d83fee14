// The form of one mapping at work: typed values, the check against QuickBooks, and where the focus goes.
import {
  formatTaxId,
  type TaxIdType,
  taxIdDigits,
  taxIdProblem,
} from '@invoice-desk/contract/tax-id'
import type { VendorMapping } from '@invoice-desk/contract/vendors'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { STEP_TEXTS } from './save-vendor.ts'
import { useVendorCheck } from './use-vendor-check.ts'
import { FIELDS, type FieldPath, fieldsOf, problemsOf, type VendorFields } from './vendor-fields.ts'

export type VendorFormState = UseFormReturnType<VendorFields>
export type Problems = Partial<Record<FieldPath, string>>

/** What fills the whole screen instead of the page. */
export type FormProblem = { readonly message: string; readonly error: unknown }

type VendorFormOptions = {
  /** The mapping to change; absent for a new one. */
  readonly mapping: VendorMapping | undefined
  readonly onProblem: (problem: FormProblem) => void
}

export const useVendorForm = ({ mapping, onProblem }: VendorFormOptions) => {
  const form = useForm<VendorFields>({ initialValues: fieldsOf(mapping) })
  const focusField = useFieldFocus(form)
  const { check, isNew, run, settle } = useVendorCheck({
    onSpelling: (typed, spelled) => {
      if (form.getValues().vendor.trim() === typed) form.setFieldValue('vendor', spelled)
    },
    onFailed: (error) => onProblem({ message: STEP_TEXTS.check, error }),
  })

  /** False when there was nothing to show. */
  const showProblems = (problems: Problems): boolean => {
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
    // A name that could not be checked is not asked about again with every blur.
    if (check?.status === 'failed' && check.name === vendor.trim()) return
    void run(vendor)
  }

  // A vendor that QuickBooks has lost is to be created again, so its fields are there from the start.
  const hasLooked = useRef(!mapping?.missing?.includes('vendor'))
  useEffect(() => {
    if (hasLooked.current) return
    hasLooked.current = true
    void run(form.getValues().vendor)
  })

  return { form, check, isNew, run, settle, checkName, showProblems, focusField }
}

/** Focuses a field once it is there: some appear only with the same change that asks for them. */
const useFieldFocus = (form: VendorFormState) => {
  const [wanted, setWanted] = useState<{ readonly field: FieldPath }>()
  useEffect(() => {
    if (!wanted) return
    form.getInputNode(wanted.field)?.focus()
    setWanted(undefined)
  }, [wanted, form])
  return (field: FieldPath) => setWanted({ field })
}

export const checkTaxId = (form: VendorFormState) => {
  const { track1099, taxId, taxIdType } = form.getValues()
  const problem = track1099 ? taxIdProblem(taxId, taxIdType, false) : undefined
  form.setFieldError('taxId', problem ?? null)
}

/** The same digits in the other shape, checked at once when they are all there. */
export const changeTaxIdType = (form: VendorFormState, type: TaxIdType) => {
  const { taxId } = form.getValues()
  form.setFieldValue('taxIdType', type)
  form.setFieldValue('taxId', formatTaxId(taxId, type))
  const isComplete = taxIdDigits(taxId).length === 9
  if (isComplete) form.setFieldError('taxId', taxIdProblem(taxId, type, false) ?? null)
}
