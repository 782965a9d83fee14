// Tests that no one can use up the mail relay's SMTP server for others, and that devices learn why they're refused.
import {
  getMailRelay,
  type RelayDevice,
  revokeRelayDevice,
  rotateRelayPassword,
  sendRelayTest,
} from '@invoice-desk/contract/relay/mail-relay'
import { staffAccount } from '@invoice-desk/server/db/schema/identity'
import { relayDevice, relayMessage } from '@invoice-desk/server/db/schema/relay'
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { addDevice, SENDER, type TestDevice } from '@invoice-desk/testing/relay/add-device'
import { type Dialog, openDialog } from '@invoice-desk/testing/relay/dialog'
import {
  addWaitingMailbox,
  type RelayDesk,
  startRelayDesk,
} from '@invoice-desk/testing/relay/relay-desk'
import { sendMail } from '@invoice-desk/testing/relay/send-mail'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RATE_LIMITS } from '../../src/http/rate-limits.ts'
import { startOtherServer } from '../support/relay-smtp.ts'

let desk: RelayDesk
let device: TestDevice
let mailboxId: string
const db = () => desk.desk.dependencies.database.db
const LETTER = { from: SENDER, to: 'ann@elsewhere.example', subject: 'Scan', text: 'Page 1' }

beforeAll(async () => {
  desk = await startRelayDesk()
  mailboxId = await addWaitingMailbox(desk, 'office@gmail.example')
  device = await addDevice(desk, mailboxId)
})
beforeEach(async () => {
  await db().delete(relayMessage)
  await desk.desk.dependencies.database.pool.query('DELETE FROM rate_limit')
})
afterAll(() => desk.close())

const openSession = async (port = desk.relay.port, login = device): Promise<Dialog> => {
  const dialog = await openDialog(port)
  expect(await dialog.logIn(login)).toMatch(/^235 /)
  return dialog
}

/** A connection that is ready for the content of a message. */
const openData = async (port: number, login = device): Promise<Dialog> => {
  const dialog = await openSession(port, login)
  for (const line of [`MAIL FROM:<${SENDER}>`, 'RCPT TO:<ann@elsewhere.example>', 'DATA'])
    expect(await dialog.say(line)).toMatch(/^(250|354) /)
  return dialog
}

describe('a stranger', () => {
  const keepLines = () => {
    const lines: unknown[] = []
    const log = Object.assign(Object.create(desk.desk.dependencies.log), {
      info: (line: unknown) => lines.push(line),
    })
    return { lines, log }
  }

  it('is cut off after a few commands before TLS, and leaves only a few lines in the log', async () => {
    const { lines, log } = keepLines()
    await using other = await startOtherServer(desk, {}, { mode: 'live', log })
    for (const _ of [1, 2, 3]) {
      await using dialog = await openDialog(other.port)
      await dialog.say('EHLO test')
      for (let n = 0; n < 4; n++)
        expect(await dialog.say(`MAIL FROM:<${SENDER}>`)).toMatch(/^530 5\.7\.0 Turn on TLS/)
      expect(await dialog.say(`MAIL FROM:<${SENDER}>`)).toMatch(/^421 /)
      await dialog.waitForEnd()
    }
    expect(lines).toEqual(Array(10).fill({ address: '127.0.0.1', code: 530, leftOut: 0 }))
  })

  it('who logs in with an unknown user name is in the log, as each login is', async () => {
    const { lines, log } = keepLines()
    await using other = await startOtherServer(desk, {}, { log })
    await using dialog = await openDialog(other.port)
    const unknown = { ...device, userName: 'relay-0123456789' }
    expect(await dialog.logIn(unknown)).toMatch(/^535 /)
    expect(await dialog.logIn(device)).toMatch(/^235 /)
    expect(lines).toEqual([
      { address: '127.0.0.1', code: 535, leftOut: 0 },
      { address: '127.0.0.1', device: expect.any(String) },
    ])
  })

  it('is cut off after 64 kB', async () => {
    await using other = await startOtherServer(desk, { sweepMs: 20 }, { mode: 'live' })
    await using dialog = await openDialog(other.port)
    await dialog.say('EHLO test')
    dialog.write('NOOP\r\n'.repeat(12_000))
    await dialog.waitForEnd()
  })

  it('makes room for others when there are too many', async () => {
    await using other = await startOtherServer(desk, { connections: 2 })
    await using session = await openSession(other.port)
    await using stranger = await openDialog(other.port)
    await using next = await openSession(other.port)
    expect(await stranger.read()).toMatch(/^421 4\.7\.0 Too many connections/)
    for (const dialog of [session, next]) expect(await dialog.say('NOOP')).toBe('250 OK')
    expect((await openDialog(other.port)).greeting).toMatch(/^421 /)
  })

  it("can't keep devices out with wrong passwords from their address", async () => {
    const wrong = { ...device, password: 'wrong' }
    // A connection allows three.
    const connections = Math.ceil(RATE_LIMITS.relay_login.points / 3)
    await Promise.all(
      Array.from({ length: connections }, async () => {
        await using dialog = await openDialog(desk.relay.port)
        for (const _ of [1, 2, 3]) await dialog.logIn(wrong)
      }),
    )
    await using dialog = await openDialog(desk.relay.port)
    expect(await dialog.logIn(wrong)).toMatch(/^421 4\.7\.0 Too many failed logins/)
    await using _session = await openSession()
  })
})

