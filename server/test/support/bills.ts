// What the tests of bills in QuickBooks share: the sample company anew for each test, and the calls about a bill.
import { createQboBill, findQboBill } from '@invoice-desk/contract/accounting'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Company, openCompany } from './quickbooks.ts'

/** The bill that a test asks for unless it says otherwise. */
export const WANTED = {
  taskId: 'task-1',
  vendorName: "O'Malley Electric",
  invoiceNumber: 'OM-400',
  amount: 123.45,
  date: '2026-11-02',
  qbBillAccount: 'Utilities:Electricity',
}

/** To be called once, at the top of a file; what it answers with works inside its tests. */
export const useBillDesk = () => {
  let company: Company
  beforeAll(async () => {
    company = await openCompany()
  })
  afterAll(() => company.desk.close())
  beforeEach(async () => {
    await query(sql`DELETE FROM bill_posting`)
    await company.startOver()
  })

  const query = async (text: ReturnType<typeof sql>) =>
    (await company.desk.desk.dependencies.database.db.execute(text)).rows
  return {
    get company() {
      return company
    },
    query,
    create: (change: Record<string, unknown> = {}) =>
      company.desk.call(createQboBill, { token: company.token, body: { ...WANTED, ...change } }),
    find: (vendorName: string, invoiceNumber: string) =>
      company.desk.call(findQboBill, {
        token: company.token,
        query: { vendorName, invoiceNumber },
      }),
    billsNumbered: async (number: string) =>
      (await company.state()).bills?.filter(({ DocNumber }) => DocNumber === number) ?? [],
    postingOf: async (taskId: string) =>
      (await query(sql`SELECT * FROM bill_posting WHERE task_id = ${taskId}`))[0],
  }
}
