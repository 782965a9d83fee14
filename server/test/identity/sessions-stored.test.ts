// Tests what we keep of Google's permission to renew a session: sealed, for one person, and not for longer than needed.
import { KEYRING } from '@invoice-desk/testing/app/settings'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepSessionsJob } from '../../src/features/identity/jobs.ts'
import { createGrantVault, resealGrants } from '../../src/features/identity/sessions/grant-vault.ts'
import { replaceGrant, saveGrant } from '../../src/features/identity/sessions/queries.ts'
import { OVER, sessionCalls } from '../support/sessions.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

const { execute, signIn, renew, refusal, withdrawConsent, grantOf, sessionsOf, promptOf } =
  sessionCalls(() => desk)
const vault = createGrantVault({ keyring: KEYRING })

it('keeps the refresh token sealed for its person', async () => {
  await signIn()
  const sealed = String(await grantOf())
  expect(vault.open(STAFF, sealed)).toEqual(expect.any(String))
  const { db } = desk.desk.dependencies.database
  const { jar } = await signIn(ADMIN)
  await saveGrant(db, ADMIN, sealed)
  expect(await refusal(jar)).toEqual(OVER)
})

it('never renews a session for another person', async () => {
  const { db } = desk.desk.dependencies.database
  await withdrawConsent(ADMIN)
  const ada = await signIn(ADMIN)
  const theirs = vault.open(ADMIN, String(await grantOf(ADMIN))) ?? ''
  const { jar } = await signIn()
  await saveGrant(db, STAFF, vault.seal(STAFF, theirs))
  expect(await refusal(jar)).toEqual(OVER)
  expect([await sessionsOf(), await grantOf()]).toEqual([0, undefined])
  expect((await renew(ada.jar)).body.email).toBe(ADMIN)
})

it('forgets old sessions, expired tokens and the permissions of people without an account', async () => {
  const { database, jobs } = desk.desk.dependencies
  await withdrawConsent()
  await signIn()
  await execute(sql`INSERT INTO staff_session (secret_hash, email, active_at)
    VALUES ('old', 'gone@x.example', now() - interval '8 days')`)
  await execute(sql`INSERT INTO staff_token (token_hash, secret_hash, expires_at)
    SELECT 'expired', secret_hash, now() - interval '2 minutes' FROM staff_session WHERE email = ${STAFF} LIMIT 1`)
  await execute(sql`INSERT INTO google_grant (email, refresh_token, updated_at)
    VALUES ('gone@x.example', 'x', now() - interval '2 hours'), ('new@x.example', 'x', now())`)
  await jobs.send(database.db, sweepSessionsJob, null)
  await expect.poll(() => grantOf('gone@x.example')).toBeUndefined()
  expect([await sessionsOf('gone@x.example'), await sessionsOf()]).toEqual([0, 1])
  expect(await execute(sql`SELECT 1 FROM staff_token WHERE token_hash = 'expired'`)).toEqual([])
  expect([await grantOf('new@x.example'), typeof (await grantOf())]).toEqual(['x', 'string'])
})

it('seals the permissions with a new SECRET_KEY, and never over a newer one', async () => {
  await withdrawConsent()
  const { jar } = await signIn()
  const { config, database } = desk.desk.dependencies
  const before = String(await grantOf())
  const keyring = { current: Buffer.alloc(32, 8), previous: [KEYRING.current] }
  await resealGrants({ config: { ...config, keyring }, database })
  const after = String(await grantOf())
  const withNewKeyOnly = createGrantVault({ keyring: { ...keyring, previous: [] } })
  expect(withNewKeyOnly.open(STAFF, after)).toBe(vault.open(STAFF, before))
  await replaceGrant(database.db, STAFF, { from: before, to: 'stale' })
  expect(await grantOf()).toBe(after)
  // This process doesn't have the new key: as if the key had been lost.
  expect(await refusal(jar)).toEqual(OVER)
  expect(await promptOf(jar)).toBe('select_account consent')
})
