// Reads all settings from the environment. Nothing else reads process.env.
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Notices } from '@invoice-desk/contract/approval/preferences'
import { PAYMENT_METHOD_IDS } from '@invoice-desk/contract/payments/payment-methods'
import {
  businessSettings,
  FOREVER,
  KEPT_DAYS_MAX,
  KEPT_DAYS_MIN,
  type KeptDays,
} from '@invoice-desk/contract/system/business-settings'
import { DEFAULT_COLOR } from '@invoice-desk/contract/values/accent-scale'
import { DEFAULT_TIME_ZONE, isTimeZone } from '@invoice-desk/contract/values/business-day'
import { NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { z } from 'zod'
import {
  address,
  domainName,
  emailList,
  entriesOf,
  type Given,
  type Problem,
  plainEmail,
  readSettings,
  type Settings,
  sender,
  toolList,
} from './config-values.ts'
import { liveProblems, needsMailTls } from './live-settings.ts'
import { readPaymentSettings } from './payment-settings.ts'
import { RELAY_SETTINGS, relayProblems } from './relay-settings.ts'
import { trustedProxies } from './trusted-proxies.ts'

const text = z.string().min(1)
const count = z.coerce.number().int().min(1)
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** 32 bytes in base64 or base64url. We check the characters, because Buffer would skip invalid ones. */
const keyOr = (otherwise: string) =>
  z
    .string()
    .trim()
    .regex(/^[\w+/-]{43}=?$/, otherwise)
    .transform((text): Buffer => Buffer.from(text, 'base64'))

/** Encrypts cookies, stored tokens and links. */
const secretKey = keyOr('must be one 32-byte key in base64')

const previousKeys = z
  .string()
  .default('')
  .transform(entriesOf)
  .pipe(z.array(keyOr('must contain 32-byte keys in base64, separated by commas')))
  .readonly()

/** Pages, links and cookies require the root of a host. */
const origin = address.refine(
  (url) => url === new URL(url).origin,
  'must have no path, for example https://invoices.your-business.com',
)

const smtpUrl = z.url({
  protocol: /^smtps?$/,
  hostname: /./,
  error: 'must be an address such as smtps://user:password@mail.your-business.com:465',
})

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #0d545e')
  .transform((text) => text.toLowerCase())

const timeZone = z
  .string()
  .refine(isTimeZone, 'must be the name of a time zone, such as America/New_York')

/** Logo types by file extension. */
export const LOGO_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

const logo = z
  .string()
  .refine((path) => extname(path).toLowerCase() in LOGO_TYPES, 'must be an SVG, PNG, JPEG or WebP')
  .refine((path) => existsSync(path), "isn't an existing file")

const isLine = (text: string) => businessSettings.shape.businessName.safeParse(text).success

const businessName = z
  .string()
  .refine(isLine, `must be one line of at most ${NAME_LENGTH_MAX} characters`)

const addressLines = z
  .string()
  .default('')
  .transform((text) => text.split(';').map((line) => line.trim()))
  .transform((lines) => lines.filter(Boolean))
  .refine((lines) => lines.length <= 4, 'must have at most four lines, separated by semicolons')
  .refine((lines) => lines.every(isLine), `can have at most ${NAME_LENGTH_MAX} characters per line`)
  .readonly()

const isKeptDays = (days: number): boolean => days >= KEPT_DAYS_MIN && days <= KEPT_DAYS_MAX

const keptDays = z
  .string()
  .default(FOREVER)
  .refine((text) => text === FOREVER || (/^\d+$/.test(text) && isKeptDays(Number(text))), {
    error: `must be a number of days from ${KEPT_DAYS_MIN} to ${KEPT_DAYS_MAX}, or ${FOREVER}`,
  })
  .transform((text): KeptDays => (text === FOREVER ? text : Number(text)))

/** Every setting with its environment variable. */
const SETTINGS = {
  mode: ['MODE', z.enum(['live', 'sandbox']).default('live')],
  port: ['PORT', z.coerce.number().int().min(0).max(65_535).default(3000)],
  host: ['HOST', z.string().default('localhost')],
  logLevel: ['LOG_LEVEL', z.enum(LOG_LEVELS).default('info')],
  trustedProxies: ['TRUST_PROXY', trustedProxies.default([])],
  dataDir: ['DATA_DIR', z.string().min(1).default('./data')],
  webDir: [
    'WEB_DIR',
    z.string().default(fileURLToPath(new URL('../../../web/dist', import.meta.url))),
  ],
  databaseUrl: ['DATABASE_URL', z.url({ protocol: /^postgres(ql)?$/ }).optional()],
  /** Owns the tables, so the app's own user doesn't. Without it, one user does everything. */
  migrationDatabaseUrl: [
    'MIGRATION_DATABASE_URL',
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ],
  publicUrl: ['PUBLIC_URL', origin],
  businessName: ['BUSINESS_NAME', businessName],
  businessColor: ['BUSINESS_COLOR', color.default(DEFAULT_COLOR)],
  businessLogo: ['BUSINESS_LOGO', logo.optional()],
  businessTimeZone: ['BUSINESS_TIME_ZONE', timeZone.default(DEFAULT_TIME_ZONE)],
  /** For receipts and statements, one line each. */
  businessAddress: ['BUSINESS_ADDRESS', addressLines],
  contactEmail: ['CONTACT_EMAIL', plainEmail],
  keyring: {
    current: ['SECRET_KEY', secretKey],
    previous: ['SECRET_KEY_PREVIOUS', previousKeys],
  },
  metricsToken: ['METRICS_TOKEN', z.string().min(16).optional()],
  requestsPerMinute: ['REQUESTS_PER_MINUTE', count.default(600)],
  rateLimitFactor: ['RATE_LIMIT_FACTOR', count.max(100_000).default(1)],
  retailerList: ['RETAILER_LIST', z.enum(['public', 'staff']).default('public')],
  filesKeptDays: ['FILES_KEPT_DAYS', keptDays],
  messagesKeptDays: ['MESSAGES_KEPT_DAYS', keptDays],
  sandboxUrl: ['SANDBOX_URL', address.optional()],
  staff: {
    admins: ['ADMIN_EMAILS', emailList],
    emails: ['STAFF_EMAILS', emailList],
    domain: ['STAFF_DOMAIN', domainName.default('')],
    domainTools: ['STAFF_TOOLS', toolList],
  },
  /** However often it's used, a session ends after this. */
  sessionDaysMax: ['SESSION_DAYS_MAX', count.max(365).default(30)],
  /** How long after a sign-in people can do what someone with a copied session mustn't. */
  recentSignInMinutes: ['RECENT_SIGN_IN_MINUTES', count.min(5).max(1_440).default(60)],
  google: {
    issuer: ['GOOGLE_ISSUER', address.default('https://accounts.google.com')],
    clientId: ['GOOGLE_CLIENT_ID', text],
    clientSecret: ['GOOGLE_CLIENT_SECRET', text],
    gmailUrl: ['GMAIL_API_URL', address.default('https://gmail.googleapis.com')],
    /** Long enough to upload the largest message. After it, the message may have been sent. */
    gmailTimeoutMs: [
      'GMAIL_TIMEOUT_MS',
      z.coerce.number().int().min(50).max(120_000).default(60_000),
    ],
  },
  mail: {
    smtpUrl: ['SMTP_URL', smtpUrl],
    from: ['MAIL_FROM', sender],
  },
  relay: RELAY_SETTINGS,
  humanCheck: {
    siteKey: ['RECAPTCHA_SITE_KEY', text],
    secretKey: ['RECAPTCHA_SECRET_KEY', text],
    scriptUrl: ['RECAPTCHA_SCRIPT_URL', address.default('https://www.google.com/recaptcha/api.js')],
    verifyUrl: [
      'RECAPTCHA_VERIFY_URL',
      address.default('https://www.google.com/recaptcha/api/siteverify'),
    ],
  },
  /** Set all of these or none; the region has a default. Without them, files are stored on disk. */
  s3: {
    endpoint: ['FILES_S3_ENDPOINT', address.optional()],
    bucket: ['FILES_S3_BUCKET', text.optional()],
    region: ['FILES_S3_REGION', z.string().default('us-east-1')],
    key: ['FILES_S3_KEY', text.optional()],
    secret: ['FILES_S3_SECRET', text.optional()],
  },
  quickbooks: {
    clientId: ['QBO_CLIENT_ID', text],
    clientSecret: ['QBO_CLIENT_SECRET', text],
    webhookToken: ['QBO_WEBHOOK_TOKEN', text],
    authorizeUrl: [
      'QBO_AUTHORIZE_URL',
      address.default('https://appcenter.intuit.com/connect/oauth2'),
    ],
    tokenUrl: [
      'QBO_TOKEN_URL',
      address.default('https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer'),
    ],
    revokeUrl: [
      'QBO_REVOKE_URL',
      address.default('https://developer.api.intuit.com/v2/oauth2/tokens/revoke'),
    ],
    apiUrl: ['QBO_API_URL', address.default('https://quickbooks.api.intuit.com')],
    appUrl: ['QBO_APP_URL', address.default('https://app.qbo.intuit.com')],
    /** Timeout per call. After it, we look up what a write did before we retry it. */
    timeoutMs: ['QBO_TIMEOUT_MS', z.coerce.number().int().min(50).max(120_000).default(10_000)],
    /** QuickBooks' limits per company. Some apps get more. */
    callsPerSecond: ['QBO_CALLS_PER_SECOND', count.default(10)],
    callsPerMinute: ['QBO_CALLS_PER_MINUTE', count.default(500)],
  },
  /** Timeout per payment call. After it, we look up the outcome. */
  paymentTimeoutMs: [
    'PAYMENT_TIMEOUT_MS',
    z.coerce.number().int().min(50).max(60_000).default(20_000),
  ],
} as const satisfies Settings

/** A logo that administrators uploaded, instead of the file in the environment. */
export type UploadedLogo = {
  readonly content: Buffer
  readonly type: 'image/png' | 'image/jpeg'
  /** Changes with the content. */
  readonly hash: string
}

export type Config = ReturnType<typeof readConfig> & {
  readonly uploadedLogo?: UploadedLogo | undefined
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const list = problems.map(([name, text]) => `${name}: ${text}`).join('\n  ')
    super(`Invoice Desk can't start with these settings:\n  ${list}`)
    this.problems = problems
  }
}

