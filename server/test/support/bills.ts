// Setup for the tests of bills in QuickBooks: a fresh sample company for each test, and the calls about a bill.
import { createHash } from 'node:crypto'
import { createQboBill, findQboBill } from '@invoice-desk/contract/accounting/accounting'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** The id of the task with this name. */
export const taskOf = (name: string): string =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** The bill that tests request by default. */
export const WANTED = {
  vendorName: "O'Malley Electric",
  invoiceNumber: 'OM-400',
  amount: 123.45,
  date: '2026-11-02',
  qbBillAccount: 'Utilities:Electricity',
}

type Change = Record<string, unknown> & { task?: string }

/** Call it once at the top of a file, and use the result inside its tests. */
export const useBillDesk = (env: Record<string, string> = {}) => {
  let company: Company
  beforeAll(async () => {
    company = await openCompany(env)
  })
  afterAll(() => company.desk.close())
  beforeEach(async () => {
    await query(sql`DELETE FROM bill_posting`)
    await company.startOver()
  })

  const query = async (text: ReturnType<typeof sql>) =>
    (await company.desk.desk.dependencies.database.db.execute(text)).rows
  /** Replaces an amount that no task can have. Such a request is refused before the task is read. */
  const storeTask = async ({
    taskId,
    vendorName,
    invoiceNumber,
    amount,
  }: Record<string, unknown>) => {
    const cents = Math.round(Number(amount) * 100)
    const amountCents = Number.isSafeInteger(cents) && cents > 0 ? cents : 1
    await query(sql`INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date)
      VALUES (${taskId}, 'jobs@omalley.example', ${vendorName}, ${invoiceNumber}, 'KEY', ${amountCents}, ${WANTED.date})
      ON CONFLICT (id) DO UPDATE SET vendor = excluded.vendor, invoice_number = excluded.invoice_number,
        amount_cents = excluded.amount_cents`)
  }
  return {
    get company() {
      return company
    },
    query,
    /** Requests the bill of the task with this name, which is stored with the same values. */
    create: async ({ task = 'task-1', ...change }: Change = {}) => {
      const request = { taskId: taskOf(task), ...WANTED, ...change }
      if (change.taskId === undefined) await storeTask(request)
      return company.desk.call(createQboBill, { token: company.token, body: request })
    },
    find: (vendorName: string, invoiceNumber: string) =>
      company.desk.call(findQboBill, {
        token: company.token,
        query: { vendorName, invoiceNumber },
      }),
    billsNumbered: async (number: string) =>
      (await company.state()).bills?.filter(({ DocNumber }) => DocNumber === number) ?? [],
    postingOf: async (task: string) =>
      (await query(sql`SELECT * FROM bill_posting WHERE task_id = ${taskOf(task)}`))[0],
  }
}
