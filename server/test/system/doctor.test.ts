// `npm run doctor` in a process of its own: what it prints, its exit code, and that it leaves the running app alone.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { saveSettings } from '@invoice-desk/contract/system/business-settings'
import { SERVICES } from '@invoice-desk/contract/system/service-checks'
import { deskSettings } from '@invoice-desk/testing/app/settings'
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN } from '@invoice-desk/testing/people'
import { openCompany } from '@invoice-desk/testing/quickbooks/company'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT, run } from '../../../scripts/lib/processes.mjs'

const NAMES = Object.keys(parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8')))
const NO_SETTINGS = Object.fromEntries(NAMES.map((name) => [name, '']))
/** QuickBooks has New York, like the environment. */
const STORED_TIME_ZONE = 'America/Chicago'

let desk: TestDesk
let settings: Record<string, string>
beforeAll(async () => {
  const company = await openCompany()
  desk = company.desk
  await company.connect()
  const { idToken: token } = await desk.signIn(ADMIN)
  const stored = { settings: { businessTimeZone: STORED_TIME_ZONE }, version: 0 }
  expect((await desk.call(saveSettings, { token, body: stored })).status).toBe(200)
  const { port, databaseUrl = '' } = desk.desk.dependencies.config
  const { sandbox, dataDir } = desk
  settings = {
    ...deskSettings({ port, sandbox }),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: 'loopback',
  }
})
afterAll(() => desk.close())

const doctor = (args: string[], changed: Record<string, string> = {}) => {
  const env = { ...process.env, ...NO_SETTINGS, ...settings, ...changed }
  return run(process.execPath, ['scripts/doctor.mjs', ...args], { quiet: true, env })
}

it('exits with 0 if every service is healthy, while the app keeps running', async () => {
  const { code, output } = await doctor([])
  expect([code, output]).toEqual([0, expect.stringContaining('No problems found: ')])
  for (const title of Object.values(SERVICES)) expect(output).toContain(`\n${title}\n`)
  expect(output).toContain('✓ All settings are valid, for sandbox mode.')
  expect(output).toContain(`✓ A file was written, read and deleted in ${desk.dataDir}`)
  // Only one process can open the embedded database.
  const isEmbedded = desk.desk.dependencies.database.kind === 'embedded'
  const forDatabase = ['✓ All migrations have run.', STORED_TIME_ZONE]
  for (const text of isEmbedded ? ['– The running app has the'] : forDatabase) {
    expect(output).toContain(text)
  }
  // Without a terminal, there are no colors.
  expect(output).not.toContain('\u001b[')
})

it('exits with 1 and says how to fix what is broken', async () => {
  // A port that was free a moment ago.
  const server = createServer().listen(0)
  const { port } = server.address() as { port: number }
  server.close()
  const { code, output } = await doctor(['--only', 'database,mail', '--json'], {
    DATABASE_URL: `postgres://desk:hunter2@localhost:${port}/desk`,
    SMTP_URL: `smtp://sandbox:hunter2@localhost:${new URL(settings.SMTP_URL ?? '').port}`,
  })
  const found = JSON.parse(output)
  expect([code, found.healthy]).toEqual([1, false])
  expect(found.services).toMatchObject([
    { service: 'settings', findings: [{ state: 'ok' }] },
    {
      service: 'database',
      findings: [{ state: 'problem', fix: expect.stringContaining('DATABASE_URL') }],
    },
    { service: 'mail', findings: [{ state: 'problem', fix: expect.stringContaining('SMTP_URL') }] },
  ])
  expect(output).not.toContain('hunter2')
})

it('lists every setting that is missing or wrong', async () => {
  const { code, output } = await doctor([], { SECRET_KEY: '', PUBLIC_URL: 'nowhere' })
  expect(code).toBe(1)
  expect(output).toContain('✗ SECRET_KEY: is not set')
  expect(output).toContain('✗ PUBLIC_URL: ')
  expect(output.match(/→ Correct it in \.env\./g)).toHaveLength(2)
  expect(output).toContain('– No service was tested')
  expect(output).toContain('2 problems, 0 notes')
})
