// Tests how the QuickBooks connection is created, checked, renewed and lost.

import { listQboVendors } from '@invoice-desk/contract/accounting/accounting-vendors'
import {
  getQboConnection,
  startQboConnection,
  validateQboConnection,
} from '@invoice-desk/contract/accounting/connection'
import { getAttention, getWorkspaceCounts } from '@invoice-desk/contract/overview/overview'
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import { createCookieJar } from '@invoice-desk/testing/http/cookie-jar'
import { ADMIN } from '@invoice-desk/testing/people'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { authorize, HARBOR, TIDEWATER } from '@invoice-desk/testing/quickbooks/connect'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let company: Company
let desk: TestDesk
let token: string
beforeAll(async () => {
  company = await openCompany()
  desk = company.desk
  token = company.token
})
afterAll(() => desk.close())

const query = async (text: ReturnType<typeof sql>) =>
  (await desk.desk.dependencies.database.db.execute(text)).rows

const check = async () => (await desk.call(getQboConnection, { token })).body

describe('before the first connection', () => {
  it('says that QuickBooks is disconnected', async () => {
    expect(await check()).toEqual({ status: 'disconnected', refreshed: false })
  })

  it('refuses calls with a message that says so', async () => {
    const { status, body } = await desk.call(listQboVendors, { token })
    expect([status, body.code]).toEqual([409, 'qbo_not_connected'])
    expect(body.error).toContain("QuickBooks isn't connected")
  })
})

describe('connecting', () => {
  it('opens the authorization page with the accounting scope and a secret state', async () => {
    const { body } = await desk.call(startQboConnection, { token })
    const parameters = new URL(body.url).searchParams
    expect(Object.fromEntries(parameters)).toMatchObject({
      response_type: 'code',
      scope: 'com.intuit.quickbooks.accounting',
      redirect_uri: `${desk.url}/auth/qbo/redirect`,
      state: expect.stringMatching(/^\/connections#.{40}/),
    })
  })

  it('stores the connection and returns a summary', async () => {
    const { status, body } = await company.connect()
    expect([status, body]).toEqual([
      200,
      {
        message: 'Token successfully stored in database',
        companyName: 'Harbor & Finch Studio',
        realmId: HARBOR,
        expiresAt: expect.any(String),
      },
    ])
    const status2 = await check()
    expect(status2).toMatchObject({
      status: 'connected',
      refreshed: false,
      companyName: 'Harbor & Finch Studio',
    })
    expect(status2.daysUntilExpiration).toBeGreaterThan(99)
  })

  it('stores both tokens sealed', async () => {
    const [row] = await query(sql`SELECT access_token, refresh_token FROM qbo_connection`)
    expect(JSON.stringify(row)).not.toMatch(/eyJ|RT1-/)
  })

  it('refuses a flow that another browser or person started', async () => {
    const jar = createCookieJar()
    const returned = await authorize(desk, token, HARBOR, jar)
    const elsewhere = await desk.call(validateQboConnection, { token, body: returned })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'qbo_flow_invalid'])
    const { idToken: other } = await desk.signIn(ADMIN)
    const stolen = await desk.call(validateQboConnection, { token: other, jar, body: returned })
    expect([stolen.status, stolen.body.code]).toEqual([400, 'qbo_flow_invalid'])
  })

  it('refuses a wrong state, and any state twice', async () => {
    const jar = createCookieJar()
    const returned = await authorize(desk, token, HARBOR, jar)
    const altered = { ...returned, state: `/connections#${'x'.repeat(43)}` }
    const first = await desk.call(validateQboConnection, { token, jar, body: altered })
    expect(first.body.code).toBe('qbo_flow_invalid')
    const own = await desk.call(validateQboConnection, { token, jar, body: returned })
    expect(own.status).toBe(200)
    const again = await desk.call(validateQboConnection, { token, jar, body: returned })
    expect(again.body.code).toBe('qbo_flow_invalid')
  })

  it('refuses an unknown code, and a code for another company', async () => {
    const jar = createCookieJar()
    const returned = await authorize(desk, token, HARBOR, jar)
    const invented = await desk.call(validateQboConnection, {
      token,
      jar,
      body: { ...returned, code: 'invented' },
    })
    expect([invented.status, invented.body.code]).toEqual([400, 'qbo_validation_failed'])
    const jar2 = createCookieJar()
    const swapped = { ...(await authorize(desk, token, HARBOR, jar2)), realmId: TIDEWATER }
    const other = await desk.call(validateQboConnection, { token, jar: jar2, body: swapped })
    expect([other.status, other.body.code]).toEqual([400, 'qbo_validation_failed'])
    expect((await check()).companyName).toBe('Harbor & Finch Studio')
  })

  it('says what is missing', async () => {
    const { status, body } = await desk.call(validateQboConnection, { token, body: { code: '' } })
    expect([status, body.error, body.field]).toEqual([
      400,
      'No authorization code received',
      'code',
    ])
  })
})

