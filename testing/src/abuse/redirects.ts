// Attacks on return URLs and on the state, nonce and PKCE of sign-in and the QuickBooks connection.
import {
  startQboConnection,
  validateQboConnection,
} from '@invoice-desk/contract/accounting/connection'
import { sendVerification } from '@invoice-desk/contract/contractor/contractor'
import { startGoogleSignIn, validateGoogleSignIn } from '@invoice-desk/contract/identity/identity'
import type { TestDesk } from '../app/test-desk.ts'
import { chooseAccount } from '../http/caller.ts'
import { type CookieJar, createCookieJar } from '../http/cookie-jar.ts'
import { STAFF } from '../people.ts'
import { authorize, HARBOR, TIDEWATER } from '../quickbooks/connect.ts'
import { waitForMail } from '../sandbox/mailbox.ts'
import type { World } from './world.ts'

export type AttackResult = { readonly attacks: number; readonly passed: readonly string[] }

const ELSEWHERE = [
  'https://evil.example',
  'https://evil.example/submit-invoice',
  '//evil.example',
  '///evil.example',
  '////evil.example/submit-invoice',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/%2f/evil.example/..//evil.example',
  'http:evil.example',
  'https:/evil.example',
  'https:evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'hTtP://evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://evil.example',
  'blob:https://evil.example/x',
  'about:blank',
  'mailto:x@evil.example',
  'intent://evil.example#Intent;end',
  '/\u0000/evil.example',
  '/\u2028/evil.example\\@x',
  '//evil.example%2f@ours.example',
  '//0x7f000001',
  '//[::1]',
  '/auth',
  '/auth?redirect=//evil.example',
  '/auth/google/redirect?code=x',
  '/./auth',
  '/x/../auth/qbo/redirect',
]

/** Addresses that look like ours. */
const lookalikes = (url: string): string[] => {
  const { host, hostname, port } = new URL(url)
  return [
    `${url}@evil.example`,
    `${url}.evil.example`,
    `http://${host}@evil.example/submit-invoice`,
    `http://evil.example#${url}/submit-invoice`,
    `http://evil.example?${url}/submit-invoice`,
    `http://evil.example/${url}/submit-invoice`,
    `http://evil.example\\${host}/submit-invoice`,
    `http://user:pass@${host}/submit-invoice`,
    `http://${hostname}:${Number(port) + 1}/submit-invoice`,
    `https://${host}/submit-invoice`,
    `http://${hostname}./submit-invoice`,
    `http://sub.${host}/submit-invoice`,
    `ftp://${host}/submit-invoice`,
    `${url}/auth`,
    `${url}/vendors`,
    `${url}/submit-invoice/../vendors`,
    `${url}/submit-invoice/x`,
    `${url}//evil.example`,
    `${url}/submit-invoice%2f..%2fvendors`,
  ]
}

const isOurs = (candidate: string, url: string): boolean => {
  const target = URL.parse(candidate, url)
  return target?.origin === url && !target.pathname.startsWith('//')
}

/** The email may link only to the portal. */
export const attackReturnUrls = async ({ shop }: World): Promise<AttackResult> => {
  const { desk } = shop
  const passed: string[] = []
  const all = [...ELSEWHERE, ...lookalikes(desk.url)]
  for (const [index, returnUrl] of all.entries()) {
    const email = `returns${index}@vendor.example`
    const { status } = await desk.call(sendVerification, { body: { email, returnUrl } })
    if (status >= 400 && status < 500) continue
    const mail = await waitForMail(desk, email)
    const isPortal = mail.links.every((link) =>
      link.startsWith(`${desk.url}/submit-invoice?token=`),
    )
    if (!isPortal) passed.push(`returnUrl ${JSON.stringify(returnUrl)}: ${mail.links.join(' ')}`)
  }
  return { attacks: all.length, passed }
}

/** Sign-in always returns to one of our paths. */
export const attackReturnPaths = async ({ shop }: World): Promise<AttackResult> => {
  const { desk } = shop
  const passed: string[] = []
  const all = [...ELSEWHERE, ...lookalikes(desk.url)]
  for (const redirect of all) {
    const { status, body } = await desk.call(startGoogleSignIn, { query: { redirect } })
    if (status >= 400 && status < 500) continue
    const state = new URL(body.url).searchParams.get('state') ?? ''
    const path = state.slice(0, state.lastIndexOf('#'))
    if (!path.startsWith('/') || !isOurs(path, desk.url) || /^\/(auth)\b/.test(path)) {
      passed.push(`redirect ${JSON.stringify(redirect)} became ${path}`)
    }
  }
  return { attacks: all.length, passed }
}

type Returned = Record<string, string>
type Flow = { readonly jar: CookieJar; readonly returned: Returned }

const beginSignIn = async (desk: TestDesk): Promise<Flow> => {
  const jar = createCookieJar()
  return { jar, returned: await chooseAccount(desk, jar, STAFF, '/vendors') }
}

const changed = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)

