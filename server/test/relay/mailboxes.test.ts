// Gmail accounts of the mail relay: connecting and disconnecting them, and what happens if Google ends the permission.
import { randomUUID } from 'node:crypto'
import { listActivity } from '@invoice-desk/contract/activity/activity'
import {
  disconnectGmail,
  finishGmailConnection,
  getMailRelay,
  RELAY_MAILBOXES_MAX,
  type RelayMailbox,
  startGmailConnection,
} from '@invoice-desk/contract/relay/mail-relay'
import { relayMailbox } from '@invoice-desk/server/db/schema/relay'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { createCookieJar } from '@invoice-desk/testing/http/cookie-jar'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { addDevice } from '@invoice-desk/testing/relay/add-device'
import { connectGmail, consentToGmail, GMAIL } from '@invoice-desk/testing/relay/connect-gmail'
import { callsOf } from '@invoice-desk/testing/sandbox/calls'
import { askSandbox, setFault } from '@invoice-desk/testing/sandbox/control'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createMailboxAccess } from '../../src/features/relay/mailboxes/mailbox-access.ts'
import { findById } from '../../src/features/relay/mailboxes/queries.ts'
import { createTokenVault } from '../../src/features/relay/mailboxes/token-vault.ts'
import { createContentKeys } from '../../src/features/relay/messages/content.ts'
import { resealRelay } from '../../src/features/relay/reseal.ts'
import { createRelay } from '../support/relay.ts'

const FAY = 'fay.fewer@harborfinch.example'

let desk: TestDesk
const tokens: Record<string, string> = {}
beforeAll(async () => {
  desk = await startTestDesk({ STAFF_EMAILS: `${STAFF},${FAY}` })
  for (const email of [STAFF, FAY, ADMIN]) tokens[email] = (await desk.signIn(email)).idToken
})
afterAll(() => desk.close())
afterEach(async () => {
  await askSandbox(desk.sandbox, 'DELETE', '/faults')
  await desk.desk.dependencies.database.pool.query('TRUNCATE relay_mailbox CASCADE')
})

const as = (email: string) => ({ token: tokens[email] ?? '' })
const mailboxes = async (email = STAFF): Promise<RelayMailbox[]> =>
  (await desk.call(getMailRelay, as(email))).body.mailboxes
const finish = (email: string, body: Record<string, string>, jar = createCookieJar()) =>
  desk.call(finishGmailConnection, { ...as(email), body, jar })
/** Consents and finishes as this person; returns the answer. */
const connect = async (email: string, options: { address?: string; grants?: boolean } = {}) => {
  const jar = createCookieJar()
  return finish(email, await consentToGmail(desk, { as: email, jar, ...options }), jar)
}
const disconnect = (email: string, id: string) =>
  desk.call(disconnectGmail, { ...as(email), body: { id } })
const hasConsented = async (email: string): Promise<boolean> => {
  type State = { google: { accounts: { email: string; consented: boolean }[] } }
  const { google } = await askSandbox<State>(desk.sandbox, 'GET', '/state')
  return google.accounts.find((account) => account.email === email)?.consented === true
}
const withdraw = (email: string) =>
  askSandbox(desk.sandbox, 'POST', '/google/consents/withdraw', { email })
const access = () => createMailboxAccess(desk.desk.dependencies)
const rowOf = (id: string) => findById(desk.desk.dependencies.database.db, id)
const renewalsSince = async (since: number): Promise<number> =>
  (await callsOf(desk.sandbox, since)).filter(({ path }) => path === '/token').length

