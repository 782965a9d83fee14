// The whole sandbox: settings, state, reset, and a second one.
import { afterEach, describe, expect, it } from 'vitest'
import { openControl } from './control.ts'
import { APP_URL, jsonOf, openSandbox, postJson, temporaryFolder } from './support.ts'

const sandbox = await openControl()
const { setFault, listFaults } = sandbox
afterEach(() => sandbox.reset())

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
    // The mail relay is our own server, so the sandbox has only settings for it.
    const { 'mail-relay': _, ...emulators } = sandbox.settings
    expect(Object.keys(state)).toEqual(Object.keys(emulators))
    expect(state).toMatchObject({ mail: { messageCount: 0 } })
  })

  it.each(['127.0.0.1', '[::1]', 'localhost'])('answers on %s', async (host) => {
    const { port } = new URL(sandbox.url)
    expect((await fetch(`http://${host}:${port}/settings`)).status).toBe(200)
  })
})

describe('a reset', () => {
  it('restores the sample data and clears faults', async () => {
    await setFault({ mode: 'error' })
    await postJson(`${sandbox.url}/google/accounts`, { email: 'new@somewhere.example' })
    expect((await fetch(`${sandbox.url}/reset`, { method: 'POST' })).status).toBe(204)
    expect(await listFaults()).toEqual([])
    const accounts = await jsonOf<unknown[]>(fetch(`${sandbox.url}/google/accounts`))
    expect(JSON.stringify(accounts)).not.toContain('new@somewhere.example')
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
