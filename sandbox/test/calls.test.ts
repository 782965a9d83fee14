// The list of calls that the app made to the emulators.
import { afterEach, describe, expect, it } from 'vitest'
import { createCalls } from '../src/calls.ts'
import { CALLS, openControl, providers } from './control.ts'

const sandbox = await openControl()
const { setFault, discovery, callProvider, callsSince } = sandbox
afterEach(() => sandbox.reset())

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
    // Neither ends before its client gives up.
    await setFault({ mode: 'timeout', times: 2 })
    const hang = async (number: number) => {
      const stop = new AbortController()
      const hanging = discovery(stop.signal).catch(() => {})
      await expect.poll(() => callsSince(0)).toHaveLength(number)
      return async () => {
        stop.abort()
        await hanging
        const endOf = async () => (await callsSince(0))[number - 1]?.endedAt
        await expect.poll(endOf).toEqual(expect.any(Number))
      }
    }
    const stopFirst = await hang(1)
    const stopSecond = await hang(2)
    await discovery()
    await stopSecond()
    const [first, second, third] = await callsSince(0)
    expect(first?.endedAt).toBeNull()
    expect(third?.startedAt).toBeLessThanOrEqual(second?.endedAt ?? 0)
    await stopFirst()
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
