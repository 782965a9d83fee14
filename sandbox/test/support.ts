// Shared by the tests: a sandbox, and a minimal browser to sign in with.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type Sandbox, startSandbox } from '../src/start.ts'

export const APP_URL = 'http://localhost:39999'
export const REDIRECT_URI = `${APP_URL}/auth/google/redirect`

export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const openSandbox = async (dataDir = temporaryFolder(), port = 0): Promise<Sandbox> => {
  const sandbox = await startSandbox({ port, smtpPort: 0, dataDir, appUrl: APP_URL })
  afterAll(() => sandbox.close())
  return sandbox
}

export const postJson = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The response's JSON, cast to the type that the test expects. */
export const jsonOf = async <T = Record<string, unknown>>(
  response: Response | Promise<Response>,
): Promise<T> => (await (await response).json()) as T

export type Browser = {
  /** Follows redirects and stops at the first address outside `within`. */
  open(url: string | URL, form?: Record<string, string>): Promise<{ url: URL; page: string }>
}

const REDIRECTS_MAX = 10

export const openBrowser = (within: string): Browser => {
  const cookies = new Map<string, string>()
  const keepCookies = (response: Response) => {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || cookie.includes('01 Jan 1970')) cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  const open: Browser['open'] = async (address, form) => {
    let url = new URL(address)
    let body = form && new URLSearchParams(form)
    for (let step = 0; step < REDIRECTS_MAX; step += 1) {
      if (!url.href.startsWith(within)) return { url, page: '' }
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: {
          cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          accept: 'text/html',
        },
        ...(body && { body }),
      })
      keepCookies(response)
      const location = response.headers.get('location')
      if (!location) return { url, page: await response.text() }
      url = new URL(location, url)
      body = undefined
    }
    throw new Error('Too many redirects')
  }
  return { open }
}
