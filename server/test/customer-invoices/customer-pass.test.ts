// Tests that a number and a date show only the search: what is on invoices needs a ZIP code, a pay link, or a payment.
import {
  listPaymentHistory,
  searchInvoice,
} from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { emailPayLink, proveByLink } from '@invoice-desk/contract/customer-invoices/customer-pass'
import {
  downloadInvoicePdf,
  downloadStatementCsv,
  downloadStatementPdf,
  readInvoiceDetails,
} from '@invoice-desk/contract/customer-invoices/invoice-details'
import { HUMAN_CHECK_EMAIL, HUMAN_CHECK_ZIP } from '@invoice-desk/contract/http/human-check'
import { findPayLinks, revokePayLinks } from '@invoice-desk/contract/payments/pay-links'
import { keyIn } from '@invoice-desk/contract/payments/pay-path'
import { completePayment, createCardPayment } from '@invoice-desk/contract/payments/payments'
import { type CookieJar, createCookieJar } from '@invoice-desk/testing/http/cookie-jar'
import { cardBody } from '@invoice-desk/testing/payments/requests'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { INVOICE_DATE, invoiceFields } from '@invoice-desk/testing/quickbooks/books'
import { HARBOR } from '@invoice-desk/testing/quickbooks/connect'
import { passHumanCheck } from '@invoice-desk/testing/sandbox/human-check'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLinkKeys } from '../../src/secrets/customer-pass.ts'
import { useCustomers, ZIP } from '../support/customers.ts'
import { signInWith } from '../support/overview.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ RATE_LIMIT_FACTOR: '1' })
  await shop.refreshCopy()
})
afterAll(() => shop.desk.close())

const { addCustomer, idOf, search, tryZip } = useCustomers(() => shop)

/** What a browser may see: lines, PDF, statement, statement as CSV. */
const seenBy = async (jar: CookieJar, id: string) => {
  const { desk } = shop
  const answers = [
    await desk.call(readInvoiceDetails, { jar, body: { invoiceId: id } }),
    await desk.call(downloadInvoicePdf, { jar, query: { invoice: id } }),
    await desk.call(downloadStatementPdf, { jar, query: { invoice: id } }),
    await desk.call(downloadStatementCsv, { jar, query: { invoice: id } }),
  ]
  return answers.map(({ status, body }) => (status === 200 ? 200 : body.code))
}
const NOTHING = Array(4).fill('customer_proof_required')
const EVERYTHING = Array(4).fill(200)

it('a search shows invoices and their payment history, and no more', async () => {
  const { id, number } = await addCustomer()
  expect(await seenBy(createCookieJar(), id)).toEqual(NOTHING)
  expect((await search(number)).body.matchedInvoice.isPrivate).toBe(true)
  const history = await shop.desk.call(listPaymentHistory, { body: { invoiceId: id } })
  expect([history.status, history.body.payments]).toEqual([200, []])
})

