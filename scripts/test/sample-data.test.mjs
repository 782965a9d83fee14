// What a newcomer finds in an empty desk, and what is left alone in one that is not.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSandbox } from '../../sandbox/src/start.ts'
import { openDatabase } from '../../server/src/db/client.ts'
import { ROOT, run } from '../lib/processes.mjs'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'invoice-desk-samples-'))
afterAll(async () => {
  await sandbox.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

const plant = () =>
  run(process.execPath, [join(ROOT, 'scripts/samples/main.ts')], {
    quiet: true,
    env: {
      DATA_DIR,
      MODE: 'sandbox',
      PUBLIC_URL: 'http://localhost:3000',
      BUSINESS_NAME: 'Harbor & Finch Studio',
      CONTACT_EMAIL: 'billing@harborfinch.example',
      SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      MAIL_FROM: 'billing@harborfinch.example',
      ...Object.assign({}, ...Object.values(sandbox.settings)),
    },
  })

/** @param {string} query */
const ask = async (query) => {
  const database = await openDatabase({ dataDir: DATA_DIR })
  try {
    return (await database.pool.query(query)).rows
  } finally {
    await database.close()
  }
}

/** @type {import('../../sandbox/src/start.ts').Sandbox} */
let sandbox
beforeAll(async () => {
  const appUrl = 'http://localhost:3000'
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: DATA_DIR, appUrl })
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

it('is connected to the sample company', async () => {
  expect(await ask('SELECT state, company_name FROM qbo_connection')).toEqual([
    { state: 'connected', company_name: 'Harbor & Finch Studio' },
  ])
})

it('adds nothing to a desk that has something', async () => {
  await ask("DELETE FROM bill WHERE status = 'paid'")
  const before = await ask('SELECT count(*) FROM bill')
  expect((await plant()).code).toBe(0)
  expect(await ask('SELECT count(*) FROM bill')).toEqual(before)
}, 120_000)
