// Tests the emails to people who manage connections: a lost connection, and one that will end soon.
import { getQboConnection } from '@invoice-desk/contract/accounting/connection'
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN } from '@invoice-desk/testing/people'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dailyJob, noticeJob } from '../../src/features/accounting/job-kinds.ts'

let company: Company
let desk: TestDesk
beforeAll(async () => {
  company = await openCompany()
  desk = company.desk
})
afterAll(() => desk.close())

const query = async (text: ReturnType<typeof sql>) =>
  (await desk.desk.dependencies.database.db.execute(text)).rows

const check = async () => (await desk.call(getQboConnection, { token: company.token })).body

describe('emails to people who manage connections', () => {
  beforeEach(async () => {
    await waitForJobs()
    await company.startOver()
  })

  /** Waits until all jobs, including emails, are done. */
  const waitForJobs = () =>
    expect
      .poll(() =>
        query(
          sql`SELECT name FROM jobs.job WHERE name IN (${dailyJob.name}, ${noticeJob.name}) AND state < 'completed'`,
        ),
      )
      .toEqual([])
  const mails = async () => {
    await waitForJobs()
    const response = await fetch(`${desk.sandbox.url}/mail/messages`)
    return (await response.json()) as { to: string; subject: string; text: string }[]
  }
  const runDaily = () => {
    const { database, jobs } = desk.desk.dependencies
    return jobs.send(database.db, dailyJob, {})
  }

  it('say once that the connection was lost and where to fix it', async () => {
    await company.throwSwitch('kill-refresh-tokens')
    await check()
    await check()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      subject: 'QuickBooks is disconnected',
      text: expect.stringContaining(`${desk.url}/connections`),
    })
    expect(JSON.stringify(mail?.to)).toContain(ADMIN)
  })

  it('say that the connection reached its limit, if QuickBooks refuses it then', async () => {
    await query(sql`UPDATE qbo_connection SET hard_expires_at = now() + interval '1 minute'`)
    await company.throwSwitch('kill-refresh-tokens')
    const limit = /t reached QuickBooks' five-year limit on \w+ \d+, \d+/
    expect(await check()).toMatchObject({
      status: 'invalid',
      reason: expect.stringMatching(limit),
    })
    const [mail] = await mails()
    expect(mail?.text).toMatch(limit)
    const [event] = await query(
      sql`SELECT details->>'reason' AS reason FROM audit_event WHERE action = 'quickbooks_connection_lost' ORDER BY id DESC LIMIT 1`,
    )
    expect(event?.reason).toMatch(limit)
  })

  it('warn in the last seven days, once per day', async () => {
    await company.throwSwitch('refresh-token-days', { days: 5 })
    await company.throwSwitch('expire-access-tokens')
    await runDaily()
    await runDaily()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.subject).toContain('expires soon')
  })

  it('warn before a connection ends for good, although the tokens can be renewed', async () => {
    await company.throwSwitch('connection-days', { days: 40 })
    await company.throwSwitch('expire-access-tokens')
    await runDaily()
    expect(await mails()).toEqual([])
    await company.throwSwitch('connection-days', { days: 5 })
    await company.throwSwitch('expire-access-tokens')
    await runDaily()
    const [mail, ...others] = await mails()
    expect([mail?.subject, others]).toEqual(['The QuickBooks connection expires soon', []])
    expect(mail?.text).toMatch(
      /Someone must reconnect QuickBooks by \w+ \d+, \d{4}, because it ends/,
    )
  })

  it('are not sent when an idle connection can be renewed', async () => {
    await query(
      sql`UPDATE qbo_connection SET refresh_expires_at = now() + interval '3 days', access_expires_at = now() - interval '90 days'`,
    )
    await runDaily()
    expect(await mails()).toEqual([])
    const [row] = await query(
      sql`SELECT refresh_expires_at > now() + interval '90 days' AS renewed FROM qbo_connection`,
    )
    expect(row).toEqual({ renewed: true })
  })
})