describe('the billing ZIP code', () => {
  it('lets the browser see everything of this customer, and nothing of another', async () => {
    const [own, other] = [await addCustomer(), await addCustomer()]
    const jar = createCookieJar()
    expect((await tryZip(jar, own.id, ` ${ZIP} `)).status).toBe(200)
    expect(await seenBy(jar, own.id)).toEqual(EVERYTHING)
    expect(await seenBy(jar, await idOf(own.number))).toEqual(EVERYTHING)
    expect(await seenBy(jar, other.id)).toEqual(NOTHING)
    expect((await tryZip(jar, other.id, `${ZIP}-9999`)).status).toBe(200)
    expect(await seenBy(jar, own.id)).toEqual(EVERYTHING)
    expect(await seenBy(jar, other.id)).toEqual(EVERYTHING)
    expect(jar.cookies().map(({ path }) => path)).toEqual(['/api', '/api'])
  })

  it('is refused alike if it is wrong or QuickBooks has none', async () => {
    const none = await addCustomer({ BillAddr: { Line1: '1 Pier Road', PostalCode: '-' } })
    const jar = createCookieJar()
    const wrong = await tryZip(jar, (await addCustomer()).id, '97104')
    expect([wrong.status, wrong.body]).toEqual([
      403,
      {
        error:
          "We don't have this ZIP code for the invoice. Check it, or have us email you a link.",
        code: 'zip_mismatch',
        field: 'zip',
      },
    ])
    expect((await tryZip(jar, none.id, '97103')).body).toEqual(wrong.body)
    expect((await tryZip(jar, none.id, '-')).body).toEqual(wrong.body)
    expect(jar.cookies()).toEqual([])
    expect(await tryZip(jar, none.id, ' ')).toMatchObject({ status: 400, body: { field: 'zip' } })
    expect((await tryZip(jar, 'x', ZIP)).status).toBe(404)
  })

  it('can be tried five times per hour from one address, also if it is right', async () => {
    const { id } = await addCustomer()
    const { id: other } = await addCustomer()
    const from = '198.51.100.7'
    const jar = createCookieJar()
    for (let tries = 0; tries < 4; tries += 1) {
      expect((await tryZip(jar, tries % 2 ? id : other, '11111', { from })).status).toBe(403)
    }
    expect((await tryZip(jar, other, ZIP, { from })).status).toBe(200)
    const refused = await tryZip(jar, id, ZIP, { from })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.error).toMatch(/Try again in (1 hour|5\d minutes)\.$/)
  })

  it('needs a human check after five wrong ones from anywhere, and never locks the customer out', async () => {
    const { id } = await addCustomer()
    const jar = createCookieJar()
    for (let tries = 0; tries < 5; tries += 1) await tryZip(jar, id, '11111')
    expect((await tryZip(jar, id, ZIP)).body.code).toBe('human_check_required')
    const captchaToken = await passHumanCheck(shop.desk, { action: HUMAN_CHECK_ZIP })
    expect((await tryZip(jar, id, ZIP, { captchaToken })).status).toBe(200)
  })

  it('can also be the one on the invoice', async () => {
    const { customer } = await addCustomer({ BillAddr: { Line1: '1 Pier Road' } })
    const BillAddr = { Line1: 'Neighbor', Line2: '2 Mill Lane', Line3: 'Astoria OR 97146-1200' }
    const fields = invoiceFields({ customer, number: 'N-printed', amount: 10 })
    await shop.write('invoice', { ...fields, BillAddr })
    await shop.refreshCopy()
    const id = await idOf('N-printed')
    expect((await tryZip(createCookieJar(), id, '97103')).status).toBe(403)
    expect((await tryZip(createCookieJar(), id, '97146')).status).toBe(200)
  })

  it('is not refused while QuickBooks is down: we say so, and no try is lost', async () => {
    const { id } = await addCustomer()
    const from = '198.51.100.8'
    await shop.fault('error', 'Customer', 100)
    for (let tries = 0; tries < 6; tries += 1) {
      expect(await tryZip(createCookieJar(), id, ZIP, { from })).toMatchObject({
        status: 502,
        body: { code: 'customer_unread' },
      })
    }
    await shop.clearFaults()
    expect((await tryZip(createCookieJar(), id, ZIP, { from })).status).toBe(200)
  })
})

const keyOf = (url: string): string => keyIn(new URL(url).hash) ?? ''
const openLink = (jar: CookieJar, key: string) =>
  shop.desk.call(proveByLink, { jar, body: { key } })

