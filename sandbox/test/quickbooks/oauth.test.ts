// The connection: choosing a company, tokens, revocation and the gateway.
import { describe, expect, it } from 'vitest'
import { jsonOf } from '../support.ts'
import {
  authorizeUrl,
  choose,
  HARBOR,
  openCompany,
  REDIRECT_URI,
  TIDEWATER,
  type Tokens,
} from './support.ts'

const company = await openCompany()
const { sandbox, token, throwSwitch, call } = company

const redeem = (code: string, redirect_uri = REDIRECT_URI) =>
  token({ grant_type: 'authorization_code', code, redirect_uri })
const refresh = (refresh_token: string, headers = {}) =>
  token({ grant_type: 'refresh_token', refresh_token }, undefined, headers)
const codeFor = async (realmId = HARBOR) =>
  (await choose(sandbox, realmId)).searchParams.get('code') ?? ''
const gatewayError = (body: Record<string, unknown>) =>
  (body.fault as { error: [{ code: string; message: string }]; type: string }).error[0]

describe('the authorize page', () => {
  it('offers both companies and a way to refuse', async () => {
    const response = await fetch(authorizeUrl(sandbox))
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toContain('Connect Harbor &amp; Finch Studio')
    expect(page).toContain('Connect Tidewater Supply Co.')
    expect(page).toContain('No thanks')
  })

  it('returns a code, the state and the company', async () => {
    const back = await choose(sandbox, TIDEWATER)
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT_URI)
    expect(back.searchParams.get('realmId')).toBe(TIDEWATER)
    expect(back.searchParams.get('state')).toBe('the-state')
    expect(back.searchParams.get('code')).toMatch(/^AB1/)
  })

  it('returns access_denied if the person refuses', async () => {
    const back = await choose(sandbox, '')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      state: 'the-state',
    })
  })

  it.each([
    ['an unknown app', { client_id: 'someone-else' }],
    ['an address elsewhere', { redirect_uri: 'https://evil.example/auth/qbo/redirect' }],
    ['another path', { redirect_uri: 'http://localhost:39999/elsewhere' }],
    ['a query on the address', { redirect_uri: `${REDIRECT_URI}?next=x` }],
    ['no state', { state: undefined }],
  ])('shows an error and redirects nowhere for %s', async (_case, change) => {
    const response = await fetch(authorizeUrl(sandbox, change), { redirect: 'manual' })
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
  })

  it.each([
    ['invalid_scope', { scope: 'openid' }],
    ['unsupported_response_type', { response_type: 'token' }],
  ])('sends %s back to the app', async (error, change) => {
    const response = await fetch(authorizeUrl(sandbox, change), { redirect: 'manual' })
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe(error)
  })
})

describe('the token endpoint', () => {
  it('exchanges a code once', async () => {
    const code = await codeFor()
    const first = await redeem(code)
    expect(first.status).toBe(200)
    expect(await jsonOf(first)).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      x_refresh_token_expires_in: 8726400,
    })
    const second = await redeem(code)
    expect([second.status, await jsonOf(second)]).toEqual([400, { error: 'invalid_grant' }])
  })

  it('refuses a code for another redirect address', async () => {
    const response = await redeem(await codeFor(), 'http://localhost:1/auth/qbo/redirect')
    expect([response.status, await jsonOf(response)]).toEqual([400, { error: 'invalid_grant' }])
  })

  it('refuses a client with a wrong secret', async () => {
    const response = await token(
      { grant_type: 'refresh_token', refresh_token: company.tokens.refresh_token },
      `Basic ${Buffer.from(`${company.settings.QBO_CLIENT_ID}:wrong`).toString('base64')}`,
    )
    expect([response.status, await jsonOf(response)]).toEqual([401, { error: 'invalid_client' }])
  })

  it('refuses an unknown grant type', async () => {
    expect(await jsonOf(token({ grant_type: 'password' }))).toEqual({
      error: 'unsupported_grant_type',
    })
  })

  it('rotates the refresh token and invalidates the old one', async () => {
    const old = company.tokens.refresh_token
    const renewed = await jsonOf<Tokens>(refresh(old))
    expect(renewed.refresh_token).not.toBe(old)
    const again = await refresh(old)
    expect([again.status, await jsonOf(again)]).toEqual([400, { error: 'invalid_grant' }])
    expect((await refresh(renewed.refresh_token)).status).toBe(200)
  })

  it('keeps the refresh token for a day if it rotates daily', async () => {
    await throwSwitch('rotation', { mode: 'daily' })
    const renewed = await jsonOf<Tokens>(refresh(company.tokens.refresh_token))
    expect(renewed.refresh_token).toBe(company.tokens.refresh_token)
    expect(renewed.access_token).not.toBe(company.tokens.access_token)
  })

  it('gives different errors for an unknown and a dead refresh token', async () => {
    const response = await refresh('RT1-made-up')
    expect([response.status, await jsonOf(response)]).toEqual([
      400,
      { error: 'invalid_grant', error_description: 'Incorrect or invalid refresh token' },
    ])
  })

  it('counts refreshes', async () => {
    const renewed = await jsonOf<Tokens>(refresh(company.tokens.refresh_token))
    await refresh(renewed.refresh_token)
    await refresh(renewed.refresh_token)
    expect((await company.state()).oauth).toMatchObject({ refreshes: 2, refused: 1 })
  })
})

