// The Stripe account: its records, idempotency keys, locks and events.
import type Stripe from 'stripe'
import type { EmulatorContext } from '../emulator.ts'
import { openPaymentService } from '../payments/service.ts'
import { createTimers } from '../timers.ts'
import { createIdempotency } from './api/idempotency.ts'
import { openBooks } from './books.ts'
import { createEmit, EVENT_TYPES, writeWebhook } from './events.ts'
import { openProfile } from './profile.ts'

export type Account = ReturnType<typeof openAccount>

export const openAccount = (context: EmulatorContext) => {
  const service = openPaymentService<Stripe.Event>(context, {
    provider: 'stripe',
    eventTypes: EVENT_TYPES,
    typeOf: ({ type }) => type,
    write: writeWebhook,
  })
  const profile = openProfile(context.store)
  const books = openBooks(context.store)
  const idempotency = createIdempotency(context.store)
  const timers = createTimers()
  return {
    ...service,
    books,
    profile,
    idempotency,
    /** Objects that a running call is changing. */
    lockedIds: new Set<string>(),
    emit: createEmit(service.publish),
    after: timers.after,
    reset: () => {
      timers.clear()
      service.reset(books, idempotency, profile)
    },
    close: () => {
      timers.clear()
      service.close()
    },
  }
}