/** Each takes two valid flows and makes a request that must fail. */
const FLOW_ATTACKS: readonly ((mine: Flow, theirs: Flow) => { jar: CookieJar; body: Returned })[] =
  [
    (mine) => ({ jar: createCookieJar(), body: mine.returned }),
    (mine, theirs) => ({ jar: mine.jar, body: theirs.returned }),
    (mine, theirs) => ({ jar: theirs.jar, body: mine.returned }),
    // Another flow's code with this flow's PKCE and nonce.
    (mine, theirs) => ({
      jar: mine.jar,
      body: { ...mine.returned, code: theirs.returned.code ?? '' },
    }),
    (mine, theirs) => ({
      jar: mine.jar,
      body: { ...mine.returned, state: theirs.returned.state ?? '' },
    }),
    (mine) => ({ jar: mine.jar, body: { code: mine.returned.code ?? '' } }),
    (mine) => ({ jar: mine.jar, body: { ...mine.returned, state: '' } }),
    (mine) => ({ jar: mine.jar, body: { ...mine.returned, state: '/vendors' } }),
    (mine) => ({
      jar: mine.jar,
      body: {
        ...mine.returned,
        state: (mine.returned.state ?? '').replace('/vendors', '//evil.example'),
      },
    }),
    (mine) => ({ jar: mine.jar, body: { ...mine.returned, iss: 'https://evil.example' } }),
    (mine) => ({
      jar: mine.jar,
      body: { code: mine.returned.code ?? '', state: mine.returned.state ?? '' },
    }),
    ...Array.from({ length: 12 }, (_, index) => (mine: Flow) => {
      const { state = '' } = mine.returned
      return {
        jar: mine.jar,
        body: { ...mine.returned, state: changed(state, state.length - 2 - index) },
      }
    }),
    ...Array.from({ length: 12 }, (_, index) => (mine: Flow) => {
      const { code = '' } = mine.returned
      return { jar: mine.jar, body: { ...mine.returned, code: changed(code, index) } }
    }),
    ...Array.from({ length: 12 }, (_, index) => (mine: Flow) => ({
      jar: withCookies(mine.jar, (value) => changed(value, 1 + index * 7)),
      body: mine.returned,
    })),
    (mine, theirs) => ({
      jar: withCookies(mine.jar, () => theirs.jar.cookies().find(isFlowCookie)?.value ?? ''),
      body: mine.returned,
    }),
    (mine) => ({ jar: withCookies(mine.jar, () => ''), body: mine.returned }),
  ]

const isFlowCookie = ({ name }: { name: string }) => name.startsWith('desk-')

/** A copy of the browser, with changed values in our cookies. */
const withCookies = (jar: CookieJar, change: (value: string) => string): CookieJar => ({
  ...jar,
  fetch: (url, init = {}) => {
    const headers = new Headers(init.headers)
    const pairs = jar
      .cookies()
      .filter(isFlowCookie)
      .map(({ name, value }) => `${name}=${change(value)}`)
    headers.set('cookie', pairs.join('; '))
    return fetch(url, { ...init, headers })
  },
})

export const attackSignIn = async ({ shop }: World, every = 1): Promise<AttackResult> => {
  const { desk } = shop
  const passed: string[] = []
  const chosen = FLOW_ATTACKS.map((attack, index) => ({ attack, index })).filter(
    ({ index }) => index % every === 0,
  )
  for (const { attack, index } of chosen) {
    const [mine, theirs] = [await beginSignIn(desk), await beginSignIn(desk)]
    const { jar, body } = attack(mine, theirs)
    const { status } = await desk.call(validateGoogleSignIn, { jar, body })
    if (status < 400 || status >= 500) passed.push(`sign-in attack ${index}: ${status}`)
  }
  const used = await beginSignIn(desk)
  await desk.call(validateGoogleSignIn, { jar: used.jar, body: used.returned })
  const again = await desk.call(validateGoogleSignIn, { jar: used.jar, body: used.returned })
  if (again.status === 200) passed.push('a sign-in was finished twice')
  return { attacks: chosen.length + 1, passed }
}

export const attackConnection = async ({ shop, staff, admin }: World): Promise<AttackResult> => {
  const { desk } = shop
  const passed: string[] = []
  const begin = async (): Promise<Flow> => {
    const jar = createCookieJar()
    return { jar, returned: await authorize(desk, staff, HARBOR, jar) }
  }
  const attacks: readonly ((flow: Flow, other: Flow) => [string, CookieJar, Returned])[] = [
    ({ returned }) => [staff, createCookieJar(), returned],
    ({ jar, returned }) => [admin, jar, returned],
    ({ jar }, other) => [staff, jar, other.returned],
    ({ jar, returned }) => [staff, jar, { ...returned, state: '' }],
    ({ jar, returned }) => [staff, jar, { ...returned, state: '/connections' }],
    ({ jar, returned }) => [staff, jar, { ...returned, code: 'made-up' }],
    ({ jar, returned }) => [staff, jar, { ...returned, realmId: TIDEWATER }],
    ({ jar, returned }) => [staff, withCookies(jar, (value) => changed(value, 30)), returned],
    ...Array.from({ length: 8 }, (_, index) => ({ jar, returned }: Flow) => {
      const state = changed(returned.state ?? '', (returned.state?.length ?? 9) - 2 - index)
      return [staff, jar, { ...returned, state }] satisfies [string, CookieJar, Returned]
    }),
  ]
  for (const [index, attack] of attacks.entries()) {
    const [token, jar, body] = attack(await begin(), await begin())
    const { status } = await desk.call(validateQboConnection, { token, jar, body })
    if (status < 400 || status >= 500) passed.push(`connection attack ${index}: ${status}`)
  }
  const { status } = await desk.call(startQboConnection, { token: 'made.up.token' })
  if (status !== 401) passed.push('a connection was started without a sign-in')
  return { attacks: attacks.length + 1, passed }
}
