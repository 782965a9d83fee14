// Tests that pages read our copy of QuickBooks, that it stays right, and what happens while QuickBooks is down.
import { findQboBill } from '@invoice-desk/contract/accounting/accounting'
import {
  listQboBillAccounts,
  listQboVendors,
} from '@invoice-desk/contract/accounting/accounting-vendors'
import { getCopyStatus } from '@invoice-desk/contract/accounting/copy'
import {
  listPaymentHistory,
  searchInvoice,
} from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { HARBOR, TIDEWATER } from '@invoice-desk/testing/quickbooks/connect'
import { compareCopy } from '@invoice-desk/testing/quickbooks/copy'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { upsertRecords } from '../../src/features/accounting/copy/records.ts'
import { createCopyStore } from '../../src/features/accounting/copy/store.ts'
import { copyJob } from '../../src/features/accounting/job-kinds.ts'

let company: Company
beforeAll(async () => {
  company = await openCompany({ RATE_LIMIT_FACTOR: '1000' })
})
afterAll(() => company.desk.close())
beforeEach(async () => {
  await company.startOver()
  await company.throwSwitch('webhooks', { mode: 'off' })
})

const query = async (text: ReturnType<typeof sql>) =>
  (await company.desk.desk.dependencies.database.db.execute(text)).rows
const ask = (endpoint: Endpoint, request: Record<string, unknown> = {}) =>
  company.desk.call(endpoint, { token: company.token, ...request })
const search = ({ DocNumber, TxnDate }: Record<string, unknown>) =>
  ask(searchInvoice, { body: { invoiceNumber: DocNumber, date: TxnDate } })
const historyOf = (invoiceId: string) => ask(listPaymentHistory, { body: { invoiceId } })
const invoiceNumbered = async (number: string) => {
  const found = (await company.state()).invoices?.find(({ DocNumber }) => DocNumber === number)
  if (!found) throw new Error(`there is no invoice ${number}`)
  return found
}
const pay = ({ Id, CustomerRef }: Record<string, unknown>, amount: number) =>
  company.write('payment', {
    CustomerRef,
    TotalAmt: amount,
    Line: [{ Amount: amount, LinkedTxn: [{ TxnId: Id, TxnType: 'Invoice' }] }],
  })
const goDown = () => company.fault('error', '', 10_000)

/** Everything that pages read, without the sealed ids, which are new each time. */
const readAll = async () => {
  const { invoices = [], bills = [], vendors = [] } = await company.state()
  const found = await Promise.all(
    invoices.map(async (invoice) => {
      const { status, body } = await search(invoice)
      if (status !== 200) return { status, code: body.code }
      const history = await historyOf(body.matchedInvoice.id)
      const { matchedInvoice, relatedInvoices, customer } = body
      const shown = [matchedInvoice, ...relatedInvoices].map(({ id: _id, ...rest }) => rest)
      return { customer, shown, history: history.body }
    }),
  )
  const nameOf = (ref: unknown) =>
    vendors.find(({ Id }) => Id === (ref as { value: string }).value)?.DisplayName
  const checked = await Promise.all(
    bills.map(async ({ VendorRef, DocNumber }) => {
      const vendorName = nameOf(VendorRef)
      const { body } = await ask(findQboBill, { query: { vendorName, invoiceNumber: DocNumber } })
      const { asOf: _asOf, ...answer } = body
      return answer
    }),
  )
  const lists = [await ask(listQboVendors), await ask(listQboBillAccounts)]
  return { found, checked, lists: lists.map(({ body }) => body) }
}

