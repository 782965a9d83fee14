// Tests that payment methods, access, emails to approvers and the time zone follow the settings without a restart.
import { getPreferences, savePreferences } from '@invoice-desk/contract/approval/preferences'
import { exportTransactions, listTransactions } from '@invoice-desk/contract/retailer/retailer'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { CHALLENGED, cardBody } from '@invoice-desk/testing/payments/requests'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { payByCard } from '../../src/features/payments/service.ts'
import { change, pageOf } from '../support/settings.ts'

let shop: Shop
let site: { desk: Shop['desk']; admin: string }
beforeAll(async () => {
  shop = await openShop()
  site = { desk: shop.desk, admin: (await shop.desk.signIn(ADMIN)).idToken }
})
afterAll(() => shop.desk.close())
afterEach(() => vi.useRealTimers())
beforeEach(() => change(site, {}))

describe('a payment method that is off', () => {
  const policyOf = async () => {
    const { headers } = await fetch(`${site.desk.url}/pay-invoice`)
    return headers.get('content-security-policy')?.replaceAll(/'nonce-[^']+'/g, '')
  }

  it('is not offered on the pay page, which can still finish a payment with it', async () => {
    expect(await pageOf(site, '/pay-invoice')).toContain('"paymentMethods":["stripe","paypal"]')
    const before = await policyOf()
    await change(site, { paymentMethods: ['paypal'] })
    const page = await pageOf(site, '/pay-invoice')
    expect(page).toContain('"paymentMethods":["paypal"]')
    expect(page).toContain('"payments":{"stripe":{')
    expect(await policyOf()).toBe(before)
  })

  it('refuses new payments without holding their invoices', async () => {
    await change(site, { paymentMethods: [] })
    const invoices = await shop.invoices(40)
    const card = await shop.pay(invoices)
    expect([card.status, card.body.code, card.body.error]).toEqual([
      ...[409, 'changed_meanwhile'],
      "We don't accept card payments right now.",
    ])
    const wallet = await shop.order(invoices)
    expect([wallet.status, wallet.body.code, wallet.body.error]).toEqual([
      ...[409, 'changed_meanwhile'],
      "We don't accept PayPal payments right now.",
    ])
    await change(site, { paymentMethods: ['stripe'] })
    expect((await shop.pay(invoices)).body.status).toBe('succeeded')
  })

  it('refuses a payment that was waiting for its human check', async () => {
    const invoices = await shop.invoices(41)
    const countTry = async () => {
      await change(site, { paymentMethods: [] })
      return async () => {}
    }
    const { dependencies } = shop.desk.desk
    const paying = payByCard(dependencies, 'stripe', cardBody(invoices), { key: 'late', countTry })
    await expect(paying).rejects.toMatchObject({ code: 'changed_meanwhile' })
  })

  it('still captures an order that exists, and gives it to a repeated request', async () => {
    const invoices = await shop.invoices(55)
    const { body } = await shop.order(invoices, {}, 'ordered-before')
    await change(site, { paymentMethods: ['stripe'] })
    expect((await shop.order(invoices, {}, 'ordered-before')).body.id).toBe(body.id)
    await shop.answerWindow(body.id, 'approve')
    expect((await shop.capture(body.id, invoices)).body.status).toBe('succeeded')
    await shop.waitForBooked(invoices[0]?.number ?? '')
  })

  it('captures an approved order by its webhook', async () => {
    const invoices = await shop.invoices(56)
    const { body } = await shop.order(invoices)
    await change(site, { paymentMethods: [] })
    await shop.answerWindow(body.id, 'approve')
    await shop.waitForBooked(invoices[0]?.number ?? '')
  })

  it('still completes a card payment that is waiting for the bank', async () => {
    const invoices = await shop.invoices(57)
    const { body } = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    await change(site, { paymentMethods: [] })
    await shop.answerBank(body.clientSecret, 'complete')
    expect((await shop.complete(body.paymentId)).body.status).toBe('succeeded')
  })
})