describe('revoking', () => {
  const revoke = (body: unknown) =>
    fetch(String(company.settings.QBO_REVOKE_URL), {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${company.settings.QBO_CLIENT_ID}:${company.settings.QBO_CLIENT_SECRET}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })

  it('ends the connection', async () => {
    expect((await revoke({ token: company.tokens.refresh_token })).status).toBe(200)
    expect((await refresh(company.tokens.refresh_token)).status).toBe(400)
    expect((await call('/query?query=select')).status).toBe(401)
  })

  it('refuses an unknown token', async () => {
    expect((await revoke({ token: 'x' })).status).toBe(400)
  })
})

describe('the gateway', () => {
  it.each([
    ['no token', ''],
    ['a made-up token', 'Bearer abcdef'],
    ['another scheme', 'Basic abcdef'],
  ])('refuses %s with 3200 in lower case', async (_case, authorization) => {
    const { status, body } = await call('/companyinfo/1', { headers: { authorization } })
    expect(status).toBe(401)
    expect(gatewayError(body)).toMatchObject({
      code: '3200',
      message: 'message=AuthenticationFailed; errorCode=003200; statusCode=401',
    })
    expect(body.fault).toMatchObject({ type: 'AUTHENTICATION' })
  })

  it('refuses another company with 403', async () => {
    const { status, body } = await call('/companyinfo/1', {}, TIDEWATER)
    expect(status).toBe(403)
    expect(gatewayError(body).code).toBe('3100')
  })

  it('puts a trace id on every answer', async () => {
    const answers = [
      await call('/companyinfo/1'),
      await call('/bill/999999'),
      await call('/companyinfo/1', {}, TIDEWATER),
      await call('/nowhere/at/all'),
    ]
    const ids = answers.map(({ headers }) => headers.get('intuit_tid'))
    expect(new Set(ids).size).toBe(4)
    expect(ids.every(Boolean)).toBe(true)
    expect((await refresh('x')).headers.get('intuit_tid')).toBeTruthy()
  })

  it('answers in XML without an Accept header for JSON', async () => {
    const { headers, body } = await call('/companyinfo/1', { headers: { accept: '*/*' } })
    expect(headers.get('content-type')).toContain('application/xml')
    expect(body.text).toContain('<IntuitResponse')
  })

  it('throttles per second and per minute', async () => {
    const calls = (count: number) =>
      Promise.all(Array.from({ length: count }, () => call('/companyinfo/1')))
    await throwSwitch('rate', { perSecond: 10, perMinute: 500 })
    const many = await calls(15)
    expect(many.filter(({ status }) => status === 429)).toHaveLength(5)
    expect(gatewayError(many.at(-1)?.body ?? {})).toMatchObject({
      code: '3001',
      message: 'message=ThrottleExceeded; errorCode=003001; statusCode=429',
    })
    expect(many.at(-1)?.headers.get('retry-after')).toBe('60')
    await throwSwitch('rate', { perSecond: 0, perMinute: 12, retryAfterSeconds: 0 })
    const more = await calls(5)
    expect(more.filter(({ status }) => status === 429)).toHaveLength(3)
    expect(more.at(-1)?.headers.get('retry-after')).toBeNull()
  })

  it('counts calls of each company separately', async () => {
    await throwSwitch('rate', { perSecond: 0, perMinute: 1 })
    expect((await call('/companyinfo/1')).status).toBe(200)
    const other = await jsonOf<Tokens>(redeem(await codeFor(TIDEWATER)))
    const headers = { authorization: `Bearer ${other.access_token}` }
    expect((await call('/companyinfo/1', { headers }, TIDEWATER)).status).toBe(200)
  })
})

