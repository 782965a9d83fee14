// The account's keys, and ids in Stripe's format.
import { randomText } from '../random-text.ts'

export const SECRET_KEY = 'sk_test_51SandboxInvoiceDeskSecretKey0000000000000000'
export const PUBLISHABLE_KEY = 'pk_test_51SandboxInvoiceDeskPublishableKey00000000000'
/** Can take payments, but can't read the account and its webhook endpoints. */
export const RESTRICTED_KEY = 'rk_test_51SandboxInvoiceDeskRestrictedKey0000000000000'
/** The key of another account. */
export const OTHER_PUBLISHABLE_KEY = 'pk_test_51SandboxSomeoneElsesPublishableKey0000000000'
export const ACCOUNT_ID = 'acct_1SandboxInvoiceDesk'
export const WEBHOOK_ENDPOINT_ID = 'we_1SandboxInvoiceDeskEndpoint'
export const WEBHOOK_SECRET = 'whsec_sandboxInvoiceDeskWebhookSecret000'
export const API_VERSION = '2026-10-28.endive'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

type IdPrefix = 'pi' | 'pm' | 'ch' | 're' | 'du' | 'evt' | 'req' | 'src'

export const newId = (prefix: IdPrefix): string =>
  prefix === 'req' ? `req_${randomText(14, LETTERS)}` : `${prefix}_3${randomText(23, LETTERS)}`

export const newClientSecret = (intentId: string): string =>
  `${intentId}_secret_${randomText(25, LETTERS)}`

export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