/** Throws one ConfigError that lists everything that is missing or wrong. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>) => {
  // An empty value in .env means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const { payments, problems: paymentProblems } = readPaymentSettings(given)
  const problems: Problem[] = []
  const { s3, ...config } = readSettings(SETTINGS, given, problems)
  problems.push(
    ...missingForS3(given),
    ...missingForOwner(given),
    ...paymentProblems,
    ...relayProblems(given),
    ...liveProblems(given),
  )
  if (problems.length > 0) {
    // Only the first problem of each setting.
    throw new ConfigError([...new Map(problems.toReversed())].toReversed())
  }
  const requireTls = needsMailTls(config.mode, config.mail.smtpUrl)
  return {
    ...config,
    mail: { ...config.mail, requireTls },
    files: { s3: s3Of(s3) },
    payments,
    // Administrators can change these and the business's details on the settings page.
    approvalNotices: 'each' as Notices,
    paymentMethods: PAYMENT_METHOD_IDS.filter((method) => payments[method] !== undefined),
  }
}

const missingForS3 = (given: Given): Problem[] => {
  const { region, ...rest } = SETTINGS.s3
  const names = Object.values(rest).map(([name]) => name)
  const missing = names.filter((name) => given[name] === undefined)
  return missing.length === names.length ? [] : missing.map((name) => [name, 'is not set'])
}

const missingForOwner = (given: Given): Problem[] =>
  given.MIGRATION_DATABASE_URL !== undefined && given.DATABASE_URL === undefined
    ? [['DATABASE_URL', 'is not set, but MIGRATION_DATABASE_URL is. The app needs its own user']]
    : []

type S3 = Readonly<Record<'endpoint' | 'bucket' | 'key' | 'secret', string | undefined>>

const s3Of = ({ endpoint, bucket, key, secret, region }: S3 & { readonly region: string }) =>
  endpoint && bucket && key && secret ? { endpoint, bucket, key, secret, region } : undefined
