// Tests that an email stays with its Google account: Google can give the address to someone else.
import { acceptGoogleAccount, listAccounts } from '@invoice-desk/contract/identity/accounts'
import { getAccount, validateGoogleSignIn } from '@invoice-desk/contract/identity/identity'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { chooseAccount } from '@invoice-desk/testing/http/caller'
import { createCookieJar } from '@invoice-desk/testing/http/cookie-jar'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { askSandbox } from '@invoice-desk/testing/sandbox/control'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OVER, sessionCalls } from '../support/sessions.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

const { execute, signIn, renew, refusal, withdrawConsent, sessionsOf, grantOf, lastEvents } =
  sessionCalls(() => desk)
const giveToSomeoneElse = () =>
  askSandbox(desk.sandbox, 'POST', '/google/accounts/replace', { email: STAFF })
const trySignIn = async () => {
  const jar = createCookieJar()
  const returned = await chooseAccount(desk, jar, STAFF)
  const { status, body } = await desk.call(validateGoogleSignIn, { jar, body: returned })
  return status === 200 ? 'in' : [status, body.code, body.error]
}
const REFUSED = [
  403,
  'account_other_google',
  'This address now belongs to a different Google account. Ask an administrator to let it in.',
]

it('refuses a different Google account with the same email until an administrator accepts it', async () => {
  const { idToken: token } = await desk.signIn(ADMIN)
  const otherGoogle = async () => (await desk.call(listAccounts, { token })).body.otherGoogle
  const accept = () => desk.call(acceptGoogleAccount, { token, body: { email: STAFF } })
  const old = await signIn()
  expect(await trySignIn()).toBe('in')
  expect((await accept()).body.code).toBe('changed_meanwhile')

  await giveToSomeoneElse()
  expect([await trySignIn(), await trySignIn()]).toEqual([REFUSED, REFUSED])
  expect((await lastEvents())[0]).toBe(`${STAFF} google_account_refused`)
  expect(await otherGoogle()).toEqual([STAFF])
  const oldToken = { token: old.answer.body.idToken }
  expect((await desk.call(getAccount, oldToken)).status).toBe(200)

  expect((await accept()).status).toBe(200)
  expect((await lastEvents())[0]).toBe(`${ADMIN} google_account_accepted`)
  expect(await otherGoogle()).toEqual([])
  expect((await desk.call(getAccount, oldToken)).body.code).toBe('session_expired')
  expect(await refusal(old.jar)).toEqual(OVER)
  expect(await trySignIn()).toBe('in')
})

it('does not renew a session for a different Google account, and ends it', async () => {
  await withdrawConsent()
  const { jar } = await signIn()
  expect((await renew(jar)).status).toBe(200)
  await execute(sql`UPDATE google_account SET sub = 'another' WHERE email = ${STAFF}`)
  expect(await refusal(jar)).toEqual([403, 'account_other_google'])
  expect([await sessionsOf(), await grantOf()]).toEqual([0, undefined])
})
