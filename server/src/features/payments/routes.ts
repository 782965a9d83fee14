// Calls of the payment page, and the providers' webhooks.
import { randomUUID } from 'node:crypto'
import { HUMAN_CHECK_PAY } from '@invoice-desk/contract/human-check'
import * as payments from '@invoice-desk/contract/payments'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind, Call } from '../../http/bind.ts'
import { createHumanGate, holdPoints } from '../../human-gate.ts'
import type { Try } from './attempt/begin.ts'
import { createWebhooks } from './methods/webhooks.ts'
import { createReceipts } from './receipt/receipt.ts'
import { createPaymentService } from './service.ts'

type Paying = Pick<Call<typeof payments.createCardPayment>, 'address' | 'limits' | 'request'> & {
  readonly body: { readonly captchaToken?: string | undefined }
}

export const paymentRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const service = createPaymentService(dependencies)
  const receipts = createReceipts(dependencies)
  const humanGate = createHumanGate(dependencies)

  const declinesOf = ({ address, limits }: Pick<Paying, 'address' | 'limits'>) => ({
    refused: limits.counter('payment_declines', address),
    asked: limits.counter('proof_payment_declines', address),
  })
  /** An address with many declines is asked for a human check, and then refused. A customer is only asked. */
  const begin = async <T>(call: Paying, run: (wanted: Try) => Promise<T>): Promise<T> => {
    const { body, limits, request } = call
    const key = keyOf(request.headers['idempotency-key'])
    const proveHuman = humanGate(HUMAN_CHECK_PAY, body.captchaToken)
    const { refused, asked } = declinesOf(call)
    return holdPoints('payment_declined', ({ take, giveBack }) => {
      const countTry = async (customerId: string) => {
        if (await take(refused)) throw refused.refusal('too_many_declines')
        if (await take(asked)) await proveHuman()
        if (await limits.counter('proof_customer_payments', customerId).count()) await proveHuman()
        return giveBack
      }
      return run({ key, countTry })
    })
  }

  bind(payments.createCardPayment, (call) =>
    begin(call, (wanted) => service.payByCard(call.body, wanted)),
  )
  bind(payments.createWalletOrder, (call) =>
    begin(call, (wanted) => service.createOrder(call.body, wanted)),
  )
  bind(payments.captureWalletPayment, ({ body }) => service.capture(body))
  bind(payments.completePayment, (call) =>
    service.complete(call.body.paymentId, async () => {
      const { refused, asked } = declinesOf(call)
      await Promise.all([refused.count(), asked.count()])
    }),
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
  bind(payments.receivePaypalWebhook, ({ limits, rawBody, request }) =>
    webhooks.paypal(rawBody, request.headers, (id) => limits.counter('webhook_forged', id)),
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
