// Tests sign-in and accounts over HTTP and through the identity provider's pages.
import { addAccount, changeAccount, listAccounts } from '@invoice-desk/contract/identity/accounts'
import {
  getAccount,
  getProtected,
  startGoogleSignIn,
  validateGoogleSignIn,
} from '@invoice-desk/contract/identity/identity'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { chooseAccount } from '@invoice-desk/testing/http/caller'
import { createCookieJar } from '@invoice-desk/testing/http/cookie-jar'
import { ADMIN, STAFF, STRANGER } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

const eventsOf = async (id: string) => {
  const { db } = desk.desk.dependencies.database
  const { rows } = await db.execute(
    sql`SELECT actor, action, details FROM audit_event WHERE subject_kind = 'account' AND subject_id = ${id} ORDER BY id`,
  )
  return rows
}

describe('sign-in', () => {
  it('sends the browser to the consent page with PKCE, nonce and account selection', async () => {
    const { status, body } = await desk.call(startGoogleSignIn, {
      query: { redirect: '/approve-invoice?taskId=7' },
    })
    const url = new URL(body.url)
    expect(status).toBe(200)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      scope: 'openid email profile',
      access_type: 'offline',
      prompt: 'select_account',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${desk.url}/auth/google/redirect`,
      nonce: expect.stringMatching(/.{40}/),
      state: expect.stringMatching(/^\/approve-invoice\?taskId=7#.{40}/),
    })
  })

  it('returns the specified auth data', async () => {
    const auth = await desk.signIn(STAFF)
    expect(auth).toEqual({
      email: STAFF,
      name: 'Sam Staff',
      picture: expect.stringContaining('http'),
      idToken: expect.any(String),
      accessToken: expect.any(String),
      exp: expect.any(Number),
      code: expect.any(String),
      timestamp: expect.any(Number),
    })
    expect(await eventsOf(STAFF)).toContainEqual({ actor: STAFF, action: 'signed_in', details: {} })
  })

  it.each([
    'https://evil.example/x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/..//evil.example',
  ])('returns to / instead of %s', async (redirect) => {
    const { body } = await desk.call(startGoogleSignIn, { query: { redirect } })
    expect(new URL(body.url).searchParams.get('state')).toMatch(/^\/#/)
  })

  it('refuses a code without the cookie of the browser that started the sign-in', async () => {
    const returned = await chooseAccount(desk, createCookieJar(), STAFF)
    const { status, body } = await desk.call(validateGoogleSignIn, { body: returned })
    expect([status, body]).toEqual([
      400,
      { error: 'Validation failed', code: 'google_validation_failed' },
    ])
  })

  it('refuses an altered state', async () => {
    const jar = createCookieJar()
    const returned = await chooseAccount(desk, jar, STAFF)
    const state = `/elsewhere${returned.state}`
    const { status } = await desk.call(validateGoogleSignIn, { jar, body: { ...returned, state } })
    expect(status).toBe(400)
  })

  it('refuses a used code', async () => {
    const jar = createCookieJar()
    const returned = await chooseAccount(desk, jar, STAFF)
    const first = await desk.call(validateGoogleSignIn, { jar, body: returned })
    const second = await desk.call(validateGoogleSignIn, { jar, body: returned })
    expect([first.status, second.status]).toEqual([200, 400])
  })

  it('refuses another issuer in the redirect', async () => {
    const jar = createCookieJar()
    const returned = await chooseAccount(desk, jar, STAFF)
    const body = { ...returned, iss: 'https://evil.example' }
    expect((await desk.call(validateGoogleSignIn, { jar, body })).status).toBe(400)
  })

  it('requires a code', async () => {
    const { status, body } = await desk.call(validateGoogleSignIn, { body: { code: '' } })
    expect([status, body]).toEqual([
      400,
      { error: 'No authorization code received', code: 'invalid_input', field: 'code' },
    ])
  })

  it('refuses an account that is not provisioned, and records it', async () => {
    const jar = createCookieJar()
    const returned = await chooseAccount(desk, jar, STRANGER)
    const { status, body } = await desk.call(validateGoogleSignIn, { jar, body: returned })
    expect([status, body.code]).toEqual([403, 'account_not_provisioned'])
    expect(await eventsOf(STRANGER)).toHaveLength(1)
  })

  it('reports that the identity provider is down, and recovers', async () => {
    const jar = createCookieJar()
    const returned = await chooseAccount(desk, jar, STAFF)
    await fetch(`${desk.sandbox.url}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'google', match: '/token', mode: 'error', times: 1 }),
    })
    const { status, body } = await desk.call(validateGoogleSignIn, { jar, body: returned })
    expect([status, body.code]).toEqual([502, 'google_unavailable'])
    expect(await desk.signIn(STAFF)).toMatchObject({ email: STAFF })
  })

  it('fails while discovery fails, and then recovers', async () => {
    // Discovery runs at the first sign-in and is cached, so this needs a new server.
    const fresh = await startTestDesk()
    try {
      await fetch(`${fresh.sandbox.url}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ provider: 'google', match: '.well-known', mode: 'error', times: 1 }),
      })
      const { status, body } = await fresh.call(startGoogleSignIn)
      expect([status, body]).toEqual([
        502,
        { error: 'Failed to initialize Google login', code: 'google_start_failed' },
      ])
      expect((await fresh.call(startGoogleSignIn)).status).toBe(200)
    } finally {
      await fresh.close()
    }
  })
})

describe('bearer tokens', () => {
  it('accepts a provisioned account and says who it is', async () => {
    const { idToken, exp } = await desk.signIn(STAFF)
    const { status, body } = await desk.call(getProtected, { token: idToken })
    expect([status, body]).toEqual([
      200,
      {
        message: expect.any(String),
        email: STAFF,
        name: 'Sam Staff',
        expiresAt: new Date((exp ?? 0) * 1_000).toISOString(),
      },
    ])
  })

  it('refuses a missing, malformed or foreign token', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const { kid } = await exportJWK(publicKey)
    const forged = await new SignJWT({ email: STAFF, email_verified: true })
      .setProtectedHeader({ alg: 'RS256', kid: kid ?? 'x' })
      .setIssuer(desk.sandbox.settings.google?.GOOGLE_ISSUER ?? '')
      .setAudience(desk.sandbox.settings.google?.GOOGLE_CLIENT_ID ?? '')
      .setExpirationTime('1h')
      .sign(privateKey)
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(`{"email":"${STAFF}"}`)}.`
    const { accessToken } = await desk.signIn(STAFF)
    const tokens = [undefined, 'nonsense', forged, unsigned, accessToken]
    for (const token of tokens) {
      const { status, body } = await desk.call(getProtected, token === undefined ? {} : { token })
      expect([status, body.code]).toEqual([401, 'sign_in_required'])
    }
  })

  it('refuses a token whose payload was altered', async () => {
    const { idToken } = await desk.signIn(STAFF)
    const [header, payload = '', signature] = idToken.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const altered = Buffer.from(JSON.stringify({ ...claims, email: ADMIN })).toString('base64url')
    const token = `${header}.${altered}.${signature}`
    expect((await desk.call(listAccounts, { token })).status).toBe(401)
  })
})

