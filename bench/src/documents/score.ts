// Compares what the reader finds in made-up invoices with what they say.
import { type FoundInvoice, readInvoice } from '@invoice-desk/contract/document/read-invoice'
import { getDocument } from 'unpdf/pdfjs'
import type { Expected, Sample } from './pen.ts'

export const FIELDS = [
  'invoiceNumber',
  'amountCents',
  'currency',
  'date',
  'dueDate',
  'vendor',
] as const

export type Result = 'right' | 'missing' | 'wrong'
export type Score = {
  readonly name: string
  readonly expected: Expected
  readonly found: FoundInvoice
  readonly results: Readonly<Record<(typeof FIELDS)[number], Result>>
}

const resultOf = (expected: unknown, found: unknown): Result => {
  if (expected === found) return 'right'
  return found === undefined ? 'missing' : 'wrong'
}

export const scoreOf = async ({ name, expected, draw }: Sample): Promise<Score> => {
  const found = await readInvoice(getDocument, await draw())
  const results = Object.fromEntries(
    FIELDS.map((field) => [field, resultOf(expected[field], found[field])]),
  ) as Score['results']
  return { name, expected, found, results }
}
