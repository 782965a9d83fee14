// Tests that a business far from UTC uses its own date for bills, due dates, reconciliation, file names and daily jobs.
import { approveInvoice, listPendingInvoices } from '@invoice-desk/contract/approval/approval'
import { reconcilePayments } from '@invoice-desk/contract/payments/admin'
import { exportTransactions } from '@invoice-desk/contract/retailer/retailer'
import {
  addBill,
  addContractor,
  type Contractor,
} from '@invoice-desk/testing/contractor/contractors'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { ADMIN } from '@invoice-desk/testing/people'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dailyJob } from '../../src/features/accounting/job-kinds.ts'

// The date there differs from UTC, and will for at least two hours.
const ZONE =
  new Date().getUTCHours() < 10
    ? { name: 'Etc/GMT+12', hours: -12 }
    : { name: 'Pacific/Kiritimati', hours: 14 }
const HOUR_MS = 3_600_000
const NOW = Date.now()

const dayIn = (days: number): string =>
  new Date(NOW + (ZONE.hours + 24 * days) * HOUR_MS).toISOString().slice(0, 10)

let shop: Shop
let contractor: Contractor
beforeAll(async () => {
  shop = await openShop({ BUSINESS_TIME_ZONE: ZONE.name })
  contractor = await addContractor(shop.desk, "O'Malley Electric", {
    qbBillAccount: 'Utilities:Electricity',
  })
})
afterAll(() => shop.desk.close())

it('gives its pages the time zone', async () => {
  const html = await (await fetch(shop.desk.url)).text()
  expect(html).toContain(`"timeZone":"${ZONE.name}"`)
})

it('accepts an invoice due today and refuses one due yesterday', async () => {
  const due = (day: string) => submit(shop.desk, contractor, { fields: { dueDate: day } })
  expect((await due(dayIn(0))).status).toBe(200)
  const { status, body } = await due(dayIn(-1))
  expect([status, body]).toEqual([
    400,
    { error: "The due date can't be in the past.", code: 'invalid_input', field: 'dueDate' },
  ])
})

it('accepts a repeated submission whose due date has passed since', async () => {
  const send = (dueDate: string) =>
    submit(shop.desk, contractor, {
      fields: { invoiceNumber: 'MIDNIGHT', dueDate },
      key: 'over-midnight',
    })
  const { id } = (await send(dayIn(0))).body.bill
  await shop.query(sql`UPDATE bill SET due_date = ${dayIn(-1)} WHERE id = ${id}`)
  const again = await send(dayIn(-1))
  expect([again.status, again.body.bill?.id]).toEqual([200, id])
})

it("gives a bill posted later today's date and keeps its due date", async () => {
  const taskId = await addBill(shop.desk, contractor, {
    invoiceNumber: 'OVERDUE-1',
    dueDate: dayIn(-30),
    status: 'sent_for_approval',
  })
  const body = { taskId, action: 'approve', postLater: true }
  await shop.desk.call(approveInvoice, { token: shop.token, body })
  const posted = async () =>
    (await shop.state()).bills?.find(({ DocNumber }) => DocNumber === 'OVERDUE-1')
  await expect.poll(posted).toMatchObject({ TxnDate: dayIn(0), DueDate: dayIn(-30) })
})

it('counts days until a bill is due from today', async () => {
  for (const days of [7, 8]) {
    await addBill(shop.desk, { ...contractor, vendor: 'Due & Soon' }, { dueDate: dayIn(days) })
  }
  const query = { search: 'Due & Soon', dueWithinDays: 7 }
  const { body } = await shop.desk.call(listPendingInvoices, { token: shop.token, query })
  expect(body.invoices).toMatchObject([{ dueDate: dayIn(7) }])
  expect(body.total).toBe(1)
})

it('reconciles payments from the start of its own day', async () => {
  const invoices = await shop.invoices(10, 20)
  const begin = Date.parse(dayIn(-7)) - ZONE.hours * HOUR_MS
  for (const [index, moment] of [begin - 60_000, begin + 60_000].entries()) {
    const [paid] = invoices.slice(index, index + 1)
    if (!paid) throw new Error('no invoice')
    await shop.pay([paid])
    await shop.waitForBooked(paid.number)
    const at = sql`${new Date(moment).toISOString()}::timestamptz`
    await shop.changeAttempt(
      paid.number,
      sql`created_at = ${at}, captured_at = ${at}, updated_at = ${at}`,
    )
  }
  const { body } = await shop.desk.call(reconcilePayments, { token: shop.token })
  expect(body).toMatchObject({ since: dayIn(-7), attempts: 1, differences: [] })
})

it('names an export after today', async () => {
  const { headers } = await shop.desk.call(exportTransactions)
  expect(headers.get('content-disposition')).toContain(`-${dayIn(0)}.csv"`)
})

it('runs daily jobs in its time zone', async () => {
  const rows = await shop.query(sql`SELECT DISTINCT timezone FROM jobs.schedule`)
  expect(rows).toEqual([{ timezone: ZONE.name }])
})

it('gives its own date when the connection expired', async () => {
  // 12:30 p.m. there, which is a different date in UTC.
  const ended = new Date(Date.parse(dayIn(-1)) + (12.5 - ZONE.hours) * HOUR_MS).toISOString()
  await shop.query(sql`UPDATE qbo_connection SET refresh_expires_at = ${ended}::timestamptz`)
  const { database, jobs } = shop.desk.desk.dependencies
  await jobs.send(database.db, dailyJob, {})
  const { text } = await waitForMail(shop.desk, ADMIN, 'has expired')
  const shown = new Date(dayIn(-1)).toLocaleDateString('en-US', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
  expect(text).toContain(`It expired on ${shown}`)
})
