// Tests the overview's figures against known rows, and that each account sees only what its tools cover.
import { listInvoices } from '@invoice-desk/contract/approval/approval-invoices'
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import * as overview from '@invoice-desk/contract/overview/overview'
import { listPaymentAttempts } from '@invoice-desk/contract/payments/list'
import {
  addDays,
  businessDay,
  startOfBusinessDay,
} from '@invoice-desk/contract/values/business-day'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { billMailJob } from '../../src/features/bills/job-kinds.ts'
import { addAttempt, signInWith } from '../support/overview.ts'

const ACME = { email: 'crew@acme.example', vendor: 'Acme' }

let desk: TestDesk
let token: string
beforeAll(async () => {
  desk = await startTestDesk()
  token = (await desk.signIn(STAFF)).idToken
})
afterAll(() => desk.close())
beforeEach(async () => {
  const { pool } = desk.desk.dependencies.database
  await pool.query('DELETE FROM bill; DELETE FROM payment_attempt; DELETE FROM jobs.job')
})

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const ZONE = 'America/New_York'
const today = () => businessDay(Date.now(), ZONE)
const startOf = (day: string) => startOfBusinessDay(day, ZONE).getTime()
/** 23:30 on the day before, when the next day has begun in UTC. */
const lateBefore = (day: string) => new Date(startOf(day) - 30 * MINUTE_MS)

const read = async (endpoint: Endpoint, as = token) =>
  (await desk.call(endpoint, { token: as })).body

it("counts what is waiting, as far as the account's tools go", async () => {
  await desk.rows.addBill(ACME, { status: 'received' })
  await desk.rows.addBill(ACME, { status: 'sent_for_approval' })
  await desk.rows.addBill(ACME, { status: 'approved' })
  await addAttempt(desk, { reviewReasons: [{ reason: 'other_company' }] })
  await addAttempt(desk, {})
  const { db } = desk.desk.dependencies.database
  await db.execute(
    sql`INSERT INTO jobs.job (name, data, state) VALUES (${billMailJob.name}, '{}', 'failed')`,
  )
  const counts = async (token: string) =>
    (await desk.call(overview.getWorkspaceCounts, { token })).body
  expect(await counts(token)).toEqual({
    pendingInvoices: 2,
    paymentsToReview: 1,
    connectionNeedsAttention: true,
    failedJobs: 1,
  })
  expect(await counts(await signInWith(desk, 'pay_invoice'))).toEqual({
    paymentsToReview: 1,
    failedJobs: 0,
  })
  expect(await counts(await signInWith(desk))).toEqual({ failedJobs: 0 })
})

it('shows pending invoices by age and unpaid ones by due date', async () => {
  const day = today()
  await desk.rows.addBill(ACME, { amountCents: 1_000 })
  const submittedAt = lateBefore(addDays(day, -2))
  await desk.rows.addBill(ACME, { amountCents: 2_000, submittedAt })
  const oldest = { invoiceNumber: 'OLD-1', submittedAt: new Date(startOf(addDays(day, -20))) }
  const id = await desk.rows.addBill(ACME, { amountCents: 3_050, ...oldest })
  for (const days of [-31, -30, -8, -7, -1, 0, 7, 8]) {
    await desk.rows.addBill(ACME, { status: 'approved', dueDate: addDays(day, days) })
  }
  const body = await read(overview.getWaiting)
  expect(body.pending).toEqual({ count: 3, amount: 60.5 })
  expect(body.oldest).toEqual({ id, invoiceNumber: 'OLD-1', vendor: 'Acme', days: 20 })
  expect(body.pendingByAge).toEqual([
    { label: '0–2 days', count: 1, amount: 10 },
    { label: '3–7 days', count: 1, amount: 20 },
    { label: '8–14 days', count: 0, amount: 0 },
    { label: '15 days or more', count: 1, amount: 30.5 },
  ])
  expect(body.unpaidByDue.map(({ count }: { count: number }) => count)).toEqual([1, 2, 2, 2, 1])
})

