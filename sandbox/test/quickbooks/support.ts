// Shared by the QuickBooks tests: a connected company, and helpers for its API and switches.
import { beforeEach } from 'vitest'
import type { Sandbox } from '../../src/start.ts'
import { APP_URL, jsonOf, openSandbox, postJson } from '../support.ts'

export const HARBOR = '9341453100000001'
export const TIDEWATER = '9341453100000002'
export const REDIRECT_URI = `${APP_URL}/auth/qbo/redirect`

export type Entity = Record<string, unknown> & { Id: string; SyncToken: string }
export type Tokens = {
  access_token: string
  refresh_token: string
  expires_in: number
  x_refresh_token_expires_in: number
}
export type Answer = { status: number; headers: Headers; body: Record<string, unknown> }
type FaultError = { Message: string; Detail: string; code: string; element?: string }

/** A sandbox for a test file, reset before each test, connected and without rate limits. */
export const openCompany = async () => {
  const sandbox = await openSandbox()
  const settings = sandbox.settings.quickbooks ?? {}
  let tokens: Tokens = await connect(sandbox)
  const basic = `Basic ${Buffer.from(`${settings.QBO_CLIENT_ID}:${settings.QBO_CLIENT_SECRET}`).toString('base64')}`

  const throwSwitch = (name: string, values: Record<string, unknown> = {}) =>
    postJson(`${sandbox.url}/quickbooks/switches/${name}`, values)
  const startOver = async () => {
    await sandbox.reset()
    await throwSwitch('rate', { perSecond: 0, perMinute: 0 })
    tokens = await connect(sandbox)
  }
  beforeEach(startOver)

  const call = async (path: string, init: RequestInit = {}, realmId = HARBOR): Promise<Answer> => {
    const response = await fetch(`${settings.QBO_API_URL}/v3/company/${realmId}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        accept: 'application/json',
        ...init.headers,
      },
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: json ? JSON.parse(text) : { text },
    }
  }
  const post = (path: string, body: unknown) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const query = (text: string) => call(`/query?query=${encodeURIComponent(text)}&minorversion=75`)

  return {
    sandbox,
    startOver,
    settings,
    get tokens() {
      return tokens
    },
    call,
    post,
    query,
    throwSwitch,
    /** The records that a query returns. */
    select: async (name: string, rest = ''): Promise<Entity[]> => {
      const { status, body } = await query(`SELECT * FROM ${name} ${rest}`)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return ((body.QueryResponse as Record<string, Entity[]>)[name] ?? []) as Entity[]
    },
    /** Creates or updates a record, and throws if it's refused. */
    write: async (path: string, body: unknown): Promise<Entity> => {
      const answer = await post(path, body)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return Object.values(answer.body)[0] as Entity
    },
    read: async (path: string): Promise<Entity> =>
      Object.values((await call(path)).body)[0] as Entity,
    token: (form: Record<string, string>, authorization = basic, headers = {}) =>
      fetch(String(settings.QBO_TOKEN_URL), {
        method: 'POST',
        headers: { authorization, accept: 'application/json', ...headers },
        body: new URLSearchParams(form),
      }),
    state: async () =>
      (await jsonOf<{ quickbooks: Record<string, Entity[]> }>(fetch(`${sandbox.url}/state`)))
        .quickbooks,
  }
}

/** The error in a fault of the accounting service. */
export const errorOf = ({ body }: Answer): FaultError => {
  const fault = body.Fault as { Error: [FaultError]; type: string } | undefined
  if (!fault) throw new Error(`No fault: ${JSON.stringify(body)}`)
  return fault.Error[0]
}

export const authorizeUrl = (sandbox: Sandbox, change: Record<string, string | undefined> = {}) => {
  const settings = sandbox.settings.quickbooks ?? {}
  const parameters = {
    client_id: settings.QBO_CLIENT_ID,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'com.intuit.quickbooks.accounting',
    state: 'the-state',
    ...change,
  }
  const url = new URL(String(settings.QBO_AUTHORIZE_URL))
  for (const [key, value] of Object.entries(parameters)) if (value) url.searchParams.set(key, value)
  return url
}

/** Submits the authorize page and returns the redirect's address. */
export const choose = async (sandbox: Sandbox, realmId: string): Promise<URL> => {
  const url = authorizeUrl(sandbox)
  const response = await fetch(`${url.origin}${url.pathname}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...Object.fromEntries(url.searchParams), realmId }),
  })
  return new URL(response.headers.get('location') ?? '')
}

export const connect = async (sandbox: Sandbox, realmId = HARBOR): Promise<Tokens> => {
  const settings = sandbox.settings.quickbooks ?? {}
  const back = await choose(sandbox, realmId)
  const credentials = `${settings.QBO_CLIENT_ID}:${settings.QBO_CLIENT_SECRET}`
  return jsonOf<Tokens>(
    fetch(String(settings.QBO_TOKEN_URL), {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: REDIRECT_URI,
      }),
    }),
  )
}

export const billBody = (change: Record<string, unknown> = {}, amount = 125.5) => ({
  VendorRef: { value: '1' },
  DocNumber: 'INV-1',
  TxnDate: '2026-11-01',
  Line: [
    {
      DetailType: 'AccountBasedExpenseLineDetail',
      Amount: amount,
      AccountBasedExpenseLineDetail: { AccountRef: { value: '9' } },
    },
  ],
  ...change,
})