describe('a connection in use', () => {
  beforeEach(() => company.startOver())

  it('renews an expired access token and says so', async () => {
    await company.throwSwitch('expire-access-tokens')
    expect(await check()).toMatchObject({ status: 'connected', refreshed: true })
    expect(await check()).toMatchObject({ status: 'connected', refreshed: false })
  })

  it('refreshes once for twenty concurrent requests', async () => {
    await company.throwSwitch('expire-access-tokens')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => desk.call(getQboConnection, { token })),
    )
    expect(answers.map(({ body }) => body.status)).toEqual(Array(20).fill('connected'))
    const { oauth } = await company.state()
    expect(oauth).toMatchObject({ refreshes: 1, refused: 0 })
  })

  it('becomes invalid with a reason when QuickBooks refuses the refresh token', async () => {
    await company.throwSwitch('kill-refresh-tokens')
    expect(await check()).toMatchObject({
      status: 'invalid',
      reason: expect.stringContaining('invalid_grant'),
    })
    const { status, body } = await desk.call(listQboVendors, { token })
    expect([status, body.code]).toEqual([409, 'qbo_connection_invalid'])
    expect(body.error).toMatch(/Token refresh failed \(invalid_grant\).*connection is invalid/)
  })

  it('is expired once the refresh token has expired', async () => {
    await query(sql`UPDATE qbo_connection SET refresh_expires_at = now() - interval '1 hour'`)
    expect(await check()).toMatchObject({ status: 'expired', daysUntilExpiration: 0 })
    const { body } = await desk.call(listQboVendors, { token })
    expect(body.code).toBe('qbo_connection_invalid')
  })

  it('shows the day by which someone must reconnect, once that comes first', async () => {
    expect(await check()).not.toHaveProperty('mustReconnect')
    const years = sql`SELECT round(extract(epoch FROM hard_expires_at - now()) / 86400 / 365)::int AS n`
    expect(await query(sql`${years} FROM qbo_connection`)).toEqual([{ n: 5 }])
    await company.throwSwitch('connection-days', { days: 20 })
    await company.throwSwitch('expire-access-tokens')
    expect(await check()).toMatchObject({ status: 'connected', mustReconnect: true })
    expect((await check()).daysUntilExpiration).toBe(19)
    const { connectionNeedsAttention } = (await desk.call(getWorkspaceCounts, { token })).body
    const [item] = (await desk.call(getAttention, { token })).body.items
    expect([connectionNeedsAttention, item?.text]).toEqual([
      true,
      expect.stringMatching(/^Reconnect QuickBooks by [A-Z][a-z]{2} \d+$/),
    ])
    await query(sql`UPDATE qbo_connection SET hard_expires_at = now() - interval '1 hour'`)
    const reason = expect.stringMatching(/^it reached QuickBooks' five-year limit on \w+ \d+, \d+$/)
    expect(await check()).toMatchObject({ status: 'expired', daysUntilExpiration: 0, reason })
  })

  it('has an error, but is not invalid, while QuickBooks is down', async () => {
    await company.fault('error', 'companyinfo', 10)
    expect(await check()).toMatchObject({
      status: 'error',
      reason: "QuickBooks isn't responding",
    })
    await fetch(`${desk.sandbox.url}/faults`, { method: 'DELETE' })
    expect(await check()).toMatchObject({ status: 'connected' })
  })

  it('survives a token service that is down', async () => {
    await company.throwSwitch('expire-access-tokens')
    await company.fault('error', 'tokens/bearer', 10)
    expect(await check()).toMatchObject({ status: 'error' })
    await fetch(`${desk.sandbox.url}/faults`, { method: 'DELETE' })
    expect(await check()).toMatchObject({ status: 'connected', refreshed: true })
  })

  it('works again after reconnecting', async () => {
    await company.throwSwitch('kill-refresh-tokens')
    expect((await check()).status).toBe('invalid')
    expect((await company.connect()).status).toBe(200)
    expect((await check()).status).toBe('connected')
  })

  it('refuses a company that doesn’t use US dollars, and gives its access back', async () => {
    await company.throwSwitch('company', { homeCurrency: 'CAD', timeZone: 'America/Vancouver' })
    const { oauth: before } = await company.state()
    const refused = await company.connect(TIDEWATER)
    expect([refused.status, refused.body.code]).toEqual([409, 'qbo_other_currency'])
    expect((await check()).companyName).toBe('Harbor & Finch Studio')
    const { oauth: after } = await company.state()
    expect(Number(after.revocations)).toBe(Number(before.revocations) + 1)
    await company.throwSwitch('company', { homeCurrency: 'USD', timeZone: 'America/New_York' })
  })

  it('can switch to another company only while nothing depends on the first', async () => {
    await query(sql`DELETE FROM bill_posting`)
    expect((await company.connect(TIDEWATER)).status).toBe(200)
    expect((await check()).companyName).toBe('Tidewater Supply Co.')
    await company.connect(HARBOR)
    await query(sql`INSERT INTO bill_posting
      (task_id, realm_id, state, vendor_id, vendor_name, account_id, invoice_number, amount_cents, date, bill_id, actor)
      VALUES ('t-1', ${HARBOR}, 'created', '1', 'V', '1', 'N', 100, '2026-01-01', '999999', 'someone')`)
    await refusesTidewater('bills')
    await query(sql`DELETE FROM bill_posting`)
  })

  const refusesTidewater = async (what: string) => {
    const refused = await company.connect(TIDEWATER)
    expect([refused.status, refused.body.code]).toEqual([409, 'qbo_other_company'])
    expect(refused.body.error).toContain(`Your ${what} are in "Harbor & Finch Studio".`)
    expect((await check()).companyName).toBe('Harbor & Finch Studio')
  }

  it.each([
    ['failed', undefined],
    ['expired', undefined],
    ['reserved', 'payments'],
    ['captured', 'payments'],
    ['booked', 'payments'],
  ])('with a payment that is %s, can’t switch unless nothing was charged', async (state, what) => {
    await query(sql`INSERT INTO payment_attempt (key, request_hash, method, realm_id, customer_id, total_cents,
      company_name, payer_name, email, state) VALUES (${state}, '', 'paypal', ${HARBOR}, '1', 100, 'Co', 'Pat', 'p@x.example', ${state})`)
    if (what) await refusesTidewater(what)
    else expect((await company.connect(TIDEWATER)).status).toBe(200)
    await query(sql`DELETE FROM payment_attempt`)
    await company.connect(HARBOR)
  })

  it('can’t switch once a vendor’s details are in the first', async () => {
    await query(sql`INSERT INTO vendor_invitation (email, name, state, link_expires_at, vendor_id)
      VALUES ('vi@vendor.example', 'Vi', 'accepted', now(), '7')`)
    await refusesTidewater('vendors')
    await query(sql`DELETE FROM vendor_invitation`)
    await query(sql`INSERT INTO vendor_mapping (email, vendor, tax_id_type, tax_id_last4)
      VALUES ('vi@vendor.example', 'Vi', 'EIN', '1234')`)
    await refusesTidewater('vendors')
    await query(sql`DELETE FROM vendor_mapping`)
  })
})