describe('the switches', () => {
  it('change the home currency and the time zone', async () => {
    const read = async () =>
      Object.assign(
        {},
        (await call('/companyinfo/1')).body.CompanyInfo,
        (await call('/preferences')).body.Preferences,
      )
    expect(await read()).toMatchObject({
      DefaultTimeZone: 'America/New_York',
      CurrencyPrefs: { MultiCurrencyEnabled: true, HomeCurrency: { value: 'USD' } },
    })
    await throwSwitch('company', { homeCurrency: 'CAD', timeZone: 'America/Toronto' })
    expect(await read()).toMatchObject({
      DefaultTimeZone: 'America/Toronto',
      CurrencyPrefs: { HomeCurrency: { value: 'CAD' } },
    })
  })

  it('expire access tokens but not the refresh token', async () => {
    await throwSwitch('expire-access-tokens')
    expect((await call('/companyinfo/1')).status).toBe(401)
    const renewed = await jsonOf<Tokens>(refresh(company.tokens.refresh_token))
    const headers = { authorization: `Bearer ${renewed.access_token}` }
    expect((await call('/companyinfo/1', { headers })).status).toBe(200)
  })

  it('revoke the connection as Intuit does', async () => {
    await throwSwitch('kill-refresh-tokens')
    expect((await call('/companyinfo/1')).status).toBe(401)
    expect((await refresh(company.tokens.refresh_token)).status).toBe(400)
  })

  it("shorten the refresh token’s life, and a refresh doesn't extend it", async () => {
    await throwSwitch('refresh-token-days', { days: 5 })
    const renewed = await jsonOf<Tokens>(refresh(company.tokens.refresh_token))
    expect(renewed.x_refresh_token_expires_in).toBeLessThanOrEqual(5 * 86400)
    expect(renewed.x_refresh_token_expires_in).toBeGreaterThan(4.9 * 86400)
    await throwSwitch('refresh-token-days', { days: 0 })
    expect((await refresh(renewed.refresh_token)).status).toBe(400)
  })

  it('end the connection, which a token answer shows only if it is asked for', async () => {
    await throwSwitch('connection-days', { days: 5 })
    const silent = await jsonOf<Tokens>(refresh(company.tokens.refresh_token))
    expect(silent.x_refresh_token_expires_in).toBe(8726400)
    expect(silent).not.toHaveProperty('x_refresh_token_hard_expires_in')
    const asked = { 'x-include-refresh-token-hard-expires-in': 'true' }
    const renewed = await jsonOf<Tokens>(refresh(silent.refresh_token, asked))
    expect(renewed).toMatchObject({ x_refresh_token_hard_expires_in: 5 * 86400 })
    await throwSwitch('connection-days', { days: 0 })
    expect((await refresh(renewed.refresh_token)).status).toBe(400)
  })

  it.each([
    ['refresh-token-days', { days: -1 }],
    ['refresh-token-days', { days: 'soon' }],
    ['rotation', { mode: 'never' }],
    ['webhooks', {}],
    ['rate', { perSecond: 1.5, perMinute: 1 }],
    ['fill', { vendors: 1e9 }],
  ])('refuse invalid values for %s', async (name, values) => {
    const response = await throwSwitch(name, values)
    expect(response.status).toBe(400)
    expect(await jsonOf(response)).toHaveProperty('error')
  })

  it('answer 404 for an unknown switch', async () => {
    expect((await throwSwitch('nothing')).status).toBe(404)
  })
})
