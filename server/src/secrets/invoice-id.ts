// Creates sealed invoice ids for visitors, which are valid for an hour and reveal nothing.
import { z } from 'zod'
import { createExpiringSealer, type Keyring } from './sealing.ts'

const invoiceRef = z.object({
  realmId: z.string(),
  /** So we notice if a payment mixes invoices of two customers. */
  customerId: z.string(),
  invoiceId: z.string(),
  /** The number and balance that the visitor saw. Ids from earlier releases have neither. */
  number: z.string().optional(),
  balanceCents: z.int().optional(),
})
export type InvoiceRef = Readonly<z.infer<typeof invoiceRef>>

/** `open` returns undefined for an id that no search gave out within the last hour. */
export const createInvoiceIds = (keyring: Keyring, now?: () => number) =>
  createExpiringSealer({ keyring, purpose: 'invoice-id', seconds: 3_600 }, invoiceRef, now)
