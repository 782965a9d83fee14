// Tests that the mail relay's SMTP server survives hostile clients: injection, smuggling, slow ones and many at once.
import { relayMessage } from '@invoice-desk/server/db/schema/relay'
import { storedFiles } from '@invoice-desk/testing/app/stored-files'
import { addDevice, SENDER, type TestDevice } from '@invoice-desk/testing/relay/add-device'
import { type Dialog, openDialog, plainToken } from '@invoice-desk/testing/relay/dialog'
import {
  addWaitingMailbox,
  type RelayDesk,
  startRelayDesk,
} from '@invoice-desk/testing/relay/relay-desk'
import { readRelayCertificate } from '@invoice-desk/testing/relay/send-mail'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createContentKeys, openContent } from '../../src/features/relay/messages/content.ts'
import type { SmtpLimits } from '../../src/features/relay/smtp/limits.ts'
import { startOtherServer } from '../support/relay-smtp.ts'

let desk: RelayDesk
let ca: string
let device: TestDevice
const db = () => desk.desk.dependencies.database.db

beforeAll(async () => {
  desk = await startRelayDesk()
  ca = await readRelayCertificate(desk)
  device = await addDevice(desk, await addWaitingMailbox(desk, 'office@gmail.example'))
})
beforeEach(async () => {
  await db().delete(relayMessage)
  await desk.desk.dependencies.database.pool.query('DELETE FROM rate_limit')
})
afterAll(() => desk.close())

const listMessages = () => db().select().from(relayMessage)

/** A connection that is ready for the content of a message. */
const openData = async (port = desk.relay.port): Promise<Dialog> => {
  const dialog = await openDialog(port)
  await dialog.logIn(device)
  await startData(dialog)
  return dialog
}

const startData = async (dialog: Dialog): Promise<void> => {
  await dialog.say(`MAIL FROM:<${SENDER}>`)
  await dialog.say('RCPT TO:<ann@elsewhere.example>')
  expect(await dialog.say('DATA')).toMatch(/^354 /)
}

const readOnly = async (): Promise<string> => {
  const [message, ...others] = await listMessages()
  expect(others).toEqual([])
  const { config, files } = desk.desk.dependencies
  const key = createContentKeys(config).open(message?.id ?? '', message?.contentKey ?? '')
  const content = key && (await openContent(files, message?.fileId ?? '', key))
  return content?.toString('latin1') ?? 'nothing'
}

describe('injection', () => {
  it('through a sender is refused', async () => {
    await using dialog = await openDialog(desk.relay.port)
    await dialog.logIn(device)
    for (const line of [
      'MAIL FROM:<scanner@harborfinch.example\0@elsewhere.example>',
      'MAIL FROM:<scanner@harborfinch.example> ENVID=a+0D+0Ab',
      'MAIL FROM:<@harborfinch.example,@b.example:boss@harborfinch.example>',
      'MAIL FROM:<"scanner@harborfinch.example"@elsewhere.example>',
      'MAIL FROM:<scanner@harborfinch.example>, <boss@harborfinch.example>',
    ]) {
      expect(await dialog.say(line), line).toMatch(/^5\d\d /)
      expect(await dialog.say('RCPT TO:<ann@elsewhere.example>'), line).toMatch(/^503 /)
    }
  })

  it('through a recipient is refused', async () => {
    await using dialog = await openDialog(desk.relay.port)
    await dialog.logIn(device)
    await dialog.say(`MAIL FROM:<${SENDER}>`)
    for (const recipient of [
      'ann@elsewhere.example\rDATA',
      'ann@elsewhere.example\0',
      'ann%elsewhere.example@localhost',
      'elsewhere.example!ann',
      'ann@elsewhere.example,bob@elsewhere.example',
      'Ann <ann@elsewhere.example>',
      'bücher@elsewhere.example',
    ]) {
      expect(await dialog.say(`RCPT TO:<${recipient}>`), recipient).toMatch(/^5\d\d /)
      expect(await dialog.say('DATA'), recipient).toMatch(/^503 /)
    }
  })

  it('through a login is refused', async () => {
    const tokens = [
      plainToken({ userName: "x' OR 1=1 --", password: 'x' }),
      plainToken({ userName: 'relay\r\n250 ok', password: 'x' }),
      Buffer.from('\0\0').toString('base64'),
      'A'.repeat(10_000),
      '====',
    ]
    const answers = await Promise.all(
      tokens.map(async (token) => {
        await using dialog = await openDialog(desk.relay.port)
        await dialog.say('EHLO test')
        return await dialog.say(`AUTH PLAIN ${token}`)
      }),
    )
    for (const answer of answers) expect(answer).toMatch(/^(535|501) [^\r\n]*$/)
  })

  it('of a second command after a bare CR has no effect', async () => {
    await using dialog = await openDialog(desk.relay.port)
    await dialog.logIn(device)
    await dialog.say(`MAIL FROM:<${SENDER}>\rRCPT TO:<ann@elsewhere.example>`)
    expect(await dialog.say('DATA')).toMatch(/^503 /)
  })

  it('of commands before TLS is forgotten', async () => {
    await using dialog = await openDialog(desk.relay.port)
    await dialog.say('EHLO test')
    dialog.write(`STARTTLS\r\nAUTH PLAIN ${plainToken(device)}\r\n`)
    await dialog.read()
    await dialog.upgrade(ca)
    await dialog.say('EHLO test')
    expect(await dialog.say(`MAIL FROM:<${SENDER}>`)).toMatch(/^530 /)
  })
})

