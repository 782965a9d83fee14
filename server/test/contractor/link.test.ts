// Tests what the verification link opens, and when it stops working.
import { randomUUID } from 'node:crypto'
import {
  listVendorBills,
  signOutEverywhere,
  verifyToken,
} from '@invoice-desk/contract/contractor/contractor'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { addContractor, addToken } from '@invoice-desk/testing/contractor/contractors'
import { verifyByMail } from '@invoice-desk/testing/sandbox/mailbox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { revokeVerifications } from '../../src/features/contractor/queries.ts'
import { RATE_LIMITS } from '../../src/http/rate-limits.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

it('is not used up by link scanners or by verifying it', async () => {
  const token = await verifyByMail(desk, 'scanned@vendor.example')
  for (let n = 0; n < 3; n += 1) {
    const page = await fetch(`${desk.url}/submit-invoice?token=${token}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect((await fetch(page.url, { method: 'HEAD' })).status).toBe(200)
  }
  for (let n = 0; n < 2; n += 1) {
    expect((await desk.call(verifyToken, { body: { token } })).body.valid).toBe(true)
  }
})

it('opens a page that loads only the human check from other sites', async () => {
  const page = await fetch(`${desk.url}/submit-invoice`)
  const policy = page.headers.get('content-security-policy') ?? ''
  const check = `${desk.sandbox.url}/human-check/`
  expect(policy).toContain(`script-src 'self' ${check} https://www.gstatic.com/recaptcha/;`)
  expect(policy).toContain(`connect-src 'self' ${check};`)
  const html = await page.text()
  const { RECAPTCHA_SITE_KEY } = desk.sandbox.settings['human-check'] ?? {}
  expect(html).toContain(`"siteKey":"${RECAPTCHA_SITE_KEY}"`)
  expect(html).not.toContain('secret')
  const other = await fetch(`${desk.url}/privacy`)
  expect(other.headers.get('content-security-policy')).not.toContain('recaptcha')
})

const refusals = [
  ['', 'token_missing', 'No token provided'],
  ['made-up', 'token_invalid', 'Invalid token'],
  ["' OR 1=1 --", 'token_invalid', 'Invalid token'],
  ['\u0007', 'token_invalid', 'Invalid token'],
] as const
it.each(refusals)('refuses %j as %s', async (token, code, error) => {
  const { status, body } = await desk.call(verifyToken, { body: { token } })
  expect([status, body]).toEqual([
    401,
    { valid: false, code, error, currentTime: expect.any(String) },
  ])
})

it('refuses a truncated and an altered token', async () => {
  const token = await addToken(desk, 'cut@vendor.example')
  for (const bad of [token.slice(0, -1), token.slice(1), `${token}A`, token.toUpperCase()]) {
    const { body } = await desk.call(verifyToken, { body: { token: bad } })
    expect(body.error).toBe('Invalid token')
  }
  const without = await desk.call(verifyToken, { body: {} })
  expect(without.body.error).toBe('No token provided')
})

it('says when a token expired', async () => {
  const expiresAt = new Date(Date.now() - 1_000)
  const token = await addToken(desk, 'late@vendor.example', { expiresAt })
  const { status, body } = await desk.call(verifyToken, { body: { token } })
  expect([status, body]).toEqual([
    401,
    {
      valid: false,
      code: 'token_expired',
      error: 'Token has expired',
      email: 'late@vendor.example',
      expiredAt: expiresAt.toISOString(),
      currentTime: expect.any(String),
    },
  ])
})

it('stops working when its mapping is deleted', async () => {
  const { email, vendor, token } = await addContractor(desk)
  const { db } = desk.desk.dependencies.database
  await revokeVerifications(db, email)
  const verified = await desk.call(verifyToken, { body: { token } })
  expect(verified.body.error).toBe('Invalid token')
  const bills = await desk.call(listVendorBills, { token, body: { vendorName: vendor, token } })
  expect([bills.status, bills.body.error]).toEqual([401, 'Invalid token'])
})

it('stops working on every device when its owner signs out, and no other link does', async () => {
  const { email, vendor, token } = await addContractor(desk)
  const older = await addToken(desk, email)
  const other = await addContractor(desk)
  const stateOf = async (each: string) =>
    (await desk.call(verifyToken, { body: { token: each } })).body.code ?? 'valid'
  const signOut = (whose: string) => desk.call(signOutEverywhere, { token, body: { email: whose } })

  const refused = await signOut(other.email)
  expect([refused.status, refused.body.code]).toEqual([403, 'other_email'])
  expect([await stateOf(token), await stateOf(other.token)]).toEqual(['valid', 'valid'])

  const { status, body } = await signOut(email.toUpperCase())
  expect([status, body]).toEqual([200, { message: "You're signed out on all devices." }])
  for (const each of [token, older]) expect(await stateOf(each)).toBe('token_invalid')
  const bills = await desk.call(listVendorBills, { token: older, body: { vendorName: vendor } })
  expect([bills.status, bills.body.code]).toEqual([401, 'token_invalid'])
  expect(await stateOf(other.token)).toBe('valid')
  const { rows } = await desk.desk.dependencies.database.pool.query(
    `SELECT actor, action FROM audit_event WHERE subject_kind = 'contractor' AND subject_id = $1`,
    [email],
  )
  expect(rows).toEqual([{ actor: email, action: 'signed_out_everywhere' }])

  const again = await signOut(email)
  expect([again.status, again.body.code]).toEqual([401, 'token_invalid'])
  expect(await stateOf(await verifyByMail(desk, email))).toBe('valid')
})

it('is rate-limited', async () => {
  const from = '198.51.100.78'
  const tries = Array.from({ length: RATE_LIMITS.verify_token.points + 1 }, () =>
    desk.call(verifyToken, { body: { token: randomUUID() }, from }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})
