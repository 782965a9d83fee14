// Finds settings that don't fit the mode: test keys in live mode, live keys in sandbox mode, and unsafe values.
import { entriesOf } from './config-people.ts'
import { isLoopback, isPublicHost } from './public-host.ts'

export type Given = Readonly<Record<string, string | undefined>>
/** A setting and how to fix it. */
export type Problem = readonly [name: string, text: string]

type Test = (value: string) => boolean
type Rule = readonly [name: string, isValid: Test, problem: string]

const RATE_LIMIT_FACTOR_MAX = 20
const REQUESTS_PER_MINUTE_MAX = 6_000

/** The default for PAYPAL_API_URL. */
export const PAYPAL_LIVE_API = 'https://api-m.paypal.com'

/** In live mode, providers must be at their live URLs. */
const PROVIDER_ORIGINS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  STRIPE_API_URL: ['https://api.stripe.com'],
  STRIPE_JS_URL: ['https://js.stripe.com'],
  PAYPAL_API_URL: [PAYPAL_LIVE_API],
  PAYPAL_JS_URL: ['https://www.paypal.com'],
  QBO_AUTHORIZE_URL: ['https://appcenter.intuit.com'],
  QBO_TOKEN_URL: ['https://oauth.platform.intuit.com'],
  QBO_REVOKE_URL: ['https://developer.api.intuit.com'],
  QBO_API_URL: ['https://quickbooks.api.intuit.com'],
  QBO_APP_URL: ['https://app.qbo.intuit.com', 'https://qbo.intuit.com'],
  RECAPTCHA_SCRIPT_URL: ['https://www.google.com', 'https://www.recaptcha.net'],
  RECAPTCHA_VERIFY_URL: ['https://www.google.com', 'https://www.recaptcha.net'],
}

const originRule = ([name, origins]: [string, readonly string[]]): Rule => [
  name,
  withUrl(({ origin }) => origins.includes(origin)),
  `must be a URL at ${origins.join(' or ')}. Leave it empty for the default`,
]

const startsWith =
  (...beginnings: string[]): Test =>
  (value) =>
    beginnings.some((beginning) => value.startsWith(beginning))

const atMost =
  (max: number): Test =>
  (value) =>
    Number(value) <= max

/** Invalid URLs are reported elsewhere. */
const withUrl =
  (isValid: (url: URL) => boolean): Test =>
  (value) =>
    !URL.canParse(value) || isValid(new URL(value))

const isHttps = withUrl(({ protocol }) => protocol === 'https:')
const isPublicHttps = withUrl((url) => url.protocol === 'https:' && isPublicHost(url.hostname))

/** Random keys have many different bytes, aren't text, and mix upper and lower case. */
const isRandomKey: Test = (value) => {
  const text = value.trim()
  const bytes = Buffer.from(text, 'base64')
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  const isOneCase = text === text.toLowerCase() || text === text.toUpperCase()
  return new Set(bytes).size >= 16 && !isText && !isOneCase
}

/** Google's public test keys let everyone pass. */
const isOwnRecaptchaKey: Test = (value) => !value.startsWith('6LeIxAcTAAAAA')

const NEW_KEY = 'make one with `openssl rand -base64 32`'
const OWN_KEY = 'must be your own key. This is Google’s public test key, which lets every bot pass'

const RULES: readonly Rule[] = [
  ['SANDBOX_URL', () => false, 'must not be set in live mode'],
  [
    'PUBLIC_URL',
    isPublicHttps,
    'must be your public https URL, for example https://invoices.your-business.com',
  ],
  ['GOOGLE_ISSUER', isPublicHttps, 'must be a public https URL. Leave it empty for Google'],
  [
    'NODE_TLS_REJECT_UNAUTHORIZED',
    (value) => value !== '0',
    'must not be 0. Remove it, so certificates are checked',
  ],
  ['FILES_S3_ENDPOINT', isHttps, 'must be an https URL'],
  ['SECRET_KEY', isRandomKey, `must be 32 random bytes: ${NEW_KEY}`],
  [
    'SECRET_KEY_PREVIOUS',
    (value) => entriesOf(value).every(isRandomKey),
    'must have only random keys. Remove the others, and reconnect QuickBooks if it asks you to',
  ],
  ['ADMIN_EMAILS', (value) => value.includes('@'), 'must have at least one administrator'],
  [
    'REQUESTS_PER_MINUTE',
    atMost(REQUESTS_PER_MINUTE_MAX),
    `must be at most ${REQUESTS_PER_MINUTE_MAX}`,
  ],
  ['RATE_LIMIT_FACTOR', atMost(RATE_LIMIT_FACTOR_MAX), `must be at most ${RATE_LIMIT_FACTOR_MAX}`],
  [
    'SMTP_URL',
    // Parameters could turn off TLS or even change the server.
    withUrl(({ search }) => search === ''),
    'must not have parameters. Remove the question mark and everything after it',
  ],
  [
    'STRIPE_SECRET_KEY',
    startsWith('sk_live_', 'rk_live_'),
    'must be a live key, which starts with sk_live_ or rk_live_',
  ],
  [
    'STRIPE_PUBLISHABLE_KEY',
    startsWith('pk_live_'),
    'must be a live key, which starts with pk_live_',
  ],
  [
    'STRIPE_WEBHOOK_SECRET',
    startsWith('whsec_'),
    'must be the signing secret of the webhook endpoint, which starts with whsec_',
  ],
  ['RECAPTCHA_SITE_KEY', isOwnRecaptchaKey, OWN_KEY],
  ['RECAPTCHA_SECRET_KEY', isOwnRecaptchaKey, OWN_KEY],
  ...Object.entries(PROVIDER_ORIGINS).map(originRule),
]

const PAYPAL_HOST = /(^|\.)paypal\.com\.?$/

/** Sandbox mode must not take real money. */
const SANDBOX_RULES: readonly Rule[] = [
  [
    'STRIPE_SECRET_KEY',
    (value) => !/^[rs]k_live_/.test(value),
    'must be a test key, which starts with sk_test_. To take real money, use `npm run serve`',
  ],
  [
    'PAYPAL_API_URL',
    withUrl(
      ({ hostname: host }) => host.endsWith('.sandbox.paypal.com') || !PAYPAL_HOST.test(host),
    ),
    'must be https://api-m.sandbox.paypal.com. To take real money, use `npm run serve`',
  ],
]

/** PayPal's keys don't show their mode, and the default URL is the live one. */
const DEFAULT_PAYPAL = { PAYPAL_API_URL: PAYPAL_LIVE_API }

/** Everything that doesn't fit the mode. */
export const modeProblems = (given: Given): Problem[] => {
  const values: Given = {
    ADMIN_EMAILS: '',
    ...(given.PAYPAL_CLIENT_ID && DEFAULT_PAYPAL),
    ...given,
  }
  const rules = (given.MODE ?? 'live') === 'live' ? RULES : SANDBOX_RULES
  return rules.flatMap(([name, isValid, problem]) => {
    const value = values[name]
    return value === undefined || isValid(value) ? [] : [[name, problem] as const]
  })
}

/** Live email requires TLS, except to a relay on this machine. */
export const needsMailTls = (mode: 'live' | 'sandbox', smtpUrl: string): boolean => {
  const { protocol, hostname } = new URL(smtpUrl)
  return mode === 'live' && protocol === 'smtp:' && !isLoopback(hostname)
}
