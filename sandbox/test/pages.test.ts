// The sandbox's own pages, and which other pages may call it.
import { afterEach, describe, expect, it } from 'vitest'
import { openControl } from './control.ts'
import { APP_URL } from './support.ts'

const sandbox = await openControl()
const { setFault, listFaults } = sandbox
afterEach(() => sandbox.reset())

const postForm = (path: string, fields: Record<string, string> = {}) =>
  fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

describe('the pages', () => {
  it('link to every emulator and the app from the home page', async () => {
    const page = await (await fetch(sandbox.url)).text()
    for (const path of ['/mail', '/google', APP_URL]) expect(page).toContain(`href="${path}"`)
  })

  it('set and clear faults by form', async () => {
    const fields = { provider: 'mail', mode: 'cut', match: '<b>', times: '3' }
    expect((await postForm('/faults', fields)).status).toBe(303)
    expect(await listFaults()).toEqual([{ ...fields, times: 3 }])
    const slow = { provider: 'mail', mode: 'slow', delayMs: '250', times: '' }
    await postForm('/faults', slow)
    expect(await listFaults()).toMatchObject([{}, { mode: 'slow', delayMs: 250, times: null }])
    expect(await (await fetch(sandbox.url)).text()).toContain('(250 ms)')
    expect(await (await fetch(sandbox.url)).text()).toContain('<code>&lt;b&gt;</code>')
    expect((await postForm('/faults/clear')).status).toBe(303)
    expect(await listFaults()).toEqual([])
  })

  it('ask before a reset', async () => {
    await setFault({ mode: 'error' })
    const page = await (await fetch(`${sandbox.url}/reset`)).text()
    expect(page).toContain('Reset the sandbox?')
    expect(await listFaults()).toHaveLength(1)
    expect((await postForm('/reset')).headers.get('location')).toBe('/?done=reset')
    expect(await listFaults()).toEqual([])
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
