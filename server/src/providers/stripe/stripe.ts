// Takes card payments through Stripe. An intent is created first and confirmed second, so its id is stored before money
// can move. No matter what happens to the confirmation, looking up or canceling that id gives a definite answer.
import type Stripe from 'stripe'
import type { Config } from '../../config.ts'
import type {
  ListedCharges,
  ProviderPayment,
  WebhookHeaders,
  WebhookReport,
} from '../payment-state.ts'
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts'
import { type Intent, isDisputed, parseIntent, sortIntents, stateOf } from './stripe-intent.ts'

const LIST_MAX = 10_000
const EXPAND = { expand: ['latest_charge'] }

type NewIntent = { attemptId: string; amountCents: number; description: string }

/** Loads Stripe's library on the first payment, because it would slow down every start. */
const createCaller = ({ stripe: settings, paymentTimeoutMs }: Config) => {
  let loaded: Promise<Stripe> | undefined
  const load = (): Promise<Stripe> => {
    loaded ??= import('stripe').then(({ default: Library }) => {
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
  ): Promise<Intent> => parseIntent(await call(isWrite, run), isWrite, settings.livemode)

  return { load, call, callForIntent }
}

export const createStripe = (config: Config) => {
  const { livemode, webhookSecret } = config.stripe
  const { load, call, callForIntent } = createCaller(config)

  const find = async (id: string): Promise<ProviderPayment> => {
    const found = await callForIntent(false, (stripe) =>
      stripe.paymentIntents.retrieve(id, EXPAND),
    ).catch((error: unknown) => {
      if (error instanceof ProviderError && error.providerCode === 'resource_missing') return
      throw error
    })
    if (!found) return { kind: 'gone' }
    const state = stateOf(found)
    if (state.kind !== 'paid' || !isDisputed(found)) return state
    const query = { payment_intent: id, limit: 1 }
    const [dispute] = (await call(false, (stripe) => stripe.disputes.list(query))).data
    return { ...state, ...(dispute && { dispute: dispute.status }) }
  }

  return {
    find,

    createIntent: async (intent: NewIntent, key: string): Promise<string> => {
      const params = {
        amount: intent.amountCents,
        currency: 'usd',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        description: intent.description,
        metadata: { attempt: intent.attemptId },
      } as const
      const created = await callForIntent(true, (stripe) =>
        stripe.paymentIntents.create(params, { idempotencyKey: key }),
      )
      return created.id
    },

    confirm: async (id: string, paymentMethodId: string, key: string): Promise<ProviderPayment> => {
      const params = { payment_method: paymentMethodId, use_stripe_sdk: true, ...EXPAND }
      const confirmed = callForIntent(true, (stripe) =>
        stripe.paymentIntents.confirm(id, params, { idempotencyKey: key }),
      )
      return confirmed.then(stateOf, declineOf)
    },

    /**
     * After this, the intent can't be paid. If it's already paid, the answer says so. It has no idempotency key:
     * canceling twice is harmless, and under a key Stripe would repeat its own failure for a day.
     */
    cancel: (id: string): Promise<ProviderPayment> =>
      callForIntent(true, (stripe) => stripe.paymentIntents.cancel(id)).then(
        stateOf,
        (error: unknown) => {
          // Refused because it has been paid or canceled since.
          if (error instanceof ProviderError && error.kind === 'rejected') return find(id)
          throw error
        },
      ),

    /** Every intent created since then. */
    listCharges: (since: Date): Promise<ListedCharges> =>
      call(false, async (stripe) => {
        const created = { gte: Math.floor(since.getTime() / 1_000) }
        const all = await stripe.paymentIntents
          .list({ created, limit: 100, expand: ['data.latest_charge'] })
          .autoPagingToArray({ limit: LIST_MAX })
        return sortIntents(all, livemode)
      }),

    /** Undefined if the signature is wrong or too old. */
    readWebhook: async (
      body: Buffer,
      { 'stripe-signature': signature }: WebhookHeaders,
    ): Promise<WebhookReport | undefined> => {
      const stripe = await load()
      try {
        const event = stripe.webhooks.constructEvent(
          body,
          typeof signature === 'string' ? signature : '',
          webhookSecret,
        )
        return {
          id: event.id,
          providerId: intentIdOf(event.data.object as EventObject),
          isOtherMode: event.livemode !== livemode,
        }
      } catch {
        return undefined
      }
    },
  }
}

type EventObject = { object: string; id: string; payment_intent?: string | { id: string } | null }

/** Charges, refunds and disputes name their intent. */
const intentIdOf = ({ object, id, payment_intent }: EventObject): string | undefined => {
  if (object === 'payment_intent') return id
  return typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
}

/** A decline is an answer, not a failure. */
const declineOf = (error: unknown): ProviderPayment => {
  if (!(error instanceof ProviderError) || error.kind !== 'declined') throw error
  return { kind: 'declined', reason: error.providerCode }
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
>

/** After a lost connection, a timeout or a 5xx, a write may have succeeded; a read changed nothing. */
const providerErrorOf = (error: unknown, isWrite: boolean): ProviderError => {
  const { type = '', message, code, decline_code, requestId } = error as LibraryError
  const kind = ERROR_KINDS[type] ?? (isWrite ? 'outcome_unknown' : 'unavailable')
  const details = { providerCode: decline_code ?? code, traceId: requestId, cause: error }
  return new ProviderError('stripe', kind, message || type, details)
}
