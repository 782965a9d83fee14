// Tests that the end of a session ends every id token that it gave out.
import { changeAccount } from '@invoice-desk/contract/identity/accounts'
import { getAccount, signOut } from '@invoice-desk/contract/identity/identity'
import { TOOLS } from '@invoice-desk/contract/identity/tools'
import { listTransactions } from '@invoice-desk/contract/retailer/retailer'
import { SESSION_IDLE_SECONDS_MAX } from '@invoice-desk/contract/values/limits'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OVER, sessionCalls } from '../support/sessions.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

const { execute, signIn, renew, refusal, setActive, withdrawConsent } = sessionCalls(() => desk)

const answerTo = async (token: string) => {
  const { status, body } = await desk.call(getAccount, { token })
  return status === 200 ? 'accepted' : [status, body.code]
}

/** Signed in, with the first id token and a renewed one. */
const signInTwice = async (email = STAFF) => {
  const { jar, answer } = await signIn(email)
  const first: string = answer.body.idToken
  const second: string = (await renew(jar)).body.idToken
  expect([await answerTo(first), await answerTo(second)]).toEqual(['accepted', 'accepted'])
  const answers = async () => [await answerTo(first), await answerTo(second)]
  return { jar, first, answers }
}

describe('an id token', () => {
  it('ends when its person signs out, and those of their other browsers do not', async () => {
    const [mine, other] = [await signInTwice(), await signIn()]
    await desk.call(signOut, { jar: mine.jar })
    expect(await mine.answers()).toEqual([OVER, OVER])
    expect(await answerTo(other.answer.body.idToken)).toBe('accepted')
  })

  it('ends when someone else signs in with the same browser', async () => {
    const { jar, answers } = await signInTwice()
    await signIn(ADMIN, jar)
    expect(await answers()).toEqual([OVER, OVER])
  })

  it('that has ended is refused where anyone may call, so the browser notices', async () => {
    const { jar, first } = await signInTwice()
    await desk.call(signOut, { jar })
    const { status, body } = await desk.call(listTransactions, { token: first })
    expect([status, body.code]).toEqual(OVER)
    expect((await desk.call(listTransactions, { token: 'any.other.token' })).status).toBe(200)
  })

  it('from Google that we did not hand out is refused', async () => {
    const { answer } = await signIn()
    await execute(sql`DELETE FROM staff_token`)
    expect(await answerTo(answer.body.idToken)).toEqual(OVER)
  })

  it('ends when Google ends the session', async () => {
    const { jar, answers } = await signInTwice()
    await withdrawConsent()
    expect(await refusal(jar)).toEqual(OVER)
    expect(await answers()).toEqual([OVER, OVER])
  })

  it('ends when the session was not used for too long', async () => {
    const { jar, answers } = await signInTwice()
    await setActive(SESSION_IDLE_SECONDS_MAX + 60)
    expect(await refusal(jar, SESSION_IDLE_SECONDS_MAX * 2)).toEqual(OVER)
    expect(await answers()).toEqual([OVER, OVER])
  })
})

describe('a changed account', () => {
  const change = async (fields: object) => {
    const { idToken: token } = await desk.signIn(ADMIN)
    const [row] = await execute(sql`SELECT version FROM staff_account WHERE email = ${STAFF}`)
    const account = { email: STAFF, name: '', admin: false, tools: TOOLS, disabled: false }
    const body = { ...account, version: row?.version ?? 0, ...fields }
    expect((await desk.call(changeAccount, { token, body })).status).toBe(200)
  }

  it.each([
    ['loses a tool', {}, { tools: TOOLS.slice(1) }],
    ['is no longer an administrator', { admin: true }, {}],
    ['is disabled, even if it is enabled again', {}, { disabled: true }],
  ])('that %s has to sign in again', async (_what, before, after) => {
    await change(before)
    const { jar, answers } = await signInTwice()
    await change(after)
    await change({})
    expect(await answers()).toEqual([OVER, OVER])
    expect(await refusal(jar)).toEqual(OVER)
  })

  it('that may do more does not', async () => {
    // A disabled account lost Google's permission.
    await withdrawConsent()
    await change({ tools: [] })
    const { jar, first } = await signInTwice()
    await change({ admin: true, name: 'Sam' })
    expect((await desk.call(getAccount, { token: first })).body).toMatchObject({ tools: TOOLS })
    expect((await renew(jar)).status).toBe(200)
  })
})
