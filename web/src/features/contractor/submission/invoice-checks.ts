// Checks the fields of the bill form.
import {
  dueDateFrom,
  INVOICE_FIELDS,
  type InvoiceField,
} from '@invoice-desk/contract/bills/invoice-form'
import { describeIssue } from '@invoice-desk/contract/http/issues'
import { today } from '../../../shared/text/today.ts'
import { filesProblem } from './files/bill-files.ts'
import { type InvoiceFields, type Problems, TEXT_NAMES } from './invoice-fields.ts'

const RULES = { ...INVOICE_FIELDS, dueDate: dueDateFrom(today) }

/** The first problem of each field. An earlier bill's due date is no problem, even if it has passed. */
export const problemsOf = (fields: InvoiceFields, keptDueDate = ''): Problems => {
  const problems: Problems = {}
  for (const name of TEXT_NAMES) {
    const isKept = name === 'dueDate' && fields.dueDate !== '' && fields.dueDate === keptDueDate
    const problem = isKept ? undefined : textProblem(name, fields[name])
    if (problem !== undefined) problems[name] = problem
  }
  const files = filesProblem(fields.files)
  return files ? { ...problems, files } : problems
}

export const textProblem = (name: InvoiceField, text: string): string | undefined =>
  RULES[name].safeParse(text, { error: describeIssue }).error?.issues[0]?.message
