// Tests the rules of the mail relay's SMTP server: who may log in, as whom they may send, and that accepted means kept.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { revokeRelayDevice, rotateRelayPassword } from '@invoice-desk/contract/relay/mail-relay'
import { relayCertificate } from '@invoice-desk/sandbox/relay-certificate'
import { staffAccount } from '@invoice-desk/server/db/schema/identity'
import { relayDevice, relayMailbox, relayMessage } from '@invoice-desk/server/db/schema/relay'
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { storedFiles } from '@invoice-desk/testing/app/stored-files'
import { STAFF } from '@invoice-desk/testing/people'
import { addDevice, SENDER, type TestDevice } from '@invoice-desk/testing/relay/add-device'
import { openDialog } from '@invoice-desk/testing/relay/dialog'
import {
  addWaitingMailbox,
  type RelayDesk,
  startRelayDesk,
} from '@invoice-desk/testing/relay/relay-desk'
import { readRelayCertificate, sendLikeCurl, sendMail } from '@invoice-desk/testing/relay/send-mail'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { SMTP_LIMITS } from '../../src/features/relay/smtp/limits.ts'
import { startSmtp } from '../../src/features/relay/smtp/smtp-server.ts'
import { RATE_LIMITS } from '../../src/http/rate-limits.ts'

let desk: RelayDesk
let ca: string
let device: TestDevice
let mailboxId: string
const db = () => desk.desk.dependencies.database.db
const ADDRESS = 'office@gmail.example'
const LETTER = { from: SENDER, to: 'ann@elsewhere.example', subject: 'Scan', text: 'Page 1' }

beforeAll(async () => {
  desk = await startRelayDesk()
  ca = await readRelayCertificate(desk)
  mailboxId = await addWaitingMailbox(desk, ADDRESS)
  device = await addDevice(desk, mailboxId)
})
beforeEach(async () => {
  await db().delete(relayMessage)
  await desk.desk.dependencies.database.pool.query('DELETE FROM rate_limit')
})
afterAll(() => desk.close())

const listMessages = () => db().select().from(relayMessage)

/** A connection with TLS on which the device has logged in. */
const openSession = async (login = device) => {
  const dialog = await openDialog(desk.relay.tlsPort, { ca })
  const answer = await dialog.logIn(login)
  if (!answer.startsWith('235')) throw new Error(answer)
  return dialog
}

describe('an accepted message', () => {
  it.each([
    ['STARTTLS', () => sendMail(desk, device, LETTER)],
    ['TLS from the first byte', () => sendMail(desk, device, LETTER, { secure: true })],
    ['the commands of curl', () => sendLikeCurl(desk, device, LETTER)],
  ])('is stored before the answer, with %s', async (_how, send) => {
    const answer = await send()
    const [message] = await listMessages()
    expect(answer).toBe(`250 2.0.0 Accepted as ${message?.id}.`)
    expect(message).toMatchObject({
      deviceId: device.id,
      sender: SENDER,
      recipients: ['ann@elsewhere.example'],
      subject: 'Scan',
    })
    expect(await storedFiles(desk)).toContain(message?.fileId)
    const findDevice = () => db().select().from(relayDevice).where(eq(relayDevice.id, device.id))
    await expect.poll(async () => (await findDevice())[0]?.lastUsedAt).toBeInstanceOf(Date)
  })

  it('may come from the Gmail address, in any case, and without a From field', async () => {
    await using dialog = await openSession()
    await dialog.say('MAIL FROM:<OFFICE@gmail.example>')
    await dialog.say('RCPT TO:<ann@elsewhere.example>')
    await dialog.say('DATA')
    expect(await dialog.say('Subject: Alarm\r\n\r\nText\r\n.')).toContain('250 2.0.0')
  })
})

describe('before a login', () => {
  it('offers TLS 1.2 or later, and nothing that a relay does not need', async () => {
    await using dialog = await openDialog(desk.relay.port)
    expect(dialog.greeting).toBe('220 localhost ESMTP')
    const features = await dialog.say('EHLO printer')
    expect(features).toContain('STARTTLS')
    expect(features).toContain('SIZE 26214400')
    for (const feature of ['XCLIENT', 'XFORWARD', 'SMTPUTF8', 'CRAM', 'XOAUTH'])
      expect(features).not.toContain(feature)
    await expect(openDialog(desk.relay.tlsPort, { ca, maxVersion: 'TLSv1.1' })).rejects.toThrow(
      'protocol',
    )
  })

  it.each(['STARTTLS', 'TLS'])('relays nothing on the port for %s', async (how) => {
    const [port, options] = how === 'TLS' ? [desk.relay.tlsPort, { ca }] : [desk.relay.port]
    await using dialog = await openDialog(port, options)
    await dialog.say('EHLO stranger')
    for (const line of [
      `MAIL FROM:<${SENDER}>`,
      'RCPT TO:<ann@elsewhere.example>',
      'DATA',
      'MAIL FROM:<>',
      'MAIL FROM:<postmaster@localhost>',
    ])
      expect(await dialog.say(line), line).toMatch(/^530 5\.7\.0 Log in first\./)
    for (const line of [
      'XCLIENT ADDR=127.0.0.1 LOGIN=relay',
      'XFORWARD ADDR=::1',
      'VRFY ann',
      'WIZ',
    ])
      expect(await dialog.say(line), line).toMatch(/^500 /)
  })

  it('forgets a login without TLS when TLS starts', async () => {
    await using dialog = await openDialog(desk.relay.port)
    expect(await dialog.logIn(device)).toMatch(/^235 /)
    await dialog.startTls(ca)
    await dialog.say('EHLO scanner')
    expect(await dialog.say(`MAIL FROM:<${SENDER}>`)).toMatch(/^530 /)
  })
})

