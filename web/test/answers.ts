// Answers a page's requests in a test. A request without an answer fails the test.
import { TOOLS } from '@invoice-desk/contract/identity/tools'
import { STAFF } from './people.ts'
import { UploadByFetch } from './uploads.ts'

/** JSON with status 200, a response, or a function of the request's body. */
export type Answer = unknown | Response | ((body: unknown, url: URL) => unknown | Promise<unknown>)

/** By method and path, such as `GET /api/cup/vendors`. */
export type Answers = Readonly<Record<string, Answer>>

export type Sent = { readonly name: string; readonly body: unknown; readonly headers: Headers }

/** What the frame around staff pages asks for. */
const FRAME: Answers = {
  'GET /api/account': { ...STAFF, admin: false, tools: TOOLS },
  'GET /api/overview/counts': { failedJobs: 0 },
}

export const refuse = (status: number, body: unknown): Response => Response.json(body, { status })

/** A connection that fails. */
export const lost = (): never => {
  throw new TypeError('Failed to fetch')
}

/** Holds an answer until `release` is called. */
export const held = (answer: Answer = {}) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    answer: async (body: unknown, url: URL) => {
      await promise
      return typeof answer === 'function' ? answer(body, url) : answer
    },
    release: () => resolve(),
  }
}

const send = globalThis.fetch
const { XMLHttpRequest } = globalThis

/** Replaces `fetch`, also for uploads, until `stop` is called, which returns the requests that had no answer. */
export const answerRequests = (first: Answers) => {
  let answers = first
  const sent: Sent[] = []
  const unanswered = new Set<string>()
  Object.assign(globalThis, { XMLHttpRequest: UploadByFetch })
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (!url.pathname.startsWith('/api/')) return send(input, init)
    const name = `${request.method} ${url.pathname}`
    const body = parse(await request.text())
    sent.push({ name, body, headers: request.headers })
    const answer = name in answers ? answers[name] : FRAME[name]
    if (answer === undefined) {
      unanswered.add(name)
      return refuse(404, { error: `${name} has no answer in this test`, code: 'not_found' })
    }
    const value = typeof answer === 'function' ? await answer(body, url) : answer
    request.signal.throwIfAborted()
    return value instanceof Response ? value.clone() : Response.json(value)
  }
  return {
    sent,
    /** From now on. */
    change: (next: Answers) => {
      answers = { ...answers, ...next }
    },
    stop: (): string[] => {
      Object.assign(globalThis, { fetch: send, XMLHttpRequest })
      return [...unanswered]
    },
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
