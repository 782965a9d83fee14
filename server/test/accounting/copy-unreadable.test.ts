// Tests that one QuickBooks record that we can't read doesn't keep our copy from being refreshed.
import { getCopyStatus } from '@invoice-desk/contract/accounting/copy'
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { compareCopy } from '@invoice-desk/testing/quickbooks/copy'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

let company: Company
beforeAll(async () => {
  company = await openCompany({ RATE_LIMIT_FACTOR: '1000' })
})
afterAll(() => company.desk.close())
beforeEach(async () => {
  await company.startOver()
  await company.throwSwitch('webhooks', { mode: 'off' })
})

const invoiceNumbered = async (number: string) => {
  const found = (await company.state()).invoices?.find(({ DocNumber }) => DocNumber === number)
  if (!found) throw new Error(`there is no invoice ${number}`)
  return found
}
const search = async ({ DocNumber, TxnDate }: Record<string, unknown>) => {
  const body = { invoiceNumber: DocNumber, date: TxnDate }
  return (await company.desk.call(searchInvoice, { body })).status
}
const lose = (id: unknown) => company.throwSwitch('lose-total', { entity: 'Invoice', id })
const status = async () =>
  (await company.desk.call(getCopyStatus, { token: company.token })).body as object

it('is left out and logged by kind and id, and the others are stored', async () => {
  const [odd, other] = [await invoiceNumbered('1002'), await invoiceNumbered('1003')]
  const warn = vi.spyOn(company.desk.desk.dependencies.log, 'warn')
  await lose(odd.Id)
  await company.refreshCopy()
  expect(warn.mock.calls).toContainEqual([
    { kind: 'invoice', ids: [odd.Id] },
    "QuickBooks has records that we can't read",
  ])
  warn.mockRestore()
  expect(await status()).toMatchObject({ state: 'ready', isOld: false })
  expect(await compareCopy(company)).toEqual([])
  await company.fault('error', '', 10_000)
  expect(await search(other)).toBe(200)
})

it('isn’t shown as it was before, and is read again once it can be', async () => {
  const odd = await invoiceNumbered('1002')
  await company.refreshCopy()
  expect(await search(odd)).toBe(200)
  await lose(odd.Id)
  await company.refreshCopy()
  expect(await status()).not.toHaveProperty('problem')
  // The invoice isn't in the copy, so we ask QuickBooks, whose answer can't be read either.
  expect(await search(odd)).toBe(502)
  const { SyncToken } = await invoiceNumbered('1002')
  await company.write('invoice', { Id: odd.Id, SyncToken, sparse: true, Line: odd.Line })
  await company.refreshCopy()
  await company.fault('error', '', 10_000)
  expect(await search(odd)).toBe(200)
})

it('is left out together with a few others of a long list, even if nothing else has changed', async () => {
  await company.throwSwitch('fill', { customers: 1, invoices: 200 })
  await company.refreshCopy()
  const { invoices = [] } = await company.state()
  for (const { Id } of invoices.slice(-12)) await lose(Id)
  await company.refreshCopy()
  expect(await status()).not.toHaveProperty('problem')
  expect(await compareCopy(company)).toEqual([])
})

it('counts as an outage together with many others, and the copy stays as it is', async () => {
  await company.throwSwitch('fill', { customers: 1, invoices: 12 })
  await company.refreshCopy()
  const { invoices = [] } = await company.state()
  for (const { Id } of invoices) await lose(Id)
  await company.refreshCopy()
  expect(await status()).toMatchObject({ problem: "QuickBooks isn't responding." })
  await company.fault('error', '', 10_000)
  expect(await search(await invoiceNumbered('1003'))).toBe(200)
})

it('has text that the database refuses, which is left out of it', async () => {
  const { Id, SyncToken, Line } = await invoiceNumbered('1003')
  const CustomerMemo = { value: `Thanks ${'\u{1f600}'.slice(0, 1)}and\u0000 goodbye` }
  await company.write('invoice', { Id, SyncToken, sparse: true, Line, CustomerMemo })
  await company.refreshCopy()
  expect(await status()).not.toHaveProperty('problem')
  const { db } = company.desk.desk.dependencies.database
  const { rows } = await db.execute(
    sql`SELECT data ->> 'message' AS message FROM qbo_record WHERE kind = 'invoice' AND id = ${Id}`,
  )
  expect(rows).toEqual([{ message: 'Thanks \ufffdand goodbye' }])
})

it('is read again with all the others while the copy stays current', async () => {
  await company.refreshCopy()
  const { db } = company.desk.desk.dependencies.database
  await db.execute(sql`UPDATE qbo_copy SET checked_at = now() - interval '20 minutes',
    fill = jsonb_build_object('kinds', '["customer", "invoice"]'::jsonb, 'since', '1970-01-01T00:00:00.000Z',
      'position', 1, 'startedAt', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`)
  await company.fault('error', 'SELECT+*+FROM+Invoice', 10_000)
  await company.refreshCopy({ refreshMs: 0 })
  const { rows } = await db.execute(sql`
    SELECT fill ->> 'kinds' AS kinds, now() - checked_at < interval '1 minute' AS current FROM qbo_copy
    WHERE filled_at IS NOT NULL`)
  expect(rows).toEqual([{ kinds: '["invoice"]', current: true }])
})
