// The account itself and its webhook endpoint, as the API shows them, and switches for both.
import type Stripe from 'stripe'
import type { openPaymentService } from '../payments/service.ts'
import type { Store } from '../store.ts'
import {
  fieldsForm,
  type Html,
  html,
  selectField,
  TEXT_LENGTH_MAX,
  textField,
} from '../web/pages.ts'
import { ACCOUNT_ID, API_VERSION, WEBHOOK_ENDPOINT_ID } from './ids.ts'

export type Profile = {
  /** Stripe takes no payments for an account that it hasn't verified. */
  readonly chargesEnabled: boolean
  readonly detailsSubmitted: boolean
  /** The API version that the webhook endpoint was created with. */
  readonly webhookVersion: string
}

const DEFAULTS: Profile = {
  chargesEnabled: true,
  detailsSubmitted: true,
  webhookVersion: API_VERSION,
}

export const profileSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    chargesEnabled: { type: 'boolean' },
    detailsSubmitted: { type: 'boolean' },
    webhookVersion: { type: 'string', minLength: 1, maxLength: TEXT_LENGTH_MAX },
  },
}

export const openProfile = (store: Store) => {
  const saved = store.collection<Profile>('stripe/profile')
  const get = (): Profile => ({ ...DEFAULTS, ...saved.get('now') })
  return {
    get,
    change: (change: Partial<Profile>): Profile => saved.set('now', { ...get(), ...change }),
    clear: saved.clear,
  }
}

type Parts = {
  readonly profile: ReturnType<typeof openProfile>
  readonly webhook: ReturnType<typeof openPaymentService>['webhook']
}

const CREATED = 1_767_225_600

export const accountOf = ({ profile }: Parts) => {
  const { chargesEnabled, detailsSubmitted } = profile.get()
  return {
    id: ACCOUNT_ID,
    object: 'account',
    charges_enabled: chargesEnabled,
    country: 'US',
    created: CREATED,
    default_currency: 'usd',
    details_submitted: detailsSubmitted,
    email: 'owner@harborfinch.example',
    metadata: {},
    payouts_enabled: chargesEnabled,
    type: 'standard',
  } satisfies Stripe.Account
}

export const endpointOf = ({ profile, webhook }: Parts) => {
  const { url, eventTypes, isEnabled } = webhook()
  return {
    id: WEBHOOK_ENDPOINT_ID,
    object: 'webhook_endpoint',
    api_version: profile.get().webhookVersion,
    application: null,
    created: CREATED,
    description: null,
    enabled_events: eventTypes,
    livemode: false,
    metadata: {},
    status: isEnabled ? 'enabled' : 'disabled',
    url,
  } satisfies Stripe.WebhookEndpoint
}

const YES_NO = { true: 'Yes', false: 'No' }

export const profileForm = ({ chargesEnabled, detailsSubmitted, webhookVersion }: Profile): Html =>
  html`<h2>Account</h2>
${fieldsForm(
  '/stripe/profile',
  html`${selectField('Can take payments', 'chargesEnabled', YES_NO, String(chargesEnabled))}
${selectField('Details submitted', 'detailsSubmitted', YES_NO, String(detailsSubmitted))}
${textField('API version of the webhook', 'webhookVersion', webhookVersion)}`,
)}`
