// The form of a new bill: its values, what the contract says about them, and what is sent.
import { BILL_STATUSES } from '@invoice-desk/contract/bill-status'
import { type ResembledBill, resembledBills } from '@invoice-desk/contract/contractor'
import { formatDate } from '@invoice-desk/contract/dates'
import { ERRORS } from '@invoice-desk/contract/errors'
import { dueDateFrom, fileProblem, invoiceAmount } from '@invoice-desk/contract/invoice-form'
import { describeIssue } from '@invoice-desk/contract/issues'
import { INVOICE_NUMBER_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { line } from '@invoice-desk/contract/text'
import { ApiError } from '../../../shared/api-error.ts'
import { today } from '../../../shared/today.ts'
import { dollars } from '../bills/bills.ts'
import type { Contractor } from '../verification/portal-flow.ts'

export type InvoiceFields = {
  amount: string
  invoiceNumber: string
  dueDate: string
  file: File | undefined
}

/** In the order they stand in the form, so that the first one with a problem gets the focus. */
export const FIELDS = ['amount', 'invoiceNumber', 'dueDate', 'file'] as const
export type FieldName = (typeof FIELDS)[number]
export type Problems = Partial<Record<FieldName, string>>

export const NO_FIELDS: InvoiceFields = {
  amount: '',
  invoiceNumber: '',
  dueDate: '',
  file: undefined,
}

export const isFilled = (fields: InvoiceFields): boolean =>
  FIELDS.some((name) => fields[name] !== NO_FIELDS[name])

const SHAPES = {
  amount: invoiceAmount,
  invoiceNumber: line(INVOICE_NUMBER_LENGTH_MAX),
  dueDate: dueDateFrom(today),
} as const

/** The first complaint about each field; empty when all is well. */
export const problemsOf = (fields: InvoiceFields): Problems => {
  const problems: Problems = {}
  for (const name of ['amount', 'invoiceNumber', 'dueDate'] as const) {
    const { error } = SHAPES[name].safeParse(fields[name], { error: describeIssue })
    if (error?.issues[0]) problems[name] = error.issues[0].message
  }
  const file = fields.file && fileTrouble(fields.file)
  return file ? { ...problems, file } : problems
}

/** What is wrong with a file, in words; undefined when nothing is. */
export const fileTrouble = (file: Readonly<{ name: string; size: number }>): string | undefined => {
  const problem = fileProblem(file)
  return problem && ERRORS[problem].text
}

/** The form as it is sent: the fields first, so that the server knows them when the file comes. */
export const formOf = (
  { email, vendor, token }: Contractor,
  fields: InvoiceFields,
  { captchaToken, isConfirmed }: { captchaToken: string; isConfirmed: boolean },
): FormData => {
  const form = new FormData()
  form.append('email', email)
  form.append('amount', fields.amount)
  form.append('invoiceNumber', fields.invoiceNumber)
  form.append('dueDate', fields.dueDate)
  form.append('captchaToken', captchaToken)
  form.append('vendorName', vendor)
  form.append('token', token)
  if (isConfirmed) form.append('confirmDuplicate', 'true')
  if (fields.file) form.append('file', fields.file)
  return form
}

/** Which field a refusal belongs beside; undefined when it concerns the whole form. */
export const fieldOf = (error: unknown): FieldName | undefined =>
  error instanceof ApiError ? FIELDS.find((field) => field === error.field) : undefined

/** The bills that a refusal names. */
export const resembledIn = (error: ApiError): readonly ResembledBill[] =>
  resembledBills.safeParse(error.body).data?.bills ?? []

/** Says of which bill it is a repeat, with the date as this reader's clock has it. */
export const repeatText = (error: ApiError): string => {
  const [bill] = resembledIn(error)
  if (!bill) return error.message
  return `Invoice ${bill.invoiceNumber} for ${dollars(bill.amount)} was already submitted on ${formatDate(bill.dateCreated)}. Its status is ${BILL_STATUSES[bill.status].label}.`
}

/** The same while nothing that is sent has changed, so that it can be sent again under the same key. */
export const fingerprintOf = ({ amount, invoiceNumber, dueDate, file }: InvoiceFields): string =>
  JSON.stringify([amount, invoiceNumber, dueDate, file?.name, file?.size, file?.lastModified])