describe('accounts', () => {
  it('are shown only to administrators', async () => {
    const staff = await desk.signIn(STAFF)
    const { status, body } = await desk.call(listAccounts, { token: staff.idToken })
    expect([status, body.code]).toEqual([403, 'admin_required'])
  })

  it('adds a person, who can then sign in with only the given tools', async () => {
    const { idToken: token } = await desk.signIn(ADMIN)
    const email = 'Fay.Fewer@harborfinch.example'
    const added = await desk.call(addAccount, {
      token,
      body: { email, name: 'Fay', tools: ['create_vendor'] },
    })
    expect(added.body).toMatchObject({ email: email.toLowerCase(), version: 1, disabled: false })
    const fay = await desk.signIn(email.toLowerCase())
    const { body } = await desk.call(getAccount, { token: fay.idToken })
    expect(body).toMatchObject({ admin: false, tools: ['create_vendor'] })
    expect(await eventsOf(email.toLowerCase())).toContainEqual(
      expect.objectContaining({ actor: ADMIN, action: 'account_added' }),
    )

    const again = await desk.call(addAccount, { token, body: { email, tools: [] } })
    expect([again.status, again.body]).toEqual([
      409,
      { error: 'This email already has an account.', code: 'account_exists', field: 'email' },
    ])
  })

  it('disables an account immediately and reports a conflict to the second administrator', async () => {
    const { idToken: token } = await desk.signIn(ADMIN)
    const staff = await desk.signIn(STAFF)
    const change = { email: STAFF, name: '', admin: false, tools: [], disabled: true, version: 0 }
    const first = await desk.call(changeAccount, { token, body: change })
    const second = await desk.call(changeAccount, { token, body: change })
    expect([first.status, second.status]).toEqual([200, 409])
    expect(second.body.code).toBe('changed_meanwhile')
    const refused = await desk.call(getAccount, { token: staff.idToken })
    expect([refused.status, refused.body.code]).toEqual([403, 'account_disabled'])
    const jar = createCookieJar()
    const returned = await chooseAccount(desk, jar, STAFF)
    const signIn = await desk.call(validateGoogleSignIn, { jar, body: returned })
    expect([signIn.status, signIn.body.code]).toEqual([403, 'account_disabled'])

    const enable = { ...change, disabled: false, tools: ['approve_invoice'], version: 1 }
    await desk.call(changeAccount, { token, body: enable })
    // The session ended, and with it the token.
    expect((await desk.call(getAccount, { token: staff.idToken })).body.code).toBe(
      'session_expired',
    )
    const { idToken } = await desk.signIn(STAFF)
    expect((await desk.call(getAccount, { token: idToken })).body.tools).toEqual([
      'approve_invoice',
    ])
  })

  it('does not change administrators from the settings', async () => {
    const { idToken: token } = await desk.signIn(ADMIN)
    const body = { email: ADMIN, name: '', admin: false, tools: [], disabled: true, version: 0 }
    const { status, body: refusal } = await desk.call(changeAccount, { token, body })
    expect([status, refusal.code]).toEqual([409, 'account_protected'])
  })

  it('names the invalid field', async () => {
    const { idToken: token } = await desk.signIn(ADMIN)
    const refusals = [
      await desk.call(addAccount, { token, body: { email: 'not an address', tools: [] } }),
      await desk.call(addAccount, { token, body: { email: 'a@b.example', tools: ['fly'] } }),
      await desk.call(addAccount, { token, body: { email: 'a@b.example' } }),
    ]
    expect(refusals.map(({ status, body }) => [status, body.field])).toEqual([
      [400, 'email'],
      [400, 'tools.0'],
      [400, 'tools'],
    ])
  })
})
