// Builds the request for a bill, and finds the field that an error belongs to.
import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import {
  type PossibleDuplicate,
  possibleDuplicates,
} from '@invoice-desk/contract/contractor/submission'
import { ApiError } from '../../../shared/api/api-error.ts'
import type { Contractor } from '../verification/portal-flow.ts'
import type { BillFile } from './files/bill-file.ts'
import { FIELDS, type FieldName, type InvoiceFields, TEXT_NAMES } from './invoice-fields.ts'

type FormOptions = {
  readonly captchaToken: string
  readonly isConfirmed: boolean
  /** The bill that this corrects. */
  readonly corrected?: ContractorBill | undefined
}

/** New files come last, so the server can check the fields before they arrive. Those of earlier bills are only named. */
export const formOf = (
  { email, vendor, token }: Contractor,
  fields: InvoiceFields,
  { captchaToken, isConfirmed, corrected }: FormOptions,
): FormData => {
  const form = new FormData()
  const { files } = fields
  const subject = corrected
    ? { billId: corrected.id, version: String(corrected.version) }
    : { email, vendorName: vendor }
  for (const [name, value] of Object.entries(subject)) form.append(name, value)
  for (const name of TEXT_NAMES) form.append(name, fields[name])
  form.append('captchaToken', captchaToken)
  form.append('token', token)
  if (isConfirmed) form.append('confirmDuplicate', 'true')
  if (corrected || files.some(({ kind }) => kind === 'earlier'))
    form.append('files', orderOf(files))
  for (const each of files) if (each.kind === 'new') form.append('file', each.file)
  return form
}

const orderOf = (files: readonly BillFile[]): string =>
  files.map((file) => (file.kind === 'new' ? 'new' : file.id)).join()

/** The field that a server error is about; undefined if it's about the whole form. */
export const fieldOf = (error: unknown): FieldName | undefined =>
  error instanceof ApiError
    ? FIELDS.find((field) => field === (error.field === 'file' ? 'files' : error.field))
    : undefined

/** The bills named in an error. */
export const possibleDuplicatesIn = (error: ApiError): readonly PossibleDuplicate[] =>
  possibleDuplicates.safeParse(error.body).data?.bills ?? []

/** Changes with the content, so the same content is always sent with the same idempotency key. */
export const fingerprintOf = ({ files, ...texts }: InvoiceFields): string =>
  JSON.stringify([
    texts,
    ...files.map((each) =>
      each.kind === 'new' ? [each.name, each.bytes, each.file.lastModified] : each.id,
    ),
  ])
