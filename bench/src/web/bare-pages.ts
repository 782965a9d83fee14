// Serves each page as a static document with the same content and styles but no scripts.
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Browser } from '@playwright/test'

const compress = promisify(brotliCompress)

export type BarePages = { readonly url: string; close(): Promise<void> }

export const serveBarePages = async (
  browser: Browser,
  appUrl: string,
  paths: readonly string[],
): Promise<BarePages> => {
  const files = new Map<string, { type: string; content: Buffer }>()
  for (const path of paths) {
    const { html, styles } = await renderPage(browser, appUrl + path)
    files.set(path, { type: 'text/html; charset=utf-8', content: await compress(html) })
    for (const style of styles) {
      const css = await fetch(style).then((response) => response.text())
      files.set(new URL(style).pathname, { type: 'text/css', content: await compress(css) })
    }
  }
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '/')
    if (!file) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br' })
    response.end(file.content)
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://localhost:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const SCRIPTS =
  /<script\b[^>]*>.*?<\/script>|<iframe\b[^>]*>.*?<\/iframe>|<link\b[^>]*modulepreload[^>]*>/gs
const STYLES = /<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g

const renderPage = async (browser: Browser, url: string) => {
  const page = await browser.newPage()
  try {
    await page.goto(url, { waitUntil: 'networkidle' })
    const html = (await page.content()).replaceAll(SCRIPTS, '')
    const styles = [...html.matchAll(STYLES)].map(([, href = '']) => new URL(href, url).href)
    return { html, styles }
  } finally {
    await page.close()
  }
}
