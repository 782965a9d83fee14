// Reads all settings from the environment. Nothing else reads process.env.
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEFAULT_COLOR } from '@invoice-desk/contract/accent-scale'
import { DEFAULT_TIME_ZONE, isTimeZone } from '@invoice-desk/contract/business-day'
import { z } from 'zod'
import {
  address,
  domainName,
  emailList,
  entriesOf,
  plainEmail,
  sender,
  toolList,
} from './config-values.ts'
import { type Given, liveProblems, needsMailTls, type Problem } from './live-settings.ts'
import { readPaymentSettings } from './payment-settings.ts'
import type { Keyring } from './sealing.ts'
import { trustedProxies } from './trusted-proxies.ts'

/** 32 bytes in base64 or base64url. We check the characters, because Buffer would skip invalid ones. */
const keyOr = (otherwise: string) =>
  z
    .string()
    .trim()
    .regex(/^[\w+/-]{43}=?$/, otherwise)
    .transform((text) => Buffer.from(text, 'base64'))

/** Encrypts cookies, stored tokens and links. */
const secretKey = keyOr('must be one key of 32 bytes in base64')

const previousKeys = z
  .string()
  .default('')
  .transform(entriesOf)
  .pipe(z.array(keyOr('must hold keys of 32 bytes in base64, separated by commas')))

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
  .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #1c6075')
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

/** All or none of these. Without them, files are stored on disk. */
const S3_SETTINGS = [
  'FILES_S3_ENDPOINT',
  'FILES_S3_BUCKET',
  'FILES_S3_KEY',
  'FILES_S3_SECRET',
] as const

