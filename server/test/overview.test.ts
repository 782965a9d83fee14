// Tests the overview's figures against known rows, and that each account sees only what its tools cover.
import { getWorkspaceCounts } from '@invoice-desk/contract/overview'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { billMailJob } from '../src/features/contractor/job-kinds.ts'
import { addAttempt, signInWith } from './support/overview.ts'

const ACME = { email: 'crew@acme.example', vendor: 'Acme' }

let desk: TestDesk
let token: string
beforeAll(async () => {
  desk = await startTestDesk()
  token = (await desk.signIn(STAFF)).idToken
})
afterAll(() => desk.close())

it("counts what is waiting, as far as the account's tools go", async () => {
  await desk.rows.addBill(ACME, { status: 'received' })
  await desk.rows.addBill(ACME, { status: 'sent_for_approval' })
  await desk.rows.addBill(ACME, { status: 'approved' })
  await addAttempt(desk, { review: 'It was refunded.' })
  await addAttempt(desk, {})
  const { db } = desk.desk.dependencies.database
  await db.execute(
    sql`INSERT INTO jobs.job (name, data, state) VALUES (${billMailJob.name}, '{}', 'failed')`,
  )
  const counts = async (token: string) => (await desk.call(getWorkspaceCounts, { token })).body
  expect(await counts(token)).toEqual({
    pendingInvoices: 2,
    paymentsToReview: 1,
    connectionNeedsAttention: true,
    failedJobs: 1,
  })
  expect(await counts(await signInWith(desk, 'pay_invoice'))).toEqual({
    paymentsToReview: 1,
    failedJobs: 1,
  })
  expect(await counts(await signInWith(desk))).toEqual({ failedJobs: 1 })
})
