// What someone learns in an hour who knows one invoice of a monthly run, and so the numbers and the date of all others.
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { proveByZip } from '@invoice-desk/contract/customer-invoices/customer-pass'
import {
  downloadInvoicePdf,
  downloadStatementCsv,
  readInvoiceDetails,
} from '@invoice-desk/contract/customer-invoices/invoice-details'
import { HUMAN_CHECK_SEARCH } from '@invoice-desk/contract/http/human-check'
import { createCookieJar } from '@invoice-desk/testing/http/cookie-jar'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { INVOICE_DATE, invoiceFields } from '@invoice-desk/testing/quickbooks/books'
import { passHumanCheck } from '@invoice-desk/testing/sandbox/human-check'
import { RATE_LIMITS } from '../../../server/src/http/rate-limits.ts'
import { describeLimits, type LimitResult, listExceeded } from './limit-result.ts'
import type { AbuseMeasurement } from './measurement.ts'

const CUSTOMERS = 60
const FIRST = 5_000

export const neighborsMeasurement: AbuseMeasurement = {
  name: 'neighbors',
  run: async () => {
    await using shop = await openShop({ RATE_LIMIT_FACTOR: '1' })
    await addMonthlyRun(shop)
    const unchecked = await explore(shop, { from: '203.0.113.30', isHuman: false })
    const checked = await explore(shop, { from: '203.0.113.31', isHuman: true })
    const results = [...unchecked, ...checked]
    return [
      {
        measurement: 'Neighbors',
        setup: `an hour from one address, knowing one of ${CUSTOMERS} invoices with the same date and consecutive numbers: without human checks, then with`,
        result: describeLimits(results),
        problems: listExceeded(results),
      },
    ]
  },
}

/** The worst case: the whole town has one, as the attacker knows. */
const ZIP = '97103'

const addMonthlyRun = async (shop: Shop): Promise<void> => {
  for (let n = 0; n < CUSTOMERS; n += 1) {
    const BillAddr = { Line1: `${n} Main Street`, PostalCode: ZIP }
    const { Id } = await shop.write('customer', { DisplayName: `Neighbor ${n}`, BillAddr })
    const invoice = { customer: Id, number: `${FIRST + n}`, amount: 10 + n, date: INVOICE_DATE }
    await shop.write('invoice', invoiceFields(invoice))
  }
  await shop.refreshCopy()
}

type Attacker = { readonly from: string; readonly isHuman: boolean }

const explore = async (shop: Shop, { from, isHuman }: Attacker): Promise<LimitResult[]> => {
  const { desk } = shop
  const jar = createCookieJar()
  const ids: string[] = []
  for (let n = 0; n < CUSTOMERS; n += 1) {
    await nextMinute(shop, from)
    const captchaToken = isHuman
      ? await passHumanCheck(desk, { action: HUMAN_CHECK_SEARCH })
      : undefined
    const body = { invoiceNumber: `${FIRST + n}`, date: INVOICE_DATE, captchaToken }
    const found = await desk.call(searchInvoice, { jar, from, body })
    if (found.status === 200) ids.push(found.body.matchedInvoice.id)
  }
  const seen = async (): Promise<number> => {
    let count = 0
    for (const invoiceId of ids) {
      await nextMinute(shop, from)
      const query = { invoice: invoiceId }
      const answers = await Promise.all([
        desk.call(readInvoiceDetails, { jar, from, body: { invoiceId } }),
        desk.call(downloadInvoicePdf, { jar, from, query }),
        desk.call(downloadStatementCsv, { jar, from, query }),
      ])
      if (answers.some(({ status }) => status === 200)) count += 1
    }
    return count
  }
  const before = await seen()
  for (const invoiceId of ids) {
    await nextMinute(shop, from)
    await desk.call(proveByZip, { jar, from, body: { invoiceId, zip: ZIP } })
  }
  const max = (isHuman ? RATE_LIMITS.search_customers : RATE_LIMITS.proof_search_customers).points
  const maxByZip = Math.min(max, RATE_LIMITS.zip_tries.points)
  const who = isHuman ? 'with checks' : 'without checks'
  return [
    { what: `customers found ${who}`, count: ids.length, max },
    { what: 'with lines, PDF or statement', count: before, max: 0 },
    { what: 'after trying the town’s ZIP code', count: await seen(), max: maxByZip },
  ]
}

/** Limits per minute start again; those per hour don't. */
const nextMinute = async (shop: Shop, from: string): Promise<void> => {
  const { pool } = shop.desk.desk.dependencies.database
  const names = ['invoice_search', 'payment_history', 'invoice_file'].map(
    (name) => `${name}:${from}`,
  )
  await pool.query('DELETE FROM rate_limit WHERE key = ANY($1)', [names])
}