describe('connecting', () => {
  it('stores a sealed permission that sends as the account', async () => {
    const mailbox = await connectGmail(desk)
    expect(mailbox).toMatchObject({
      address: GMAIL,
      owner: STAFF,
      state: 'connected',
      recipients: 0,
      recipientsMax: 500,
    })
    expect(await mailboxes()).toEqual([mailbox])
    const sealed = (await rowOf(mailbox.id))?.refreshToken ?? ''
    const vault = createTokenVault(desk.desk.dependencies.config)
    expect(vault.open(mailbox.id, sealed)).toMatch(/^\S{20,}$/)
    expect(sealed).not.toContain(vault.open(mailbox.id, sealed))
    expect(vault.open(randomUUID(), sealed)).toBeUndefined()

    const raw = Buffer.from(
      `From: ${GMAIL}\r\nTo: bo@customer.example\r\nSubject: Scan\r\n\r\nHi\r\n`,
    )
    const { gmail } = desk.desk.dependencies
    await gmail.send(await access().getToken(mailbox.id), raw)
    const mail = await waitForMail(desk, 'bo@customer.example', 'Scan')
    expect(mail).toMatchObject({ from: GMAIL, sentThrough: GMAIL })
    const { events } = (await desk.call(listActivity, as(ADMIN))).body
    expect(events[0]).toMatchObject({ actor: STAFF, text: 'connected the Gmail account' })
  })

  it('knows that a company account may send to more people', async () => {
    expect(await connectGmail(desk, { address: FAY, as: FAY })).toMatchObject({
      recipientsMax: 2_000,
    })
  })

  it('suggests the account to connect again', async () => {
    const query = { address: GMAIL }
    const { url } = (await desk.call(startGmailConnection, { ...as(STAFF), query })).body
    const { searchParams } = new URL(url)
    expect([searchParams.get('login_hint'), searchParams.get('prompt')]).toEqual([GMAIL, 'consent'])
  })

  it('is refused if the person unticks the permission, which is then given up', async () => {
    const answer = await connect(STAFF, { grants: false })
    expect([answer.status, answer.body.code]).toEqual([400, 'gmail_refused'])
    expect(answer.body.error).toContain('check the box for sending email')
    expect(await mailboxes()).toEqual([])
    expect(await hasConsented(GMAIL)).toBe(false)
  })

  it('can be finished only in the browser and by the person who started it', async () => {
    const jar = createCookieJar()
    const returned = await consentToGmail(desk, { jar })
    const elsewhere = await finish(STAFF, returned)
    const other = await finish(FAY, returned, jar)
    for (const { status, body } of [elsewhere, other])
      expect([status, body.code]).toEqual([400, 'gmail_refused'])
    expect(await mailboxes(ADMIN)).toEqual([])
  })

  it('says so if Google is down', async () => {
    const jar = createCookieJar()
    const returned = await consentToGmail(desk, { jar })
    await setFault(desk, { provider: 'google', match: '/token', mode: 'error', times: 1 })
    const { status, body } = await finish(STAFF, returned, jar)
    expect([status, body.code]).toEqual([502, 'google_unavailable'])
  })

  it(`is possible for ${RELAY_MAILBOXES_MAX} accounts per person`, async () => {
    const ids: string[] = []
    for (let count = 0; count < RELAY_MAILBOXES_MAX; count += 1)
      ids.push(await desk.rows.addRelayMailbox(STAFF))
    const { status, body } = await connect(STAFF)
    expect([status, body.code]).toEqual([409, 'relay_conflict'])
    expect(await hasConsented(GMAIL)).toBe(false)
    await disconnect(STAFF, ids[0] ?? '')
    expect((await connect(STAFF)).status).toBe(200)
  })
})

describe('connecting again', () => {
  it('renews the account for its owner and administrators, not for colleagues', async () => {
    const { id } = await connectGmail(desk)
    const before = (await rowOf(id))?.refreshToken
    const refused = await connect(FAY)
    expect([refused.status, refused.body.code]).toEqual([409, 'relay_conflict'])
    expect(refused.body.error).toContain(STAFF)
    // The owner's permission still works.
    await access().getToken(id)

    await desk.desk.dependencies.database.db
      .update(relayMailbox)
      .set({ pausedUntil: new Date(Date.now() + 60_000) })
    expect((await connect(STAFF)).body).toMatchObject({ id, owner: STAFF })
    const { refreshToken: renewed, pausedUntil } = (await rowOf(id)) ?? {}
    expect([renewed === before, pausedUntil]).toEqual([false, null])
    expect((await connect(ADMIN)).body).toMatchObject({ id, owner: STAFF })
    expect((await rowOf(id))?.refreshToken).not.toBe(renewed)
  })
})

