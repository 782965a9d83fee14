// Sample data of a trial start: a connected company, vendors, bills in every status and purchases, so that a
// newcomer sees something.
// Runs before the server does, because the embedded database allows one process, and only into an empty desk.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readConfig } from '../../server/src/config.ts'
import { type Database, openDatabase } from '../../server/src/db/client.ts'
import { migrateDatabase } from '../../server/src/db/migrate.ts'
import { bill } from '../../server/src/db/schema/contractor.ts'
import { vendorMapping } from '../../server/src/db/schema/vendors.ts'
import { createFiles } from '../../server/src/providers/files/files.ts'
import { connectCompany } from './connect-company.ts'
import { plantBills } from './plant-bills.ts'
import { plantPurchases } from './plant-purchases.ts'
import { VENDORS } from './vendors.ts'

const isEmpty = async ({ db }: Database): Promise<boolean> => {
  const rows = [
    ...(await db.select({ id: bill.id }).from(bill).limit(1)),
    ...(await db.select({ id: vendorMapping.id }).from(vendorMapping).limit(1)),
  ]
  return rows.length === 0
}

const config = readConfig(process.env)
const database = await openDatabase(config)
try {
  await migrateDatabase(database.pool)
  if (await isEmpty(database)) {
    // First, because it asks another program, which no transaction should wait for.
    await connectCompany(database.db, config)
    await database.db.transaction(async (tx) => {
      await tx.insert(vendorMapping).values([...VENDORS])
      await plantBills(tx, createFiles(config))
      await plantPurchases(tx)
    })
  }
} finally {
  await database.close()
}
// The start looks for this file and asks no more, so that deleted samples stay deleted.
const marker = join(config.dataDir, 'sandbox', 'sample-data')
mkdirSync(dirname(marker), { recursive: true })
writeFileSync(marker, `${new Date().toISOString()}\n`)
