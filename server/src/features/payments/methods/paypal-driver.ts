// Wallet payments through PayPal: create an order, which the payer approves in PayPal's window, then capture it.
import { ERRORS } from '@invoice-desk/contract/errors'
import type { Config } from '../../../config.ts'
import { createPaypal } from '../../../providers/paypal/paypal.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { keysOf, SEND_MS_MAX } from '../attempt/attempt.ts'
import type { PaymentDriver } from './driver.ts'

export const createPaypalDriver = (config: Config): PaymentDriver => {
  const configured = createPaypal(config)
  const paypal = async () => {
    if (!configured) throw new ProviderError('paypal', 'auth', "PayPal isn't set up")
    return configured
  }
  const find = async (orderId: string) => (await paypal()).find(orderId)

  return {
    isConfigured: configured !== undefined,
    open: async (attempt, { surname, ...details }) => {
      const [givenName = '', ...rest] = attempt.payerName.split(' ')
      const order = {
        ...details,
        attemptId: attempt.id,
        amountCents: attempt.totalCents,
        payer: { email: attempt.email, givenName, surname: surname || rest.join(' ') },
      }
      return (await paypal()).createOrder(order, keysOf(attempt).order)
    },
    confirm: async (attempt) => {
      const notAfter = (attempt.sentAt?.getTime() ?? 0) + SEND_MS_MAX
      const key = keysOf(attempt).capture
      const seen = await (await paypal()).capture(attempt.providerId ?? '', key, notAfter)
      // If the order looks unchanged, we still don't know the outcome of the capture we just sent.
      const isUnclear = seen.kind === 'approved' || seen.kind === 'open'
      return isUnclear ? { kind: 'unanswered' } : seen
    },
    find,
    findDispute: async (reference) => (await paypal()).findDispute(reference),
    // Only we can capture an order, so there is nothing to cancel at PayPal.
    cancel: find,
    readWebhook: async (body, headers) => configured?.readWebhook(body, headers),
    declineText: paypalDeclineText,
  }
}

export const paypalDeclineText = (code = ''): string =>
  DECLINES.get(code) ?? ERRORS.wallet_declined.text

const ACCOUNT =
  "PayPal can't take a payment from your account. You weren't charged. Pay by card instead or contact PayPal."
const LIMIT = "PayPal doesn't allow a payment this large. You weren't charged. Pay by card instead."

const DECLINES = new Map<string, string>(
  Object.entries({
    INSTRUMENT_DECLINED: ERRORS.instrument_declined.text,
    REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: ERRORS.instrument_declined.text,
    PAYER_ACTION_REQUIRED: ERRORS.wallet_action_required.text,
    PAYER_ACCOUNT_RESTRICTED: ACCOUNT,
    PAYER_ACCOUNT_LOCKED_OR_CLOSED: ACCOUNT,
    PAYER_CANNOT_PAY: ACCOUNT,
    TRANSACTION_LIMIT_EXCEEDED: LIMIT,
    TRANSACTION_RECEIVING_LIMIT_EXCEEDED: LIMIT,
  }),
)
