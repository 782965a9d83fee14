// Takes card payments through Stripe. An intent is created first and confirmed second, so its id is stored before money
// can move. No matter what happens to the confirmation, looking up or canceling that id gives a definite answer.
import { cutText } from '../cut-text.ts'
import type {
  AppSettings,
  PaymentDriver,
  PaymentProvider,
  PaymentSettings,
  ProviderPayment,
} from '../payment-provider.ts'
import { ProviderError } from '../provider-error.ts'
import { createCaller } from './stripe-client.ts'
import { stripeDeclineText } from './stripe-declines.ts'
import { isDisputed, sortIntents, stateOf } from './stripe-intent.ts'

const LIST_MAX = 10_000
const DESCRIPTION_LENGTH_MAX = 1_000
const EXPAND = { expand: ['latest_charge'] }

export const stripeProvider: PaymentProvider = {
  variables: {
    publicKey: 'STRIPE_PUBLISHABLE_KEY',
    secretKey: 'STRIPE_SECRET_KEY',
    webhookSecret: 'STRIPE_WEBHOOK_SECRET',
    apiUrl: 'STRIPE_API_URL',
    scriptUrl: 'STRIPE_JS_URL',
  },
  liveUrls: {
    apiUrl: 'https://api.stripe.com',
    scriptUrl: 'https://js.stripe.com/endive/stripe.js',
  },
  rules: {
    always: [
      [
        'STRIPE_PUBLISHABLE_KEY',
        // Browsers see it, so it must not be a secret key.
        (key) => !/^[rs]k_/.test(key),
        'must be the publishable key, which starts with pk_',
      ],
    ],
    live: [
      [
        'STRIPE_SECRET_KEY',
        (key) => /^[rs]k_live_/.test(key),
        'must be a live key, which starts with sk_live_ or rk_live_',
      ],
      [
        'STRIPE_PUBLISHABLE_KEY',
        (key) => key.startsWith('pk_live_'),
        'must be a live key, which starts with pk_live_',
      ],
      [
        'STRIPE_WEBHOOK_SECRET',
        (secret) => secret.startsWith('whsec_'),
        'must be the signing secret of the webhook endpoint, which starts with whsec_',
      ],
    ],
    sandbox: [
      [
        'STRIPE_SECRET_KEY',
        (key) => !/^[rs]k_live_/.test(key),
        'must be a test key, which starts with sk_test_. To take real money, use `npm run serve`',
      ],
      [
        'STRIPE_PUBLISHABLE_KEY',
        (key) => !key.startsWith('pk_live_'),
        'must be a test key, which starts with pk_test_. To take real money, use `npm run serve`',
      ],
    ],
  },
  webhookEvents: [
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
  ],
  /** As Stripe asks for. The card field and the bank's challenge are frames; the script calls the API. */
  pageHosts: ({ apiUrl, scriptUrl }) => {
    const scripts = [new URL(scriptUrl).origin, 'https://*.js.stripe.com']
    return {
      script: scripts,
      connect: [new URL(apiUrl).origin],
      frame: [...scripts, 'https://hooks.stripe.com'],
      img: ['https://*.stripe.com'],
    }
  },
  declineText: stripeDeclineText,
  createDriver: (settings, app) => createStripe(settings, app),
}

const createStripe = (settings: PaymentSettings, app: AppSettings): PaymentDriver => {
  const livemode = app.mode === 'live'
  const { load, call, callForIntent } = createCaller(settings, app)

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

    open: async ({ attemptId, amountCents, description }, idempotencyKey) => {
      const params = {
        amount: amountCents,
        currency: 'usd',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        description: cutText(description, DESCRIPTION_LENGTH_MAX),
        metadata: { attempt: attemptId },
      } as const
      const created = await callForIntent(true, (stripe) =>
        stripe.paymentIntents.create(params, { idempotencyKey }),
      )
      return created.id
    },

    confirm: async ({ providerId, key: idempotencyKey, cardToken = '' }) => {
      const params = { payment_method: cardToken, use_stripe_sdk: true, ...EXPAND }
      const confirmed = callForIntent(true, (stripe) =>
        stripe.paymentIntents.confirm(providerId, params, { idempotencyKey }),
      )
      return confirmed.then(stateOf, declineOf)
    },

    /**
     * After this, the intent can't be paid. If it's already paid, the answer says so. It has no idempotency key:
     * canceling twice is harmless, and under a key Stripe would repeat its own failure for a day.
     */
    cancel: (id) =>
      callForIntent(true, (stripe) => stripe.paymentIntents.cancel(id)).then(
        stateOf,
        (error: unknown) => {
          // Refused because it has been paid or canceled since.
          if (error instanceof ProviderError && error.kind === 'rejected') return find(id)
          throw error
        },
      ),

    /** Every intent created since then. */
    listCharges: (since) =>
      call(false, async (stripe) => {
        const created = { gte: Math.floor(since.getTime() / 1_000) }
        const all = await stripe.paymentIntents
          .list({ created, limit: 100, expand: ['data.latest_charge'] })
          .autoPagingToArray({ limit: LIST_MAX })
        return sortIntents(all, livemode)
      }),

    /** Undefined if the signature is wrong or too old. */
    readWebhook: async (body, { 'stripe-signature': signature }) => {
      const stripe = await load()
      try {
        const event = stripe.webhooks.constructEvent(
          body,
          typeof signature === 'string' ? signature : '',
          settings.webhookSecret,
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
