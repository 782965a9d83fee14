// Values of the vendor's form, their validation by the contract, and the request built from them.
import {
  type TaxClassification,
  taxIdTypesOf,
} from '@invoice-desk/contract/values/tax-classification'
import {
  formatTaxId,
  TAX_ID_TYPES,
  type TaxIdType,
  taxIdProblem,
} from '@invoice-desk/contract/values/tax-id'
import type { UsState } from '@invoice-desk/contract/values/us-states'
import {
  submitVendorDetails,
  taxIdTypeProblem,
  type VendorDetails,
} from '@invoice-desk/contract/vendors/vendor-details'
import type { UseFormReturnType } from '@mantine/form'
import { problemsIn, refusedField } from '../../../shared/ui/form/field-problems.ts'
import type { DetailsRequest } from './api.ts'

/** Choices are empty until they're made. */
export type DetailsFields = {
  legalName: string
  businessName: string
  classification: TaxClassification | ''
  address: { line1: string; city: string; state: UsState | ''; zipCode: string }
  taxIdType: TaxIdType | ''
  /** Only in memory, never kept in the browser. */
  taxId: string
  isCertified: boolean
  signedBy: string
}

/** The fields of each step in their order, because the first one with a problem gets focus. */
const STEPS = {
  enter: [
    'legalName',
    'businessName',
    'classification',
    'address.line1',
    'address.city',
    'address.state',
    'address.zipCode',
    'taxIdType',
    'taxId',
  ],
  sign: ['isCertified', 'signedBy'],
} as const
export type Step = keyof typeof STEPS
export type FieldPath = (typeof STEPS)[Step][number]
export type Problems = Partial<Record<FieldPath, string>>

const FIELDS: readonly FieldPath[] = [...STEPS.enter, ...STEPS.sign]

/** Starts with what the vendor sent before, except what must be entered again. */
export const fieldsOf = (details: VendorDetails | undefined): DetailsFields => ({
  legalName: details?.legalName ?? '',
  businessName: details?.businessName ?? '',
  classification: details?.classification ?? '',
  address: details?.address ?? { line1: '', city: '', state: '', zipCode: '' },
  taxIdType: details?.taxIdType ?? '',
  taxId: '',
  isCertified: false,
  signedBy: '',
})

/** The same as what the contract allows; the server checks it again. */
export const requestOf = (token: string, fields: DetailsFields): DetailsRequest =>
  ({ token, ...fields }) as DetailsRequest

/** The first problem of each field of a step. */
export const problemsOf = (fields: DetailsFields, step: Step): Problems => {
  const partAt = (path: string) => STEPS[step].find((field) => field === path)
  const problems: Problems = problemsIn(submitVendorDetails.body, requestOf('', fields), partAt)
  const add = (path: FieldPath, message: string | undefined) => {
    const field = partAt(path)
    if (message && field) problems[field] ??= message
  }
  // The contract checks these only once all choices are made.
  const { classification, taxIdType, taxId } = fields
  if (classification && taxIdType) add('taxIdType', taxIdTypeProblem(classification, taxIdType))
  if (taxIdType || taxId === '') add('taxId', taxIdProblem(taxId, taxIdType || 'EIN', true))
  return problems
}

export const firstOf = (problems: Problems): FieldPath | undefined =>
  FIELDS.find((field) => problems[field] !== undefined)

export const stepOf = (field: FieldPath): Step =>
  STEPS.sign.some((each) => each === field) ? 'sign' : 'enter'

/** The field that a server error is about; undefined if it's about the whole form. */
export const fieldOf = (error: unknown) =>
  refusedField(error, (path) => FIELDS.find((field) => field === path))

export const typesOf = (classification: TaxClassification | ''): readonly TaxIdType[] =>
  classification ? taxIdTypesOf(classification) : TAX_ID_TYPES

/** A kind of vendor with one type of tax ID has that type. Otherwise, the vendor chooses. */
export const withClassification = (
  fields: Pick<DetailsFields, 'classification' | 'taxIdType' | 'taxId'>,
  classification: TaxClassification | '',
) => {
  const [only, ...others] = typesOf(classification)
  const wasChosen = typesOf(fields.classification).length > 1
  const kept = wasChosen ? fields.taxIdType : ''
  const taxIdType = only && others.length === 0 ? only : kept
  return { classification, ...withType(fields.taxId, taxIdType) }
}

export const withType = (taxId: string, taxIdType: TaxIdType | '') => ({
  taxIdType,
  taxId: formatTaxId(taxId, taxIdType || 'SSN'),
})

export type DetailsFormState = UseFormReturnType<DetailsFields>

/** Other fields keep their problems, which `form.setValues` would remove. */
export const setFields = (
  form: DetailsFormState,
  fields: Partial<Pick<DetailsFields, 'classification' | 'taxIdType' | 'taxId'>>,
) => {
  const before = form.getValues()
  const { classification, taxIdType, taxId } = { ...before, ...fields }
  if (classification !== before.classification) form.setFieldValue('classification', classification)
  if (taxIdType !== before.taxIdType) form.setFieldValue('taxIdType', taxIdType)
  if (taxId !== before.taxId) form.setFieldValue('taxId', taxId)
  // What is wrong with it depends on its type.
  checkField(form, 'taxId', taxId)
}

/** An empty field is reported only when the form is submitted. */
export const checkField = (form: DetailsFormState, field: FieldPath, value: string) => {
  if (value) form.validateField(field)
}
