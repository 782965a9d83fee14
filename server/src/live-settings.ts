// What a live start refuses: settings that would take no real money, send it elsewhere, or protect nothing.
import { entriesOf } from './comma-list.ts'
import { isLoopback, isPublicHost } from './public-host.ts'

export type Given = Readonly<Record<string, string | undefined>>
/** A setting, and what to write there instead. */
export type Problem = readonly [name: string, text: string]

type Test = (value: string) => boolean
type Rule = readonly [name: string, isFine: Test, otherwise: string]

const RATE_LIMIT_FACTOR_MAX = 20
const REQUESTS_PER_MINUTE_MAX = 6_000

/** Where PayPal is unless another address is set. */
export const PAYPAL_LIVE_API = 'https://api-m.paypal.com'

/** Live, a provider is only ever at its own live address. */
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
  `must be an address at ${origins.join(' or ')}; leave it empty for the usual one`,
]

const startsWith =
  (...beginnings: string[]): Test =>
  (value) =>
    beginnings.some((beginning) => value.startsWith(beginning))

const atMost =
  (max: number): Test =>
  (value) =>
    Number(value) <= max

/** What is no address at all has been refused for that already. */
const withUrl =
  (isFine: (url: URL) => boolean): Test =>
  (value) =>
    !URL.canParse(value) || isFine(new URL(value))

const isHttps = withUrl(({ protocol }) => protocol === 'https:')
const isPublicHttps = withUrl((url) => url.protocol === 'https:' && isPublicHost(url.hostname))

/** Chance makes neither few different bytes, nor text, nor letters of one case. */
const isRandomKey: Test = (value) => {
  const text = value.trim()
  const bytes = Buffer.from(text, 'base64')
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  const isOneCase = text === text.toLowerCase() || text === text.toUpperCase()
  return new Set(bytes).size >= 16 && !isText && !isOneCase
}

/** Google publishes a pair of keys that lets everyone pass. */
const isOwnRecaptchaKey: Test = (value) => !value.startsWith('6LeIxAcTAAAAA')

const NEW_KEY = 'make one with `openssl rand -base64 32`'
const OWN_KEY =
  'must be a key of your own: this one is Google’s public test key, which lets every robot pass'

const RULES: readonly Rule[] = [
  ['SANDBOX_URL', () => false, 'must not be set: a sandbox cannot be part of a live start'],
  [
    'PUBLIC_URL',
    isPublicHttps,
    'must be the public https address of the desk, such as https://invoices.your-business.com',
  ],
  ['GOOGLE_ISSUER', isPublicHttps, 'must be a public https address; leave it empty for Google'],
  [
    'NODE_TLS_REJECT_UNAUTHORIZED',
    (value) => value !== '0',
    'must not be 0: remove it, so that certificates are checked',
  ],
  ['FILES_S3_ENDPOINT', isHttps, 'must be an https address'],
  ['SECRET_KEY', isRandomKey, `must be 32 random bytes: ${NEW_KEY}`],
  [
    'SECRET_KEY_PREVIOUS',
    (value) => entriesOf(value).every(isRandomKey),
    'must hold only random keys: remove the others, and connect QuickBooks again if it asks for that',
  ],
  ['ADMIN_EMAILS', (value) => value.includes('@'), 'must name at least one administrator'],
  [
    'REQUESTS_PER_MINUTE',
    atMost(REQUESTS_PER_MINUTE_MAX),
    `must be at most ${REQUESTS_PER_MINUTE_MAX}`,
  ],
  ['RATE_LIMIT_FACTOR', atMost(RATE_LIMIT_FACTOR_MAX), `must be at most ${RATE_LIMIT_FACTOR_MAX}`],
  [
    'SMTP_URL',
    // The mail library lets them decide about TLS, and even about the server.
    withUrl(({ search }) => search === ''),
    'must not have parameters: remove everything from the question mark on',
  ],
  [
    'STRIPE_SECRET_KEY',
    startsWith('sk_live_', 'rk_live_'),
    'must be a live key, which begins with sk_live_ or rk_live_',
  ],
  [
    'STRIPE_PUBLISHABLE_KEY',
    startsWith('pk_live_'),
    'must be a live key, which begins with pk_live_',
  ],
  [
    'STRIPE_WEBHOOK_SECRET',
    startsWith('whsec_'),
    'must be the signing secret of the webhook endpoint, which begins with whsec_',
  ],
  ['RECAPTCHA_SITE_KEY', isOwnRecaptchaKey, OWN_KEY],
  ['RECAPTCHA_SECRET_KEY', isOwnRecaptchaKey, OWN_KEY],
  ...Object.entries(PROVIDER_ORIGINS).map(originRule),
]

const PAYPAL_HOST = /(^|\.)paypal\.com\.?$/

/** A trial must not take real money: its database may lose it, and its pages speak of samples. */
const TRIAL_RULES: readonly Rule[] = [
  [
    'STRIPE_SECRET_KEY',
    (value) => !/^[rs]k_live_/.test(value),
    'must be a test key, which begins with sk_test_; to take real money, start with `npm run serve`',
  ],
  [
    'PAYPAL_API_URL',
    withUrl(
      ({ hostname: host }) => host.endsWith('.sandbox.paypal.com') || !PAYPAL_HOST.test(host),
    ),
    'must be https://api-m.sandbox.paypal.com; to take real money, start with `npm run serve`',
  ],
]

/** Its keys don't tell, and unless told otherwise the desk calls the live one. */
const USUAL_PAYPAL = { PAYPAL_API_URL: PAYPAL_LIVE_API }

/** Everything that does not fit the mode, each setting once. */
export const modeProblems = (given: Given): Problem[] => {
  const values: Given = { ADMIN_EMAILS: '', ...(given.PAYPAL_CLIENT_ID && USUAL_PAYPAL), ...given }
  const rules = (given.MODE ?? 'live') === 'live' ? RULES : TRIAL_RULES
  return rules.flatMap(([name, isFine, otherwise]) => {
    const value = values[name]
    return value === undefined || isFine(value) ? [] : [[name, otherwise] as const]
  })
}

/** Live mail is sent under TLS, except to a relay on this very machine. */
export const needsMailTls = (mode: 'live' | 'sandbox', smtpUrl: string): boolean => {
  const { protocol, hostname } = new URL(smtpUrl)
  return mode === 'live' && protocol === 'smtp:' && !isLoopback(hostname)
}
