// The whole sandbox: settings, state, faults, reset and access.
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
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
