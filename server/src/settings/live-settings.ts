// Finds settings that are unsafe in live mode.

import type { SettingRule } from '../providers/payment-provider.ts'
import { entriesOf, type Given, type Problem } from './config-values.ts'
import { isLoopback, isPublicHost } from './public-host.ts'

type Test = SettingRule[1]

const RATE_LIMIT_FACTOR_MAX = 20
const REQUESTS_PER_MINUTE_MAX = 6_000

/** In live mode, services must be at their live URLs. */
const SERVICE_ORIGINS = {
  QBO_AUTHORIZE_URL: ['https://appcenter.intuit.com'],
  QBO_TOKEN_URL: ['https://oauth.platform.intuit.com'],
  QBO_REVOKE_URL: ['https://developer.api.intuit.com'],
  QBO_API_URL: ['https://quickbooks.api.intuit.com'],
  QBO_APP_URL: ['https://app.qbo.intuit.com', 'https://qbo.intuit.com'],
  GMAIL_API_URL: ['https://gmail.googleapis.com'],
  RECAPTCHA_SCRIPT_URL: ['https://www.google.com', 'https://www.recaptcha.net'],
  RECAPTCHA_VERIFY_URL: ['https://www.google.com', 'https://www.recaptcha.net'],
}

export const originRule = (name: string, origins: readonly string[]): SettingRule => [
  name,
  withUrl(({ origin }) => origins.includes(origin)),
  `must be a URL at ${origins.join(' or ')}. Leave it empty for the default`,
]

const atMost =
  (max: number): Test =>
  (value) =>
    Number(value) <= max

/** Invalid URLs are reported elsewhere. */
const withUrl =
  (isValid: (url: URL) => boolean): Test =>
  (value) =>
    !URL.canParse(value) || isValid(new URL(value))

/** These check the certificate, unless `uselibpqcompat` takes it back. */
const CHECKED_SSL_MODES = ['prefer', 'require', 'verify-ca', 'verify-full']

/** A host inside a network of our own, or a socket, may do without TLS. */
const isPrivateOrChecked = withUrl(({ hostname, searchParams }) => {
  const host = (searchParams.get('host') ?? hostname).toLowerCase()
  if (host.startsWith('/') || !isPublicHost(host)) return true
  const mode = searchParams.get('sslmode') ?? ''
  return CHECKED_SSL_MODES.includes(mode) && searchParams.get('uselibpqcompat') !== 'true'
})

const CHECKED_DATABASE =
  'must have sslmode=verify-full, because its host is on the public internet. Add ?sslmode=verify-full, and NODE_EXTRA_CA_CERTS if the server has a certificate of its own'

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

const RULES: readonly SettingRule[] = [
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
  ['DATABASE_URL', isPrivateOrChecked, CHECKED_DATABASE],
  ['MIGRATION_DATABASE_URL', isPrivateOrChecked, CHECKED_DATABASE],
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
  ['RECAPTCHA_SITE_KEY', isOwnRecaptchaKey, OWN_KEY],
  ['RECAPTCHA_SECRET_KEY', isOwnRecaptchaKey, OWN_KEY],
  ...Object.entries(SERVICE_ORIGINS).map(([name, origins]) => originRule(name, origins)),
]

export const isLive = (given: Given): boolean => (given.MODE ?? 'live') === 'live'

/** Lists the values that break a rule. Skips settings that aren't set. */
export const problemsWith = (rules: readonly SettingRule[], values: Given): Problem[] =>
  rules.flatMap(([name, isValid, problem]) => {
    const value = values[name]
    return value === undefined || isValid(value) ? [] : [[name, problem] as const]
  })

export const liveProblems = (given: Given): Problem[] =>
  isLive(given) ? problemsWith(RULES, { ADMIN_EMAILS: '', ...given }) : []

/** Live email requires TLS, except to a relay on this machine. */
export const needsMailTls = (mode: 'live' | 'sandbox', smtpUrl: string): boolean => {
  const { protocol, hostname } = new URL(smtpUrl)
  return mode === 'live' && protocol === 'smtp:' && !isLoopback(hostname)
}
