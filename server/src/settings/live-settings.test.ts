import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const newKey = () => randomBytes(32).toString('base64')
const textKey = (text: string) => Buffer.from(text.repeat(32).slice(0, 32)).toString('base64')

/** The required settings for live mode. */
const LIVE = {
  PUBLIC_URL: 'https://invoices.finch-studio.com',
  BUSINESS_NAME: 'Finch Studio',
  CONTACT_EMAIL: 'billing@finch-studio.com',
  SECRET_KEY: newKey(),
  ADMIN_EMAILS: 'ada@finch-studio.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtp://user:password@mail.finch-studio.com:587',
  MAIL_FROM: 'billing@finch-studio.com',
  RECAPTCHA_SITE_KEY: '6LcSite',
  RECAPTCHA_SECRET_KEY: '6LcSecret',
  QBO_CLIENT_ID: 'id',
  QBO_CLIENT_SECRET: 'secret',
  QBO_WEBHOOK_TOKEN: 'token',
  STRIPE_SECRET_KEY: 'sk_live_51Finch',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51Finch',
  STRIPE_WEBHOOK_SECRET: 'whsec_Finch',
}

type Settings = Record<string, string>

const S3 = { FILES_S3_BUCKET: 'files', FILES_S3_KEY: 'key', FILES_S3_SECRET: 'secret' }

/** The lines of the error; none if the settings are accepted. */
const refusal = (change: Settings): string[] => {
  try {
    readConfig({ ...LIVE, ...change })
    return []
  } catch (error) {
    return String(error).split('\n  ').slice(1)
  }
}