describe('a login', () => {
  it('needs the right user name and password, and ends the connection after the third try', async () => {
    await using dialog = await openDialog(desk.relay.tlsPort, { ca })
    const answers = [
      await dialog.logIn({ ...device, password: 'wrong' }),
      await dialog.logIn({ ...device, userName: 'relay-unknown' }),
      await dialog.logIn({ ...device, password: `${device.password}x` }),
    ]
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['535', '535', '421'])
    await dialog.waitForEnd()
  })

  it('takes the password as people type it', async () => {
    const groups = device.password.toUpperCase().replace(/.{5}/g, '$& ')
    await using _dialog = await openSession({ ...device, password: groups })
  })

  it('ends when the device is revoked or gets a new password', async () => {
    const token = await staffTokenOf(desk)
    for (const endpoint of [rotateRelayPassword, revokeRelayDevice]) {
      const other = await addDevice(desk, mailboxId, { name: endpoint.path })
      await using dialog = await openSession(other)
      await desk.call(endpoint, { token, body: { id: other.id } })
      expect(await dialog.say(`MAIL FROM:<${SENDER}>`)).toMatch(/^535 5\.7\.8 The device was/)
      await expect(sendMail(desk, other, LETTER)).rejects.toMatchObject({ responseCode: 535 })
    }
  })

  it('needs an owner who still has the tool', async () => {
    await using dialog = await openSession()
    const row = { email: STAFF, name: '', tools: ['pay_invoice' as const], version: 1 }
    await db().insert(staffAccount).values(row)
    expect(await dialog.say(`MAIL FROM:<${SENDER}>`)).toMatch(/^535 5\.7\.8 \S+ can no longer use/)
    await expect(sendMail(desk, device, LETTER)).rejects.toMatchObject({ responseCode: 535 })
    await db().delete(staffAccount)
  })
})

