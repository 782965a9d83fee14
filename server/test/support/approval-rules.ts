// Sets up a company with three approvers, and the calls that they make about approval rules and tasks.
import { randomUUID } from 'node:crypto'
import { createQboBill } from '@invoice-desk/contract/accounting/accounting'
import { approveInvoice } from '@invoice-desk/contract/approval/approval'
import {
  type ApprovalRule,
  getApprovalPolicy,
  saveApprovalPolicy,
} from '@invoice-desk/contract/approval/rules'
import { addAccount } from '@invoice-desk/contract/identity/accounts'
import type { BillRow } from '@invoice-desk/testing/app/rows'
import { addBill, mapVendor } from '@invoice-desk/testing/contractor/contractors'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export const OMALLEY = { email: 'omalley@vendor.example', vendor: "O'Malley Electric" }
export const FAY = 'fay.fewer@harborfinch.example'

export const rule = (fields: Partial<ApprovalRule> = {}): ApprovalRule => ({
  id: randomUUID(),
  name: 'Large invoices',
  conditions: { amountFromCents: 100_000, vendors: [], isNewSubmitter: false, isDuplicate: false },
  steps: [{ people: [STAFF, FAY], needed: 2 }],
  ...fields,
})

/** Opens the company for the tests of a file. Each test begins without rules. */
export const useApprovalRules = () => {
  let company: Company
  let tokens: Record<string, string>
  beforeAll(async () => {
    company = await openCompany()
    await company.startOver()
    const { desk } = company
    await mapVendor(desk, OMALLEY.email, OMALLEY.vendor, 'Utilities:Electricity')
    const admin = (await desk.signIn(ADMIN)).idToken
    const body = { email: FAY, name: 'Fay Fewer', tools: ['approve_invoice', 'create_vendor'] }
    await desk.call(addAccount, { token: admin, body })
    tokens = { [ADMIN]: admin, [STAFF]: company.token, [FAY]: (await desk.signIn(FAY)).idToken }
  })
  afterAll(() => company.desk.close())
  beforeEach(async () => {
    await company.desk.desk.dependencies.database.db.execute(sql`DELETE FROM payee_editor`)
    await saveRules([])
  })

  const call = (endpoint: Parameters<Company['desk']['call']>[0], by: string, options = {}) =>
    company.desk.call(endpoint, { token: tokens[by] ?? '', ...options })

  const saveRules = async (
    rules: unknown[],
    separatesDuties = true,
    escalateAfterDays: number | null = null,
  ) => {
    const { version } = (await call(getApprovalPolicy, ADMIN)).body
    const body = { rules, separatesDuties, escalateAfterDays, version }
    return call(saveApprovalPolicy, ADMIN, { body })
  }

  return {
    /** Call it inside tests only. */
    company: () => company,
    call,
    saveRules,
    addTask: (fields: BillRow = {}) =>
      addBill(company.desk, OMALLEY, {
        amountCents: 250_000,
        status: 'sent_for_approval',
        ...fields,
      }),
    act: (by: string, taskId: string, action = 'approve', more = {}) =>
      call(approveInvoice, by, { body: { taskId, action, ...more } }),
    /** Adds the bill of a task for $2,500.00 to QuickBooks. */
    addToBooks: (by: string, taskId: string, invoiceNumber: string, vendor = OMALLEY.vendor) =>
      call(createQboBill, by, {
        body: {
          taskId,
          vendorName: vendor,
          invoiceNumber,
          amount: 2_500,
          date: '2026-11-02',
          qbBillAccount: 'Utilities:Electricity',
        },
      }),
  }
}
