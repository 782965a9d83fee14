// What the bill form is for: a new bill, a rejected one again, or a correction that staff requested.
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { type InvoiceFields, NO_FIELDS } from './invoice-fields.ts'

export type FormTarget =
  | { readonly kind: 'new' }
  | { readonly kind: 'again' | 'correction'; readonly bill: ContractorBill }

export const NEW_BILL: FormTarget = { kind: 'new' }

/** Each target has its own draft. */
export const draftNameOf = (target: FormTarget, email: string): string =>
  target.kind === 'new' ? email : `${email} ${target.bill.id}`

/** What the form shows before anything is typed. */
export const startOf = (target: FormTarget): InvoiceFields => {
  if (target.kind === 'new') return NO_FIELDS
  const { amount, invoiceNumber, dueDate } = target.bill
  return {
    ...NO_FIELDS,
    amount: amount.toFixed(2),
    invoiceNumber,
    dueDate: dueDate > 0 ? new Date(dueDate).toISOString().slice(0, 10) : '',
  }
}