describe('a pay link', () => {
  const linkOf = async (customer: string, token = shop.token): Promise<string> => {
    const { body } = await shop.desk.call(findPayLinks, { token, query: { customer } })
    return body.customers[0].url
  }

  it('from staff shows the customer everything, until staff revoke it', async () => {
    const { customer, name, id } = await addCustomer()
    const other = await addCustomer()
    const jar = createCookieJar()
    const key = keyOf(await linkOf(customer))
    expect((await openLink(jar, key)).status).toBe(200)
    expect(await seenBy(jar, id)).toEqual(EVERYTHING)
    expect(await seenBy(jar, other.id)).toEqual(NOTHING)

    const revoke = (token: string) => shop.desk.call(revokePayLinks, { token, body: { customer } })
    expect((await revoke(await signInWith(shop.desk, 'approve_invoice'))).status).toBe(403)
    expect(await seenBy(jar, id)).toEqual(EVERYTHING)
    expect((await revoke(shop.token)).status).toBe(200)
    expect(await seenBy(jar, id)).toEqual(NOTHING)
    expect(await openLink(jar, key)).toMatchObject({
      status: 403,
      body: { code: 'pay_link_invalid', error: 'This link has expired or was revoked.' },
    })
    // A new one works at once.
    expect((await openLink(jar, keyOf(await linkOf(customer)))).status).toBe(200)
    expect(await seenBy(jar, id)).toEqual(EVERYTHING)
    const events = await shop.query(sql`
      SELECT subject_kind, subject_id, details FROM audit_event WHERE action = 'pay_links_revoked'`)
    expect(events).toEqual([{ subject_kind: 'customer', subject_id: customer, details: { name } }])
  })

  it('ends after 180 days, and no other text is one', async () => {
    const { customer } = await addCustomer()
    const { config } = shop.desk.desk.dependencies
    const now = Date.now()
    const keyAt = (time: number, realmId = HARBOR) =>
      createLinkKeys(config, () => time).create({ realmId, customerId: customer })
    const DAYS = 24 * 3_600_000
    const isOpen = async (key: string) => (await openLink(createCookieJar(), key)).status === 200
    expect(await isOpen(keyAt(now - 179 * DAYS))).toBe(true)
    for (const key of [
      keyAt(now - 181 * DAYS),
      keyAt(now, '1'),
      keyAt(now).replace(/.{8}$/, 'AAAAAAAA'),
      'x',
    ]) {
      expect(await isOpen(key)).toBe(false)
    }
  })

  it('goes by email to the address that QuickBooks has, five times per day at most', async () => {
    const email = 'books@neighbor.example'
    const PrimaryEmailAddr = { Address: email }
    const { id, number } = await addCustomer({ PrimaryEmailAddr })
    const unknown = await addCustomer()
    const ask = (invoiceId: string) => shop.desk.call(emailPayLink, { body: { invoiceId } })
    expect(await ask(unknown.id)).toMatchObject({ status: 200, body: {} })
    for (let times = 0; times < 8; times += 1) {
      expect(await ask(id)).toMatchObject({ status: 200, body: {} })
    }
    const mail = await waitForMail(shop.desk, email, `Your link to invoice ${number}`)
    const jar = createCookieJar()
    expect(
      (await openLink(jar, keyOf(mail.links.find((each) => each.includes('#')) ?? ''))).status,
    ).toBe(200)
    expect(await seenBy(jar, id)).toEqual(EVERYTHING)
    await expect.poll(async () => (await mailsTo(shop.desk, email)).length).toBe(5)
  })

  it('needs a human check from the third in an hour for one address, and is refused from the sixth', async () => {
    const { id } = await addCustomer()
    const ask = async (captchaToken?: string) => {
      const body = { invoiceId: id, captchaToken }
      return (await shop.desk.call(emailPayLink, { from: '198.51.100.9', body })).body.code
    }
    expect([await ask(), await ask()]).toEqual([undefined, undefined])
    expect(await ask()).toBe('human_check_required')
    const token = () => passHumanCheck(shop.desk, { action: HUMAN_CHECK_EMAIL })
    expect([await ask(await token()), await ask(await token())]).toEqual([undefined, undefined])
    expect(await ask(await token())).toBe('rate_limited')
  })
})

it('whoever paid an invoice in full sees what is on it, and nothing else of the customer', async () => {
  const [paid, unpaid, partly] = (await shop.invoices(10, 20, 30)) as [Found, Found, Found]
  const jar = createCookieJar()
  const declined = { ...cardBody([unpaid]), paymentMethodId: 'pm_card_visa_chargeDeclined' }
  const pay = (body: object) => shop.desk.call(createCardPayment.stripe, { jar, body })
  expect((await pay(declined)).status).toBe(402)
  const outcome = await pay(cardBody([paid, { ...partly, amount: 0.01 }]))
  expect(outcome.status).toBe(200)
  const INVOICE_ONLY = [200, 200, 'customer_proof_required', 'customer_proof_required']
  expect(await seenBy(jar, paid.id)).toEqual(INVOICE_ONLY)
  expect(await seenBy(jar, unpaid.id)).toEqual(NOTHING)
  expect(await seenBy(jar, partly.id)).toEqual(NOTHING)
  // The link of a receipt has the payment's id, too.
  const other = createCookieJar()
  const { paymentId } = outcome.body
  expect((await shop.desk.call(completePayment, { jar: other, body: { paymentId } })).status).toBe(
    200,
  )
  expect(await seenBy(other, paid.id)).toEqual(NOTHING)
  expect(await seenBy(createCookieJar(), paid.id)).toEqual(NOTHING)
  const body = { invoiceNumber: paid.number, date: INVOICE_DATE }
  const found = (await shop.desk.call(searchInvoice, { jar, body })).body
  const all = [found.matchedInvoice, ...found.relatedInvoices]
  const isPrivate = Object.fromEntries(all.map((each) => [each.invoiceNumber, each.isPrivate]))
  expect(isPrivate).toEqual({
    [paid.number]: undefined,
    [unpaid.number]: true,
    [partly.number]: true,
  })
})
