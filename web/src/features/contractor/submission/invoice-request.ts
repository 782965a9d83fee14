// Builds the request for a bill, and finds the field that an error belongs to.
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import {
  type PossibleDuplicate,
  possibleDuplicates,
} from '@invoice-desk/contract/contractor-submission'
import { ApiError } from '../../../shared/api-error.ts'
import type { Contractor } from '../verification/portal-flow.ts'
import { FIELDS, type FieldName, type InvoiceFields, TEXT_NAMES } from './invoice-fields.ts'

type FormOptions = {
  readonly captchaToken: string
  readonly isConfirmed: boolean
  /** The bill that this corrects. */
  readonly corrected?: ContractorBill | undefined
}

/** The file comes last, so the server can check the fields before it arrives. */
export const formOf = (
  { email, vendor, token }: Contractor,
  fields: InvoiceFields,
  { captchaToken, isConfirmed, corrected }: FormOptions,
): FormData => {
  const form = new FormData()
  const subject = corrected
    ? { billId: corrected.id, version: String(corrected.version), keepFile: String(!fields.file) }
    : { email, vendorName: vendor }
  for (const [name, value] of Object.entries(subject)) form.append(name, value)
  for (const name of TEXT_NAMES) form.append(name, fields[name])
  form.append('captchaToken', captchaToken)
  form.append('token', token)
  if (isConfirmed) form.append('confirmDuplicate', 'true')
  if (fields.file) form.append('file', fields.file)
  return form
}

/** The field that a server error is about; undefined if it's about the whole form. */
export const fieldOf = (error: unknown): FieldName | undefined =>
  error instanceof ApiError ? FIELDS.find((field) => field === error.field) : undefined

/** The bills named in an error. */
export const possibleDuplicatesIn = (error: ApiError): readonly PossibleDuplicate[] =>
  possibleDuplicates.safeParse(error.body).data?.bills ?? []

/** Changes with the content, so the same content is always sent with the same idempotency key. */
export const fingerprintOf = ({ file, ...texts }: InvoiceFields): string =>
  JSON.stringify([texts, file?.name, file?.size, file?.lastModified])
