// Endpoints for the payment page and the providers' webhooks.
import { randomUUID } from 'node:crypto'
import { HUMAN_CHECK_PAY } from '@invoice-desk/contract/http/human-check'
import { CARD_METHODS, PAYMENT_METHOD_IDS } from '@invoice-desk/contract/payments/payment-methods'
import * as payments from '@invoice-desk/contract/payments/payments'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind, Call } from '../../http/bind.ts'
import { createHumanGate, holdPoints } from '../../http/human-gate.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { areReached, countAll } from '../../http/rate-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { pdfHeaders } from '../../pdf/headers.ts'
import { createProofs } from '../../secrets/customer-pass.ts'
import type { Try } from './attempt/begin.ts'
import { openPaymentId } from './attempt/outcome.ts'
import { openReceipt } from './receipt/receipt.ts'
import * as service from './service.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

type Paying = Pick<Call<typeof payments.createWalletOrder>, 'address' | 'limits' | 'request'> & {
  readonly body: { readonly captchaToken?: string | undefined }
}

type Answering = Pick<Call<typeof payments.captureWalletPayment>, 'request' | 'reply'>

export const paymentRoutes = (bind: Bind, deps: Dependencies): void => {
  const humanGate = createHumanGate(deps)

  const declinesOf = ({ address, limits }: Pick<Paying, 'address' | 'limits'>) => ({
    limit: limits.counter('payment_declines', address),
    humanCheck: limits.counter('proof_payment_declines', address),
  })
  /**
   * Many declines from one IP address lead to a human check, then to a refusal. For a customer, only to the check. An
   * office may share an address, so payments in flight don't count as declines, but there's a limit of its own for them.
   */
  const begin = async <T>(call: Paying, run: (attempt: Try) => Promise<T>): Promise<T> => {
    const { address, body, limits, request } = call
    const key = idempotencyKeyOf(request) ?? randomUUID()
    const proveHuman = humanGate(HUMAN_CHECK_PAY, body.captchaToken)
    const declines = declinesOf(call)
    const atOnce = limits.counter('payments_at_once', address)
    return holdPoints([], async ({ takeAll }) => {
      let isTry = false
      const countTry = async (customerId: string) => {
        const customer = limits.counter('proof_customer_payments', customerId)
        const [isRefused, isSuspect] = await areReached([declines.limit, declines.humanCheck])
        const [isFull, isBusyCustomer] = await takeAll([atOnce], [customer])
        if (isRefused) throw declines.limit.refusal('too_many_declines')
        if (isFull) throw atOnce.refusal('payments_at_once')
        if (isSuspect || isBusyCustomer) await proveHuman()
        isTry = true
        return () => {
          isTry = false
        }
      }
      return run({ key, countTry }).catch(async (error: unknown) => {
        const isDecline = error instanceof AppError && error.code === 'payment_declined'
        if (isTry && isDecline) await countAll([declines.limit, declines.humanCheck])
        throw error
      })
    })
  }

  const proofs = createProofs(deps.config)
  /** The browser that paid may see what it paid for. Not everyone with a receipt: its link has the payment's id, too. */
  const remember = (outcome: payments.PaymentOutcome, { request, reply }: Answering) => {
    proofs.addPayment(request, reply, openPaymentId(deps.config, outcome.paymentId))
    return outcome
  }

  for (const method of CARD_METHODS) {
    bind(payments.createCardPayment[method], async (call) => {
      const outcome = await begin(call, (attempt) =>
        service.payByCard(deps, method, call.body, attempt),
      )
      return remember(outcome, call)
    })
  }
  bind(payments.createWalletOrder, (call) =>
    begin(call, (attempt) => service.createOrder(deps, 'paypal', call.body, attempt)),
  )
  bind(payments.captureWalletPayment, async (call) =>
    remember(await service.captureOrder(deps, 'paypal', call.body), call),
  )
  bind(payments.completePayment, (call) =>
    service.completePayment(deps, call.body.paymentId, async () => {
      const { limit, humanCheck } = declinesOf(call)
      await countAll([limit, humanCheck])
    }),
  )
  bind(payments.cancelPayment, ({ body }) => service.cancelPayment(deps, body.paymentId))
  bind(payments.readReceipt, async ({ query, reply }) => {
    const { name, content } = await openReceipt(deps, query.payment)
    reply.headers(pdfHeaders(name))
    return content
  })

  const receiveWebhook = createWebhooks(deps)
  for (const method of PAYMENT_METHOD_IDS) {
    bind(payments.receiveWebhook[method], ({ address, limits, rawBody, request }) => {
      const forgedOf = (subject: string) =>
        limits.counter('webhook_forged', `${address} ${subject}`)
      return receiveWebhook(method, { rawBody, headers: request.headers }, forgedOf)
    })
  }
}
