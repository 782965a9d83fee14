// Sample purchases at the retailer, as one finished import.
import { randomUUID } from 'node:crypto'
import type { Db } from '../../server/src/db/client.ts'
import { retailerImport } from '../../server/src/db/schema/retailer.ts'
import {
  type Charge,
  chargeId,
  orderUrlOf,
} from '../../server/src/features/retailer/import/charge.ts'
import { insertCharges } from '../../server/src/features/retailer/import/queries.ts'

const PURCHASES: readonly (readonly [day: number, cents: number, last4: string, order: string])[] =
  [
    [-1, 4_318, '4417', '113-5520417-8830201'],
    [-4, 12_999, '4417', '113-2204418-1180426'],
    [-9, -2_345, '9371', '112-7743019-5507214'],
    [-13, 61_250, '4417', '113-9018843-2297635'],
    [-13, 899, '4417', '113-9018843-2297635'],
    [-20, 2_345, '9371', '112-7743019-5507214'],
    [-28, 18_790, '9371', '114-3381920-6654107'],
    [-41, 7_405, '4417', 'D01-4420918-7713350'],
  ]

const dayOf = (day: number): string =>
  new Date(Date.now() + day * 24 * 3_600_000).toISOString().slice(0, 10)

export const addPurchases = async (tx: Db): Promise<void> => {
  const charges = PURCHASES.map(([day, amountCents, cardLast4, orderId]): Charge => {
    const charge = { date: dayOf(day), amountCents, cardBrand: 'Visa', cardLast4, orderId }
    return { id: chargeId(charge), ...charge, orderUrl: orderUrlOf(orderId) }
  })
  const id = randomUUID()
  const now = new Date()
  await tx.insert(retailerImport).values({
    id,
    state: 'done',
    format: 'azad',
    actor: 'ada.admin@harborfinch.example',
    total: charges.length,
    done: charges.length,
    leaseUntil: now,
    startedAt: now,
    finishedAt: now,
  })
  await insertCharges(tx, id, charges)
}
