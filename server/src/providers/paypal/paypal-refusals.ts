// PayPal's codes for refusing a capture without taking money, each with our error code and message.
import { ERRORS } from '@invoice-desk/contract/http/errors'
import { ProviderError } from '../provider-error.ts'
import { TOKEN_REFUSED } from './paypal-client.ts'

type Code = 'wallet_action_required' | 'instrument_declined' | 'wallet_declined'

const refusals = (failureCode: Code, issues: string[], text: string = ERRORS[failureCode].text) =>
  issues.map((issue) => [issue, { failureCode, text }] as const)

export const REFUSALS = new Map([
  ...refusals('wallet_action_required', ['PAYER_ACTION_REQUIRED']),
  ...refusals('instrument_declined', [
    'INSTRUMENT_DECLINED',
    'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  ]),
  ...refusals(
    'wallet_declined',
    ['PAYER_ACCOUNT_RESTRICTED', 'PAYER_ACCOUNT_LOCKED_OR_CLOSED', 'PAYER_CANNOT_PAY'],
    "PayPal can't take a payment from your account. You weren't charged. Pay another way or contact PayPal.",
  ),
  ...refusals(
    'wallet_declined',
    ['TRANSACTION_LIMIT_EXCEEDED', 'TRANSACTION_RECEIVING_LIMIT_EXCEEDED'],
    "PayPal doesn't allow a payment this large. You weren't charged. Pay another way.",
  ),
  ...refusals('wallet_declined', [
    'PAYEE_BLOCKED_TRANSACTION',
    'TRANSACTION_BLOCKED_BY_PAYEE',
    'TRANSACTION_REFUSED',
    'DECLINED_DUE_TO_RELATED_TXN',
    'COMPLIANCE_VIOLATION',
    'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  ]),
])

/** Says nothing about the result of the capture that is in progress. */
const IN_PROGRESS = 'ORDER_COMPLETION_IN_PROGRESS'

/** PayPal's code for refusing a call that it understood. Undefined if the answer isn't one that PayPal documents. */
export const refusalCodeOf = (error: unknown): string | undefined => {
  if (!(error instanceof ProviderError)) return undefined
  const { kind, providerCode } = error
  const isRefusal = kind === 'rejected' || kind === 'auth'
  return isRefusal && providerCode !== TOKEN_REFUSED && providerCode !== IN_PROGRESS
    ? providerCode
    : undefined
}
