// Tests that one address can't find customer after customer.
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { HUMAN_CHECK_SEARCH } from '@invoice-desk/contract/http/human-check'
import { createCookieJar } from '@invoice-desk/testing/http/cookie-jar'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { INVOICE_DATE } from '@invoice-desk/testing/quickbooks/books'
import { passHumanCheck } from '@invoice-desk/testing/sandbox/human-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useCustomers, ZIP } from '../support/customers.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ RATE_LIMIT_FACTOR: '1' })
  await shop.refreshCopy()
})
afterAll(() => shop.desk.close())
const { addCustomer, search, tryZip } = useCustomers(() => shop)

it('an address that finds more and more customers needs a human check, then is refused', async () => {
  const found = []
  for (let count = 0; count < 5; count += 1) found.push(await addCustomer())
  const from = '198.51.100.11'
  const [first, second, third, fourth, fifth] = found.map(({ number }) => number) as [
    string,
    string,
    string,
    string,
    string,
  ]
  for (const number of [first, second, third, first, first]) {
    expect((await search(number, { from })).status).toBe(200)
  }
  const check = () => passHumanCheck(shop.desk, { action: HUMAN_CHECK_SEARCH })
  expect((await search(fourth, { from })).body.code).toBe('human_check_required')
  expect((await search(fourth, { from })).body.code).toBe('human_check_required')
  // It hasn't seen the fourth yet.
  expect((await search(fourth, { from, captchaToken: await check() })).status).toBe(200)
  expect((await search(fourth, { from })).status).toBe(200)
  expect((await search(first, { from })).status).toBe(200)

  // Neither of two at the same time passes as the second for a customer that was admitted.
  const both = await Promise.all([search(fifth, { from }), search(fifth, { from })])
  expect(both.map(({ body }) => body.code)).toEqual(Array(2).fill('human_check_required'))

  const { database } = shop.desk.desk.dependencies
  await database.pool.query(
    `UPDATE rate_limit SET points = 30 WHERE key = 'search_customers:${from}'`,
  )
  const refused = await search(fifth, { from, captchaToken: await check() })
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect(refused.body.error).toMatch(/Try again in (1 hour|5\d minutes)\.$/)
  expect((await search(first, { from })).status).toBe(200)

  // Someone with a pay link isn't guessing.
  const jar = createCookieJar()
  await tryZip(jar, found[4]?.id ?? '', ZIP)
  const body = { invoiceNumber: fifth, date: INVOICE_DATE }
  const known = await shop.desk.call(searchInvoice, { jar, from, body })
  expect([known.status, known.body.matchedInvoice.isPrivate]).toEqual([200, undefined])
})
