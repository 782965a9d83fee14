// The human check, as pages and servers use it.
import vm from 'node:vm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../src/start.ts'
import { APP_URL, jsonOf, openSandbox, postJson } from './support.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.reset())

const settings = () => sandbox.settings['human-check'] ?? {}
const siteKey = () => settings().RECAPTCHA_SITE_KEY ?? ''

type Grecaptcha = {
  ready(callback: () => void): void
  execute(key: string, options: { action: string }): Promise<string>
}

/** Runs the script as the app's page does. */
const loadScript = async (key = siteKey()): Promise<Grecaptcha> => {
  const src = `${settings().RECAPTCHA_SCRIPT_URL}?render=${key}`
  const fromPage: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...init?.headers, origin: APP_URL } })
  const window: { grecaptcha?: Grecaptcha } = {}
  const page = { window, document: { currentScript: { src } }, URL, setTimeout, fetch: fromPage }
  vm.runInNewContext(await (await fetch(src)).text(), page)
  if (!window.grecaptcha) throw new Error('the script defined nothing')
  return window.grecaptcha
}

const getToken = async (action = 'submit_invoice') =>
  (await loadScript()).execute(siteKey(), { action })

const verify = async (fields: Record<string, string>) =>
  jsonOf(
    fetch(settings().RECAPTCHA_VERIFY_URL ?? '', {
      method: 'POST',
      body: new URLSearchParams({ secret: settings().RECAPTCHA_SECRET_KEY ?? '', ...fields }),
    }),
  )

const setOutcome = (body: Record<string, unknown>) =>
  postJson(`${sandbox.url}/human-check/settings`, body)

describe('the human check', () => {
  it('calls back when ready and issues a valid token', async () => {
    const grecaptcha = await loadScript()
    await new Promise<void>((resolve) => grecaptcha.ready(resolve))
    const response = await grecaptcha.execute(siteKey(), { action: 'submit_invoice' })
    expect(await verify({ response })).toEqual({
      success: true,
      challenge_ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      hostname: 'localhost',
      score: 0.9,
      action: 'submit_invoice',
    })
  })

  it('accepts a token once', async () => {
    const response = await getToken()
    await verify({ response })
    expect(await verify({ response })).toEqual({
      success: false,
      'error-codes': ['timeout-or-duplicate'],
    })
  })

  it('refuses a token that is too old', async () => {
    await setOutcome({ tokenSeconds: 0 })
    const response = await getToken()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await verify({ response })).toMatchObject({ 'error-codes': ['timeout-or-duplicate'] })
  })

  it.each([
    [{ response: 'made-up' }, 'invalid-input-response'],
    [{ response: '' }, 'missing-input-response'],
    [{ secret: '' }, 'missing-input-secret'],
    [{ secret: 'wrong' }, 'invalid-input-secret'],
  ])('answers %j with %s', async (fields, code) => {
    expect(await verify(fields)).toEqual({ success: false, 'error-codes': [code] })
  })

  it('refuses a token of another key, and names both a wrong secret and a made-up token', async () => {
    const other = 'sandbox-other-site-key'
    const response = await (await loadScript(other)).execute(other, { action: 'submit_invoice' })
    expect(await verify({ response })).toEqual({ success: false, 'error-codes': ['invalid-keys'] })
    expect(await verify({ secret: 'wrong', response: 'made-up' })).toMatchObject({
      'error-codes': ['invalid-input-response', 'invalid-input-secret'],
    })
  })

  it('can be set to a low score or to fail', async () => {
    await setOutcome({ outcome: 'low-score' })
    expect(await verify({ response: await getToken() })).toMatchObject({
      success: true,
      score: 0.1,
    })
    await setOutcome({ outcome: 'fail' })
    expect(await verify({ response: await getToken() })).toMatchObject({ success: false })
  })

  it('refuses an unknown outcome', async () => {
    const answer = await setOutcome({ outcome: 'maybe' })
    expect(answer.status).toBe(400)
    expect((await jsonOf(answer)).error).toMatch(/outcome.*low-score/)
  })

  it('issues no token for a wrong key or an invalid action', async () => {
    const other = await loadScript('another-key')
    await expect(other.execute('another-key', { action: 'x' })).rejects.toThrow('Invalid site key')
    await expect(other.execute(siteKey(), { action: 'x' })).rejects.toThrow('Invalid site key')
    await expect(getToken('a b')).rejects.toThrow('action')
  })

  it('shows and saves its settings on a page', async () => {
    const form = new URLSearchParams({ outcome: 'fail', tokenSeconds: '120' })
    const url = `${sandbox.url}/human-check`
    const saved = await fetch(`${url}/settings`, { method: 'POST', body: form, redirect: 'manual' })
    expect(saved.headers.get('location')).toBe('/human-check')
    expect(await (await fetch(url)).text()).toContain('<option value="fail" selected>')
  })

  it('can be hit by faults', async () => {
    await postJson(`${sandbox.url}/faults`, { provider: 'human-check', mode: 'error' })
    const answer = await fetch(settings().RECAPTCHA_VERIFY_URL ?? '', { method: 'POST' })
    expect(answer.status).toBe(503)
  })
})