it('opens the transactions to everyone or only to staff', async () => {
  const status = async (token?: string) =>
    (await site.desk.call(listTransactions, token === undefined ? {} : { token })).status
  expect(await status()).toBe(200)
  await change(site, { retailerList: 'staff' })
  expect([await status(), await status(shop.token)]).toEqual([401, 200])
  await change(site, { retailerList: 'public' })
  expect(await status()).toBe(200)
})

it('emails approvers as the settings say until they choose themselves', async () => {
  const contractor = await addContractor(site.desk, "O'Malley Electric")
  /** Who is told about a new invoice. */
  const approversOf = async (invoiceNumber: string) => {
    const { body } = await submit(site.desk, contractor, { fields: { invoiceNumber } })
    const { details } = await waitFor(async () => {
      const [event] = await shop.query(
        sql`SELECT details FROM audit_event WHERE subject_id = ${body.bill.id} AND action = 'bill_sent_for_approval'`,
      )
      if (!event) throw new Error('the approvers are not told yet')
      return event
    })
    return (details as { approvers?: string[] }).approvers?.toSorted()
  }
  expect(await approversOf('N-1')).toEqual([ADMIN, STAFF])
  await change(site, { approvalNotices: 'none' })
  const { body } = await site.desk.call(getPreferences, { token: shop.token })
  expect([body.notices, body.version]).toEqual(['none', 0])
  expect(await approversOf('N-2')).toBeUndefined()
  const chosen = { email: STAFF, notices: 'each', absence: null, version: 0 } as const
  await site.desk.call(savePreferences, { token: shop.token, body: chosen })
  expect(await approversOf('N-3')).toEqual([STAFF])
})

it('moves the current date and the daily jobs to another time zone', async () => {
  const fileName = async () =>
    (await site.desk.call(exportTransactions)).headers.get('content-disposition')
  // These zones are 26 hours apart, so the day is never the same in both.
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
    await change(site, { businessTimeZone: zone })
    const zones = await shop.query(sql`SELECT DISTINCT timezone FROM jobs.schedule`)
    expect(zones).toEqual([{ timezone: zone }])
    expect(await fileName()).toContain(businessDay(Date.now(), zone))
  }
})

it('corrects schedules in another time zone, which a process of an earlier release may write', async () => {
  const zones = () => shop.query(sql`SELECT DISTINCT timezone FROM jobs.schedule`)
  const right = await zones()
  const { jobs } = site.desk.desk.dependencies
  vi.useFakeTimers({ toFake: ['Date'] })
  await jobs.followTimeZone()
  await shop.query(sql`UPDATE jobs.schedule SET timezone = 'Asia/Tokyo'`)
  vi.setSystemTime(Date.now() + 60_000)
  await jobs.followTimeZone()
  expect(await zones()).toEqual(right)
})

it('keeps the number and date of a receipt, and of its booking, in another time zone', async () => {
  // This zone and the next one are 26 hours apart.
  await change(site, { businessTimeZone: 'Pacific/Kiritimati' })
  const day = businessDay(Date.now(), 'Pacific/Kiritimati')
  const invoice = await shop.invoice(58)
  await shop.waitForBookings()
  await shop.fault('error', '/payment?', 1_000)
  const { body } = await shop.pay([invoice])
  await shop.waitForState(invoice.number, 'booking')
  await change(site, { businessTimeZone: 'Etc/GMT+12' })
  const again = (await shop.complete(body.paymentId)).body
  expect([body.receipt.number, again.receipt.number]).toEqual([
    expect.stringContaining(day.replaceAll('-', '')),
    body.receipt.number,
  ])
  const file = await fetch(body.receiptUrl)
  expect(file.headers.get('content-disposition')).toContain(`receipt-${body.receipt.number}.pdf`)
  await shop.clearFaults()
  const { reference } = await shop.waitForJanitor(invoice.number, 'booked')
  expect(await shop.bookingsOf(reference)).toMatchObject([{ TxnDate: day }])
})
