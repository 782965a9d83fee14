// Tests how a session is renewed, and everything that ends it.
import { setTimeout } from 'node:timers/promises'
import { changeAccount } from '@invoice-desk/contract/identity/accounts'
import { getAccount, renewSignIn, signOut } from '@invoice-desk/contract/identity/identity'
import { SESSION_IDLE_SECONDS_MAX } from '@invoice-desk/contract/values/limits'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { createCookieJar } from '@invoice-desk/testing/http/cookie-jar'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { askSandbox, setFault } from '@invoice-desk/testing/sandbox/control'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OVER, sessionCalls } from '../support/sessions.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())
afterEach(async () => {
  await askSandbox(desk.sandbox, 'DELETE', '/faults')
  await execute(sql`DELETE FROM staff_session`)
})

const {
  execute,
  signIn,
  renew,
  refusal,
  withdrawConsent,
  grantOf,
  sessionsOf,
  setActive,
  promptOf,
  lastEvents,
} = sessionCalls(() => desk)

describe('a session', () => {
  it('gets a new id token that the API accepts, for the same person', async () => {
    const { jar, answer } = await signIn()
    const { status, body } = await renew(jar)
    expect([status, body]).toEqual([
      200,
      {
        email: STAFF,
        name: 'Sam Staff',
        picture: answer.body.picture,
        idToken: expect.any(String),
        accessToken: expect.any(String),
        exp: expect.any(Number),
        timestamp: expect.any(Number),
      },
    ])
    const claims = JSON.parse(Buffer.from(body.idToken.split('.')[1], 'base64url').toString())
    expect(claims).not.toHaveProperty('nonce')
    expect((await desk.call(getAccount, { token: body.idToken })).body.email).toBe(STAFF)
  })

  it('has a secret that only its cookie contains, for these calls and until the browser closes', async () => {
    const { jar, answer } = await signIn()
    const [header = ''] = answer.headers.getSetCookie().filter((each) => /^desk-session/.test(each))
    expect(header).toMatch(/^desk-session=[\w-]{43}; Path=\/api\/auth; HttpOnly; SameSite=Strict$/)
    const secret = jar.cookies().find(({ name }) => name === 'desk-session')?.value ?? ''
    const rows = await execute(sql`SELECT * FROM staff_session`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify([rows, answer.body])).not.toContain(secret)
  })

  it('is renewed in each browser, although Google gives one refresh token per person', async () => {
    const [first, second] = [await signIn(), await signIn()]
    expect((await renew(first.jar)).status).toBe(200)
    expect((await renew(second.jar)).status).toBe(200)
  })

  it('does not exist without its cookie, or with another one', async () => {
    const { jar } = await signIn()
    expect(await refusal(createCookieJar())).toEqual(OVER)
    const altered = { headers: { cookie: `desk-session=${'A'.repeat(43)}` } }
    const answer = await desk.call(renewSignIn, { ...altered, body: { idleSeconds: 0 } })
    expect([answer.status, answer.body.code]).toEqual(OVER)
    expect((await renew(jar)).status).toBe(200)
  })

  it('ends when someone else signs in with the same browser', async () => {
    const { jar } = await signIn()
    await signIn(ADMIN, jar)
    expect(await sessionsOf(STAFF)).toBe(0)
    expect((await renew(jar)).body.email).toBe(ADMIN)
  })
})

describe('sign-out', () => {
  it('ends the session of this browser only, and is in the audit log', async () => {
    const [{ jar }, other] = [await signIn(), await signIn()]
    const { body, headers } = await desk.call(signOut, { jar })
    expect(body).toEqual({})
    // The answer could arrive after the next sign-in, whose cookie it would clear.
    expect(headers.getSetCookie()).toEqual([])
    expect(await refusal(jar)).toEqual(OVER)
    expect((await renew(other.jar)).status).toBe(200)
    expect(await lastEvents()).toEqual([`${STAFF} signed_out`, `${STAFF} signed_in`])
    expect(await grantOf()).toBeDefined()
  })

  it('succeeds without a session', async () => {
    expect((await desk.call(signOut)).status).toBe(200)
  })

  it('wins against a renewal that is waiting for Google', async () => {
    const { jar } = await signIn()
    await setFault(desk, { provider: 'google', match: '/token', mode: 'slow', delayMs: 400 })
    const waiting = refusal(jar)
    await setTimeout(150)
    await desk.call(signOut, { jar })
    expect(await waiting).toEqual(OVER)
  })
})

