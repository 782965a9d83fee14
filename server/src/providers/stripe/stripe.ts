// Cards by Stripe. An intent is made first and confirmed second, so its id is known before money can move:
// whatever happens to the confirmation, asking for that id or cancelling it gives a definite answer.
import type Stripe from 'stripe'
import type { Config } from '../../config.ts'
import type { ProviderPayment } from '../payment-state.ts'
import { ProviderError } from '../provider-error.ts'
import { stripeErrorOf } from './stripe-errors.ts'
import {
  type Intent,
  isDisputed,
  type ListedIntents,
  parseIntent,
  sortIntents,
  stateOf,
} from './stripe-intent.ts'

const LIST_MAX = 10_000
const EXPAND = { expand: ['latest_charge'] }

export type NewIntent = {
  readonly attemptId: string
  readonly amountCents: number
  readonly description: string
}

export type CardEvent = {
  readonly id: string
  readonly livemode: boolean
  readonly intentId: string | undefined
}

export type Cards = ReturnType<typeof createCards>

export const createCards = ({ stripe: settings, paymentTimeoutMs }: Config) => {
  let opened: Promise<Stripe> | undefined
  // Loaded when the first payment needs it: it is the largest thing a start would otherwise wait for.
  const open = (): Promise<Stripe> => {
    opened ??= import('stripe').then(({ default: Library }) => {
      const { hostname, port, protocol } = new URL(settings.apiUrl)
      return new Library(settings.secretKey, {
        host: hostname,
        ...(port && { port }),
        protocol: protocol === 'http:' ? 'http' : 'https',
        timeout: paymentTimeoutMs,
        maxNetworkRetries: 0,
        telemetry: false,
      })
    })
    return opened
  }

  /** A call that says how an intent stands. */
  const askIntent = async (
    isWrite: boolean,
    run: (stripe: Stripe) => Promise<unknown>,
  ): Promise<Intent> => parseIntent(await ask(isWrite, run), isWrite, settings.livemode)

  const ask = async <T>(isWrite: boolean, run: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await open()
    return run(stripe).catch((error: unknown) => {
      throw stripeErrorOf(error, isWrite)
    })
  }

  return {
    createIntent: async (intent: NewIntent, key: string): Promise<string> => {
      const { attemptId, amountCents, description } = intent
      const created = await askIntent(true, (stripe) =>
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: 'usd',
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            description,
            metadata: { attempt: attemptId },
          },
          { idempotencyKey: key },
        ),
      )
      return created.id
    },

    confirm: async (id: string, paymentMethodId: string, key: string): Promise<ProviderPayment> => {
      const params = { payment_method: paymentMethodId, use_stripe_sdk: true, ...EXPAND }
      const confirmed = askIntent(true, (stripe) =>
        stripe.paymentIntents.confirm(id, params, { idempotencyKey: key }),
      )
      return confirmed.then(stateOf, declineOf)
    },

    find: async (id: string): Promise<ProviderPayment> => {
      const found = await askIntent(false, (stripe) =>
        stripe.paymentIntents.retrieve(id, EXPAND),
      ).catch((error: unknown) => {
        if (error instanceof ProviderError && error.providerCode === 'resource_missing') return
        throw error
      })
      if (!found) return { kind: 'gone' }
      const state = stateOf(found)
      if (state.kind !== 'paid' || !isDisputed(found)) return state
      const query = { payment_intent: id, limit: 1 }
      const [dispute] = (await ask(false, (stripe) => stripe.disputes.list(query))).data
      return { ...state, ...(dispute && { dispute: dispute.status }) }
    },

    /**
     * After this the intent can no longer be paid; it tells when it was paid before. Without a key: twice is the
     * same as once, and under a key Stripe would repeat a failure of its own for a day.
     */
    cancel: async (id: string): Promise<ProviderPayment> =>
      stateOf(await askIntent(true, (stripe) => stripe.paymentIntents.cancel(id))),

    /** Every intent opened since then: the paid ones, and the ids of those that nobody has paid. */
    listSince: (since: Date): Promise<ListedIntents> =>
      ask(false, async (stripe) => {
        const created = { gte: Math.floor(since.getTime() / 1_000) }
        const all = await stripe.paymentIntents
          .list({ created, limit: 100, expand: ['data.latest_charge'] })
          .autoPagingToArray({ limit: LIST_MAX })
        return sortIntents(all, settings.livemode)
      }),

    /** The event behind a webhook call, or undefined when the signature does not fit or is old. */
    readEvent: async (body: Buffer, signature: string): Promise<CardEvent | undefined> => {
      const stripe = await open()
      try {
        const secret = settings.webhookSecret
        const { id, livemode, data } = stripe.webhooks.constructEvent(body, signature, secret)
        return { id, livemode, intentId: intentOf(data.object as EventObject) }
      } catch {
        return undefined
      }
    },
  }
}

type EventObject = { object: string; id: string; payment_intent?: string | { id: string } | null }

/** Charges, refunds and disputes name their intent; an intent is one. */
const intentOf = ({ object, id, payment_intent }: EventObject): string | undefined => {
  if (object === 'payment_intent') return id
  return typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
}

/** A decline is an answer and not a failure. */
const declineOf = (error: unknown): ProviderPayment => {
  if (!(error instanceof ProviderError) || error.kind !== 'declined') throw error
  return { kind: 'declined', reason: error.providerCode }
}