const SMUGGLED = [
  `MAIL FROM:<${SENDER}>`,
  'RCPT TO:<victim@elsewhere.example>',
  'DATA',
  `From: ${SENDER}`,
  '',
  'Smuggled',
].join('\r\n')

it('takes nothing else for the end of a message', async () => {
  await using dialog = await openDialog(desk.relay.port)
  await dialog.logIn(device)
  for (const end of [
    '\n.\n',
    '\n.\r\n',
    '\r\n.\n',
    '\r.\r',
    '\r\n.\r',
    '\r.\r\n',
    '\n\n.\r\r\n',
    '\r\n\0.\r\n',
    '\r\n..\r\n',
  ]) {
    await startData(dialog)
    const text = `From: ${SENDER}\r\n\r\nFirst${end}${SMUGGLED}`
    // The end arrives one byte at a time.
    const at = text.indexOf(end)
    dialog.write(text.slice(0, at))
    for (const byte of text.slice(at, at + end.length + 4)) {
      dialog.write(byte)
      await new Promise(setImmediate)
    }
    dialog.write(text.slice(at + end.length + 4))
    expect(await dialog.say('\r\n.'), JSON.stringify(end)).toMatch(/^250 /)
    expect(await readOnly(), JSON.stringify(end)).toContain('Smuggled')
    expect(await dialog.say('NOOP')).toBe('250 OK')
    await db().delete(relayMessage)
  }
})

describe('a message leaves nothing', () => {
  const expectNothing = async (files: readonly string[]) => {
    await waitFor(async () => expect(await storedFiles(desk)).toEqual(files))
    expect(await listMessages()).toEqual([])
  }

  it('if its connection breaks', async () => {
    const files = await storedFiles(desk)
    const dialog = await openData()
    dialog.write(`From: ${SENDER}\r\n\r\n${'x'.repeat(200_000)}`)
    await waitFor(async () => expect(await storedFiles(desk)).toHaveLength(files.length + 1))
    dialog.destroy()
    await expectNothing(files)
  })

  it('if it is too large, and the connection can go on', async () => {
    const files = await storedFiles(desk)
    await using dialog = await openData()
    dialog.write(`From: ${SENDER}\r\n\r\n`)
    const piece = `${'x'.repeat(998)}\r\n`.repeat(1_000)
    for (let n = 0; n < 27; n++) dialog.write(piece)
    expect(await dialog.say('.')).toMatch(/^552 5\.3\.4 The message is larger than 25 MB\./)
    await expectNothing(files)
    expect(await dialog.say('NOOP')).toBe('250 OK')
  })
})