describe('a session that is not used', () => {
  it.each([
    ['lasts', SESSION_IDLE_SECONDS_MAX - 60, SESSION_IDLE_SECONDS_MAX * 2, 200],
    ['ends after 12 hours', SESSION_IDLE_SECONDS_MAX + 60, SESSION_IDLE_SECONDS_MAX * 2, 401],
    ['lasts if its browser knows of a later use', SESSION_IDLE_SECONDS_MAX + 60, 30, 200],
    ['ends if we have heard nothing for 13 hours', SESSION_IDLE_SECONDS_MAX + 3_660, 30, 401],
  ])('%s', async (_what, activeSecondsAgo, idleSeconds, status) => {
    const { jar } = await signIn()
    await setActive(activeSecondsAgo)
    expect((await renew(jar, idleSeconds)).status).toBe(status)
    expect((await renew(jar, 0)).status).toBe(status)
    // The person didn't withdraw their consent.
    expect(await promptOf(jar)).toBe('select_account')
  })

  it('remembers the latest use that its browser reported', async () => {
    const { jar } = await signIn()
    await setActive(SESSION_IDLE_SECONDS_MAX - 600)
    await renew(jar, SESSION_IDLE_SECONDS_MAX - 1_200)
    const [row] = await execute(
      sql`SELECT extract(epoch FROM now() - active_at)::int AS idle FROM staff_session`,
    )
    expect(row?.idle).toBeCloseTo(SESSION_IDLE_SECONDS_MAX - 1_200, -2)
  })
})

describe('a session that is used every day', () => {
  it.each([
    ['lasts 30 days', 29, 200],
    ['ends after that', 31, 401],
    ['ends, however old', 400, 401],
  ])('%s', async (_what, days, status) => {
    const { jar, answer } = await signIn()
    await execute(sql`UPDATE staff_session SET created_at = now() - ${days} * interval '1 day'`)
    expect((await renew(jar)).status).toBe(status)
    const { idToken: token } = answer.body
    expect((await desk.call(getAccount, { token })).status).toBe(status)
    expect(await promptOf(jar)).toBe('select_account')
  })
})

describe('Google', () => {
  it('ends all sessions of a person who withdrew their consent, and asks for it again', async () => {
    const [{ jar }, other, ada] = [await signIn(), await signIn(), await signIn(ADMIN)]
    await withdrawConsent()
    expect(await refusal(jar)).toEqual(OVER)
    expect([await sessionsOf(), await grantOf()]).toEqual([0, undefined])
    expect((await lastEvents())[0]).toBe('system session_ended_by_google')
    expect(await refusal(other.jar)).toEqual(OVER)
    expect(await promptOf(other.jar)).toBe('select_account consent')
    expect((await renew(ada.jar)).status).toBe(200)

    expect(await promptOf(jar)).toBe('select_account consent')
    await signIn(STAFF, jar)
    expect((await renew(jar)).status).toBe(200)
    expect(await promptOf(jar)).toBe('select_account')
  })

  it('gives no refresh token to a person we hold none of: they sign in, and are asked next time', async () => {
    await signIn()
    await execute(sql`DELETE FROM google_grant WHERE email = ${STAFF}`)
    const { jar } = await signIn()
    expect(await refusal(jar)).toEqual(OVER)
    expect(await promptOf(jar)).toBe('select_account consent')
    await signIn(STAFF, jar)
    expect((await renew(jar)).status).toBe(200)
    expect(await promptOf(jar)).toBe('select_account')
  })

  it.each([
    ['fails', { mode: 'error' }],
    ['limits us', { mode: 'throttle' }],
    ['refuses our client', { mode: 'error', status: 401 }],
    ['cuts the connection', { mode: 'cut' }],
  ])('changes nothing when it %s', async (_how, fault) => {
    const { jar } = await signIn()
    await setFault(desk, { provider: 'google', match: '/token', times: 1, ...fault })
    expect(await refusal(jar)).toEqual([502, 'google_unavailable'])
    expect((await renew(jar)).status).toBe(200)
  })

  it('does not end a session whose person signed in again while we asked', async () => {
    const { jar } = await signIn()
    const before = await grantOf()
    await withdrawConsent()
    const slow = { mode: 'slow', delayMs: 1_500, times: 1 }
    await setFault(desk, { provider: 'google', match: '/token', ...slow })
    const waiting = renew(jar)
    await setTimeout(200)
    await signIn()
    expect(await grantOf()).not.toBe(before)
    expect((await waiting).status).toBe(200)
    expect(await sessionsOf()).toBe(2)
  })
})

describe('an account', () => {
  const setDisabled = async (disabled: boolean) => {
    const { idToken: token } = await desk.signIn(ADMIN)
    const [row] = await execute(sql`SELECT version FROM staff_account WHERE email = ${STAFF}`)
    const version = row?.version ?? 0
    const body = { email: STAFF, name: '', admin: false, tools: [], disabled, version }
    expect((await desk.call(changeAccount, { token, body })).status).toBe(200)
  }

  it('that is disabled has no session, and none after it is enabled again', async () => {
    const { jar } = await signIn()
    await setDisabled(true)
    expect([await sessionsOf(), await grantOf()]).toEqual([0, undefined])
    await setDisabled(false)
    expect(await refusal(jar)).toEqual(OVER)
  })

  it('that lost its access is refused as everywhere', async () => {
    await withdrawConsent()
    const { jar } = await signIn()
    // As if the settings had changed.
    await execute(sql`UPDATE staff_account SET disabled = true WHERE email = ${STAFF}`)
    expect(await refusal(jar)).toEqual([403, 'account_disabled'])
    expect(await sessionsOf()).toBe(0)
    await execute(sql`UPDATE staff_account SET disabled = false WHERE email = ${STAFF}`)
  })
})
