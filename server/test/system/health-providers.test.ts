// Tests what the health checks find out about Google sign-in, reCAPTCHA and QuickBooks.
import { readFileSync } from 'node:fs'
import { HUMAN_CHECK_TEST } from '@invoice-desk/contract/system/service-checks'
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { TIDEWATER } from '@invoice-desk/testing/quickbooks/connect'
import { askSandbox, setFault } from '@invoice-desk/testing/sandbox/control'
import { passHumanCheck, setHumanCheck } from '@invoice-desk/testing/sandbox/human-check'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import { NoDatabaseYet, unavailableDatabase } from '../../src/db/unavailable.ts'
import type { Config } from '../../src/settings/config.ts'
import { closedUrl, createTestService, problemOf, textsOf } from '../support/service-checks.ts'

let company: Company
let desk: TestDesk
beforeAll(async () => {
  company = await openCompany()
  desk = company.desk
})
afterAll(() => desk.close())
afterEach(() => company.clearFaults())
const test = createTestService(() => desk)

describe('Google sign-in', () => {
  const withGoogle = (change: Partial<Config['google']>) => (config: Config) => ({
    google: { ...config.google, ...change },
  })

  it('is fine in the sandbox', async () => {
    const findings = await test('google')
    expect(textsOf(findings, 'ok')).toEqual([
      `The sign-in provider answers at ${desk.sandbox.url}/google.`,
      'The client ID and its secret are right.',
      `People return to ${desk.url}/auth/google/redirect, which is registered.`,
    ])
    expect(findings).toHaveLength(3)
  })

  it.each([{ clientSecret: 'wrong' }, { clientId: 'unknown.apps.googleusercontent.com' }])(
    'refuses %j',
    async (change) => {
      const found = problemOf(await test('google', { config: withGoogle(change) }))
      expect(found).toContain('Google refused GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET.')
      expect(found).toContain('console.cloud.google.com/apis/credentials')
    },
  )

  it("doesn't know an address that isn't registered", async () => {
    const config = () => ({ publicUrl: 'https://elsewhere.example' })
    const found = problemOf(await test('google', { config }))
    expect(found).toMatch(/^https:\/\/elsewhere\.example\/auth\/google\/redirect isn't registered/)
    expect(found).toContain('authorized redirect URIs')
  })

  it('notices a client ID that is not from Google, and an address where nothing answers', async () => {
    const config = withGoogle({ issuer: 'https://accounts.google.com', clientId: 'desk' })
    expect(problemOf(await test('google', { config }))).toMatch(
      /^GOOGLE_CLIENT_ID doesn't look like .* ends with \.apps\.googleusercontent\.com/,
    )
    const issuer = await closedUrl()
    const found = problemOf(await test('google', { config: withGoogle({ issuer }) }))
    expect(found).toContain(`can't be reached. Nothing answers at ${new URL(issuer).host}.`)
  })

  it('says that the answer is unclear if it is', async () => {
    await setFault(desk, {
      provider: 'google',
      match: '/o/oauth2/v2/auth',
      mode: 'error',
      status: 403,
    })
    const [text] = textsOf(await test('google'), 'note')
    expect(text).toMatch(/^We couldn't tell .* is registered\.$/)
  })
})

describe('reCAPTCHA', () => {
  afterEach(() => setHumanCheck(desk, { outcome: 'pass' }))
  const withKeys = (change: Partial<Config['humanCheck']>) => (config: Config) => ({
    humanCheck: { ...config.humanCheck, ...change },
  })
  const testWith = async (humanCheckToken: string, config = withKeys({})) =>
    test('human_check', { input: { humanCheckToken }, config })
  const tokenOf = (options: { action?: string; origin?: string } = {}) =>
    passHumanCheck(desk, { action: HUMAN_CHECK_TEST, ...options })

  it('accepts the secret key, and needs a browser for the rest', async () => {
    const findings = await test('human_check')
    expect(findings.map(({ state }) => state)).toEqual(['ok', 'skipped'])
    expect(findings[1]?.text).toContain('Settings → Health')
  })

  it('says when the browser got no token', async () => {
    expect(problemOf(await testWith(''))).toContain('got no token for RECAPTCHA_SITE_KEY')
  })

  it('finds that both keys belong together', async () => {
    expect(textsOf(await testWith(await tokenOf()), 'ok')).toEqual([
      'reCAPTCHA accepts the secret key.',
      'Both keys belong together, and they are for this host name.',
      "reCAPTCHA thinks you are a person: this browser's score is 0.9.",
    ])
  })

  it('refuses a wrong secret key', async () => {
    const found = problemOf(await testWith(await tokenOf(), withKeys({ secretKey: 'wrong' })))
    expect(found).toContain('reCAPTCHA refused RECAPTCHA_SECRET_KEY.')
  })

  it('finds a site key of another pair', async () => {
    const { token } = await askSandbox<{ token: string }>(
      desk.sandbox,
      'POST',
      '/human-check/tokens',
      { key: 'sandbox-other-site-key', action: HUMAN_CHECK_TEST },
    )
    const found = problemOf(await testWith(token))
    expect(found).toContain("RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY don't belong together.")
  })

  it('finds another host name', async () => {
    const token = await tokenOf({ origin: 'http://127.0.0.1:3000' })
    expect(problemOf(await testWith(token))).toContain('for the host 127.0.0.1')
  })

  it('notes a low score and a token that was used before', async () => {
    await setHumanCheck(desk, { outcome: 'low-score' })
    const token = await tokenOf()
    const low = await testWith(token)
    expect(textsOf(low, 'problem')).toEqual([])
    expect(textsOf(low, 'note')[0]).toContain('its score is 0.1')
    expect(textsOf(await testWith(token), 'note')[0]).toContain('already used')
  })

  it('explains an error in the browser', async () => {
    await setHumanCheck(desk, { outcome: 'browser-error' })
    const found = problemOf(await testWith(await tokenOf()))
    expect(found).toContain('Add the host name of PUBLIC_URL to the domains of the key')
  })

  it("can't be reached", async () => {
    const config = withKeys({ verifyUrl: await closedUrl() })
    expect(problemOf(await test('human_check', { config }))).toContain("can't be reached")
  })
})

describe('QuickBooks', () => {
  const execute = (statement: ReturnType<typeof sql>) =>
    desk.desk.dependencies.database.db.execute(statement)

  it('is a problem until someone connects it', async () => {
    const findings = await test('quickbooks')
    expect(textsOf(findings, 'ok')).toEqual(['The client ID and its secret are right.'])
    expect(problemOf(findings)).toContain(`${desk.url}/connections`)
  })

  it('is fine once it is connected, with notes about currencies and webhooks', async () => {
    await company.connect()
    const findings = await test('quickbooks')
    expect(textsOf(findings, 'problem')).toEqual([])
    const texts = textsOf(findings, 'ok')
    expect(texts).toContain('The connection to Harbor & Finch Studio works.')
    expect(texts).toContain("The company's currency is USD.")
    expect(texts).toContain('The time zone is America/New_York, as in QuickBooks.')
    expect(texts.join()).toMatch(/The connection renews itself\. .* ends in \d+ days\./)
    expect(textsOf(findings, 'note')).toEqual([
      'The company uses several currencies. Here, customers can pay only invoices in US dollars.',
      'No webhook arrived in the last day, and nothing changed in QuickBooks.',
    ])
  })

  it('renews an expired token only through the stored connection', async () => {
    await company.throwSwitch('expire-access-tokens')
    expect(textsOf(await test('quickbooks'), 'problem')).toEqual([])
    const { oauth } = await company.state()
    expect(oauth.refreshes).toBe(1)
  })

  it('finds a currency and a time zone that differ', async () => {
    await company.throwSwitch('company', { homeCurrency: 'CAD', timeZone: 'America/Vancouver' })
    const findings = await test('quickbooks')
    expect(problemOf(findings)).toMatch(
      /^The company's currency is CAD.*Open http.*\/connections.*home currency USD/,
    )
    expect(textsOf(findings, 'note').join()).toContain('in QuickBooks is America/Vancouver')
    await company.throwSwitch('company', { homeCurrency: 'USD', timeZone: 'America/Detroit' })
    expect(textsOf(await test('quickbooks'), 'ok').join()).toContain('The time zone is')
  })

  it('finds that webhooks are missing if something changed without one', async () => {
    await execute(sql`UPDATE qbo_connection SET connected_at = now() - interval '3 days'`)
    await execute(sql`INSERT INTO qbo_record (realm_id, kind, id, updated_at, sync_token, data)
      SELECT realm_id, 'vendor', 'changed', now() - interval '5 minutes', 1, NULL FROM qbo_connection`)
    const early = await test('quickbooks')
    expect(textsOf(early, 'problem')).toEqual([])
    expect(textsOf(early, 'note').join()).toContain('may still be on its way')
    await execute(
      sql`UPDATE qbo_record SET updated_at = now() - interval '1 hour' WHERE id = 'changed'`,
    )
    const found = problemOf(await test('quickbooks'))
    expect(found).toContain(`${desk.url}/api/qbo/webhook, select`)
    const guide = readFileSync(new URL('../../../docs/going-live.md', import.meta.url), 'utf8')
    const [, documented = ''] = /qbo\/webhook` for (.*?) \|/.exec(guide) ?? []
    expect(found).toContain(`the entities ${documented.replace(' and ', ', ')}, and copy`)
    expect(found).toContain('QBO_WEBHOOK_TOKEN')
    await execute(sql`INSERT INTO qbo_webhook_event (id) VALUES ('arrived')`)
    expect(textsOf(await test('quickbooks'), 'ok').join()).toContain('The last webhook')
  })

  it('notes that the connection ends soon for good', async () => {
    await execute(sql`UPDATE qbo_connection SET hard_expires_at = now() + interval '100 hours'`)
    const notes = textsOf(await test('quickbooks'), 'note')
    expect(notes).toContain("The connection ends in 4 days, and it can't be renewed.")
    await execute(sql`UPDATE qbo_connection SET hard_expires_at = NULL`)
  })

  it('is skipped without the database', async () => {
    const fail = () => {
      throw new Error('no database')
    }
    const database = { db: new Proxy({}, { get: fail }) } as unknown as Database
    const findings = await test('quickbooks', { dependencies: { database } })
    expect(findings.map(({ state }) => state)).toEqual(['ok', 'skipped'])
  })

  it('asks to start the app before anyone connects it', async () => {
    const database = unavailableDatabase(new NoDatabaseYet())
    const found = problemOf(await test('quickbooks', { dependencies: { database } }))
    expect(found).toContain(`Start the app once, then open ${desk.url}/connections`)
  })

  it('is a problem if QuickBooks is down, or ended the connection', async () => {
    await company.fault('error', '/preferences', 3)
    expect(problemOf(await test('quickbooks'))).toContain('QuickBooks answered with an error')
    await company.throwSwitch('expire-access-tokens')
    await company.throwSwitch('kill-refresh-tokens')
    expect(problemOf(await test('quickbooks'))).toContain('and reconnect')
  })

  it('is fine with a company of one currency', async () => {
    await company.connect(TIDEWATER)
    expect(textsOf(await test('quickbooks'), 'note').join()).not.toContain('currencies')
  })
})
