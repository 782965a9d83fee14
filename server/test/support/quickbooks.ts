// What accounting's tests share: a desk connected to the sample company, and the sandbox's switches.
import {
  startQboConnection,
  validateQboConnection,
} from '@invoice-desk/contract/accounting-connection'
import { createConnectionStore } from '../../src/features/accounting/connection-store.ts'
import { type CookieJar, createCookieJar } from './cookie-jar.ts'
import { type Answer, type Caller, STAFF, startTestDesk } from './test-desk.ts'

export const HARBOR = '9341453100000001'
export const TIDEWATER = '9341453100000002'

type FaultMode = 'error' | 'timeout' | 'timeout-after' | 'cut' | 'throttle' | 'expire-token'
type Entity = Record<string, unknown> & { Id: string }

export type Company = Awaited<ReturnType<typeof openCompany>>

/** A desk with a signed-in staff member; its calls to QuickBooks time out fast and are not paced. */
export const openCompany = async (env: Record<string, string> = {}) => {
  const desk = await startTestDesk({
    QBO_TIMEOUT_MS: '1000',
    QBO_CALLS_PER_SECOND: '100000',
    QBO_CALLS_PER_MINUTE: '100000',
    ...env,
  })
  const { idToken: token } = await desk.signIn(STAFF)
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${desk.sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  }
  const throwSwitch = (name: string, values: Record<string, unknown> = {}) =>
    post(`/quickbooks/switches/${name}`, values)
  const state = async () => {
    const response = await fetch(`${desk.sandbox.url}/state`)
    const { quickbooks } = (await response.json()) as {
      quickbooks: Record<string, Entity[]> & { oauth: Record<string, number> }
    }
    return quickbooks
  }
  return {
    desk,
    token,
    throwSwitch,
    state,
    connect: (realmId = HARBOR) => connectCompany(desk, token, realmId),
    /** The sample company again, connected, and as fast as it can. */
    startOver: async () => {
      await desk.sandbox.reset()
      await throwSwitch('rate', { perSecond: 0, perMinute: 0 })
      const answer = await connectCompany(desk, token, HARBOR)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    },
    /** Does in QuickBooks what a bookkeeper would do there by hand. */
    write: async (path: string, body: Record<string, unknown>): Promise<Entity> => {
      const connection = await createConnectionStore(desk.desk.dependencies).find()
      const { apiUrl } = desk.desk.dependencies.config.quickbooks
      const response = await fetch(`${apiUrl}/v3/company/${HARBOR}/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${connection?.accessToken}`,
          accept: 'application/json',
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as Record<string, Entity>
      if (!response.ok) throw new Error(JSON.stringify(answer))
      return Object.values(answer)[0] ?? { Id: '' }
    },
    fault: (mode: FaultMode, match: string, times = 1) =>
      post('/faults', { provider: 'quickbooks', mode, match, times }),
  }
}

/** What the authorization page brings back after this company was chosen. */
export const authorize = async (
  desk: Caller,
  token: string,
  realmId: string,
  jar: CookieJar,
): Promise<Record<string, string>> => {
  const started = await desk.call(startQboConnection, { token, jar })
  const url = new URL(started.body.url)
  const form = new URLSearchParams({ ...Object.fromEntries(url.searchParams), realmId })
  const back = await jar.follow(url.href, { method: 'POST', body: form }, desk.url)
  return Object.fromEntries(new URL(back.url).searchParams)
}

/** Connects the desk to this company, as staff do on the connections page. */
export const connectCompany = async (
  desk: Caller,
  token: string,
  realmId: string,
): Promise<Answer> => {
  const jar = createCookieJar()
  const body = await authorize(desk, token, realmId, jar)
  return desk.call(validateQboConnection, { token, jar, body })
}
