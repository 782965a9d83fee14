// Tests the list of browsers in which a person is signed in, and signing out of them, also by an administrator.
import { signOutAccount } from '@invoice-desk/contract/identity/accounts'
import { getAccount } from '@invoice-desk/contract/identity/identity'
import { endSessions, listSessions } from '@invoice-desk/contract/identity/sessions'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { OVER, sessionCalls } from '../support/sessions.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())
afterEach(() => execute(sql`DELETE FROM staff_session`))

const { execute, signIn, refusal, lastEvents } = sessionCalls(() => desk)

const signedIn = async (email = STAFF) => {
  const { jar, answer } = await signIn(email)
  const token: string = answer.body.idToken
  const list = async () => (await desk.call(listSessions, { token })).body.sessions
  const state = async () => {
    const { status, body } = await desk.call(getAccount, { token })
    return status === 200 ? 'in' : [status, body.code]
  }
  return { jar, token, list, state }
}

it("lists the person's own browsers that are still signed in, the one used last first", async () => {
  const [first, second] = [await signedIn(), await signedIn()]
  await signedIn(ADMIN)
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const { list } = first
  const [{ id: oldest }] = (await list()).filter(({ isThis }: { isThis: boolean }) => isThis)
  await execute(sql`UPDATE staff_session SET user_agent = ${firefox}, address = '203.0.113.7',
    active_at = now() - interval '2 hours' WHERE id = ${oldest}`)
  expect(await list()).toEqual([
    expect.objectContaining({ browser: 'Unknown browser', isThis: false }),
    {
      id: oldest,
      browser: 'Firefox on Linux',
      address: '203.0.113.7',
      signedInAt: expect.any(String),
      usedAt: expect.any(String),
      isThis: true,
    },
  ])
  expect(await second.list()).toMatchObject([{ isThis: true }, { isThis: false }])
  await execute(
    sql`UPDATE staff_session SET active_at = now() - interval '14 hours' WHERE id = ${oldest}`,
  )
  expect(await second.list()).toHaveLength(1)
})

it('keeps the browser and the address of the sign-in', async () => {
  await signedIn()
  const [row] = await execute(sql`SELECT user_agent, address FROM staff_session`)
  expect(row).toEqual({ user_agent: 'node', address: expect.stringMatching(/^10\./) })
})

it("signs out of one browser, but never of someone else's", async () => {
  const [mine, other, ada] = [await signedIn(), await signedIn(), await signedIn(ADMIN)]
  const [{ id }] = (await other.list()).filter(({ isThis }: { isThis: boolean }) => isThis)
  const end = (token: string) => desk.call(endSessions, { token, body: { id } })
  expect((await end(ada.token)).status).toBe(200)
  expect(await other.state()).toBe('in')
  expect((await end(mine.token)).status).toBe(200)
  expect((await end(mine.token)).status).toBe(200)
  expect([await other.state(), await refusal(other.jar), await mine.state()]).toEqual([
    OVER,
    OVER,
    'in',
  ])
  expect(await lastEvents()).toEqual([`${STAFF} signed_out`, `${STAFF} signed_in`])
})

it('signs out everywhere at once', async () => {
  const [mine, other, ada] = [await signedIn(), await signedIn(), await signedIn(ADMIN)]
  const everywhere = { token: mine.token, body: { id: 'all' } }
  expect((await desk.call(endSessions, everywhere)).status).toBe(200)
  expect([await mine.state(), await other.state(), await refusal(mine.jar)]).toEqual([
    OVER,
    OVER,
    OVER,
  ])
  expect(await ada.state()).toBe('in')
  expect((await lastEvents())[0]).toBe(`${STAFF} signed_out_everywhere`)
})

it('lets an administrator sign a person out everywhere, who can sign in again', async () => {
  const [sam, other, ada] = [await signedIn(), await signedIn(), await signedIn(ADMIN)]
  const end = async (token: string, email = STAFF) => {
    const { status, body } = await desk.call(signOutAccount, { token, body: { email } })
    return status === 200 ? 'done' : body.code
  }
  expect(await end(sam.token)).toBe('admin_required')
  expect(await end(ada.token, 'nobody@elsewhere.example')).toBe('account_unknown')
  expect(await sam.state()).toBe('in')
  expect(await end(ada.token)).toBe('done')
  expect([await sam.state(), await other.state(), await ada.state()]).toEqual([OVER, OVER, 'in'])
  expect((await lastEvents())[0]).toBe(`${ADMIN} account_signed_out`)
  expect(await (await signedIn()).state()).toBe('in')
})
