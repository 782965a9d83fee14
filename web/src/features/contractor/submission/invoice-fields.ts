// Checks the fields of a new bill, builds the request, and finds the field that an error belongs to.
import { type PossibleDuplicate, possibleDuplicates } from '@invoice-desk/contract/contractor'
import { ERRORS } from '@invoice-desk/contract/errors'
import {
  dueDateFrom,
  fileProblem,
  INVOICE_FIELDS,
  type InvoiceField,
} from '@invoice-desk/contract/invoice-form'
import { describeIssue } from '@invoice-desk/contract/issues'
import { ApiError } from '../../../shared/api-error.ts'
import { today } from '../../../shared/today.ts'
import type { Contractor } from '../verification/portal-flow.ts'

/** In the order of the form, because the first field with a problem gets focus. */
const RULES = { ...INVOICE_FIELDS, dueDate: dueDateFrom(today) }

type FieldName = InvoiceField | 'file'
export type InvoiceFields = Record<InvoiceField, string> & { file: File | undefined }
export type Problems = Partial<Record<FieldName, string>>

export const TEXT_NAMES = Object.keys(RULES) as InvoiceField[]
export const FIELDS: readonly FieldName[] = [...TEXT_NAMES, 'file']

export const NO_FIELDS: InvoiceFields = {
  ...(Object.fromEntries(TEXT_NAMES.map((name) => [name, ''])) as Record<InvoiceField, string>),
  file: undefined,
}

export const isFilled = (fields: InvoiceFields): boolean =>
  FIELDS.some((name) => fields[name] !== NO_FIELDS[name])

/** The first problem of each field. */
export const problemsOf = (fields: InvoiceFields): Problems => {
  const problems: Problems = {}
  for (const name of TEXT_NAMES) {
    const { error } = RULES[name].safeParse(fields[name], { error: describeIssue })
    if (error?.issues[0]) problems[name] = error.issues[0].message
  }
  const file = fields.file && invoiceFileProblem(fields.file)
  return file ? { ...problems, file } : problems
}

export const invoiceFileProblem = (
  file: Readonly<{ name: string; size: number }>,
): string | undefined => {
  const problem = fileProblem(file)
  return problem && ERRORS[problem].text
}

/** The file comes last, so the server can check the fields before it arrives. */
export const formOf = (
  { email, vendor, token }: Contractor,
  fields: InvoiceFields,
  { captchaToken, isConfirmed }: { captchaToken: string; isConfirmed: boolean },
): FormData => {
  const form = new FormData()
  form.append('email', email)
  for (const name of TEXT_NAMES) form.append(name, fields[name])
  form.append('captchaToken', captchaToken)
  form.append('vendorName', vendor)
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
