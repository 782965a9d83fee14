// Signs in with a browser's cookies, renews its session, and reads what the server stores about it.
import {
  renewSignIn,
  startGoogleSignIn,
  validateGoogleSignIn,
} from '@invoice-desk/contract/identity/identity'
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import { chooseAccount } from '@invoice-desk/testing/http/caller'
import { type CookieJar, createCookieJar } from '@invoice-desk/testing/http/cookie-jar'
import { STAFF } from '@invoice-desk/testing/people'
import { askSandbox } from '@invoice-desk/testing/sandbox/control'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'

export const OVER = [401, 'session_expired']

export const sessionCalls = (desk: () => TestDesk) => {
  const execute = async (statement: ReturnType<typeof sql>) =>
    (await desk().desk.dependencies.database.db.execute(statement)).rows

  const signIn = async (email = STAFF, jar = createCookieJar()) => {
    const returned = await chooseAccount(desk(), jar, email)
    const answer = await desk().call(validateGoogleSignIn, { jar, body: returned })
    expect(answer.status).toBe(200)
    return { jar, answer }
  }

  const renew = async (jar: CookieJar, idleSeconds = 0) => {
    const { status, body } = await desk().call(renewSignIn, { jar, body: { idleSeconds } })
    return { status, body }
  }
  const refusal = async (jar: CookieJar, idleSeconds = 0) => {
    const { status, body } = await renew(jar, idleSeconds)
    return [status, body.code]
  }
  const withdrawConsent = (email = STAFF) =>
    askSandbox(desk().sandbox, 'POST', '/google/consents/withdraw', { email })
  const grantOf = async (email = STAFF) =>
    (await execute(sql`SELECT refresh_token FROM google_grant WHERE email = ${email}`))[0]
      ?.refresh_token
  const sessionsOf = async (email = STAFF) =>
    (await execute(sql`SELECT active_at FROM staff_session WHERE email = ${email}`)).length
  const setActive = (secondsAgo: number) =>
    execute(sql`UPDATE staff_session SET active_at = now() - ${secondsAgo} * interval '1 second'`)
  const promptOf = async (jar: CookieJar) => {
    const { body } = await desk().call(startGoogleSignIn, { jar })
    return new URL(body.url).searchParams.get('prompt')
  }
  const lastEvents = async (email = STAFF) =>
    (
      await execute(
        sql`SELECT actor, action FROM audit_event WHERE subject_id = ${email} ORDER BY id DESC LIMIT 2`,
      )
    ).map(({ actor, action }) => `${actor} ${action}`)
  return {
    execute,
    signIn,
    renew,
    refusal,
    withdrawConsent,
    grantOf,
    sessionsOf,
    setActive,
    promptOf,
    lastEvents,
  }
}
