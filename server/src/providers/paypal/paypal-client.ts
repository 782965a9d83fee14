// Sends calls to PayPal with an access token and a timeout, and classifies each failure.
import { z } from 'zod'
import type { PaymentSettings } from '../payment-provider.ts'
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts'

type Call = RequestInit & {
  readonly isWrite?: boolean
  /** After this time, the call must not be sent. */
  readonly notAfter?: number | undefined
}

const token = z.object({ access_token: z.string(), expires_in: z.number() })
const fault = z.object({
  name: z.string().default(''),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().default('') })).default([]),
})

const EXPIRY_MARGIN_MS = 60_000
export const TOKEN_REFUSED = 'token_refused'

export const createPaypalClient = (settings: PaymentSettings, timeoutMs: number) => {
  let current: { value: string; until: number } | undefined
  let fetching: Promise<string> | undefined

  const fetchToken = async (): Promise<string> => {
    const pair = `${settings.publicKey}:${settings.secretKey}`
    const answer = await send('/v1/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { data } = token.safeParse(answer)
    if (!data) throw new ProviderError('paypal', 'unavailable', "its token can't be read")
    const until = Date.now() + data.expires_in * 1_000 - EXPIRY_MARGIN_MS
    current = { value: data.access_token, until }
    return data.access_token
  }

  const getToken = (): Promise<string> => {
    if (current && current.until > Date.now()) return Promise.resolve(current.value)
    fetching ??= fetchToken().finally(() => {
      fetching = undefined
    })
    return fetching
  }

  const send = async (path: string, { isWrite, notAfter = Infinity, ...init }: Call) => {
    const failed = (message: string, cause?: unknown) =>
      new ProviderError('paypal', isWrite ? 'outcome_unknown' : 'unavailable', message, { cause })
    if (Date.now() > notAfter) throw failed("it wasn't sent in time")
    const answer = await fetch(`${settings.apiUrl}${path}`, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw failed('no answer', error)
    })
    const body: unknown = await answer.json().catch(() => undefined)
    if (!answer.ok) throw faultOf(answer.status, body, isWrite)
    // A truncated answer tells us nothing.
    if (body === undefined) throw failed('no JSON in the answer')
    return body
  }

  const sendWithToken = async (path: string, call: Call): Promise<unknown> => {
    const authorized = async () => ({
      ...call,
      headers: {
        ...call.headers,
        'content-type': 'application/json',
        authorization: `Bearer ${await getToken()}`,
      },
    })
    try {
      return await send(path, await authorized())
    } catch (error) {
      // If PayPal revoked the token early, we fetch a new one, once.
      if (!(error instanceof ProviderError && error.providerCode === TOKEN_REFUSED)) throw error
      current = undefined
      return send(path, await authorized())
    }
  }

  return {
    /** For calls that change nothing, including a POST that only asks a question. */
    read: (path: string, body?: string): Promise<unknown> =>
      sendWithToken(path, body === undefined ? { method: 'GET' } : { method: 'POST', body }),
    /** PayPal treats the same key within six hours as the same call. */
    write: (path: string, key: string, body?: object, notAfter?: number): Promise<unknown> =>
      sendWithToken(path, {
        method: 'POST',
        headers: { 'paypal-request-id': key, prefer: 'return=representation' },
        ...(body && { body: JSON.stringify(body) }),
        isWrite: true,
        notAfter,
      }),
  }
}

const kindOf = (status: number, isWrite: boolean | undefined): ProviderErrorKind => {
  if (status === 401 || status === 403) return 'auth'
  if (status === 429) return 'rate_limited'
  // 408 and 409: PayPal is busy with the same call, which says nothing about its result.
  if (status < 500 && status !== 408 && status !== 409) return 'rejected'
  return isWrite ? 'outcome_unknown' : 'unavailable'
}

const faultOf = (status: number, body: unknown, isWrite: boolean | undefined): ProviderError => {
  const { data } = fault.safeParse(body)
  const issue = data?.details[0]?.issue
  // A 401 with an issue is about the account, not about our token.
  const providerCode = status === 401 && !issue ? TOKEN_REFUSED : issue || data?.name || undefined
  const message = `it returned ${status} ${providerCode ?? ''}`.trim()
  const details = { providerCode, traceId: data?.debug_id }
  return new ProviderError('paypal', kindOf(status, isWrite), message, details)
}
