// A shop's page for the browser tests, built from its script and served with a policy as strict as the app's.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromiumLaunch } from '@invoice-desk/testing/browser/launch'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll } from 'vitest'

export type Shop = {
  readonly url: string
  readonly problems: string[]
  open(query?: string): Promise<Page>
}

/**
 * The script gets `settings` as `window.settings`; the page can use no other host than `origin`, and inline scripts and
 * styles only with a `nonce` among the settings.
 */
export const openShop = (
  script: URL,
  readSettings: () => Promise<{ origin: string; settings: Record<string, string> }>,
): Shop => {
  let browser: Browser
  let url = ''
  const problems: string[] = []

  beforeAll(async () => {
    const { origin, settings } = await readSettings()
    const code = `window.settings = ${JSON.stringify(settings)};\n${await bundle(script)}`
    const inline = settings.nonce ? `'nonce-${settings.nonce}'` : ''
    const policy = `default-src 'self'; script-src 'self' ${origin} ${inline}; style-src 'self' ${inline}; connect-src 'self'; frame-src ${origin}; object-src 'none'; base-uri 'none'`
    const server = createServer((request, response) => {
      if (request.url === '/shop.svg') return response.writeHead(204).end()
      const isScript = request.url === '/shop.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
      response.setHeader('content-security-policy', policy)
      response.setHeader('cross-origin-opener-policy', 'same-origin-allow-popups')
      response.end(isScript ? code : PAGE)
    })
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    url = `http://localhost:${(server.address() as AddressInfo).port}`
    browser = await chromium.launch(chromiumLaunch())
    afterAll(async () => {
      await browser.close()
      server.closeAllConnections()
      server.close()
    })
  })

  return {
    get url() {
      return url
    },
    problems,
    open: async (query = '') => {
      const page = await browser.newPage({ viewport: { width: 900, height: 700 } })
      page.setDefaultTimeout(10_000)
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text())
      })
      page.on('pageerror', (error) => problems.push(error.message))
      await page.goto(url + query)
      return page
    },
  }
}

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<link rel="icon" href="/shop.svg"><body><div id="root"></div><script src="/shop.js"></script></body></html>`

const bundle = async (script: URL): Promise<string> => {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: script.pathname, output: { format: 'iife' } },
    },
  })
  const [result] = Array.isArray(output) ? output : [output]
  if (!result || !('output' in result)) throw new Error('Nothing was built.')
  return result.output[0].code
}
