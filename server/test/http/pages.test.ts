// Tests the pages' HTML, policy, canonical URLs and files.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

/** Sends a path byte for byte to any host name. `fetch` would normalize the path and refuse the host. */
const send = async (path: string, { method = 'GET', ...headers }: Record<string, string> = {}) => {
  const { hostname, port } = new URL(desk.url)
  const sent = request({ hostname, port, path, method, headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return {
    status: response.statusCode,
    location: response.headers.location,
    headers: response.headers,
  }
}

/** The page's content security policy, by directive. */
const policyOf = async (path: string) => {
  const response = await fetch(desk.url + path)
  const policy = response.headers.get('content-security-policy') ?? ''
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.map((source) => source.replace(/^'nonce-.*/, 'nonce'))]
    }),
  )
}

describe('pages', () => {
  it('serve the document with settings, a new nonce and a policy without inline scripts', async () => {
    const [first, second] = await Promise.all([fetch(desk.url), fetch(`${desk.url}/privacy`)])
    const policy = first.headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    const html = await first.text()
    expect(html).toContain(`content="${nonce}"`)
    expect(html).toContain('"businessName":"Harbor & Finch Studio"')
    expect(second.headers.get('content-security-policy')).not.toContain(nonce)
    expect(policy).toMatch(/script-src 'self'(;| http)/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    expect(first.headers.get('cache-control')).toBe('no-store')
  })

  it('let only the payment page use what Stripe and PayPal ask for', async () => {
    const pay = await policyOf('/pay-invoice')
    const wallet = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com']
    const card = ['https://*.js.stripe.com']
    expect(pay['script-src']).toEqual(expect.arrayContaining(['nonce', ...card, ...wallet]))
    expect(pay['style-src']).toEqual(expect.arrayContaining(['nonce', ...wallet]))
    expect(pay['frame-src']).toEqual(
      expect.arrayContaining(['https://hooks.stripe.com', ...card, ...wallet]),
    )
    expect(pay['connect-src']).toEqual(expect.arrayContaining(wallet))
    expect(pay['img-src']).toEqual(expect.arrayContaining(['data:', ...wallet]))
    for (const path of ['/', '/submit-invoice', '/approve-invoice', '/no-such-page']) {
      const policy = await policyOf(path)
      expect(policy['script-src']).not.toContain('nonce')
      expect(policy['style-src']).toEqual(["'self'", 'nonce'])
      expect(JSON.stringify(policy)).not.toMatch(/paypal\.com|venmo|stripe\.com/)
    }
  })

  it('let only the pages that check for humans use reCAPTCHA', async () => {
    const scripts = async (path: string) => (await policyOf(path))['script-src']
    for (const path of ['/submit-invoice', '/pay-invoice', '/settings/health'])
      expect(await scripts(path)).toContain('https://www.gstatic.com/recaptcha/')
    for (const path of ['/', '/settings', '/payments/admin'])
      expect(await scripts(path)).toEqual(["'self'"])
  })

  it('send no referrer and load nothing from elsewhere where the address has an authorization code', async () => {
    for (const path of ['/auth/google/redirect', '/auth/qbo/redirect']) {
      const page = await fetch(`${desk.url}${path}?code=secret`)
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      const html = await page.text()
      expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
      expect(html).not.toContain('secret')
    }
  })

  it('show business, title and intro before any script has run', async () => {
    const text = async (path: string) => (await fetch(desk.url + path)).text()
    const html = await text('/pay-invoice?invoiceNumber=1')
    expect(html).toContain('<title>Pay Invoice · Harbor &amp; Finch Studio</title>')
    expect(html).toContain('<h1>Pay Invoice</h1><p>Look up an invoice from Harbor &amp; Finch')
    expect(html).toContain('name="description" content="Look up an invoice')
    const staff = await text('/approve-invoice')
    expect(staff).toContain('Harbor &amp; Finch Studio</span></span></header>')
    expect(staff).not.toContain('<h1>')
  })

  it.each([
    ...[
      '/no-such-page',
      '/test-auth/more',
      '/index.html',
      '/index.html.bak',
      '/%F0%9F%A7%BE?x=1',
      '/x#%zz',
    ],
    ...['//evil.example/', '//evil.example/pay-invoice', '/\\evil.example', '/%5cevil.example/'],
    ...['/%2Fevil.example', '/%2f%2fpay-invoice', '/pay-invoice%2f'],
  ])('answer %s with 404 and the document', async (path) => {
    const { status, location, headers } = await send(path)
    expect([status, location]).toEqual([404, undefined])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it.each([
    ['/payments', '/payments/admin'],
    ['/payments?view=review', '/payments/admin?view=review'],
    ['/pay-invoice/', '/pay-invoice'],
    [
      '/Pay-Invoice?invoice=A%2f1&date=2026-01-02&&x=//',
      '/pay-invoice?invoice=A%2f1&date=2026-01-02&&x=//',
    ],
    ['//pay-invoice//?', '/pay-invoice?'],
    ['/pay%2Dinvoice', '/pay-invoice'],
    ['/auth//Google/redirect/?code=a+b', '/auth/google/redirect?code=a+b'],
    ['//?next=//evil.example', '/?next=//evil.example'],
  ])('redirect %s to %s', async (path, page) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, location, headers } = await send(path, { method })
      expect([status, location, headers['cache-control']]).toEqual([308, page, 'no-store'])
    }
    expect((await send(path, { method: 'POST' })).status).toBe(404)
  })

  it('redirect from other names of this machine to the public URL, while API calls and files work under any name', async () => {
    const { port } = new URL(desk.url)
    for (const name of ['127.0.0.1', '[::1]', '0.0.0.0', 'desk.localhost']) {
      const { status, location, headers } = await send('/Submit-Invoice/?token=a%20b', {
        host: `${name}:${port}`,
      })
      expect([status, location]).toEqual([308, `${desk.url}/submit-invoice?token=a%20b`])
      expect(headers['cache-control']).toBe('no-store')
    }
    const host = `127.0.0.1:${port}`
    expect((await send('/api/health', { host })).status).toBe(200)
    expect((await send('/assets/app-0a1b2c3d.js', { host })).status).toBe(200)
    expect((await send('/no-such-page', { host })).status).toBe(404)
  })

  it.each([
    'localhost',
    'LOCALHOST:{port}',
    '127.0.0.1:1',
    'desk.internal:{port}',
    '10.0.0.7',
    '%%',
  ])('do not redirect from the host %s, which may come from a proxy', async (name) => {
    const host = name.replace('{port}', new URL(desk.url).port)
    expect((await send('/pay-invoice', { host })).status).toBe(200)
  })

  it('accept the host from a trusted proxy', async () => {
    const { host, port } = new URL(desk.url)
    const behind = { host: `127.0.0.1:${port}`, 'x-forwarded-host': host }
    expect((await send('/pay-invoice', behind)).status).toBe(200)
  })

  it('cache hashed files forever and answer 404 for a missing one', async () => {
    const file = await fetch(`${desk.url}/assets/app-0a1b2c3d.js`)
    expect(file.headers.get('cache-control')).toContain('immutable')
    expect((await fetch(`${desk.url}/assets/app-missing.js`)).status).toBe(404)
    expect((await fetch(`${desk.url}/..%2f..%2fpackage.json`)).status).toBe(404)
  })
})