it('accepts deeply nested parts without looking into them', async () => {
  await using dialog = await openData()
  const parts = Array.from(
    { length: 20_000 },
    (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
  )
  dialog.write(`From: ${SENDER}\r\nContent-Type: multipart/mixed; boundary=b0\r\n\r\n`)
  dialog.write(parts.join(''))
  expect(await dialog.say('\r\n.')).toMatch(/^250 /)
})

describe('a slow client', () => {
  it.each<[string, Partial<SmtpLimits>, (dialog: Dialog) => void]>([
    ['that says nothing', { idleMs: 300 }, () => {}],
    ['that drips commands', { loginMs: 300 }, (dialog) => dialog.write('N')],
  ])('%s is cut off', async (_who, limits, drip) => {
    await using other = await startOtherServer(desk, { ...limits, sweepMs: 50 })
    const dialog = await openDialog(other.port)
    const timer = setInterval(() => drip(dialog), 50)
    // On a busy machine, it may be late already when it's greeted.
    expect(`${dialog.greeting} ${await dialog.read()}`).toMatch(/\b421 /)
    clearInterval(timer)
    dialog.destroy()
  })

  it('that drips content is cut off, and leaves no file', async () => {
    await using other = await startOtherServer(desk, { contentMs: 300, sweepMs: 50 })
    const files = await storedFiles(desk)
    const dialog = await openData(other.port)
    const timer = setInterval(() => dialog.write('x'), 20)
    expect(await dialog.read()).toMatch(/^421 4\.4\.2 /)
    clearInterval(timer)
    dialog.destroy()
    await waitFor(async () => expect(await storedFiles(desk)).toEqual(files))
  })

  it('that never finishes STARTTLS is cut off', async () => {
    await using other = await startOtherServer(desk, { loginMs: 300, sweepMs: 50 })
    const dialog = await openDialog(other.port)
    await dialog.say('EHLO test')
    await dialog.say('STARTTLS')
    dialog.write(Buffer.from([0x16, 0x03, 0x01, 0x02]))
    await dialog.waitForEnd()
  })
})

it('offers no login without TLS in live mode', async () => {
  await using other = await startOtherServer(desk, {}, { mode: 'live' })
  await using dialog = await openDialog(other.port)
  expect(await dialog.say('EHLO test')).not.toContain('AUTH')
  expect(await dialog.say(`AUTH PLAIN ${plainToken(device)}`)).toMatch(/^5\d\d /)
  expect(await dialog.say(`MAIL FROM:<${SENDER}>`)).toMatch(/^530 5\.7\.0 Turn on TLS/)
  await dialog.startTls(ca)
  expect(await dialog.logIn(device)).toMatch(/^235 /)
})

it('refuses connections above its limits, and the app still answers', async () => {
  await using other = await startOtherServer(desk, { withoutLoginPerAddress: 5 })
  const opened = await Promise.allSettled(Array.from({ length: 300 }, () => openDialog(other.port)))
  const dialogs = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const greeted = dialogs.filter(({ greeting }) => greeting.startsWith('220'))
  expect(greeted).toHaveLength(5)
  expect((await fetch(`${desk.url}/api/health`)).status).toBe(200)
  for (const dialog of dialogs) dialog.destroy()
  await waitFor(async () => expect((await openDialog(other.port)).greeting).toMatch(/^220 /))
})

it('finishes a message in flight before it stops', async () => {
  const other = await startOtherServer(desk, { closeMs: 20_000 })
  const [idle, sending] = [await openDialog(other.port), await openData(other.port)]
  sending.write(`From: ${SENDER}\r\n\r\n`)
  const closing = other.close()
  expect(await idle.read()).toMatch(/^421 4\.3\.2 The server is restarting/)
  expect(await sending.say('The rest\r\n.')).toMatch(/^250 2\.0\.0 Accepted/)
  await closing
  expect(await readOnly()).toContain('The rest')
})
