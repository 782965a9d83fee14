// What the tests of submitted invoices share: a desk whose human check and services are well before each test.

import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import type { Contractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { setHumanCheck } from '@invoice-desk/testing/sandbox/human-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { bill } from '../../src/db/schema/contractor.ts'

/** To be called once, at the top of a file; what it answers with works inside its tests. */
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

/** A file as a form carries it. */
export const pdfFile = (name = 'invoice.pdf', content: Buffer | string = samplePdf()) => ({
  name,
  content,
})
