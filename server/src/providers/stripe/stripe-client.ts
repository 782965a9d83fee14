// Calls Stripe through its library, and turns every failure into a ProviderError.
import type Stripe from 'stripe'
import type { AppSettings, PaymentSettings } from '../payment-provider.ts'
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts'
import { type Intent, parseIntent } from './stripe-intent.ts'

/** Loads Stripe's library on the first payment, because it would slow down every start. */
export const createCaller = (
  settings: PaymentSettings,
  { mode, paymentTimeoutMs }: Pick<AppSettings, 'mode' | 'paymentTimeoutMs'>,
) => {
  let loaded: Promise<Stripe> | undefined
  const load = (): Promise<Stripe> => {
    loaded ??= import('stripe')
      .then(({ default: Library }) => {
        const { hostname: host, port, protocol } = new URL(settings.apiUrl)
        return new Library(settings.secretKey, {
          host,
          ...(port && { port }),
          protocol: protocol === 'http:' ? 'http' : 'https',
          timeout: paymentTimeoutMs,
          maxNetworkRetries: 0,
          telemetry: false,
        })
      })
      .catch((error: unknown) => {
        // The next call tries again.
        loaded = undefined
        throw error
      })
    return loaded
  }

  const call = async <T>(isWrite: boolean, run: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await load()
    return run(stripe).catch((error: unknown) => {
      throw providerErrorOf(error, isWrite)
    })
  }

  const callForIntent = async (
    isWrite: boolean,
    run: (stripe: Stripe) => Promise<unknown>,
  ): Promise<Intent> => parseIntent(await call(isWrite, run), isWrite, mode === 'live')

  return { load, call, callForIntent }
}

const ERROR_KINDS: Readonly<Record<string, ProviderErrorKind>> = {
  StripeCardError: 'declined',
  StripeInvalidRequestError: 'rejected',
  StripeIdempotencyError: 'rejected',
  StripeAuthenticationError: 'auth',
  StripePermissionError: 'auth',
  StripeRateLimitError: 'rate_limited',
}

type LibraryError = Partial<
  Record<'type' | 'message' | 'code' | 'decline_code' | 'requestId', string>
> & {
  /** The network's own error, if there was no answer. */
  readonly detail?: unknown
}

/** After a lost connection, a timeout or a 5xx, a write may have succeeded; a read changed nothing. */
const providerErrorOf = (error: unknown, isWrite: boolean): ProviderError => {
  const { type = '', message, code, decline_code, requestId, detail } = error as LibraryError
  const kind = ERROR_KINDS[type] ?? (isWrite ? 'outcome_unknown' : 'unavailable')
  const details = {
    providerCode: decline_code ?? code,
    traceId: requestId,
    cause: detail instanceof Error ? detail : error,
  }
  return new ProviderError('stripe', kind, message || type, details)
}
