// Tests how staff see and hear how current our copy of QuickBooks is.
import { getCopyStatus, refreshCopy } from '@invoice-desk/contract/accounting/copy'
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import { STAFF } from '@invoice-desk/testing/people'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { warnIfOld } from '../../src/features/accounting/copy/watch.ts'

const METRICS_TOKEN = 'metrics-token-0123456789abcdef0123456789'

let company: Company
beforeAll(async () => {
  company = await openCompany({ RATE_LIMIT_FACTOR: '1000', METRICS_TOKEN })
})
afterAll(() => company.desk.close())
beforeEach(async () => {
  await company.startOver()
  await company.throwSwitch('webhooks', { mode: 'off' })
})

const query = async (text: ReturnType<typeof sql>) =>
  (await company.desk.desk.dependencies.database.db.execute(text)).rows
const ask = (endpoint: Endpoint) => company.desk.call(endpoint, { token: company.token })
const goDown = () => company.fault('error', '', 10_000)

describe('staff', () => {
  it('see how current it is, and refresh it', async () => {
    await company.refreshCopy()
    await query(sql`UPDATE qbo_copy SET leased_until = NULL,
      checked_at = now() - interval '20 minutes'`)
    const before = (await ask(getCopyStatus)).body
    expect(before).toMatchObject({ state: 'ready', isOld: true })
    const after = (await ask(refreshCopy)).body
    expect(after).toMatchObject({ state: 'ready', isOld: false })
    expect(Date.parse(after.asOf)).toBeGreaterThan(Date.parse(before.asOf))
    await goDown()
    const failed = await ask(refreshCopy)
    expect([failed.status, failed.body.code]).toEqual([502, 'qbo_unavailable'])
    expect((await ask(getCopyStatus)).body.problem).toBe("QuickBooks isn't responding.")
  })

  it('get an email if it has been old for an hour, once a day', async () => {
    await company.refreshCopy()
    const { dependencies } = company.desk.desk
    await warnIfOld(dependencies)
    await query(sql`UPDATE qbo_copy SET checked_at = now() - interval '61 minutes'`)
    await warnIfOld(dependencies)
    await warnIfOld(dependencies)
    const subject = 'QuickBooks data is out of date'
    await waitForMail(company.desk, STAFF, subject)
    const mails = await mailsTo(company.desk, STAFF)
    expect(mails.filter((mail) => mail.subject === subject)).toHaveLength(1)
  })

  it('can watch its age in the metrics', async () => {
    await company.refreshCopy()
    const response = await fetch(`${company.desk.url}/api/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    const age = /^quickbooks_copy_age_seconds ([\d.]+)$/m.exec(await response.text())?.[1]
    expect(Number(age)).toBeLessThan(60)
  })
})
