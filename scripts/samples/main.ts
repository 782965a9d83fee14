// Adds sample data to an empty database: a connected company, vendors, bills in every status, and purchases.
// Runs before the server, because only one process can use the embedded database.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from '../../server/src/db/client.ts'
import { migrateDatabase } from '../../server/src/db/migrate.ts'
import { openDatabase } from '../../server/src/db/open.ts'
import { bill } from '../../server/src/db/schema/bills.ts'
import { vendorMapping } from '../../server/src/db/schema/vendors.ts'
import { createFiles } from '../../server/src/providers/files/files.ts'
import { readConfig } from '../../server/src/settings/config.ts'
import { addBills } from './add-bills.ts'
import { addPurchases } from './add-purchases.ts'
import { connectCompany } from './connect-company.ts'
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
    // Before the transaction, because it calls another program.
    await connectCompany(database.db, config)
    await database.db.transaction(async (tx) => {
      await tx.insert(vendorMapping).values([...VENDORS])
      await addBills(tx, createFiles(config))
      await addPurchases(tx)
    })
  }
} finally {
  await database.close()
}
// `npm start` checks for this file, so that deleted samples stay deleted.
const marker = join(config.dataDir, 'sandbox', 'sample-data')
mkdirSync(dirname(marker), { recursive: true })
writeFileSync(marker, `${new Date().toISOString()}\n`)
