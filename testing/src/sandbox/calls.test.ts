import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@invoice-desk/sandbox/start'
import { afterAll, describe, expect, it } from 'vitest'
import { callsOf, inARow } from './calls.ts'
import { setFault } from './control.ts'

const call = (startedAt: number, endedAt: number | null) => ({ startedAt, endedAt })

describe('calls in a row', () => {
  it('are none without calls', () => {
    expect(inARow([])).toBe(0)
  })

  it('are all calls that start after the previous one ended', () => {
    expect(inARow([call(0, 300), call(300, 600), call(610, 910)])).toBe(3)
  })

  it('count parallel calls once', () => {
    expect(inARow([call(0, 300), call(1, 301), call(2, 302)])).toBe(1)
    expect(inARow([call(0, 300), call(1, 301), call(305, 605), call(310, 610)])).toBe(2)
  })

  it('count the longest chain beside a long call, in any order', () => {
    expect(inARow([call(0, 1000), call(650, 950), call(10, 310), call(320, 620)])).toBe(3)
  })

  it('include a call that is still running', () => {
    expect(inARow([call(0, 300), call(400, null)])).toBe(2)
    expect(inARow([call(0, null), call(400, 700)])).toBe(1)
  })
})

describe('the calls of a sandbox', () => {
  it('show which the app sent together and which one after another', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-calls-'))
    const appUrl = 'http://localhost:39999'
    const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, appUrl })
    afterAll(async () => {
      await sandbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const refresh = () =>
      fetch(String(sandbox.settings.quickbooks?.QBO_TOKEN_URL), { method: 'POST' })
    for (const provider of ['google', 'quickbooks', 'stripe', 'paypal', 'human-check', 'mail'])
      await setFault({ sandbox }, { provider, mode: 'slow', delayMs: 150, times: null })
    await refresh()
    const since = Date.now()
    await Promise.all([refresh(), refresh(), refresh()])
    await refresh()
    const calls = await callsOf(sandbox, since)
    expect(calls.map(({ path }) => path)).toEqual(Array(4).fill('/oauth2/v1/tokens/bearer'))
    expect(inARow(calls)).toBe(2)
    expect(inARow(await callsOf(sandbox))).toBe(3)
  })
})
