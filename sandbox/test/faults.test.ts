// Faults that tests set on calls to an emulator.
import { afterEach, describe, expect, it } from 'vitest'
import { openControl, providers } from './control.ts'
import { jsonOf } from './support.ts'

const sandbox = await openControl()
const { setFault, listFaults, discovery, callProvider, callsSince } = sandbox
afterEach(() => sandbox.reset())

describe('faults', () => {
  it('are listed, counted down and cleared', async () => {
    expect((await setFault({ mode: 'error', match: 'GET /x', times: 2 })).status).toBe(201)
    await setFault({ mode: 'throttle' })
    expect(await listFaults()).toEqual([
      { provider: 'google', mode: 'error', match: 'GET /x', times: 2 },
      { provider: 'google', mode: 'throttle', match: '', times: 1 },
    ])
    expect((await discovery()).status).toBe(429)
    expect(await listFaults()).toHaveLength(1)
    expect((await fetch(`${sandbox.url}/faults`, { method: 'DELETE' })).status).toBe(204)
    expect(await listFaults()).toEqual([])
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
    expect(await listFaults()).toMatchObject([{ mode: 'slow', delayMs: 120, times: null }])
  })

  it('slow down matching calls only, at the same time and as often as asked', async () => {
    await setFault({ mode: 'slow', delayMs: 200, times: 3, match: 'openid-configuration' })
    const startedAt = performance.now()
    await Promise.all([discovery(), discovery(), discovery()])
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(198)
    const calls = await callsSince(0)
    const firstEnd = Math.min(...calls.map(({ endedAt }) => endedAt ?? 0))
    expect(calls.filter((call) => call.startedAt < firstEnd)).toHaveLength(3)
    expect(await listFaults()).toEqual([])
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
    expect(await listFaults()).toEqual([])
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
