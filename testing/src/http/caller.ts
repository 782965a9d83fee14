// Calls the API over HTTP, and signs in.
import type { BodyOf, Endpoint, QueryOf } from '@invoice-desk/contract/http/endpoint'
import {
  type AuthData,
  startGoogleSignIn,
  validateGoogleSignIn,
} from '@invoice-desk/contract/identity/identity'
import { within } from '../wait-for.ts'
import { type CookieJar, createCookieJar } from './cookie-jar.ts'

export type Answer = {
  status: number
  headers: Headers
  // Answers have many shapes, including errors.
  // biome-ignore lint/suspicious/noExplicitAny: the assertions are the types here.
  body: any
}

export type CallOptions<E extends Endpoint> = {
  query?: Partial<Record<keyof NonNullable<QueryOf<E>>, unknown>> | Record<string, unknown>
  body?: unknown extends BodyOf<E> ? unknown : Partial<BodyOf<E>> | Record<string, unknown>
  token?: string
  jar?: CookieJar
  headers?: Record<string, string>
  /** The caller's IP address; by default a new one for each call, so that calls don't share rate limits. */
  from?: string
}

export type Caller = {
  readonly url: string
  call<const E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<Answer>
  /** Signs in through the identity provider's pages. */
  signIn(email: string, redirect?: string): Promise<AuthData>
}

export const createCaller = (url: string): Caller => {
  const call: Caller['call'] = async (endpoint, options = {}) => {
    const address = new URL(endpoint.path, url)
    for (const [name, value] of Object.entries(options.query ?? {})) {
      address.searchParams.set(name, String(value))
    }
    const response = await (options.jar ?? createCookieJar()).fetch(address.href, {
      method: endpoint.method,
      headers: {
        'x-forwarded-for': options.from ?? newAddress(),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    const body = await within(`reading ${endpoint.path}`, readBody(response))
    return { status: response.status, headers: response.headers, body }
  }

  return {
    url,
    call,
    signIn: async (email, redirect = '/') => {
      const jar = createCookieJar()
      const returned = await chooseAccount({ url, call }, jar, email, redirect)
      const answer = await call(validateGoogleSignIn, { jar, body: returned })
      if (answer.status !== 200) throw new Error(`sign-in refused: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
  }
}

/** Chooses this account, or cancels if it doesn't exist; returns the parameters of the redirect back. */
export const chooseAccount = async (
  { url, call }: Pick<Caller, 'url' | 'call'>,
  jar: CookieJar,
  email: string,
  redirect = '/',
): Promise<Record<string, string>> => {
  const started = await call(startGoogleSignIn, { jar, query: { redirect } })
  return chooseOnPage(jar, started.body.url, { email, until: url })
}

/** Chooses the account on Google's page at this address, with other fields of its form. */
export const chooseOnPage = async (
  jar: CookieJar,
  address: string,
  { email, until, fields }: { email: string; until: string; fields?: Record<string, string> },
): Promise<Record<string, string>> => {
  const chooser = await jar.follow(address)
  const page = (await chooser.response?.text()) ?? ''
  const account = new RegExp(`value="(\\d+)">${email}<`).exec(page)?.[1]
  const body = new URLSearchParams(account ? { account, ...fields } : { cancel: 'yes' })
  const returned = await jar.follow(chooser.url, { method: 'POST', body }, until)
  return Object.fromEntries(new URL(returned.url).searchParams)
}

let addresses = 0

/** A new IP address. */
export const newAddress = (): string => {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
}