describe('a device', () => {
  it("can't take all the room for messages, and a refused one takes none", async () => {
    const second = await addDevice(desk, mailboxId, { name: 'Second' })
    await using other = await startOtherServer(desk, { messagesPerDevice: 1, messagesAtOnce: 2 })
    await using first = await openData(other.port)
    await using refused = await openData(other.port)
    await using allowed = await openData(other.port, second)
    expect(await allowed.say(`From: ${SENDER}\r\n\r\nHi\r\n.`)).toMatch(/^250 /)
    expect(await refused.say('Hi\r\n.')).toMatch(/^451 4\.3\.2 /)
    expect(await first.say(`From: ${SENDER}\r\n\r\nHi\r\n.`)).toMatch(/^250 /)
  })

  it('is cut off after many refusals, each of which counts as a message', async () => {
    await using other = await startOtherServer(desk, { refusals: 3 })
    await using dialog = await openSession(other.port)
    const codes = []
    for (let n = 0; n < 3; n++)
      codes.push((await dialog.say('MAIL FROM:<boss@harborfinch.example>')).slice(0, 3))
    expect(codes).toEqual(['550', '550', '421'])
    const { rows } = await desk.desk.dependencies.database.pool.query(
      "SELECT points FROM rate_limit WHERE key LIKE 'relay_message:%'",
    )
    expect(rows).toEqual([{ points: 3 }])
  })

  it('is told when the disk is almost full', async () => {
    const freeBytesMin = Number.POSITIVE_INFINITY
    await using other = await startOtherServer(desk, { freeBytesMin })
    await using dialog = await openSession(other.port)
    expect(await dialog.say(`MAIL FROM:<${SENDER}>`)).toMatch(/^452 4\.3\.1 .*almost full/)
  })

  it('that is revoked while it sends a message is refused', async () => {
    const other = await addDevice(desk, mailboxId, { name: 'Stolen' })
    await using dialog = await openData(desk.relay.port, other)
    const token = await staffTokenOf(desk)
    await desk.call(revokeRelayDevice, { token, body: { id: other.id } })
    expect(await dialog.say(`From: ${SENDER}\r\n\r\nHi\r\n.`)).toMatch(/^535 /)
    expect(await db().select().from(relayMessage)).toEqual([])
  })
})

const viewOf = async (id: string): Promise<RelayDevice> => {
  const { body } = await desk.call(getMailRelay, { token: await staffTokenOf(desk, ADMIN) })
  return body.devices.find((each: RelayDevice) => each.id === id)
}

it('shows why it refused a device, until the next message', async () => {
  const own = await addDevice(desk, mailboxId, { name: 'Fax' })
  const refusalOf = async (text: string | undefined) =>
    waitFor(async () => expect((await viewOf(own.id)).lastRefusal?.text).toEqual(text))
  const wrong = { ...own, password: 'not-the-password' }
  await expect(sendMail(desk, wrong, LETTER)).rejects.toMatchObject({ responseCode: 535 })
  await refusalOf(
    "The user name or the password is wrong, or the device was revoked. Create a new password on the mail relay page if you don't know it.",
  )
  await sendMail(desk, own, LETTER)
  await refusalOf(undefined)
  const forged = { ...LETTER, from: 'boss@harborfinch.example' }
  await expect(sendMail(desk, own, forged)).rejects.toMatchObject({ responseCode: 550 })
  const shown =
    "This device can't send as boss@harborfinch.example. Add the address to the device on the mail relay page."
  await refusalOf(shown)
  // For a few seconds, nothing more is written.
  await expect(sendMail(desk, wrong, LETTER)).rejects.toMatchObject({ responseCode: 535 })
  await refusalOf(shown)
})

it("blocks a former administrator's device on someone else's Gmail account", async () => {
  const account = { email: STAFF, name: '', tools: ['mail_relay' as const], version: 1 }
  await db()
    .insert(staffAccount)
    .values({ ...account, admin: true })
  const ofAda = await desk.rows.addRelayMailbox(ADMIN, { address: 'ada@gmail.example' })
  const own = await addDevice(desk, mailboxId, { name: 'Borrowed' })
  await db().update(relayDevice).set({ mailboxId: ofAda }).where(eq(relayDevice.id, own.id))
  await using dialog = await openSession(desk.relay.port, own)
  expect((await viewOf(own.id)).blockedBecause).toBeUndefined()
  await db().update(staffAccount).set({ admin: false }).where(eq(staffAccount.email, STAFF))
  const reason = `${STAFF} is no longer an administrator, and ada@gmail.example belongs to ${ADMIN}.`
  expect(await dialog.say(`MAIL FROM:<${SENDER}>`)).toBe(
    `535 5.7.8 ${reason} Ask an administrator.`,
  )
  await expect(sendMail(desk, own, LETTER)).rejects.toMatchObject({ responseCode: 535 })
  expect((await viewOf(own.id)).blockedBecause).toBe(reason)
  const token = await staffTokenOf(desk)
  for (const endpoint of [rotateRelayPassword, sendRelayTest]) {
    const { status, body } = await desk.call(endpoint, { token, body: { id: own.id } })
    expect([status, body.error]).toEqual([409, expect.stringContaining(reason)])
  }
  await db().update(staffAccount).set({ disabled: true }).where(eq(staffAccount.email, STAFF))
  expect((await viewOf(own.id)).blockedBecause).toBe(`${STAFF} can no longer use the mail relay.`)
  await db().delete(relayDevice).where(eq(relayDevice.id, own.id))
  await db().delete(staffAccount)
})
