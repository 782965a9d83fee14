// Ids of customer invoices as they are handed to visitors: sealed, for an hour, and telling nothing.
import { z } from 'zod'
import { createSealer, type Keyring } from './sealing.ts'

const SECONDS_MAX = 3_600

/** The customer is part of it, so that nobody can mix invoices of two customers unnoticed. */
export type InvoiceRef = {
  readonly realmId: string
  readonly customerId: string
  readonly invoiceId: string
}

const sealedRef = z.object({ r: z.string(), c: z.string(), i: z.string(), e: z.number() })

export const createInvoiceIds = (keyring: Keyring, now: () => number = Date.now) => {
  const sealer = createSealer(keyring, 'invoice-id')
  return {
    seal: ({ realmId, customerId, invoiceId }: InvoiceRef): string =>
      sealer.seal(
        JSON.stringify({ r: realmId, c: customerId, i: invoiceId, e: now() + SECONDS_MAX * 1_000 }),
      ),
    /** Undefined for anything that a search has not handed out within the hour. */
    open: (id: string): InvoiceRef | undefined => {
      const text = sealer.open(id)
      if (text === undefined) return undefined
      const { r, c, i, e } = sealedRef.parse(JSON.parse(text))
      return e > now() ? { realmId: r, customerId: c, invoiceId: i } : undefined
    },
  }
}
