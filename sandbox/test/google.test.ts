// Google sign-in, with the library that the app uses.
import { authorizationCodeGrant, fetchUserInfo, randomPKCECodeVerifier } from 'openid-client'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../src/start.ts'
import { accountOf, begin, choose, clientOf, STAFF, STRANGER, signIn } from './google-client.ts'
import {
  jsonOf,
  openBrowser,
  openSandbox,
  postJson,
  REDIRECT_URI,
  temporaryFolder,
} from './support.ts'

describe('Google sign-in', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox()
  })
  afterEach(() => sandbox.reset())

  it('offers a button for every account and one to cancel', async () => {
    const { url } = await begin(await clientOf(sandbox))
    const { page } = await openBrowser(sandbox.url).open(url)
    for (const email of [STAFF, 'ada.admin@harborfinch.example', STRANGER])
      expect(page).toMatch(new RegExp(`<button[^>]*>${email}</button>`))
    expect(page).toMatch(/<button[^>]*>Cancel<\/button>/)
  })

  it('signs in with an RS256 id token that contains the profile', async () => {
    const { tokens, claims, back } = await signIn(sandbox, STAFF)
    expect(claims).toMatchObject({
      iss: `${sandbox.url}/google`,
      aud: sandbox.settings.google?.GOOGLE_CLIENT_ID,
      email: STAFF,
      email_verified: true,
      name: 'Sam Staff',
      hd: 'harborfinch.example',
    })
    const [header = ''] = tokens.id_token?.split('.') ?? []
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'RS256' })
    expect(back.searchParams.get('iss')).toBe(`${sandbox.url}/google`)
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(3600)
  })

  it('serves the profile picture from the id token', async () => {
    const { claims } = await signIn(sandbox, STAFF)
    const picture = await fetch(String(claims?.picture))
    expect(picture.headers.get('content-type')).toContain('image/svg+xml')
    expect(await picture.text()).toContain('<svg')
  })

  it('supports userinfo', async () => {
    const { client, tokens, claims } = await signIn(sandbox, STAFF)
    const info = await fetchUserInfo(client, tokens.access_token, claims?.sub ?? '')
    expect(info.email).toBe(STAFF)
  })

  it('has one `sub` per person, and another one for the next person with the email', async () => {
    const first = (await signIn(sandbox, STAFF)).claims?.sub
    expect((await signIn(sandbox, STAFF)).claims?.sub).toBe(first)
    await postJson(`${sandbox.url}/google/accounts/replace`, { email: STAFF })
    const { claims } = await signIn(sandbox, STAFF)
    expect(claims).toMatchObject({ email: STAFF, sub: expect.stringMatching(/^1\d{20}$/) })
    expect(claims?.sub).not.toBe(first)
  })

  it('signs in a person without a company domain', async () => {
    const { claims } = await signIn(sandbox, STRANGER)
    expect(claims?.email).toBe(STRANGER)
    expect(claims).not.toHaveProperty('hd')
  })

  it('asks again in the same browser and signs in the newly chosen person', async () => {
    const browser = openBrowser(sandbox.url)
    expect((await signIn(sandbox, STAFF, browser)).claims?.email).toBe(STAFF)
    expect((await signIn(sandbox, STRANGER, browser)).claims?.email).toBe(STRANGER)
    expect((await signIn(sandbox, STAFF, browser)).claims?.email).toBe(STAFF)
  })

  it('sends the person back with access_denied when they cancel', async () => {
    const browser = openBrowser(sandbox.url)
    const { url, checks } = await begin(await clientOf(sandbox))
    const chooser = await browser.open(url)
    const back = await browser.open(chooser.url, { cancel: 'yes' })
    expect(back.url.href.split('?')[0]).toBe(REDIRECT_URI)
    expect(back.url.searchParams.get('error')).toBe('access_denied')
    expect(back.url.searchParams.get('state')).toBe(checks.expectedState)
  })

  it('refuses an authorization without a PKCE challenge', async () => {
    const { url } = await begin(await clientOf(sandbox))
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    const back = await openBrowser(sandbox.url).open(url)
    expect(back.url.searchParams.get('error')).toBe('invalid_request')
  })

  it('refuses a code without its verifier, with a wrong one, and a second time', async () => {
    const client = await clientOf(sandbox)
    const redeem = async (verifier: string | undefined, code: string) => {
      const { GOOGLE_CLIENT_ID = '', GOOGLE_CLIENT_SECRET = '' } = sandbox.settings.google ?? {}
      const answer = await fetch(client.serverMetadata().token_endpoint ?? '', {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          redirect_uri: REDIRECT_URI,
          client_id: GOOGLE_CLIENT_ID,
          client_secret: GOOGLE_CLIENT_SECRET,
          code,
          ...(verifier && { code_verifier: verifier }),
        }),
      })
      return { status: answer.status, error: (await jsonOf(answer)).error }
    }
    const codeFor = async () => {
      const { url, checks } = await begin(client)
      const back = await choose(sandbox, openBrowser(sandbox.url), url, STAFF)
      return { code: back.searchParams.get('code') ?? '', verifier: checks.pkceCodeVerifier }
    }
    const refused = { status: 400, error: 'invalid_grant' }
    expect(await redeem(undefined, (await codeFor()).code)).toEqual(refused)
    expect(await redeem(randomPKCECodeVerifier(), (await codeFor()).code)).toEqual(refused)
    const { code, verifier } = await codeFor()
    expect(await redeem(verifier, code)).toMatchObject({ status: 200 })
    expect(await redeem(verifier, code)).toEqual(refused)
  })

  it.each([
    ['timeout', 'before it does anything', true],
    ['timeout-after', 'after the code is used up', false],
    ['cut', 'after the code is used up', false],
  ])('with %s fails %s', async (mode, _when, codeStillGood) => {
    const client = await clientOf(sandbox)
    const { url, checks } = await begin(client)
    const back = await choose(sandbox, openBrowser(sandbox.url), url, STAFF)
    await postJson(`${sandbox.url}/faults`, { provider: 'google', mode, match: 'POST /token' })
    client.timeout = 1
    await expect(authorizationCodeGrant(client, back, checks)).rejects.toThrow()
    client.timeout = 30
    const again = authorizationCodeGrant(client, back, checks)
    if (codeStillGood) expect((await again).claims()?.email).toBe(STAFF)
    else await expect(again).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('refuses a wrong client secret', async () => {
    const answer = await fetch(`${sandbox.url}/google/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: sandbox.settings.google?.GOOGLE_CLIENT_ID ?? '',
        client_secret: 'wrong',
        code: 'x',
      }),
    })
    expect(answer.status).toBe(401)
    expect((await jsonOf(answer)).error).toBe('invalid_client')
  })

  it.each([
    ['another machine', 'https://evil.example/auth/google/redirect'],
    ['another path', 'http://localhost:3000/elsewhere'],
    ['an added query', `${REDIRECT_URI}?next=x`],
  ])('never redirects to %s', async (_what, redirectUri) => {
    const { url } = await begin(await clientOf(sandbox), { redirect_uri: redirectUri })
    const answer = await openBrowser(sandbox.url).open(url)
    expect(answer.url.href).toContain(sandbox.url)
    expect(answer.page).toContain('redirect_uri_mismatch')
  })

  it('issues short-lived tokens and unverified emails if set', async () => {
    await postJson(`${sandbox.url}/google/settings`, { idTokenSeconds: 5 })
    await postJson(`${sandbox.url}/google/accounts`, { email: STAFF, email_verified: false })
    const { claims } = await signIn(sandbox, STAFF)
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(5)
    expect(claims?.email_verified).toBe(false)
  })

  it('adds accounts and removes them on reset', async () => {
    await postJson(`${sandbox.url}/google/accounts`, { email: ' New.Person@Somewhere.example ' })
    const { claims } = await signIn(sandbox, 'new.person@somewhere.example')
    expect(claims?.name).toBe('New Person')
    await sandbox.reset()
    await expect(accountOf(sandbox, 'new.person@somewhere.example')).rejects.toThrow()
  })

  it.each([
    ['accounts', { email: 'not an address' }],
    ['accounts', { email: STAFF, verified: true }],
    ['settings', { idTokenSeconds: 0 }],
    ['settings', {}],
  ])('refuses invalid %s: %j', async (path, body) => {
    const answer = await postJson(`${sandbox.url}/google/${path}`, body)
    expect(answer.status).toBe(400)
    expect((await jsonOf(answer)).error).toEqual(expect.any(String))
  })

  it('shows a page for an expired sign-in', async () => {
    const { url } = await begin(await clientOf(sandbox))
    const chooser = await openBrowser(sandbox.url).open(url)
    const elsewhere = await openBrowser(sandbox.url).open(chooser.url)
    expect(elsewhere.page).toContain('This sign-in has expired')
  })
})

describe('Google sign-in after a restart', () => {
  it('still accepts earlier codes, tokens and keys', async () => {
    const dataDir = temporaryFolder()
    const before = await openSandbox(dataDir)
    const port = Number(new URL(before.url).port)
    const client = await clientOf(before)
    const { url, checks } = await begin(client)
    const back = await choose(before, openBrowser(before.url), url, STAFF)
    const keys = await (await fetch(`${before.url}/google/oauth2/v3/certs`)).text()
    await before.close()

    const after = await openSandbox(dataDir, port)
    // The first call may use a connection that the stop has closed.
    const answer = () => fetch(`${after.url}/google/oauth2/v3/certs`).catch(() => undefined)
    await expect.poll(async () => (await answer())?.text()).toBe(keys)
    const tokens = await authorizationCodeGrant(client, back, checks)
    expect(tokens.claims()?.email).toBe(STAFF)
  })
})
