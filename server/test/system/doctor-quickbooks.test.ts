// Tests that `npm run doctor` uses the app's QuickBooks connection without renewing or ending it.
import { openCompany } from '@invoice-desk/testing/quickbooks/company'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { findConnectionRow } from '../../src/features/accounting/connection/queries.ts'
import { runCheck } from '../../src/features/system/health/run-check.ts'
import { createServices } from '../../src/services.ts'
import { textsOf } from '../support/service-checks.ts'

it('uses the access token while it works, and leaves its renewal to the app', async () => {
  await using company = await openCompany()
  await company.connect()
  const { config, log, database } = company.desk.desk.dependencies
  const services = createServices({ config, log, database }, { renewsTokens: false })
  const test = () => runCheck(services, 'quickbooks')
  const before = await findConnectionRow(database.db)
  expect(textsOf(await test(), 'ok')).toContain('The connection to Harbor & Finch Studio works.')

  // QuickBooks would refuse a renewal, as with edited keys.
  await company.throwSwitch('kill-refresh-tokens')
  await company.throwSwitch('expire-access-tokens')
  const skipped = [expect.stringMatching(/^The access token is due for renewal, .* Health\.$/)]
  expect(textsOf(await test(), 'skipped')).toEqual(skipped)
  expect(await findConnectionRow(database.db)).toEqual(before)

  await database.db.execute(sql`UPDATE qbo_connection SET access_expires_at = now()`)
  expect(textsOf(await test(), 'skipped')).toEqual(skipped)
  expect(await findConnectionRow(database.db)).toMatchObject({
    state: 'connected',
    version: before?.version,
  })
})
