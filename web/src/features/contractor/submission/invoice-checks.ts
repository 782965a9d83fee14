// Checks the fields of the bill form.
import { ERRORS } from '@invoice-desk/contract/errors'
import { dueDateFrom, fileProblem, INVOICE_FIELDS } from '@invoice-desk/contract/invoice-form'
import { describeIssue } from '@invoice-desk/contract/issues'
import { today } from '../../../shared/today.ts'
import { type InvoiceFields, type Problems, TEXT_NAMES } from './invoice-fields.ts'

const RULES = { ...INVOICE_FIELDS, dueDate: dueDateFrom(today) }

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
