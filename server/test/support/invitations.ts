// Setup for the tests of vendor invitations: a server with QuickBooks, and its calls.

import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import * as invitations from '@invoice-desk/contract/vendors/vendor-invitations'
import { invite, sendDetails } from '@invoice-desk/testing/contractor/vendor-details'
import { type Company, openCompany, SHORT_TIMEOUTS } from '@invoice-desk/testing/quickbooks/company'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { invitationSweepJob } from '../../src/features/vendors/invitations/job-kinds.ts'

/** Call it once at the top of a file, and use the result inside its tests. */
export const useInvitations = () => {
  let company: Company
  beforeAll(async () => {
    company = await openCompany(SHORT_TIMEOUTS)
  })
  afterAll(() => company.desk.close())
  beforeEach(async () => {
    await query(sql`DELETE FROM vendor_mapping`)
    await query(sql`DELETE FROM vendor_invitation`)
    await company.startOver()
  })

  const query = async (text: ReturnType<typeof sql>) =>
    (await company.desk.desk.dependencies.database.db.execute(text)).rows
  const call = (
    endpoint: Endpoint,
    given: { body?: Record<string, unknown>; query?: Record<string, unknown> } = {},
  ) => company.desk.call(endpoint, { token: company.token, ...given })
  const rowOf = async (id: string) =>
    (await query(sql`SELECT * FROM vendor_invitation WHERE id = ${id}`))[0]
  return {
    get company() {
      return company
    },
    get desk() {
      return company.desk
    },
    query,
    call,
    rowOf,
    invited: (given?: { email?: string; name?: string }) =>
      invite(company.desk, company.token, given),
    /** Invited, and has sent these details. */
    submitted: async (
      change?: Record<string, unknown>,
      given?: { email?: string; name?: string },
    ) => {
      const invited = await invite(company.desk, company.token, given)
      const { status, body } = await sendDetails(company.desk, invited.token, change)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return { ...invited, version: invited.version + 1 }
    },
    list: () => call(invitations.listVendorInvitations),
    review: (id: string) => call(invitations.reviewVendorInvitation, { query: { id } }),
    accept: (body: Record<string, unknown>) => call(invitations.acceptVendorDetails, { body }),
    sendBack: (body: Record<string, unknown>) => call(invitations.sendBackVendorDetails, { body }),
    remove: (body: Record<string, unknown>) => call(invitations.removeVendorInvitation, { body }),
    eventsOf: (id: string) =>
      query(
        sql`SELECT actor, action FROM audit_event WHERE subject_kind = 'vendor_invitation' AND subject_id = ${id} ORDER BY id`,
      ),
    runSweep: async () => {
      const { database, jobs } = company.desk.desk.dependencies
      await jobs.send(database.db, invitationSweepJob, {})
      await waitFor(async () => {
        const [job] = await query(
          sql`SELECT state FROM jobs.job WHERE name = ${invitationSweepJob.name} ORDER BY created_on DESC LIMIT 1`,
        )
        if (job?.state !== 'completed') throw new Error(`the sweep is ${job?.state}`)
      })
    },
  }
}
