// The interface of a payment provider. Everything else about payments is the same for all providers.
import type {
  ListedCharges,
  ProviderPayment,
  WebhookHeaders,
  WebhookReport,
} from '../../../providers/payment-state.ts'
import type { Answer } from '../attempt/decide.ts'
import type { Attempt } from '../queries.ts'

export type OpenDetails = {
  readonly description: string
  /** As the payer typed it, if the page asks for it separately. */
  readonly surname?: string | undefined
  /** Where the provider sends the payer after its own pages. */
  readonly returnUrl: string
  readonly cancelUrl: string
}

export type PaymentDriver = {
  /** False if the business has no account with this provider. */
  readonly isConfigured: boolean
  /** Creates the intent or order and returns its id. No money can move yet. */
  open(attempt: Attempt, details: OpenDetails): Promise<string>
  /** The one call that moves money. Its idempotency key makes a repeat the same call. */
  confirm(attempt: Attempt, paymentMethodId?: string): Promise<Answer>
  /** The current state of an intent or order. */
  find(providerId: string): Promise<ProviderPayment>
  /** The status of a dispute, where `find` doesn't include it. */
  findDispute?(reference: string): Promise<string | undefined>
  /** After this, no one can pay it, unless it's already paid. */
  cancel(providerId: string): Promise<ProviderPayment>
  /** All charges since then, if the provider can list them. Otherwise, reconciliation looks up each payment. */
  listCharges?(since: Date): Promise<ListedCharges>
  /** Undefined if this can't be from the provider. */
  readWebhook(body: Buffer, headers: WebhookHeaders): Promise<WebhookReport | undefined>
  /** Our message for the provider's decline code. */
  declineText(code: string | undefined): string
}
