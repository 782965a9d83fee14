// The Stripe emulator: the API, Stripe.js, bank authentication and webhooks.
import type { Emulator, EmulatorContext } from '../emulator.ts'
import type { WriteFault } from '../faults.ts'
import { openAccount } from './account.ts'
import { expiredKey, faultOfStatus, throttled } from './api/fault.ts'
import { registerApi } from './api/routes.ts'
import { newId, PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from './ids.ts'
import { registerChallenge } from './pages/challenge.ts'
import { registerElements } from './pages/elements.ts'
import { registerPages } from './pages/routes.ts'

export const stripeEmulator = (context: EmulatorContext): Emulator => {
  const account = openAccount(context)
  const { books } = account
  registerApi(context.app, account)
  registerChallenge(context.app, account)
  registerElements(context.app)
  registerPages(context.app, account)
  return {
    name: 'stripe',
    settings: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      // Stripe's library can't add a path before `/v1`, so the sandbox serves that path at its root.
      STRIPE_API_URL: new URL(context.url).origin,
      STRIPE_JS_URL: `${context.url}/js/v3.js`,
    },
    page: () => ({
      title: 'Stripe',
      path: '/stripe',
      summary: `Card payments: ${books.intents.size}. Refund or dispute them, and see the test cards.`,
    }),
    writeFault,
    state: () => ({
      paymentIntents: books.intents.list(),
      paymentMethods: books.methods.list().map(({ object }) => object),
      charges: books.charges.list(),
      refunds: books.refunds.list(),
      disputes: books.disputes.list(),
      events: account.events.list().map(({ id, type, created }) => ({ id, type, created })),
      switches: account.switches.get(),
    }),
    settle: account.settle,
    reset: account.reset,
    close: account.close,
  }
}

const writeFault: WriteFault = (mode, status = 500) => {
  const error = () => faultOfStatus(status)
  const fault = { error, throttle: throttled, 'expire-token': expiredKey }[mode]()
  const headers = {
    'request-id': newId('req'),
    ...(mode === 'throttle' && { 'stripe-rate-limited-reason': 'global-rate' }),
  }
  return { status: fault.statusCode, body: { error: fault.error }, headers }
}
