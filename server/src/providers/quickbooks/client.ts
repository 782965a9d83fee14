// Calls QuickBooks with pacing by priority, a valid token and safe retries.
import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from '../provider-error.ts'
import { FAULT, isFault } from './faults.ts'
import { BUSY, type Pacer, type Priority } from './pacing.ts'
import { asJson, asPdf, type Download, type Receive } from './receive.ts'
import type { Access, Call, Send } from './send.ts'
import type { Tokens } from './tokens.ts'

export type Client = ReturnType<typeof createClient>
export type Reader = { read(path: string, query?: Call['query']): Promise<unknown> }

type WriteOptions = {
  /** The call fails if a different company is connected. */
  readonly realmId?: string | undefined
  readonly query?: Call['query']
}

const TRIES_MAX = 3
const PAUSE_MS = 150
/** How long Intuit wants us to wait after a 429 without Retry-After. */
const THROTTLED_MS = 60_000
/** Its limit per second is over by then, and another app may have used up the one per minute. So payments try again. */
const THROTTLED_MONEY_MS = 3_000
const THROTTLED_MS_MAX = 10 * 60_000
const REQUEST_ID_LENGTH_MAX = 50

export const createClient = (send: Send, tokens: Tokens, pacer: Pacer, priority: Priority) => {
  /** The call counts as running until its answer has arrived, also while a file is already being passed on. */
  const sendTo = <T>(access: Access, call: Call, receive: Receive<T>, realmId = access.realmId) => {
    if (access.realmId !== realmId) {
      throw new ProviderError('quickbooks', 'auth', 'another company is connected')
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const run = async () => {
      const answer = await send(access, call, receive).catch(async (error: unknown) => {
        if (error instanceof ProviderError && error.kind === 'rate_limited') {
          const pauseOf = (ms: number) => Math.min(error.retryAfterMs ?? ms, THROTTLED_MS_MAX)
          const pause = { ms: pauseOf(THROTTLED_MS), moneyMs: pauseOf(THROTTLED_MONEY_MS) }
          // Stored before the next call can start. If that fails, the next 429 stores it.
          await pacer.pause(realmId, pause).catch(() => {})
        }
        throw error
      })
      resolve(answer)
      await receive.finished?.(answer)
    }
    pacer.run(priority, realmId, run).catch(reject)
    return promise
  }

  const tryOnce = async <T>(call: Call, receive: Receive<T>, realmId?: string): Promise<T> => {
    const access = await tokens.current()
    try {
      return await sendTo(access, call, receive, realmId)
    } catch (error) {
      if (!isFault(error, FAULT.tokenRefused)) throw error
    }
    // Nothing was done, so it's safe to retry with a new token.
    const renewed = await tokens.renew(access.accessToken)
    return sendTo(renewed, call, receive, realmId)
  }

  const call = async <T>(request: Call, receive: Receive<T>, realmId?: string): Promise<T> => {
    let mayBeDone = false
    for (let tries = 1; ; tries += 1) {
      try {
        return await tryOnce(request, receive, realmId)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        mayBeDone ||= error.kind === 'outcome_unknown'
        const isFinal =
          error.kind === 'rejected' || error.kind === 'auth' || error.providerCode === BUSY
        if (isFinal || tries >= TRIES_MAX) throw mayBeDone ? unknown(error) : error
        // After a 429 the pacer waits, or refuses if the caller would wait too long.
        if (error.kind !== 'rate_limited')
          await sleep(PAUSE_MS * 2 ** tries * (0.5 + Math.random()))
      }
    }
  }

  const read = (path: string, query: Call['query'] = {}, realmId?: string) =>
    call({ method: 'GET', path, query }, asJson, realmId)

  return {
    read,
    /** Reads only while this company is connected. */
    readerOf: (realmId: string): Reader => ({ read: (path, query) => read(path, query, realmId) }),
    /** Retries only before the first byte. */
    readPdf: (path: string, realmId: string): Promise<Download> =>
      call({ method: 'GET', path }, asPdf, realmId),
    /** `requestId` is the idempotency key. */
    write: (path: string, body: object, requestId: string, options: WriteOptions = {}) => {
      const { realmId, query } = options
      if (requestId.length === 0 || requestId.length > REQUEST_ID_LENGTH_MAX) {
        throw new RangeError(`A request id has 1 to ${REQUEST_ID_LENGTH_MAX} characters.`)
      }
      return call(
        { method: 'POST', path, body, query: { ...query, requestid: requestId } },
        asJson,
        realmId,
      )
    },
  }
}

/** If one try may have succeeded, a later failure doesn't prove that it didn't. */
const unknown = (cause: ProviderError): ProviderError =>
  cause.kind === 'outcome_unknown'
    ? cause
    : new ProviderError('quickbooks', 'outcome_unknown', cause.message, {
        cause,
        traceId: cause.traceId,
      })
