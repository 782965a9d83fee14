// The whole sandbox: settings, state, faults, reset and access.
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Call, createCalls } from '../src/calls.ts'
import type { Fault } from '../src/faults.ts'
import type { Sandbox } from '../src/start.ts'
import { APP_URL, jsonOf, openSandbox, postJson, temporaryFolder } from './support.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.reset())

const setFault = (fault: Record<string, unknown>) =>
  postJson(`${sandbox.url}/faults`, { provider: 'google', ...fault })
const faultsOf = () => jsonOf<Fault[]>(fetch(`${sandbox.url}/faults`))
const discovery = (signal?: AbortSignal) =>
  fetch(`${sandbox.url}/google/.well-known/openid-configuration`, { signal: signal ?? null })
/** One call to each provider that speaks HTTP; most are refused, which is an answer too. */
const CALLS = {
  google: ['GET', '/google/.well-known/openid-configuration'],
  quickbooks: ['POST', '/quickbooks/oauth2/v1/tokens/bearer'],
  stripe: ['GET', '/v1/payment_intents/pi_1?client_secret=hidden'],
  paypal: ['POST', '/paypal/v1/oauth2/token'],
  'human-check': ['POST', '/human-check/siteverify?secret=hidden'],
} as const
const providers = Object.keys(CALLS) as (keyof typeof CALLS)[]
const callProvider = async (provider: keyof typeof CALLS) => {
  const [method, path] = CALLS[provider]
  const startedAt = performance.now()
  const answer = await fetch(sandbox.url + path, { method })
  return { status: answer.status, text: await answer.text(), ms: performance.now() - startedAt }
}
const callsSince = (since: number) => jsonOf<Call[]>(fetch(`${sandbox.url}/calls?since=${since}`))
const postForm = (path: string, fields: Record<string, string> = {}) =>
  fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

describe('settings and state', () => {
  it('returns the environment variables for each emulator', async () => {
    const settings = await jsonOf(fetch(`${sandbox.url}/settings`))
    expect(settings).toEqual(sandbox.settings)
    expect(settings).toMatchObject({
      google: { GOOGLE_ISSUER: `${sandbox.url}/google` },
      mail: { SMTP_URL: expect.stringMatching(/^smtp:\/\/sandbox:sandbox@localhost:\d+$/) },
    })
  })

  it('returns the state of every emulator', async () => {
    const state = await jsonOf(fetch(`${sandbox.url}/state`))
    expect(Object.keys(state)).toEqual(Object.keys(sandbox.settings))
    expect(state).toMatchObject({ mail: { messageCount: 0 } })
  })

  it.each(['127.0.0.1', '[::1]', 'localhost'])('answers on %s', async (host) => {
    const { port } = new URL(sandbox.url)
    expect((await fetch(`http://${host}:${port}/settings`)).status).toBe(200)
  })
})

describe('one-click links', () => {
  const doorTo = async (role: string) =>
    (await fetch(`${sandbox.url}/try/${role}`, { redirect: 'manual' })).headers.get('location')

  it('lead to an open invoice, and to staff pages after sign-in', async () => {
    expect(await doorTo('customer')).toMatch(
      new RegExp(`^${APP_URL}/pay-invoice\\?invoice=[^&]+&date=\\d{4}-\\d\\d-\\d\\d$`),
    )
    expect(await doorTo('approver')).toBe(`${APP_URL}/auth?redirect=%2Fapprove-invoice`)
    expect(await doorTo('administrator')).toBe(`${APP_URL}/auth?redirect=%2Faccounts`)
  })
})

