// Starts a server for tests of submitted invoices, and resets its human check and faults before each test.

import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import type { Contractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { setHumanCheck } from '@invoice-desk/testing/sandbox/human-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { bill } from '../../src/db/schema/bills.ts'

/** Call it once at the top of a file, and use the result inside its tests. */
export const useIntake = () => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await startTestDesk()
  })
  afterAll(() => desk.close())
  beforeEach(async () => {
    await setHumanCheck(desk, { outcome: 'pass', tokenSeconds: 120 })
    await fetch(`${desk.sandbox.url}/faults`, { method: 'DELETE' })
  })

  const db = () => desk.desk.dependencies.database.db
  return {
    get desk() {
      return desk
    },
    db,
    billsOf: async ({ email }: Contractor) => db().select().from(bill).where(sql`email = ${email}`),
  }
}

export const pdfFile = (name = 'invoice.pdf', content: Buffer | string = samplePdf()) => ({
  name,
  content,
})