describe('a message is refused', () => {
  it('for its sender or announced size', async () => {
    await using dialog = await openSession()
    const refused = [
      ['MAIL FROM:<boss@harborfinch.example>', /^550 5\.7\.1 This device can't send as boss@/],
      ['MAIL FROM:<>', /^550 5\.7\.1 The sender is empty/],
      [`MAIL FROM:<${SENDER}> SIZE=26214401`, /^552 /],
    ] as const
    for (const [line, answer] of refused) expect(await dialog.say(line), line).toMatch(answer)
  })

  it('while the Gmail account is not connected', async () => {
    await db().update(relayMailbox).set({ state: 'withdrawn', refreshToken: null })
    await expect(sendMail(desk, device, LETTER)).rejects.toMatchObject({
      responseCode: 451,
      response: expect.stringContaining(`${ADDRESS} isn't connected.`),
    })
    await db().update(relayMailbox).set({ state: 'connected', refreshToken: 'x' })
  })

  it('if a recipient is not a plain address, or there are more than 100', async () => {
    await using dialog = await openSession()
    await dialog.say(`MAIL FROM:<${SENDER}>`)
    for (const recipient of ['postmaster', 'ann@[127.0.0.1]', 'ann@printer', '"a b"@ours.example'])
      expect(await dialog.say(`RCPT TO:<${recipient}>`)).toMatch(/^(553 5\.1\.3|501) /)
    dialog.write(
      Array.from({ length: 100 }, (_, n) => `RCPT TO:<ann${n}@elsewhere.example>\r\n`).join(''),
    )
    for (let n = 0; n < 100; n++) expect(await dialog.read()).toMatch(/^250 /)
    expect(await dialog.say('RCPT TO:<one-more@elsewhere.example>')).toMatch(/^452 4\.5\.3 /)
  })

  it('for its header', async () => {
    const refused = [
      ['From: boss@harborfinch.example\r\n\r\nHi', /^550 5\.7\.1 /],
      [`From: ${SENDER}, boss@harborfinch.example\r\n\r\nHi`, /^550 5\.7\.1 /],
      [`From: ${SENDER}\r\nfrom : boss@harborfinch.example\r\n\r\nHi`, /^550 5\.6\.0 /],
      [`From: Group: ${SENDER}, boss@harborfinch.example;\r\n\r\nHi`, /^550 5\.7\.1 /],
      ['From: "scanner@harborfinch.example" <boss@harborfinch.example>\r\n\r\nHi', /^550 5\.7\.1 /],
      ['From:\r\n\r\nHi', /^550 5\.7\.1 /],
      // As bytes, these spaces are part of a word. As text, they end it.
      [`From: CEO <ceo@b.example\u3000x@y ${SENDER}>\r\n\r\nHi`, /^550 5\.7\.1 /],
      [`From: CEO <ceo@b.example\u2003x@y ${SENDER}>\r\n\r\nHi`, /^550 5\.7\.1 /],
      ['\r\nOnly a body', /^550 5\.6\.0 The message has no header/],
      [`Subject: ${'x'.repeat(300_000)}\r\n\r\nHi`, /^554 5\.6\.0 .* too long/],
      [`${'X-Field: 1\r\n'.repeat(1_001)}\r\nHi`, /^554 5\.6\.0 .* too many fields/],
    ] as const
    await using dialog = await openSession()
    for (const [content, answer] of refused) {
      await dialog.say(`MAIL FROM:<${SENDER}>`)
      await dialog.say('RCPT TO:<ann@elsewhere.example>')
      await dialog.say('DATA')
      expect(await dialog.say(`${content}\r\n.`), content.slice(0, 80)).toMatch(answer)
    }
    expect(await listMessages()).toEqual([])
  })

  it('if a device sends more than 60 per minute', async () => {
    await using dialog = await openSession()
    const { points } = RATE_LIMITS.relay_message
    dialog.write(`MAIL FROM:<${SENDER}>\r\nRSET\r\n`.repeat(points))
    for (let n = 0; n < 2 * points; n++) expect(await dialog.read()).toMatch(/^250 /)
    expect(await dialog.say(`MAIL FROM:<${SENDER}>`)).toMatch(/^451 4\.7\.0 A device can send 60/)
  })
})

describe("the day's limit of a Gmail account", () => {
  const fill = (count: number) =>
    db().execute(sql`
      INSERT INTO relay_message (id, device_id, mailbox_id, sender, recipients, subject, message_id, bytes, state, sent_at, accepted_at)
      VALUES (gen_random_uuid(), ${device.id}, ${mailboxId}, ${SENDER}, array_fill('ann@elsewhere.example'::text, ${`{${count}}`}::int[]),
        '', '<1@test>', 1, 'sent', now(), now() - interval '1 hour')`)

  it('refuses the next message and says when to try again', async () => {
    await fill(500)
    await expect(sendMail(desk, device, LETTER)).rejects.toMatchObject({
      responseCode: 451,
      response: expect.stringMatching(
        /4\.7\.28 office@gmail\.example can send to 500 recipients in 24 hours\. Try again after \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
      ),
    })
  })

  it('also holds for messages at the same time, and leaves nothing of those it refuses', async () => {
    await fill(498)
    const before = await storedFiles(desk)
    const sent = await Promise.allSettled(
      Array.from({ length: 6 }, () => sendMail(desk, device, LETTER)),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await storedFiles(desk)).toHaveLength(before.length + 2)
  })
})

it('uses a new certificate, and keeps the old while the new is broken', async () => {
  const { dependencies } = desk.desk
  const files = relayCertificate(join(desk.dataDir, 'old'))
  const [certificate, key] = [files.SMTP_RELAY_CERT, files.SMTP_RELAY_KEY]
  const tlsPort = await freePort()
  const relay = { ...dependencies.config.relay, certificate, key, port: undefined, tlsPort }
  let refused = Promise.withResolvers<void>()
  const log = Object.assign(Object.create(dependencies.log), { error: () => refused.resolve() })
  const config = { ...dependencies.config, relay }
  const smtp = await startSmtp(
    { ...dependencies, config, log },
    { ...SMTP_LIMITS, certificateMs: 30 },
  )
  const greetingWith = async (authority: string) => {
    await using dialog = await openDialog(tlsPort, { ca: authority })
    return dialog.greeting
  }
  const old = await readFile(certificate, 'utf8')
  await writeFile(certificate, 'broken')
  await refused.promise
  // As a program leaves them that writes them in place.
  for (const file of [certificate, key]) await writeFile(file, '')
  refused = Promise.withResolvers()
  await refused.promise
  expect(await greetingWith(old)).toMatch(/^220 /)
  const next = relayCertificate(join(desk.dataDir, 'next'))
  await copyFile(next.SMTP_RELAY_CERT, certificate)
  await copyFile(next.SMTP_RELAY_KEY, key)
  const renewed = await readFile(certificate, 'utf8')
  await waitFor(async () => expect(await greetingWith(renewed)).toMatch(/^220 /))
  await expect(greetingWith(old)).rejects.toThrow('certificate')
  await smtp.close()
})
