// Setup for the tests of vendor mappings: a server with an empty list for each test, and its calls.
import {
  addVendorMapping,
  changeVendorMapping,
  listVendorMappings,
} from '@invoice-desk/contract/vendors/vendors'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export const KESTREL = {
  email: 'billing@kestrel.example',
  vendor: 'Kestrel Courier',
  qbBillAccount: 'Office Expenses:Postage & Courier',
}

/** Call it once at the top of a file, and use the result inside its tests. */
export const useVendorDesk = () => {
  let company: Company
  beforeAll(async () => {
    company = await openCompany()
  })
  afterAll(() => company.desk.close())
  beforeEach(async () => {
    await query(sql`DELETE FROM vendor_mapping`)
    await company.startOver()
  })

  const query = async (text: ReturnType<typeof sql>) =>
    (await company.desk.desk.dependencies.database.db.execute(text)).rows
  const change = (body: Record<string, unknown>) =>
    company.desk.call(changeVendorMapping, { token: company.token, body })
  return {
    get company() {
      return company
    },
    query,
    change,
    list: (filter: Record<string, unknown> = {}) =>
      company.desk.call(listVendorMappings, { token: company.token, query: filter }),
    add: (fields: Record<string, unknown> = {}) =>
      company.desk.call(addVendorMapping, {
        token: company.token,
        body: { ...KESTREL, ...fields },
      }),
    eventsOf: (id: string) =>
      query(
        sql`SELECT actor, action, details FROM audit_event WHERE subject_kind = 'vendor_mapping' AND subject_id = ${id} ORDER BY id`,
      ),
  }
}
