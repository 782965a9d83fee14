// What the tests of submitted invoices share: a desk whose human check and services are well before each test.

import type { Contractor } from '@invoice-desk/testing/contractor'
import { setHumanCheck } from '@invoice-desk/testing/human-check'
import { samplePdf } from '@invoice-desk/testing/sample-files'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/test-desk'
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