describe('live mode', () => {
  it('accepts live settings', () => {
    const { mode, mail } = readConfig(LIVE)
    expect([mode, mail.requireTls]).toEqual(['live', true])
  })

  it.each<Settings>([
    { STRIPE_SECRET_KEY: 'rk_live_51Restricted' },
    { SECRET_KEY_PREVIOUS: `${newKey()}, ${newKey()},` },
    { SMTP_URL: 'smtps://user:password@mail.finch-studio.com:465' },
    { SMTP_URL: 'smtp://localhost:25' },
    { FILES_S3_ENDPOINT: 'https://10.0.0.5:9000', ...S3 },
    { GOOGLE_ISSUER: 'https://login.finch-studio.com/realms/staff' },
    { RECAPTCHA_SCRIPT_URL: 'https://www.recaptcha.net/recaptcha/api.js' },
    { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'id' },
    { RATE_LIMIT_FACTOR: '20', REQUESTS_PER_MINUTE: '6000' },
    { DATABASE_URL: 'postgres://user:password@10.0.0.6:5432/desk' },
    { DATABASE_URL: 'postgres://user:password@db:5432/desk?sslmode=disable' },
    { DATABASE_URL: 'postgres://user:password@localhost/desk?sslmode=no-verify' },
    { DATABASE_URL: 'postgres:///desk?host=/run/postgresql/.s' },
    { DATABASE_URL: 'postgres://user:password@db.finch-studio.com/desk?sslmode=verify-full' },
  ])('accepts %j', (change) => {
    expect(refusal(change)).toEqual([])
  })

  it.each([
    ['STRIPE_SECRET_KEY', 'sk_test_51Finch', 'starts with sk_live_ or rk_live_'],
    ['STRIPE_SECRET_KEY', 'rk_test_51Finch', 'starts with sk_live_ or rk_live_'],
    ['STRIPE_SECRET_KEY', 'pk_live_51Finch', 'starts with sk_live_ or rk_live_'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_51Finch', 'starts with pk_live_'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_live_51Finch', 'must be the publishable key'],
    ['STRIPE_PUBLISHABLE_KEY', 'rk_live_51Finch', 'must be the publishable key'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_live_51Finch', 'starts with whsec_'],
    ['STRIPE_API_URL', 'https://stripe.finch-studio.com', 'at https://api.stripe.com.'],
    ['STRIPE_JS_URL', 'https://js.stripe.com.evil.com/v3', 'at https://js.stripe.com.'],
    ['PAYPAL_API_URL', 'https://api-m.sandbox.paypal.com', 'at https://api-m.paypal.com.'],
    ['PAYPAL_JS_URL', 'https://www.sandbox.paypal.com/sdk/js', 'at https://www.paypal.com.'],
    ['QBO_AUTHORIZE_URL', 'https://finch-studio.com/connect', 'at https://appcenter.intuit.com.'],
    ['QBO_TOKEN_URL', 'https://finch-studio.com', 'at https://oauth.platform.intuit.com.'],
    ['QBO_REVOKE_URL', 'https://finch-studio.com', 'at https://developer.api.intuit.com.'],
    ['QBO_API_URL', 'https://sandbox-quickbooks.api.intuit.com', 'quickbooks.api.intuit.com.'],
    ['QBO_API_URL', 'http://quickbooks.api.intuit.com', 'at https://quickbooks.api.intuit.com.'],
    ['QBO_APP_URL', 'https://app.sandbox.qbo.intuit.com', 'at https://app.qbo.intuit.com or'],
    ['RECAPTCHA_SCRIPT_URL', 'https://finch-studio.com/api.js', 'at https://www.google.com or'],
    ['RECAPTCHA_VERIFY_URL', 'https://finch-studio.com/verify', 'at https://www.google.com or'],
    ['RECAPTCHA_SITE_KEY', '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI', 'your own key'],
    ['RECAPTCHA_SECRET_KEY', '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe', 'your own key'],
    ['GOOGLE_ISSUER', 'http://login.finch-studio.com', 'must be a public https URL'],
    ['GOOGLE_ISSUER', 'https://login.internal', 'must be a public https URL'],
    ['SECRET_KEY', Buffer.alloc(32).toString('base64'), 'must be 32 random bytes'],
    ['SECRET_KEY', Buffer.alloc(32, '0123456789').toString('base64'), 'must be 32 random bytes'],
    ['SECRET_KEY', textKey('The quick brown fox jumps over the dog'), 'must be 32 random bytes'],
    ['SECRET_KEY', 'thequickbrownfoxjumpsoverthelazydogandacat3', 'must be 32 random bytes'],
    ['SECRET_KEY_PREVIOUS', textKey('seven'), 'must have only random keys'],
    ['ADMIN_EMAILS', ' , ', 'must have at least one administrator'],
    ['RATE_LIMIT_FACTOR', '21', 'must be at most 20'],
    ['REQUESTS_PER_MINUTE', '6001', 'must be at most 6000'],
    ['SANDBOX_URL', 'https://sandbox.finch-studio.com', 'must not be set'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0', 'must not be 0'],
    ['DATABASE_URL', 'postgres://desk@db.finch-studio.com/desk', 'must have sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://desk@8.8.8.8/desk?sslmode=no-verify', 'must have sslmode=verify-'],
    [
      'DATABASE_URL',
      'postgres://db/desk?host=db.finch-studio.com',
      'must have sslmode=verify-full',
    ],
    [
      'DATABASE_URL',
      'postgres://db.finch-studio.com/desk?sslmode=require&uselibpqcompat=true',
      'must have sslmode=verify-full',
    ],
    ['SMTP_URL', `${LIVE.SMTP_URL}?tls.rejectUnauthorized=false`, 'must not have parameters'],
    ['SMTP_URL', `${LIVE.SMTP_URL}/?ignoreTLS=true`, 'must not have parameters'],
  ])('refuses %s=%s', (name, value, text) => {
    expect(refusal({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: .*${text.replaceAll('.', '\\.')}`)),
    ])
  })

  it.each([
    'http://invoices.finch-studio.com',
    'https://localhost',
    'https://localhost.:3000',
    'https://desk',
    'https://desk.local',
    'https://desk.test',
    'https://desk.internal',
    'https://127.0.0.1',
    'https://2130706433',
    'https://10.1.2.3',
    'https://172.31.0.1',
    'https://192.168.1.1',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://[fd00::1]',
    'https://desk.corp',
    'https://desk.intranet',
    'https://desk.localdomain',
    'https://desk..',
    'https://192.0.2.7',
    'https://198.51.100.7',
    'https://203.0.113.7',
    'https://224.0.0.1',
    'https://255.255.255.255',
    'https://[2001:db8::1]',
    'https://[ff02::1]',
  ])('refuses PUBLIC_URL=%s', (url) => {
    expect(refusal({ PUBLIC_URL: url })).toEqual([
      expect.stringMatching(/^PUBLIC_URL: must be your public https URL/),
    ])
  })

  it('refuses storage without TLS', () => {
    expect(refusal({ FILES_S3_ENDPOINT: 'http://storage.finch-studio.com', ...S3 })).toEqual([
      'FILES_S3_ENDPOINT: must be an https URL',
    ])
  })

  it('requires an administrator even if STAFF_DOMAIN is set', () => {
    const staff = { STAFF_DOMAIN: 'finch-studio.com', STAFF_EMAILS: 'sam@finch-studio.com' }
    expect(refusal({ ADMIN_EMAILS: '', ...staff })).toEqual([
      'ADMIN_EMAILS: must have at least one administrator',
    ])
  })

  it('lists all problems at once', () => {
    const lines = refusal({
      PUBLIC_URL: 'https://localhost',
      CONTACT_EMAIL: '',
      SECRET_KEY: 'short',
      PAYPAL_CLIENT_ID: 'id',
      STRIPE_SECRET_KEY: 'sk_test_51Finch',
    })
    expect(lines.map((line) => line.split(':', 1)[0]).sort()).toEqual([
      'CONTACT_EMAIL',
      'PAYPAL_CLIENT_SECRET',
      'PAYPAL_WEBHOOK_ID',
      'PUBLIC_URL',
      'SECRET_KEY',
      'STRIPE_SECRET_KEY',
    ])
  })

  it('requires TLS for email, except to a relay on this machine', () => {
    const isRequired = (url: string) => readConfig({ ...LIVE, SMTP_URL: url }).mail.requireTls
    expect(isRequired('smtp://10.0.0.7')).toBe(true)
    expect(isRequired('smtp://localhost')).toBe(false)
    expect(isRequired('smtp://[::1]:25')).toBe(false)
  })
})

describe('sandbox mode', () => {
  const SANDBOX = {
    MODE: 'sandbox',
    STRIPE_SECRET_KEY: 'sk_test_51Finch',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_51Finch',
    ADMIN_EMAILS: '',
  }

  it('accepts settings that live mode refuses', () => {
    expect(refusal({ ...SANDBOX, PUBLIC_URL: 'http://localhost:3000' })).toEqual([])
    const { mode, mail } = readConfig({ ...LIVE, ...SANDBOX })
    expect([mode, mail.requireTls]).toEqual(['sandbox', false])
  })

  const PAYPAL = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'x', PAYPAL_WEBHOOK_ID: 'id' }

  it.each<Settings>([
    {},
    { PAYPAL_API_URL: 'https://api-m.paypal.com' },
    { PAYPAL_API_URL: 'HTTPS://API-M.PAYPAL.COM./' },
    { PAYPAL_API_URL: 'https://api.paypal.com' },
  ])('refuses PayPal’s live API: %j', (change) => {
    expect(refusal({ ...SANDBOX, ...PAYPAL, ...change })).toEqual([
      expect.stringMatching(/^PAYPAL_API_URL: must be https:\/\/api-m\.sandbox\.paypal\.com\./),
    ])
  })

  it.each(['https://api-m.sandbox.paypal.com', 'http://localhost:3001/paypal'])(
    'accepts PayPal at %s',
    (url) => {
      expect(refusal({ ...SANDBOX, ...PAYPAL, PAYPAL_API_URL: url })).toEqual([])
    },
  )

  it.each(['sk_live_51Finch', 'rk_live_51Finch'])('refuses %s', (key) => {
    expect(refusal({ ...SANDBOX, STRIPE_SECRET_KEY: key })).toEqual([
      expect.stringMatching(/^STRIPE_SECRET_KEY: must be a test key/),
    ])
  })

  it('refuses a live publishable key', () => {
    expect(refusal({ ...SANDBOX, STRIPE_PUBLISHABLE_KEY: 'pk_live_51Finch' })).toEqual([
      expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY: must be a test key/),
    ])
  })

  it.each(['sk_test_51Finch', 'rk_test_51Finch'])('refuses %s as the publishable key', (key) => {
    expect(refusal({ ...SANDBOX, STRIPE_PUBLISHABLE_KEY: key })).toEqual([
      'STRIPE_PUBLISHABLE_KEY: must be the publishable key, which starts with pk_',
    ])
  })
})
