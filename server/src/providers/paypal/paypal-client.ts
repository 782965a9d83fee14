// Calls to PayPal: the token, the time each call may take, and what a failure means.
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts'

type Settings = NonNullable<Config['paypal']>

const token = z.object({ access_token: z.string(), expires_in: z.number() })
const fault = z.object({
  name: z.string().default(''),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().default('') })).default([]),
})

const EARLY_MS = 60_000
/** Whatever PayPal calls it. */
const TOKEN_REFUSED = 'token_refused'

export const createPaypalClient = (settings: Settings, timeoutMs: number) => {
  let current: { value: string; until: number } | undefined
  let asking: Promise<string> | undefined

  const askForToken = async (): Promise<string> => {
    const pair = `${settings.clientId}:${settings.clientSecret}`
    const answer = await send('/v1/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const parsed = token.safeParse(answer)
    if (!parsed.success) throw failure('unavailable', 'its token cannot be read')
    const { access_token, expires_in } = parsed.data
    current = { value: access_token, until: Date.now() + expires_in * 1_000 - EARLY_MS }
    return access_token
  }

  const tokenNow = (): Promise<string> => {
    if (current && current.until > Date.now()) return Promise.resolve(current.value)
    asking ??= askForToken().finally(() => {
      asking = undefined
    })
    return asking
  }

  const send = async (
    path: string,
    init: RequestInit,
    isWrite = false,
    notAfter = Infinity,
  ): Promise<unknown> => {
    if (Date.now() > notAfter) throw failure('outcome_unknown', 'it was not sent in time')
    const answer = await fetch(`${settings.apiUrl}${path}`, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw failure(isWrite ? 'outcome_unknown' : 'unavailable', 'no answer', { cause: error })
    })
    const body: unknown = await answer.json().catch(() => undefined)
    if (!answer.ok) throw faultOf(answer.status, body, isWrite)
    // An answer that was cut off says as little as none.
    if (body === undefined)
      throw failure(isWrite ? 'outcome_unknown' : 'unavailable', 'no JSON in the answer')
    return body
  }

  const call = async (
    path: string,
    init: RequestInit,
    isWrite: boolean,
    notAfter?: number,
  ): Promise<unknown> => {
    const withToken = async () => ({
      ...init,
      headers: {
        ...init.headers,
        'content-type': 'application/json',
        authorization: `Bearer ${await tokenNow()}`,
      },
    })
    try {
      return await send(path, await withToken(), isWrite, notAfter)
    } catch (error) {
      // A token that was withdrawn early is asked for again, once.
      if (!(error instanceof ProviderError && error.providerCode === TOKEN_REFUSED)) throw error
      current = undefined
      return send(path, await withToken(), isWrite, notAfter)
    }
  }

  return {
    /** Changes nothing, whatever its method. */
    read: (path: string, body?: string): Promise<unknown> =>
      call(path, body === undefined ? { method: 'GET' } : { method: 'POST', body }, false),
    /** The same key within six hours is the same call. After `notAfter` nothing is sent any more. */
    write: (path: string, key: string, body?: object, notAfter?: number): Promise<unknown> =>
      call(
        path,
        {
          method: 'POST',
          headers: { 'paypal-request-id': key, prefer: 'return=representation' },
          ...(body && { body: JSON.stringify(body) }),
        },
        true,
        notAfter,
      ),
  }
}

const failure = (
  kind: ProviderErrorKind,
  message: string,
  options: { providerCode?: string; traceId?: string; cause?: unknown } = {},
) => new ProviderError('paypal', kind, message, options)

const kindOf = (status: number, isWrite: boolean): ProviderErrorKind => {
  if (status === 401 || status === 403) return 'auth'
  if (status === 429) return 'rate_limited'
  // Busy with the same call, or gave up waiting for it: that says nothing about what becomes of it.
  const isBusy = status === 408 || status === 409
  if (status < 500 && !isBusy) return 'rejected'
  return isWrite ? 'outcome_unknown' : 'unavailable'
}

const faultOf = (status: number, body: unknown, isWrite: boolean): ProviderError => {
  const { data } = fault.safeParse(body)
  const named = data?.details[0]?.issue || data?.name
  const providerCode = status === 401 ? TOKEN_REFUSED : named
  return failure(kindOf(status, isWrite), `it answered ${status} ${providerCode ?? ''}`.trim(), {
    ...(providerCode ? { providerCode } : {}),
    ...(data?.debug_id ? { traceId: data.debug_id } : {}),
  })
}