describe('what pages read', () => {
  it('is the same from the copy as from QuickBooks, without a call to QuickBooks', async () => {
    const live = await readAll()
    await company.refreshCopy()
    await goDown()
    expect(await readAll()).toEqual(live)
  })

  it('comes from QuickBooks while the copy is being filled, and if the copy is old', async () => {
    const invoice = await invoiceNumbered('1003')
    await company.refreshCopy()
    await pay(invoice, 60)
    const balance = async () => (await search(invoice)).body.matchedInvoice.balance
    expect(await balance()).toBe(760)
    await query(sql`UPDATE qbo_copy SET checked_at = now() - interval '16 minutes'`)
    expect(await balance()).toBe(700)
    await query(sql`DELETE FROM qbo_record`)
    await query(sql`UPDATE qbo_copy SET filled_at = NULL`)
    expect(await balance()).toBe(700)
    await goDown()
    const bill = await ask(findQboBill, { query: { vendorName: 'Anyone', invoiceNumber: '1' } })
    expect([bill.status, bill.body.code]).toEqual([502, 'qbo_bill_check_failed'])
  })

  it('includes an invoice and a vendor that are newer than the copy', async () => {
    await company.refreshCopy()
    const { CustomerRef, Line } = await invoiceNumbered('1003')
    const added = await company.write('invoice', {
      CustomerRef,
      Line,
      DocNumber: 'NEW-1',
      TxnDate: '2026-11-10',
    })
    expect((await search(added)).body.matchedInvoice.invoiceNumber).toBe('NEW-1')
    await goDown()
    // The copy kept the invoice.
    expect((await search(added)).status).toBe(200)
    await company.clearFaults()
    await company.write('vendor', { DisplayName: 'Brand New Vendor' })
    const bill = { vendorName: 'brand new vendor', invoiceNumber: 'B-1' }
    expect((await ask(findQboBill, { query: bill })).body).toMatchObject({
      exists: false,
      bills: [],
    })
    expect((await ask(findQboBill, { query: bill })).body.reason).toBeUndefined()
  })

  it('tells customers the time of the amounts while QuickBooks is down', async () => {
    const invoice = await invoiceNumbered('1002')
    await company.refreshCopy()
    await goDown()
    expect((await search(invoice)).body.asOf).toBeUndefined()
    await company.refreshCopy()
    const [row] = await query(sql`SELECT checked_at FROM qbo_copy WHERE realm_id = ${HARBOR}`)
    const asOf = new Date(String(row?.checked_at)).toISOString()
    const found = await search(invoice)
    expect(found.body).toMatchObject({ asOf, matchedInvoice: { balance: 400 } })
    expect((await historyOf(found.body.matchedInvoice.id)).body.asOf).toBe(asOf)
    const missing = await search({ DocNumber: 'NONE-1', TxnDate: '2026-11-10' })
    expect([missing.status, missing.body.code]).toEqual([502, 'invoice_search_failed'])
    await company.clearFaults()
    await company.refreshCopy()
    expect((await search(invoice)).body.asOf).toBeUndefined()
  })
})

