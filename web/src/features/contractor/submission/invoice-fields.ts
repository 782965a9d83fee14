// The fields of the bill form and their values.
import { INVOICE_FIELDS, type InvoiceField } from '@invoice-desk/contract/invoice-form'

export type FieldName = InvoiceField | 'file'
export type InvoiceFields = Record<InvoiceField, string> & { file: File | undefined }
export type Problems = Partial<Record<FieldName, string>>

/** In the order of the form, because the first field with a problem gets focus. */
export const TEXT_NAMES = Object.keys(INVOICE_FIELDS) as InvoiceField[]
export const FIELDS: readonly FieldName[] = [...TEXT_NAMES, 'file']

export const NO_FIELDS: InvoiceFields = {
  ...(Object.fromEntries(TEXT_NAMES.map((name) => [name, ''])) as Record<InvoiceField, string>),
  file: undefined,
}

export const isSame = (a: InvoiceFields, b: InvoiceFields): boolean =>
  FIELDS.every((name) => a[name] === b[name])

export const isFilled = (fields: InvoiceFields): boolean => !isSame(fields, NO_FIELDS)
