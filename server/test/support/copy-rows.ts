// Writes a copy of a QuickBooks company, as if it had been read from there.
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import { STAFF } from '@invoice-desk/testing/people'
import { qboConnection } from '../../src/db/schema/accounting.ts'
import { qboCopy, qboRecord } from '../../src/db/schema/accounting-copy.ts'

type Row = { readonly kind: string; readonly id: string; readonly data: object | null }

export const recordRow = (kind: string, id: string, fields: object): Row => ({
  kind,
  id,
  data: { id, ...fields },
})

/** An open invoice of $10.00 by default. */
export const invoiceRow = (id: string, customerId: string, fields: object): Row =>
  recordRow('invoice', id, {
    ...{ number: id, date: '2026-09-01', dueDate: '2026-10-01', currency: 'USD' },
    ...{ customerId, customerName: '', totalCents: 100_000, balanceCents: 1_000, paymentIds: [] },
    ...fields,
  })

/** Filled just now. Only one company can be connected. */
export const addCopyOf = async (
  { desk }: TestDesk,
  realmId: string,
  rows: readonly Row[],
  { isConnected = true }: { isConnected?: boolean } = {},
): Promise<void> => {
  const { db } = desk.dependencies.database
  const now = new Date()
  const later = new Date(Date.now() + 86_400_000)
  if (isConnected) {
    await db.insert(qboConnection).values({
      ...{ realmId, companyName: 'Harbor & Finch', state: 'invalid', connectedBy: STAFF },
      ...{ accessToken: '', accessExpiresAt: later, refreshToken: '', refreshExpiresAt: later },
    })
  }
  await db.insert(qboCopy).values({ realmId, filledAt: now, checkedAt: now, leasedUntil: later })
  await addRecords({ desk }, realmId, rows)
}

export const addRecords = async (
  { desk }: Pick<TestDesk, 'desk'>,
  realmId: string,
  rows: readonly Row[],
): Promise<void> => {
  const version = { realmId, updatedAt: new Date(), syncToken: 0 }
  await desk.dependencies.database.db
    .insert(qboRecord)
    .values(rows.map((row) => ({ ...row, ...version })))
}