const environment = z.object({
  MODE: z.enum(['live', 'sandbox']).default('live'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('localhost'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: trustedProxies.default([]),
  DATA_DIR: z.string().min(1).default('./data'),
  WEB_DIR: z.string().default(fileURLToPath(new URL('../../web/dist', import.meta.url))),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: origin,
  BUSINESS_NAME: z.string().min(1),
  BUSINESS_COLOR: color.default(DEFAULT_COLOR),
  BUSINESS_LOGO: logo.optional(),
  BUSINESS_TIME_ZONE: timeZone.default(DEFAULT_TIME_ZONE),
  CONTACT_EMAIL: plainEmail,
  SECRET_KEY: secretKey,
  SECRET_KEY_PREVIOUS: previousKeys,
  METRICS_TOKEN: z.string().min(16).optional(),
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  RATE_LIMIT_FACTOR: z.coerce.number().int().min(1).max(100_000).default(1),
  RETAILER_LIST: z.enum(['public', 'staff']).default('public'),
  SANDBOX_URL: address.optional(),
  ADMIN_EMAILS: emailList,
  STAFF_EMAILS: emailList,
  STAFF_DOMAIN: domainName.default(''),
  STAFF_TOOLS: toolList,
  GOOGLE_ISSUER: address.default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().min(1),
  GOOGLE_CLIENT_SECRET: z.string().min(1),
  SMTP_URL: smtpUrl,
  MAIL_FROM: sender,
  RECAPTCHA_SITE_KEY: z.string().min(1),
  RECAPTCHA_SECRET_KEY: z.string().min(1),
  RECAPTCHA_SCRIPT_URL: address.default('https://www.google.com/recaptcha/api.js'),
  RECAPTCHA_VERIFY_URL: address.default('https://www.google.com/recaptcha/api/siteverify'),
  FILES_S3_ENDPOINT: address.optional(),
  FILES_S3_BUCKET: z.string().optional(),
  FILES_S3_REGION: z.string().default('us-east-1'),
  FILES_S3_KEY: z.string().optional(),
  FILES_S3_SECRET: z.string().optional(),
  QBO_CLIENT_ID: z.string().min(1),
  QBO_CLIENT_SECRET: z.string().min(1),
  QBO_WEBHOOK_TOKEN: z.string().min(1),
  QBO_AUTHORIZE_URL: address.default('https://appcenter.intuit.com/connect/oauth2'),
  QBO_TOKEN_URL: address.default('https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer'),
  QBO_REVOKE_URL: address.default('https://developer.api.intuit.com/v2/oauth2/tokens/revoke'),
  QBO_API_URL: address.default('https://quickbooks.api.intuit.com'),
  QBO_APP_URL: address.default('https://app.qbo.intuit.com'),
  /** Timeout per call. After it, we look up what a write did before we retry it. */
  QBO_TIMEOUT_MS: z.coerce.number().int().min(50).max(120_000).default(10_000),
  /** QuickBooks' limits per company. Some apps get more. */
  QBO_CALLS_PER_SECOND: z.coerce.number().int().min(1).default(10),
  QBO_CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(500),
  /** Timeout per payment call. After it, we look up the outcome. */
  PAYMENT_TIMEOUT_MS: z.coerce.number().int().min(50).max(60_000).default(20_000),
})

export type Config = ReturnType<typeof readConfig>

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Throws one ConfigError that lists everything that is missing or wrong. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>) => {
  // An empty value in .env means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const parsed = environment.safeParse(given)
  const payments = readPaymentSettings(given)
  const problems = [
    ...(parsed.error?.issues.map(problemOf(given)) ?? []),
    ...missingOf(given, S3_SETTINGS),
    ...payments.problems,
    ...liveProblems(given),
  ]
  if (!parsed.success || problems.length > 0) {
    // Only the first problem of each setting.
    const lines = [...new Map(problems.toReversed())].toReversed()
    const list = lines.map(([name, text]) => `${name}: ${text}`).join('\n  ')
    throw new ConfigError(`Invoice Desk can't start with these settings:\n  ${list}`)
  }
  return { ...toConfig(parsed.data), payments: payments.payments }
}

const problemOf =
  (given: Given) =>
  ({ path, message }: z.core.$ZodIssue): Problem => {
    const name = String(path[0])
    return [name, given[name] === undefined ? 'is not set' : message]
  }

const missingOf = (given: Given, settings: readonly string[]): Problem[] => {
  const missing = settings.filter((name) => given[name] === undefined)
  return missing.length === settings.length ? [] : missing.map((name) => [name, 'is not set'])
}

const s3Of = (env: z.infer<typeof environment>) => {
  const {
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_BUCKET: bucket,
    FILES_S3_KEY: key,
    FILES_S3_SECRET: secret,
  } = env
  if (!endpoint || !bucket || !key || !secret) return undefined
  return { endpoint, bucket, region: env.FILES_S3_REGION, key, secret }
}

const toConfig = (env: z.infer<typeof environment>) => ({
  mode: env.MODE,
  port: env.PORT,
  host: env.HOST,
  logLevel: env.LOG_LEVEL,
  trustedProxies: env.TRUST_PROXY,
  dataDir: env.DATA_DIR,
  webDir: env.WEB_DIR,
  databaseUrl: env.DATABASE_URL,
  publicUrl: env.PUBLIC_URL,
  businessName: env.BUSINESS_NAME,
  businessColor: env.BUSINESS_COLOR,
  businessLogo: env.BUSINESS_LOGO,
  businessTimeZone: env.BUSINESS_TIME_ZONE,
  contactEmail: env.CONTACT_EMAIL,
  keyring: { current: env.SECRET_KEY, previous: env.SECRET_KEY_PREVIOUS } as Keyring,
  metricsToken: env.METRICS_TOKEN,
  requestsPerMinute: env.REQUESTS_PER_MINUTE,
  rateLimitFactor: env.RATE_LIMIT_FACTOR,
  retailerList: env.RETAILER_LIST,
  sandboxUrl: env.SANDBOX_URL,
  staff: {
    admins: env.ADMIN_EMAILS,
    emails: env.STAFF_EMAILS,
    domain: env.STAFF_DOMAIN,
    domainTools: env.STAFF_TOOLS,
  },
  google: {
    issuer: env.GOOGLE_ISSUER,
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
  },
  mail: {
    smtpUrl: env.SMTP_URL,
    requireTls: needsMailTls(env.MODE, env.SMTP_URL),
    from: env.MAIL_FROM,
  },
  humanCheck: {
    siteKey: env.RECAPTCHA_SITE_KEY,
    secretKey: env.RECAPTCHA_SECRET_KEY,
    scriptUrl: env.RECAPTCHA_SCRIPT_URL,
    verifyUrl: env.RECAPTCHA_VERIFY_URL,
  },
  files: { s3: s3Of(env) },
  quickbooks: {
    clientId: env.QBO_CLIENT_ID,
    clientSecret: env.QBO_CLIENT_SECRET,
    webhookToken: env.QBO_WEBHOOK_TOKEN,
    authorizeUrl: env.QBO_AUTHORIZE_URL,
    tokenUrl: env.QBO_TOKEN_URL,
    revokeUrl: env.QBO_REVOKE_URL,
    apiUrl: env.QBO_API_URL,
    appUrl: env.QBO_APP_URL,
    timeoutMs: env.QBO_TIMEOUT_MS,
    callsPerSecond: env.QBO_CALLS_PER_SECOND,
    callsPerMinute: env.QBO_CALLS_PER_MINUTE,
  },
  paymentTimeoutMs: env.PAYMENT_TIMEOUT_MS,
})