describe('faults', () => {
  it('are listed, counted down and cleared', async () => {
    expect((await setFault({ mode: 'error', match: 'GET /x', times: 2 })).status).toBe(201)
    await setFault({ mode: 'throttle' })
    expect(await faultsOf()).toEqual([
      { provider: 'google', mode: 'error', match: 'GET /x', times: 2 },
      { provider: 'google', mode: 'throttle', match: '', times: 1 },
    ])
    expect((await discovery()).status).toBe(429)
    expect(await faultsOf()).toHaveLength(1)
    expect((await fetch(`${sandbox.url}/faults`, { method: 'DELETE' })).status).toBe(204)
    expect(await faultsOf()).toEqual([])
  })

  it.each([
    ['error', 500],
    ['throttle', 429],
    ['expire-token', 401],
  ])('answer once with %s as %i', async (mode, status) => {
    await setFault({ mode })
    expect((await discovery()).status).toBe(status)
    expect((await discovery()).status).toBe(200)
  })

  it('hit a share of the calls, and the same calls with the same seed', async () => {
    const round = async () => {
      await setFault({ mode: 'error', percent: 30, seed: 7, times: 1_000 })
      const statuses: number[] = []
      for (let call = 0; call < 60; call += 1) statuses.push((await discovery()).status)
      await fetch(`${sandbox.url}/faults`, { method: 'DELETE' })
      return statuses
    }
    const first = await round()
    const struck = first.filter((status) => status === 500).length
    expect(struck).toBeGreaterThan(5)
    expect(struck).toBeLessThan(35)
    expect(await round()).toEqual(first)
  })

  it.each(['timeout', 'timeout-after'])('never answer with %s', async (mode) => {
    await setFault({ mode })
    await expect(discovery(AbortSignal.timeout(300))).rejects.toThrow(/abort|timeout/i)
    expect((await discovery()).status).toBe(200)
  })

  it('drop the connection with cut', async () => {
    await setFault({ mode: 'cut' })
    await expect(discovery()).rejects.toThrow('fetch failed')
    expect((await discovery()).status).toBe(200)
  })

  it('answer with meaningless JSON with garble', async () => {
    await setFault({ mode: 'garble' })
    const answer = await discovery()
    expect([answer.status, await jsonOf(answer)]).toEqual([200, { status: null }])
    expect(await jsonOf(discovery())).toHaveProperty('issuer')
  })

  it.each(providers)('slow down every call to %s', async (provider) => {
    const { status, text } = await callProvider(provider)
    expect((await setFault({ provider, mode: 'slow', delayMs: 120, times: null })).status).toBe(201)
    for (let call = 0; call < 3; call += 1) {
      const slow = await callProvider(provider)
      expect(slow.ms).toBeGreaterThanOrEqual(118)
      expect([slow.status, slow.text.length]).toEqual([status, text.length])
    }
    expect(await faultsOf()).toMatchObject([{ mode: 'slow', delayMs: 120, times: null }])
  })

  it('slow down matching calls only, at the same time and as often as asked', async () => {
    await setFault({ mode: 'slow', delayMs: 200, times: 3, match: 'openid-configuration' })
    const startedAt = performance.now()
    await Promise.all([discovery(), discovery(), discovery()])
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(198)
    const calls = await callsSince(0)
    const firstEnd = Math.min(...calls.map(({ endedAt }) => endedAt ?? 0))
    expect(calls.filter((call) => call.startedAt < firstEnd)).toHaveLength(3)
    expect(await faultsOf()).toEqual([])
  })

  it.each([
    ['error', 500],
    ['garble', 200],
  ])('can be slow and answer with %s', async (mode, status) => {
    await setFault({ mode: 'slow', delayMs: 120, times: null })
    await setFault({ mode })
    const startedAt = performance.now()
    expect((await discovery()).status).toBe(status)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(118)
  })

  it('hit only matching calls', async () => {
    await setFault({ mode: 'error', match: 'POST /token' })
    expect((await discovery()).status).toBe(200)
    expect((await fetch(`${sandbox.url}/google/token`, { method: 'POST' })).status).toBe(500)
  })

  it("never hit the sandbox's own pages", async () => {
    await setFault({ mode: 'error', times: 5 })
    expect((await fetch(`${sandbox.url}/google`)).status).toBe(200)
    expect((await fetch(`${sandbox.url}/google/accounts`)).status).toBe(200)
  })

  it.each([
    [{ provider: 'nobody', mode: 'error' }, /provider.*google/],
    [{ mode: 'explode' }, /mode.*timeout-after/],
    [{ mode: 'error', times: 0 }, /times/],
    [{ mode: 'error', times: 1.5 }, /times/],
    [{ mode: 'error', match: 'x'.repeat(301) }, /match/],
    [{ mode: 'error', time: 3 }, /"time"/],
    [{ mode: 'error', status: 399 }, /status/],
    [{ mode: 'error', status: 600 }, /status/],
    [{ mode: 'slow' }, /delayMs/],
    [{ mode: 'slow', delayMs: 60_001 }, /delayMs/],
    [{}, /mode/],
  ])('refuse %j with a reason', async (fault, reason) => {
    const answer = await setFault(fault)
    expect(answer.status).toBe(400)
    expect((await jsonOf(answer)).error).toMatch(reason)
    expect(await faultsOf()).toEqual([])
  })

  it("refuse a body that isn't JSON", async () => {
    const answer = await fetch(`${sandbox.url}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"provider":',
    })
    expect(answer.status).toBe(400)
  })
})

describe('the calls', () => {
  it.each(providers)('of %s are logged without secrets', async (provider) => {
    const startedAt = Date.now()
    await setFault({ provider, mode: 'slow', delayMs: 60, times: null })
    await callProvider(provider)
    const calls = await callsSince(startedAt)
    expect(calls).toEqual([
      {
        provider,
        method: CALLS[provider][0],
        path: CALLS[provider][1].replace(`/${provider}`, '').replace(/\?.*/, ''),
        fromBrowser: false,
        startedAt: expect.any(Number),
        endedAt: expect.any(Number),
      },
    ])
    const [call] = calls
    expect((call?.endedAt ?? 0) - (call?.startedAt ?? 0)).toBeGreaterThanOrEqual(58)
    expect(await callsSince(Date.now() + 1)).toEqual([])
  })

  it('show which ran at the same time, and which are running', async () => {
    await setFault({ mode: 'slow', delayMs: 150, times: null })
    await setFault({ mode: 'timeout' })
    const stop = new AbortController()
    const hanging = discovery(stop.signal).catch(() => {})
    await expect.poll(() => callsSince(0)).toMatchObject([{ endedAt: null }])
    await Promise.all([discovery(), discovery()])
    const [first, second, third] = await callsSince(0)
    expect(first?.endedAt).toBeNull()
    expect(third?.startedAt).toBeLessThan(second?.endedAt ?? 0)
    stop.abort()
    await hanging
    await expect.poll(async () => (await callsSince(0))[0]?.endedAt).toEqual(expect.any(Number))
  })

  it("leave out the sandbox's own pages, and end with a reset", async () => {
    await fetch(`${sandbox.url}/google/accounts`)
    await fetch(`${sandbox.url}/state`)
    expect(await callsSince(0)).toEqual([])
    await discovery()
    expect(await callsSince(0)).toHaveLength(1)
    await sandbox.reset()
    expect(await callsSince(0)).toEqual([])
  })

  it('are bounded', async () => {
    const calls = createCalls()
    for (let count = 0; count < 20_001; count += 1)
      calls.begin({ provider: 'google', method: 'GET', path: `/${count}`, fromBrowser: false })()
    expect(calls.list()).toHaveLength(10_001)
    expect(calls.list().at(-1)?.path).toBe('/20000')
  })
})

describe('a reset', () => {
  it('restores the sample data and clears faults', async () => {
    await setFault({ mode: 'error' })
    await postJson(`${sandbox.url}/google/accounts`, { email: 'new@somewhere.example' })
    expect((await fetch(`${sandbox.url}/reset`, { method: 'POST' })).status).toBe(204)
    expect(await faultsOf()).toEqual([])
    const accounts = await jsonOf<unknown[]>(fetch(`${sandbox.url}/google/accounts`))
    expect(JSON.stringify(accounts)).not.toContain('new@somewhere.example')
  })
})

describe('the pages', () => {
  it('link to every emulator and the app from the home page', async () => {
    const page = await (await fetch(sandbox.url)).text()
    for (const path of ['/mail', '/google', APP_URL]) expect(page).toContain(`href="${path}"`)
  })

  it('set and clear faults by form', async () => {
    const fields = { provider: 'mail', mode: 'cut', match: '<b>', times: '3' }
    expect((await postForm('/faults', fields)).status).toBe(303)
    expect(await faultsOf()).toEqual([{ ...fields, times: 3 }])
    const slow = { provider: 'mail', mode: 'slow', delayMs: '250', times: '' }
    await postForm('/faults', slow)
    expect(await faultsOf()).toMatchObject([{}, { mode: 'slow', delayMs: 250, times: null }])
    expect(await (await fetch(sandbox.url)).text()).toContain('(250 ms)')
    expect(await (await fetch(sandbox.url)).text()).toContain('<code>&lt;b&gt;</code>')
    expect((await postForm('/faults/clear')).status).toBe(303)
    expect(await faultsOf()).toEqual([])
  })

  it('ask before a reset', async () => {
    await setFault({ mode: 'error' })
    const page = await (await fetch(`${sandbox.url}/reset`)).text()
    expect(page).toContain('Reset the sandbox?')
    expect(await faultsOf()).toHaveLength(1)
    expect((await postForm('/reset')).headers.get('location')).toBe('/?done=reset')
    expect(await faultsOf()).toEqual([])
  })

  it('explain invalid form input on a page', async () => {
    const answer = await postForm('/faults', { provider: 'mail', mode: 'cut', times: '-1' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('times must be')
  })

  it('answer unknown paths with 404, as HTML or JSON', async () => {
    const call = await fetch(`${sandbox.url}/nowhere`)
    expect(call.status).toBe(404)
    expect(await call.json()).toEqual({ error: "We couldn't find that." })
    const page = await fetch(`${sandbox.url}/nowhere`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('Page not found')
  })
})

describe('pages of other sites', () => {
  it('can call if they are on this machine', async () => {
    const origin = 'http://localhost:5173'
    const answer = await fetch(`${sandbox.url}/settings`, { headers: { origin } })
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    const preflight = await fetch(`${sandbox.url}/faults`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
  })

  it("can't read or change anything from other machines", async () => {
    const headers = { origin: 'https://evil.example' }
    const read = await fetch(`${sandbox.url}/settings`, { headers })
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
    const reset = await fetch(`${sandbox.url}/reset`, { method: 'POST', headers })
    expect(reset.status).toBe(403)
  })
})

describe('a second sandbox', () => {
  it('is refused on the same data folder', async () => {
    const dataDir = temporaryFolder()
    await openSandbox(dataDir)
    await expect(openSandbox(dataDir)).rejects.toThrow(/already running/)
  })

  it("can get the app's address later, if it's local", async () => {
    sandbox.setAppUrl('http://127.0.0.1:4567/')
    expect(await (await fetch(sandbox.url)).text()).toContain('href="http://127.0.0.1:4567"')
    expect(() => sandbox.setAppUrl('https://desk.example')).toThrow(/local/)
    sandbox.setAppUrl(APP_URL)
  })
})
