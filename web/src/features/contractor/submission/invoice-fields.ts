// The fields of the bill form and their values.
import { INVOICE_FIELDS, type InvoiceField } from '@invoice-desk/contract/bills/invoice-form'
import type { UseFormReturnType } from '@mantine/form'
import { type BillFile, isSameFile } from './files/bill-file.ts'

export type FieldName = InvoiceField | 'files'
export type InvoiceTexts = Record<InvoiceField, string>
export type InvoiceFields = InvoiceTexts & { files: readonly BillFile[] }
export type Problems = Partial<Record<FieldName, string>>
export type BillFields = UseFormReturnType<InvoiceFields>

export const TEXT_NAMES = Object.keys(INVOICE_FIELDS) as InvoiceField[]
/** In the order of the form, because the first field with a problem gets focus. */
export const FIELDS: readonly FieldName[] = ['files', ...TEXT_NAMES]

export const NO_FIELDS: InvoiceFields = {
  ...(Object.fromEntries(TEXT_NAMES.map((name) => [name, ''])) as InvoiceTexts),
  files: [],
}

export const isSame = (a: InvoiceFields, b: InvoiceFields): boolean =>
  TEXT_NAMES.every((name) => a[name] === b[name]) &&
  a.files.length === b.files.length &&
  a.files.every((file, index) => isSameFile(file, b.files[index]))

export const isFilled = (fields: InvoiceFields): boolean => !isSame(fields, NO_FIELDS)
