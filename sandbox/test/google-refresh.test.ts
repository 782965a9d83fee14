// Refresh tokens, which Google gives as rarely as here.
import { refreshTokenGrant } from 'openid-client'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../src/start.ts'
import { begin, clientOf, STAFF, STRANGER, signIn } from './google-client.ts'
import { openBrowser, openSandbox, postJson } from './support.ts'

const CONSENT = { prompt: 'select_account consent' }

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.reset())

const refreshTokenOf = async (email = STAFF, extra: Record<string, string> = {}) =>
  (await signIn(sandbox, email, openBrowser(sandbox.url), extra)).tokens.refresh_token

describe('a refresh token', () => {
  it('comes only with the first consent of a person, and when the app asks for consent', async () => {
    const first = await refreshTokenOf()
    const second = await refreshTokenOf()
    const asked = await refreshTokenOf(STAFF, CONSENT)
    expect([first, second, asked]).toEqual([expect.any(String), undefined, expect.any(String)])
    expect(asked).not.toBe(first)
    expect(await refreshTokenOf(STRANGER)).toEqual(expect.any(String))
  })

  it('does not come without offline access', async () => {
    expect(await refreshTokenOf(STAFF, { access_type: 'online', ...CONSENT })).toBeUndefined()
    expect(await refreshTokenOf()).toEqual(expect.any(String))
  })

  it('returns a new id token without a nonce, as often as needed', async () => {
    const { client, tokens, claims } = await signIn(sandbox, STAFF)
    expect(claims?.nonce).toEqual(expect.any(String))
    for (const _ of [1, 2]) {
      const renewed = await refreshTokenGrant(client, tokens.refresh_token ?? '')
      expect(renewed.claims()).toMatchObject({ email: STAFF, name: 'Sam Staff' })
      expect(renewed.claims()).not.toHaveProperty('nonce')
      expect(renewed.refresh_token).toBeUndefined()
    }
  })

  it('ends when its person withdraws their consent; the next one counts as the first', async () => {
    const { client, tokens } = await signIn(sandbox, STAFF)
    const other = await signIn(sandbox, STRANGER)
    await postJson(`${sandbox.url}/google/consents/withdraw`, { email: STAFF })
    const refused = refreshTokenGrant(client, tokens.refresh_token ?? '')
    await expect(refused).rejects.toMatchObject({ status: 400, error: 'invalid_grant' })
    await refreshTokenGrant(client, other.tokens.refresh_token ?? '')
    expect(await refreshTokenOf()).toEqual(expect.any(String))
  })

  it('ends with a reset', async () => {
    const { client, tokens } = await signIn(sandbox, STAFF)
    await sandbox.reset()
    const refused = refreshTokenGrant(client, tokens.refresh_token ?? '')
    await expect(refused).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await refreshTokenOf()).toEqual(expect.any(String))
  })
})

it('says on the chooser that the app asks for consent', async () => {
  const client = await clientOf(sandbox)
  const chooserFor = async (extra: Record<string, string>) =>
    (await openBrowser(sandbox.url).open((await begin(client, extra)).url)).page
  expect(await chooserFor(CONSENT)).toContain('asks for your consent')
  expect(await chooserFor({})).not.toContain('asks for your consent')
})

it('offers to withdraw a consent once there is one', async () => {
  const page = async () => (await fetch(`${sandbox.url}/google`)).text()
  expect(await page()).not.toContain('Withdraw consent')
  await signIn(sandbox, STAFF)
  expect(await page()).toContain('Withdraw consent')
})
