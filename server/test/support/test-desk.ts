// A whole desk for a test: the real app on a real port, its own database, and every outside service as a stand-in.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { BodyOf, Endpoint, QueryOf } from '@invoice-desk/contract/endpoint'
import {
  type AuthData,
  startGoogleSignIn,
  validateGoogleSignIn,
} from '@invoice-desk/contract/identity'
import { type Sandbox, startSandbox } from '@invoice-desk/sandbox/start'
import { readConfig } from '../../src/config.ts'
import { createDesk, type Desk } from '../../src/desk.ts'
import { type CookieJar, createCookieJar } from './cookie-jar.ts'
import { createTestDatabase } from './database.ts'

export const STAFF = 'sam.staff@harborfinch.example'
export const ADMIN = 'ada.admin@harborfinch.example'
export const STRANGER = 'stranger@elsewhere.example'

export type Answer = {
  status: number
  headers: Headers
  // Tests look into answers of every shape, refusals included.
  // biome-ignore lint/suspicious/noExplicitAny: the assertions are the types here.
  body: any
}

export type CallOptions<E extends Endpoint> = {
  query?: Partial<Record<keyof NonNullable<QueryOf<E>>, unknown>> | Record<string, unknown>
  body?: unknown extends BodyOf<E> ? unknown : Partial<BodyOf<E>> | Record<string, unknown>
  token?: string
  jar?: CookieJar
  headers?: Record<string, string>
  /** The caller's address; a new one for every call unless told, so that limits do not meet by chance. */
  from?: string
}

export type TestDesk = {
  readonly url: string
  readonly desk: Desk
  readonly sandbox: Sandbox
  readonly dataDir: string
  call<const E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<Answer>
  /** Walks through the identity provider's pages as this person. */
  signIn(email: string, redirect?: string): Promise<AuthData>
  close(): Promise<void>
}

export const startTestDesk = async (env: Record<string, string> = {}): Promise<TestDesk> => {
  const database = await createTestDatabase()
  const { port, release } = await keepPort()
  const url = `http://localhost:${port}`
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    dataDir: database.dataDir,
    appUrl: url,
  })
  const config = readConfig({
    MODE: 'sandbox',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    PUBLIC_URL: url,
    SANDBOX_URL: sandbox.url,
    BUSINESS_NAME: 'Harbor & Finch Studio',
    CONTACT_EMAIL: 'billing@harborfinch.example',
    MAIL_FROM: 'billing@harborfinch.example',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    STAFF_EMAILS: STAFF,
    ADMIN_EMAILS: ADMIN,
    TRUST_PROXY: 'true',
    REQUESTS_PER_MINUTE: '1000000',
    WEB_DIR: fileURLToPath(new URL('./web', import.meta.url)),
    ...Object.assign({}, ...Object.values(sandbox.settings)),
    ...database.env,
    ...env,
  })
  const desk = await createDesk(config)
  await release()
  await desk.app.listen({ port, host: 'localhost' })

  const caller = createCaller(url)
  return {
    desk,
    sandbox,
    dataDir: database.dataDir,
    ...caller,
    close: async () => {
      await desk.close()
      await sandbox.close()
      await database.drop()
    },
  }
}

export type Caller = Pick<TestDesk, 'url' | 'call' | 'signIn'>

/** Whoever talks to a desk at this address, wherever it runs. */
export const createCaller = (url: string): Caller => {
  const call: TestDesk['call'] = async (endpoint, options = {}) => {
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
    return { status: response.status, headers: response.headers, body: await readBody(response) }
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

/** What the identity provider's redirect brings back after this account was chosen, or refused. */
export const chooseAccount = async (
  { url, call }: Pick<TestDesk, 'url' | 'call'>,
  jar: CookieJar,
  email: string,
  redirect = '/',
): Promise<Record<string, string>> => {
  const started = await call(startGoogleSignIn, { jar, query: { redirect } })
  const chooser = await jar.follow(started.body.url)
  const page = (await chooser.response?.text()) ?? ''
  const account = new RegExp(`value="(\\d+)">${email}<`).exec(page)?.[1]
  const form = new URLSearchParams(account ? { account } : { cancel: 'yes' })
  const returned = await jar.follow(chooser.url, { method: 'POST', body: form }, url)
  return Object.fromEntries(new URL(returned.url).searchParams)
}

let addresses = 0
const newAddress = (): string => {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
}

/** A port that nobody else is given until it is released. */
const keepPort = async () => {
  const server = createServer()
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, release: () => new Promise((done) => server.close(done)) }
}
