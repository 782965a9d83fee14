// The Stripe account: its records, idempotency keys, locks and events.
import type Stripe from 'stripe'
import type { EmulatorContext } from '../emulator.ts'
import { openPaymentService } from '../payments/service.ts'
import { createTimers } from '../timers.ts'
import { createIdempotency } from './api/idempotency.ts'
import { openBooks } from './books.ts'
import { createEmit, writeWebhook } from './events.ts'

export type Account = ReturnType<typeof openAccount>

export const openAccount = (context: EmulatorContext) => {
  const service = openPaymentService<Stripe.Event>(context, 'stripe', writeWebhook)
  const books = openBooks(context.store)
  const idempotency = createIdempotency(context.store)
  const timers = createTimers()
  return {
    ...service,
    books,
    idempotency,
    /** Objects that a running call is changing. */
    lockedIds: new Set<string>(),
    emit: createEmit(service.publish),
    after: timers.after,
    reset: () => {
      timers.clear()
      service.reset(books, idempotency)
    },
    close: () => {
      timers.clear()
      service.close()
    },
  }
}
