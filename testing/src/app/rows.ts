// Writes rows directly to the database, which is faster than the API.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '@invoice-desk/server/db/client'
import { bill } from '@invoice-desk/server/db/schema/bills'
import { verification } from '@invoice-desk/server/db/schema/contractor'
import { relayMailbox } from '@invoice-desk/server/db/schema/relay'
import { vendorMapping } from '@invoice-desk/server/db/schema/vendors'

export type BillRow = Partial<typeof bill.$inferInsert>
export type VerificationRow = Partial<typeof verification.$inferInsert>

const DAY_MS = 86_400_000

export const createRows = (db: Db) => ({
  addMapping: async (values: typeof vendorMapping.$inferInsert): Promise<void> => {
    await db.insert(vendorMapping).values(values)
  },
  /** Returns the token; the row holds its hash. */
  addVerification: async (email: string, fields: VerificationRow): Promise<string> => {
    const token = randomBytes(32).toString('base64url')
    await db.insert(verification).values({
      tokenHash: createHash('sha256').update(token).digest('hex'),
      email,
      expiresAt: new Date(Date.now() + DAY_MS),
      ...fields,
    })
    return token
  },
  /** Returns its id. */
  addBill: async (
    { email, vendor }: { email: string; vendor: string },
    fields: BillRow,
  ): Promise<string> => {
    const id = fields.id ?? randomUUID()
    const invoiceNumber = fields.invoiceNumber ?? id.slice(0, 8)
    await db.insert(bill).values({
      id,
      email,
      vendor,
      invoiceNumber,
      invoiceNumberKey: invoiceNumber.toUpperCase().replace(/[^A-Z0-9]/g, ''),
      amountCents: 10_000,
      dueDate: '2030-01-31',
      ...fields,
    })
    return id
  },
  /** A Gmail account for tests that send nothing: its token is made up. Returns its id. */
  addRelayMailbox: async (
    owner: string,
    fields: Partial<typeof relayMailbox.$inferInsert> = {},
  ): Promise<string> => {
    const id = randomUUID()
    const address = `${id.slice(0, 8)}@gmail.com`
    await db.insert(relayMailbox).values({ id, address, owner, refreshToken: 'made up', ...fields })
    return id
  },
})

export type Rows = ReturnType<typeof createRows>