describe('the copy', () => {
  it('has every change after it was refreshed', async () => {
    await company.refreshCopy()
    expect(await compareCopy(company)).toEqual([])
    const invoice = await invoiceNumbered('1003')
    const payment = await pay(invoice, 60)
    const voided = await invoiceNumbered('1002')
    await company.write('invoice?operation=void', { Id: voided.Id, SyncToken: voided.SyncToken })
    const { customers = [] } = await company.state()
    const customer = customers.find(({ Id }) => Id === (invoice.CustomerRef as Entity).value)
    await company.write('customer', { ...customer, sparse: true, DisplayName: 'Renamed Dental' })
    await company.refreshCopy()
    expect(await compareCopy(company)).toEqual([])
    await company.write('payment?operation=delete', {
      Id: payment.Id,
      SyncToken: payment.SyncToken,
    })
    await company.refreshCopy()
    expect(await compareCopy(company)).toEqual([])
    expect((await search(invoice)).body).toMatchObject({
      customer: { name: 'Renamed Dental' },
      matchedInvoice: { balance: 760 },
    })
  })

  it("misses no change while our clock is ahead of QuickBooks'", async () => {
    const now = () => Date.now() + 5 * 60_000
    await company.refreshCopy({ now })
    const invoice = await invoiceNumbered('1002')
    await pay(invoice, 400)
    await company.refreshCopy({ now })
    expect((await search(invoice)).body.matchedInvoice.balance).toBe(0)
    expect(await compareCopy(company)).toEqual([])
    const [row] = await query(sql`
      SELECT checked_at > now() + interval '4 minutes' AS checked, read_at <= now() AS read FROM qbo_copy
      WHERE realm_id = ${HARBOR}`)
    expect(row).toEqual({ checked: true, read: true })
  })

  it('goes on where it stopped', async () => {
    await company.throwSwitch('fill', { vendors: 2_500 })
    // No page of vendors can be read, by whatever reads them.
    await company.fault('error', 'SELECT+*+FROM+Vendor', 10_000)
    await company.refreshCopy()
    const [stopped] = await query(
      sql`SELECT fill -> 'kinds' ->> 0 AS kind FROM qbo_copy WHERE realm_id = ${HARBOR}`,
    )
    expect(stopped?.kind).toBe('vendor')
    const status = (await ask(getCopyStatus)).body
    expect(status).toMatchObject({ state: 'filling', problem: "QuickBooks isn't responding." })
    expect(status.progress.done).toBeGreaterThan(0)
    expect(status.progress.total).toBeGreaterThan(2_500)
    await company.clearFaults()
    await company.refreshCopy()
    expect((await ask(getCopyStatus)).body).toMatchObject({ state: 'ready', isOld: false })
    expect(await compareCopy(company)).toEqual([])
  })

  it('reads a list again that changed more than QuickBooks reports', async () => {
    await company.refreshCopy()
    const { vendors = [] } = await company.state()
    const gone = vendors.find(({ DisplayName }) => DisplayName === 'Kestrel Courier')
    await company.write('vendor', { ...gone, sparse: true, Active: false })
    await company.throwSwitch('fill', { vendors: 1_200, bills: 1_100 })
    await company.refreshCopy()
    expect(await compareCopy(company)).toEqual([])
  })

  it('keeps the newest version, in whatever order news arrives', async () => {
    await company.refreshCopy()
    const { db } = company.desk.desk.dependencies.database
    const stored = async () =>
      (
        await query(
          sql`SELECT data ->> 'name' AS name FROM qbo_record WHERE kind = 'customer' AND id = '9001'`,
        )
      )[0]?.name
    const version = (name: string, updatedAt: string, syncToken: number) =>
      upsertRecords(db, HARBOR, 'customer', [
        { id: '9001', updatedAt: new Date(updatedAt), syncToken, name } as never,
      ])
    await version('second', '2026-11-10T10:00:01Z', 1)
    await version('first', '2026-11-10T10:00:00Z', 0)
    expect(await stored()).toBe('second')
    await version('third', '2026-11-10T10:00:01Z', 2)
    expect(await stored()).toBe('third')
    await version('second', '2026-11-10T10:00:01Z', 1)
    expect(await stored()).toBe('third')
  })

  it('takes news from two readers at once, in whatever order they write it', async () => {
    await company.refreshCopy()
    const { add } = createCopyStore(company.desk.desk.dependencies)
    const newsOf = (id: string) => ({
      kind: 'customer' as const,
      records: [{ id, updatedAt: new Date(), syncToken: 0, name: id } as never],
      unreadableIds: [],
      deletedIds: [],
    })
    const news = ['9001', '9002'].map(newsOf)
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([add(HARBOR, news), add(HARBOR, news.toReversed())])
    }
    expect(await query(sql`SELECT 1 FROM qbo_record WHERE id LIKE '900_'`)).toHaveLength(2)
  })

  it('starts again when another company is connected', async () => {
    await company.refreshCopy()
    const invoice = await invoiceNumbered('1002')
    await company.connect(TIDEWATER)
    expect((await ask(getCopyStatus)).body.state).toBe('filling')
    expect((await search(invoice)).status).toBe(404)
    await company.refreshCopy()
    expect((await ask(getCopyStatus)).body.state).toBe('ready')
    expect((await search(invoice)).status).toBe(404)
    expect(await query(sql`SELECT DISTINCT realm_id FROM qbo_record`)).toEqual([
      { realm_id: TIDEWATER },
    ])
  })

  it('is filled by a job as soon as a company is connected', async () => {
    await query(sql`DELETE FROM qbo_copy`)
    const { database, jobs } = company.desk.desk.dependencies
    await jobs.send(database.db, copyJob, null)
    await vi.waitFor(async () => expect((await ask(getCopyStatus)).body.state).toBe('ready'), {
      timeout: 20_000,
      interval: 100,
    })
  })
})

type Entity = { value: string }
