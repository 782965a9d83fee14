// Sets up tasks of one vendor in a connected QuickBooks company, and the calls that staff make about them.
import { randomUUID } from 'node:crypto'
import { createQboBill } from '@invoice-desk/contract/accounting/accounting'
import { approveInvoice } from '@invoice-desk/contract/approval/approval'
import type { BillRow } from '@invoice-desk/testing/app/rows'
import { addBill, mapVendor } from '@invoice-desk/testing/contractor/contractors'
import { type Company, openCompany, SHORT_TIMEOUTS } from '@invoice-desk/testing/quickbooks/company'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { createPosting } from '../../src/features/posting/posting.ts'

export const OMALLEY = { email: 'omalley@vendor.example', vendor: "O'Malley Electric" }

export type TaskRow = { id: string; invoiceNumber: string; amountCents: number }

/** Opens the company for the tests of a file, and resets QuickBooks before each test. */
export const useApproval = () => {
  let company: Company
  beforeAll(async () => {
    company = await openCompany(SHORT_TIMEOUTS)
    await mapVendor(company.desk, OMALLEY.email, OMALLEY.vendor, 'Utilities:Electricity')
  })
  afterAll(() => company.desk.close())
  beforeEach(async () => {
    // QuickBooks gives the same ids to the bills of the next test.
    await query(sql`DELETE FROM bill_posting`)
    await company.startOver()
  })

  const dependencies = () => company.desk.desk.dependencies
  const query = async (text: SQL) => (await dependencies().database.db.execute(text)).rows

  const addTask = async (fields: BillRow = {}) => {
    const id = randomUUID()
    const row = {
      id,
      invoiceNumber: `T-${id.slice(0, 8)}`,
      amountCents: 4_200,
      dueDate: '2026-12-31',
      status: 'sent_for_approval',
      ...fields,
    } as const
    await addBill(company.desk, OMALLEY, row)
    return row
  }

  const act = (body: Record<string, unknown>) =>
    company.desk.call(approveInvoice, { token: company.token, body })
  const fetchTask = async ({ id }: Pick<TaskRow, 'id'>) =>
    (await act({ taskId: id, action: 'fetch' })).body

  const stateOf = async ({ id }: TaskRow) =>
    (await query(sql`SELECT state FROM bill_posting WHERE task_id = ${id}`))[0]?.state

  return {
    /** Call it inside tests only. */
    company: () => company,
    dependencies,
    query,
    addTask,
    act,
    fetchTask,
    reject: ({ id }: TaskRow, more: Record<string, unknown> = {}) =>
      act({ taskId: id, action: 'reject', message: 'Wrong amount', ...more }),
    /** Adds the bill of a task to QuickBooks. */
    create: ({ id, invoiceNumber, amountCents }: TaskRow, more: Record<string, unknown> = {}) =>
      company.desk.call(createQboBill, {
        token: company.token,
        body: {
          taskId: id,
          vendorName: OMALLEY.vendor,
          invoiceNumber,
          amount: amountCents / 100,
          date: '2026-11-02',
          qbBillAccount: 'Utilities:Electricity',
          ...more,
        },
      }),
    /** The task's bills in QuickBooks. */
    billsOf: async ({ invoiceNumber }: Pick<TaskRow, 'invoiceNumber'>) =>
      ((await company.state()).bills ?? []).filter(({ DocNumber }) => DocNumber === invoiceNumber),
    stateOf,
    waitForState: (task: TaskRow, state: string) =>
      vi.waitFor(async () => expect(await stateOf(task)).toBe(state), {
        timeout: 20_000,
        interval: 20,
      }),
    settle: ({ id }: TaskRow) => createPosting(dependencies()).settleBill(id),
  }
}
