// The interface of a payment provider: its settings, its calls, and what it reports. Everything else about payments is
// the same for all providers.
import type { ErrorCode } from '@invoice-desk/contract/http/errors'

/** Every provider has these. The page gets the public key and the script's URL. */
export type PaymentSettings = Readonly<
  Record<'publicKey' | 'secretKey' | 'webhookSecret' | 'apiUrl' | 'scriptUrl', string>
>

/** A setting's name, the check of its value, and the message if the check fails. */
export type SettingRule = readonly [
  name: string,
  isValid: (value: string) => boolean,
  problem: string,
]

/** Third-party hosts that a page may use, by directive of its security policy. */
export type PageHosts = Partial<
  Record<'script' | 'style' | 'connect' | 'frame' | 'img', readonly string[]>
> & {
  /** Their scripts run inline scripts with the page's nonce. */
  readonly hasInlineScripts?: boolean
}

/** The app's settings that providers use. */
export type AppSettings = {
  readonly mode: 'live' | 'sandbox'
  readonly businessName: string
  readonly paymentTimeoutMs: number
}

export type PaymentProvider = {
  /** The environment variable of each setting. */
  readonly variables: PaymentSettings
  /** The default URLs. In live mode, only URLs at these hosts are accepted. */
  readonly liveUrls: Pick<PaymentSettings, 'apiUrl' | 'scriptUrl'>
  /** Checks for live mode, for sandbox mode, and for both. */
  readonly rules: Readonly<Record<'live' | 'sandbox' | 'always', readonly SettingRule[]>>
  /** The events that the webhook must be subscribed to. */
  readonly webhookEvents: readonly string[]
  /** The hosts that the payment page may use. */
  pageHosts(settings: PaymentSettings): PageHosts
  /** Our message for the provider's decline code. */
  declineText(code: string | undefined): string
  createDriver(settings: PaymentSettings, app: AppSettings): PaymentDriver
}

export type NewPayment = {
  readonly attemptId: string
  readonly amountCents: number
  readonly description: string
  /** The surname as the payer typed it, if the page asks for it separately. */
  readonly payer: { name: string; surname?: string | undefined; email: string }
  /** Where the provider sends the payer after its own pages. */
  readonly returnUrl: string
  readonly cancelUrl: string
}

export type Confirmation = {
  readonly providerId: string
  /** Makes a repeat the same call. */
  readonly key: string
  /** A wallet's call must not be sent after this time. A card's late call is settled by canceling its intent. */
  readonly notAfter: number
  /** For cards: the token from the provider's card field. */
  readonly cardToken?: string | undefined
}

export type PaymentDriver = {
  /** Creates the intent or order and returns its id. No money can move yet. */
  open(payment: NewPayment, key: string): Promise<string>
  /** The one call that moves money. If an order looks unchanged after it, the outcome is unknown. */
  confirm(confirmation: Confirmation): Promise<ProviderPayment>
  /** The current state of an intent or order. */
  find(providerId: string): Promise<ProviderPayment>
  /** The status of a dispute, where `find` doesn't include it. */
  findDispute?(reference: string): Promise<string | undefined>
  /** After this, no one can pay it, unless it's already paid. */
  cancel(providerId: string): Promise<ProviderPayment>
  /** All charges since then, if the provider can list them. Otherwise, reconciliation looks up each payment. */
  listCharges?(since: Date): Promise<ListedCharges>
  /** Captured orders that it reported since then, or since as long as it remembers, even if someone accepted that. */
  listReported?(since: Date): Promise<readonly ReportedOrder[]>
  /** Undefined if this can't be from the provider. */
  readWebhook(body: Buffer, headers: WebhookHeaders): Promise<WebhookReport | undefined>
}

/** The money arrived. */
export type PaidState = {
  readonly kind: 'paid'
  /** The id that people look it up by. */
  readonly reference: string
  readonly amountCents: number
  readonly currency: string
  readonly refundedCents: number
  /** The card or wallet account, as the payer knows it, such as `Visa ending in 4242`. */
  readonly paidWith?: string | undefined
  /** The provider's status of a dispute. */
  readonly dispute?: string
}

export type ProviderPayment =
  | PaidState
  /** The payer's bank wants them to confirm the payment (3-D Secure). */
  | { readonly kind: 'requires_action'; readonly clientSecret: string }
  /** The payer agreed in their wallet, and the money hasn't been captured yet. */
  | { readonly kind: 'approved' }
  /** The provider hasn't decided yet. */
  | { readonly kind: 'pending' }
  /** The payment was definitely declined; `reason` is the provider's code. */
  | { readonly kind: 'declined'; readonly reason?: string | undefined }
  /** This call took no money. The payer can continue with the same order, unless that would be refused again. */
  | {
      readonly kind: 'refused'
      readonly isFinal?: boolean
      readonly failureCode?: ErrorCode
      readonly reason?: string
    }
  /** No one has tried to pay, or no try has had a result yet. */
  | { readonly kind: 'open' }
  | { readonly kind: 'cancelled' }
  /** The provider doesn't know this payment, or no longer does. */
  | { readonly kind: 'gone' }

/** A charge in the provider's own records, for reconciliation. */
export type ProviderCharge = PaidState & {
  /** Our attempt's id, as we gave it to the provider. */
  readonly attemptId: string | undefined
  /** The id of the intent or order that was paid. */
  readonly providerId: string
  /** For lists, which show only that there is a dispute, not its status. */
  readonly isDisputed?: boolean
}

export type ListedCharges = { readonly paid: ProviderCharge[]; readonly unpaidIds: string[] }

/** What a webhook claims to be about. Its content is never trusted: it only names an attempt to look up. */
export type WebhookReport = {
  readonly id: string
  readonly attemptId?: string | undefined
  readonly providerId?: string | undefined
  /** Ids of captures, where the event names nothing else. */
  readonly references?: readonly string[]
  /** The event is genuine, but about test money on a live system or vice versa. */
  readonly isOtherMode?: boolean
  /** Asks the provider whether it sent this; absent if the signature already proves it. */
  verify?(): Promise<boolean>
}

/** A captured order, as the provider reported it. */
export type ReportedOrder = Pick<WebhookReport, 'attemptId' | 'providerId'>

export type WebhookHeaders = Readonly<Record<string, unknown>>