it("shows this month's figures, and only those that the account's tools cover", async () => {
  const day = today()
  const month = `${day.slice(0, 8)}01`
  await desk.rows.addBill(ACME, { status: 'approved', dueDate: addDays(day, 7) })
  await desk.rows.addBill(ACME, { status: 'approved', dueDate: addDays(day, -1) })
  await desk.rows.addBill(ACME, { status: 'paid', paidAt: new Date(), amountCents: 700 })
  const paidEarlier = { paidAt: new Date(), paidBy: STAFF, paidDate: addDays(month, -1) }
  await desk.rows.addBill(ACME, { status: 'paid', ...paidEarlier, amountCents: 900 })
  await addAttempt(desk, { capturedAt: lateBefore(month) })
  await addAttempt(desk, { capturedAt: new Date(startOf(month)) })
  const receivedThisMonth = { count: 1, amount: 10 }
  expect(await read(overview.getFigures)).toEqual({
    approvedUnpaid: { count: 2, amount: 200 },
    dueSoon: { count: 1, amount: 100 },
    paidThisMonth: { count: 1, amount: 7 },
    receivedThisMonth,
  })
  const payer = await signInWith(desk, 'pay_invoice')
  expect(await read(overview.getFigures, payer)).toEqual({ receivedThisMonth })
  for (const endpoint of [overview.getWaiting, overview.getMoneyOut, overview.getDecisionTime]) {
    expect((await read(endpoint, payer)).code).toBe('tool_not_enabled')
  }
  expect((await read(overview.getMoneyIn, await signInWith(desk))).code).toBe('tool_not_enabled')

  const listed = async (endpoint: Endpoint, query: Record<string, string>) =>
    (await desk.call(endpoint, { token, query })).body
  const { totals } = await listed(listPaymentAttempts, { receivedFrom: month })
  expect(totals.received).toEqual(receivedThisMonth)
  expect(await listed(listInvoices, { paidFrom: month })).toMatchObject({
    total: 1,
    totalAmount: 7,
  })

  const { months } = await read(overview.getMoneyOut)
  expect(months).toHaveLength(overview.OVERVIEW_MONTHS)
  expect(months.slice(-2)).toMatchObject([
    { start: `${addDays(month, -1).slice(0, 8)}01`, paid: { count: 1, amount: 9 } },
    { start: month, paid: { count: 1, amount: 7 } },
  ])
})

it('puts a payment at 11:30 PM on Sunday into the week that ends then', async () => {
  const { weeks: before } = await read(overview.getMoneyIn)
  expect(before).toHaveLength(overview.OVERVIEW_WEEKS)
  const monday = before.at(-1).start
  expect(new Date(monday).getUTCDay()).toBe(1)
  await addAttempt(desk, { capturedAt: lateBefore(monday), method: 'paypal', refundedCents: 400 })
  await addAttempt(desk, { capturedAt: new Date(startOf(monday)) })
  await addAttempt(desk, { state: 'failed', capturedCents: null })
  const [none, ten] = [
    { count: 0, amount: 0 },
    { count: 1, amount: 10 },
  ]
  const { weeks } = await read(overview.getMoneyIn)
  expect(weeks.slice(-2)).toEqual([
    {
      start: addDays(monday, -7),
      total: ten,
      methods: { stripe: none, paypal: ten },
      refunded: { count: 1, amount: 4 },
    },
    { start: monday, total: ten, methods: { stripe: ten, paypal: none }, refunded: none },
  ])
})

it('compares how long decisions took', async () => {
  const decided = (daysAgo: number, hours: number) => {
    const decidedAt = new Date(Date.now() - daysAgo * 24 * HOUR_MS)
    const submittedAt = new Date(decidedAt.getTime() - hours * HOUR_MS)
    return desk.rows.addBill(ACME, { status: 'approved', decidedAt, submittedAt })
  }
  expect(await read(overview.getDecisionTime)).toEqual({
    current: { count: 0 },
    previous: { count: 0 },
  })
  for (const hours of [1, 4, 100]) await decided(89, hours)
  await decided(91, 24)
  await decided(181, 1)
  expect(await read(overview.getDecisionTime)).toEqual({
    current: { count: 3, medianSeconds: 4 * 3_600 },
    previous: { count: 1, medianSeconds: 24 * 3_600 },
  })
})

it('lists what needs attention, with links', async () => {
  const refused = { status: 'approved', postRefusal: 'No account', invoiceNumber: 'R-1' } as const
  const id = await desk.rows.addBill(ACME, { ...refused, decidedAt: new Date() })
  await addAttempt(desk, { reviewReasons: [{ reason: 'other_company' }] })
  await desk.rows.addMapping(ACME)
  const items = async (as?: string) => (await read(overview.getAttention, as)).items
  expect(await items()).toMatchObject([
    { kind: 'connection', text: "QuickBooks isn't connected", link: '/connections' },
    {
      kind: 'payments_to_review',
      text: '1 payment needs review',
      examples: [{ label: 'Cobalt Coffee' }],
    },
    {
      kind: 'bills_refused',
      count: 1,
      examples: [{ label: 'R-1 from Acme', link: `/approve-invoice?taskId=${id}` }],
    },
    { kind: 'mappings_without_account', count: 1, link: '/vendors?hasAccount=no' },
  ])
  expect(await items(await signInWith(desk, 'create_vendor'))).toMatchObject([
    { kind: 'mappings_without_account' },
  ])
})