describe('disconnecting', () => {
  it('erases the permission and revokes it at Google', async () => {
    const { id } = await connectGmail(desk)
    const { getToken } = access()
    await getToken(id)
    expect((await disconnect(STAFF, id)).body).toMatchObject({ id, state: 'disconnected' })
    expect(await rowOf(id)).toMatchObject({ refreshToken: null })
    expect(await hasConsented(GMAIL)).toBe(false)
    // Not even with a token from before.
    await expect(getToken(id)).rejects.toMatchObject({
      kind: 'auth',
      providerCode: 'not_connected',
    })
    expect((await disconnect(STAFF, id)).status).toBe(200)
  })

  it('keeps the permission at Google that the sign-in of the same person needs', async () => {
    const { id } = await connectGmail(desk, { address: STAFF })
    await disconnect(STAFF, id)
    expect(await hasConsented(STAFF)).toBe(true)
  })

  it("works if Google can't be reached", async () => {
    const { id } = await connectGmail(desk)
    await setFault(desk, { provider: 'google', match: '/revoke', mode: 'error', times: 1 })
    expect((await disconnect(STAFF, id)).status).toBe(200)
  })

  it('is for the owner and administrators', async () => {
    const { id } = await connectGmail(desk)
    const { status, body } = await disconnect(FAY, id)
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect((await disconnect(ADMIN, id)).status).toBe(200)
  })
})

describe('a withdrawn permission', () => {
  it('is recorded, and its owner is told once', async () => {
    const { id } = await connectGmail(desk)
    await withdraw(GMAIL)
    const { getToken } = access()
    const refused = { kind: 'auth', providerCode: 'not_connected' }
    const results = await Promise.allSettled([getToken(id), getToken(id), access().getToken(id)])
    for (const result of results) expect(result).toMatchObject({ reason: refused })
    expect(await mailboxes()).toMatchObject([{ id, state: 'withdrawn' }])
    const subject = `Connect ${GMAIL} again`
    const mail = await waitForMail(desk, STAFF, subject)
    expect(mail.text).toContain('No messages are waiting.')
    expect(mail.links).toContain(`${desk.url}/mail-relay`)
    await expect(getToken(id)).rejects.toMatchObject(refused)
    await waitFor(async () => {
      const { rows } = await desk.desk.dependencies.database.pool.query(
        `SELECT state FROM jobs.job WHERE name = 'relay-withdrawn'`,
      )
      expect(rows).toEqual([{ state: 'completed' }])
    })
    const mails = await mailsTo(desk, STAFF)
    expect(mails.filter((each) => each.subject.includes(subject))).toHaveLength(1)

    expect(await connectGmail(desk)).toMatchObject({ id, state: 'connected' })
    expect(await getToken(id)).toEqual(expect.any(String))
  })

  it("isn't assumed because Google fails", async () => {
    const { id } = await connectGmail(desk)
    await setFault(desk, { provider: 'google', match: '/token', mode: 'error', times: 1 })
    const { getToken } = access()
    await expect(getToken(id)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await mailboxes()).toMatchObject([{ state: 'connected' }])
    expect(await getToken(id)).toEqual(expect.any(String))
  })
})

describe('an access token', () => {
  it('is renewed once for parallel callers, and again only when it was refused', async () => {
    const { id } = await connectGmail(desk)
    const { getToken, forget } = access()
    const since = Date.now()
    const first = await Promise.all([getToken(id), getToken(id), getToken(id)])
    expect(new Set([...first, await getToken(id)]).size).toBe(1)
    expect(await renewalsSince(since)).toBe(1)
    forget(id)
    expect(await Promise.all([getToken(id), getToken(id)])).not.toContain(first[0])
    expect(await renewalsSince(since)).toBe(2)
  })
})

describe('after SECRET_KEY changed', () => {
  it('permissions and waiting messages still open', async () => {
    const { dependencies } = desk.desk
    const { config } = dependencies
    const current = Buffer.alloc(32, 9)
    const both = { current, previous: [config.keyring.current] }
    const changing = { ...dependencies, config: { ...config, keyring: both } }
    const changed = { ...config, keyring: { current, previous: [] } }
    const { id } = await connectGmail(desk)
    await resealRelay(changing)
    const { getToken } = createMailboxAccess({ ...dependencies, config: changed })
    expect(await getToken(id)).toEqual(expect.any(String))

    const other = await connectGmail(desk, { address: 'other@gmail.example' })
    const device = await addDevice(desk, other.id)
    await disconnect(STAFF, other.id)
    const relay = createRelay(desk, { deviceId: device.id, mailboxId: other.id })
    const accepted = await relay.accept()
    await resealRelay(changing)
    const sealed = (await relay.read(accepted.id)).contentKey ?? ''
    expect(createContentKeys(changed).open(accepted.id, sealed)).toHaveLength(32)
  })
})
