// What a newcomer finds in an empty desk, and what is left alone in one that is not.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../server/src/db/client.ts'
import { ROOT, run } from '../processes.mjs'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'invoice-desk-samples-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const plant = () =>
  run(process.execPath, [join(ROOT, 'scripts/sample-data.ts')], {
    quiet: true,
    env: {
      DATA_DIR,
      MODE: 'sandbox',
      PUBLIC_URL: 'http://localhost:3000',
      BUSINESS_NAME: 'Harbor & Finch Studio',
      CONTACT_EMAIL: 'billing@harborfinch.example',
      SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      SMTP_URL: 'smtp://localhost:1',
      MAIL_FROM: 'billing@harborfinch.example',
      ...Object.fromEntries(SERVICE_SETTINGS.map((name) => [name, 'sample'])),
    },
  })

const SERVICE_SETTINGS = [
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'QBO_CLIENT_ID',
  'QBO_CLIENT_SECRET',
  'QBO_WEBHOOK_TOKEN',
  'RECAPTCHA_SITE_KEY',
  'RECAPTCHA_SECRET_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
]

/** @param {string} query */
const ask = async (query) => {
  const database = await openDatabase({ dataDir: DATA_DIR })
  try {
    return (await database.pool.query(query)).rows
  } finally {
    await database.close()
  }
}

beforeAll(async () => {
  const { code, output } = await plant()
  expect([code, output]).toEqual([0, ''])
}, 120_000)

it('has bills in every status, with vendors, files and history', async () => {
  const statuses = await ask('SELECT DISTINCT status FROM bill ORDER BY status')
  expect(statuses.map(({ status }) => status)).toEqual([
    'approved',
    'paid',
    'received',
    'rejected',
    'sent_for_approval',
  ])
  const [strays] = await ask(`
    SELECT count(*)::int AS bills FROM bill
    WHERE NOT EXISTS (SELECT FROM vendor_mapping m WHERE m.vendor = bill.vendor AND m.email = bill.email)
       OR NOT EXISTS (SELECT FROM audit_event WHERE subject_id = bill.id::text)
       OR submitted_at > now()`)
  expect(strays).toEqual({ bills: 0 })
  const [purchases] = await ask('SELECT count(*)::int AS n FROM retailer_transaction')
  expect(purchases.n).toBeGreaterThan(0)
})

it('adds nothing to a desk that has something', async () => {
  await ask("DELETE FROM bill WHERE status = 'paid'")
  const before = await ask('SELECT count(*) FROM bill')
  expect((await plant()).code).toBe(0)
  expect(await ask('SELECT count(*) FROM bill')).toEqual(before)
}, 120_000)
