// Calls of the payment page, and the providers' webhooks.
import { randomUUID } from 'node:crypto'
import * as payments from '@invoice-desk/contract/payments'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind, Call } from '../../http/bind.ts'
import { countWhen, createHumanGate } from '../../human-gate.ts'
import { createReceipts } from './receipt.ts'
import { createPaymentService } from './service.ts'
import { createWebhooks } from './webhooks.ts'

type Paying = Pick<Call<typeof payments.createCardPayment>, 'counter' | 'limit' | 'request'>

export const paymentRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const service = createPaymentService(dependencies)
  const receipts = createReceipts(dependencies)
  const assertHuman = createHumanGate(dependencies)

  /** Whoever is declined again and again is asked for a human check, and then sent away. */
  const guard = async <T>(
    { counter, request }: Pick<Paying, 'counter' | 'request'>,
    token: string | undefined,
    run: () => Promise<T>,
  ): Promise<T> => {
    const declines = counter('payment_declines', request.ip)
    const end = counter('payment_declines_end', request.ip)
    if (await end.isReached()) throw new AppError('too_many_declines')
    await assertHuman(declines, payments.HUMAN_CHECK_PAY, token)
    return countWhen('payment_declined', [declines, end], run)
  }
  const tryOf = ({ limit, request }: Paying) => ({
    key: keyOf(request.headers['idempotency-key']),
    countTry: (customerId: string) => limit('payment_invoice', customerId),
  })

  bind(payments.createCardPayment, (call) =>
    guard(call, call.body.captchaToken, () => service.payByCard(call.body, tryOf(call))),
  )
  bind(payments.createWalletOrder, (call) =>
    guard(call, call.body.captchaToken, () => service.createOrder(call.body, tryOf(call))),
  )
  bind(payments.captureWalletPayment, ({ body }) => service.capture(body))
  bind(payments.completePayment, ({ body, counter, request }) =>
    countWhen(
      'payment_declined',
      [counter('payment_declines', request.ip), counter('payment_declines_end', request.ip)],
      () => service.complete(body.paymentId),
    ),
  )
  bind(payments.cancelPayment, ({ body }) => service.cancel(body.paymentId))
  bind(payments.readReceipt, async ({ query, reply }) => {
    const { name, content } = await receipts.open(query.payment)
    reply.headers({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
      'content-security-policy': RECEIPT_POLICY,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    return content
  })

  const webhooks = createWebhooks(dependencies)
  bind(payments.receiveStripeWebhook, ({ rawBody, request }) =>
    webhooks.stripe(rawBody, request.headers['stripe-signature']),
  )
  bind(payments.receivePaypalWebhook, ({ rawBody, request, counter }) =>
    webhooks.paypal(rawBody, request.headers, counter('webhook_forged', request.ip)),
  )
}

/** We made it ourselves, so a browser may show it; there is nothing in it to run or to load. */
const RECEIPT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Without a key the request is nobody's repeat, and its invoices are still held only once. */
const keyOf = (header: string | string[] | undefined): string => {
  if (header === undefined) return randomUUID()
  if (typeof header === 'string' && /^[\x21-\x7e]{8,100}$/.test(header)) return header
  throw new AppError('malformed_request', { text: 'The Idempotency-Key is not usable.' })
}
