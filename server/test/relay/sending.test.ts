// The mail relay sends through Gmail: once, with its own sender, and again after failures.
import { setTimeout as sleep } from 'node:timers/promises'
import { getMailRelay, resendRelayMessage } from '@invoice-desk/contract/relay/mail-relay'
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { storedFiles } from '@invoice-desk/testing/app/stored-files'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { addDevice, SENDER } from '@invoice-desk/testing/relay/add-device'
import { connectGmail, GMAIL } from '@invoice-desk/testing/relay/connect-gmail'
import { callsOf } from '@invoice-desk/testing/sandbox/calls'
import { askSandbox, setFault } from '@invoice-desk/testing/sandbox/control'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { findToSend } from '../../src/features/relay/sending/queries.ts'
import { createRecorder } from '../../src/features/relay/sending/record-result.ts'
import { createSender } from '../../src/features/relay/sending/send.ts'
import { ProviderError } from '../../src/providers/provider-error.ts'
import { createRelay, type Relay } from '../support/relay.ts'

let desk: TestDesk
let relay: Relay
beforeAll(async () => {
  desk = await startTestDesk({ GMAIL_TIMEOUT_MS: '1000' })
  const mailboxId = (await connectGmail(desk)).id
  const device = await addDevice(desk, mailboxId)
  relay = createRelay(desk, { deviceId: device.id, mailboxId })
})
afterAll(() => desk.close())
afterEach(() => askSandbox(desk.sandbox, 'DELETE', '/faults'))

const fail = (fault: Readonly<Record<string, unknown>>) =>
  setFault(desk, { provider: 'google', match: '/gmail/v1/', times: 1, ...fault })
const sendsSince = async (since: number) =>
  (await callsOf(desk.sandbox, since)).filter(({ path }) => path.includes('/messages/send'))

/** Gmail had trouble with it once, and no job knows it. */
const acceptWaiting = async () => {
  await fail({ mode: 'error', status: 503 })
  const message = await relay.accept()
  await relay.waitUntil(message.id, {
    state: 'queued',
    attempts: 1,
    problem: 'Gmail had a problem and may or may not have sent the message.',
  })
  await relay.dropJobs(message.id)
  return message
}
/** A database that fails to write some values. */
const failingDb = (fails: (values: object) => boolean) => {
  const { db } = desk.desk.dependencies.database
  const update: typeof db.update = (table) => {
    const builder = db.update(table)
    const set = builder.set.bind(builder)
    builder.set = (values) => {
      if (fails(values)) throw new Error('the database is down')
      return set(values)
    }
    return builder
  }
  return Object.assign(Object.create(db) as typeof db, { update })
}

it('sends a message once, as the Gmail account, and erases its content', async () => {
  const message = await relay.accept('Message-ID: <scan-1@scanner>\r\nBcc: spy@evil.example\r\n')
  const row = await relay.waitUntil(message.id, { state: 'sent', fileId: null })
  expect(row).toMatchObject({ contentKey: null, attempts: 1, mayBeRepeated: false })
  expect(await storedFiles(desk)).toEqual([])
  const mails = await relay.arrived(message)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({
    to: message.to,
    messageId: '<scan-1@scanner>',
    subject: 'Secret scan',
    sentThrough: GMAIL,
  })
  const headers = Object.fromEntries(
    mails[0]?.headers?.map(({ name, value }) => [name.toLowerCase(), value]) ?? [],
  )
  expect(headers).toMatchObject({ from: `Scanner <${GMAIL}>`, 'reply-to': `Scanner <${SENDER}>` })
})

it('reports a message that Gmail refuses, and sends it again when its owner asks', async () => {
  await fail({ mode: 'error', status: 400 })
  const message = await relay.accept()
  const { problem } = await relay.waitUntil(message.id, { state: 'failed' })
  expect(problem).toMatch(/^Gmail refused the message: Invalid value\. Check the addresses/)
  await relay.hurryReport()
  const report = await waitForMail(desk, STAFF, "couldn't send 1 message from Scanner")
  expect(report.text).toContain(`To ${message.to}, `)
  expect(report.text).toContain('Invalid value')
  expect(report.links).toContain(`${desk.url}/mail-relay?state=failed`)
  expect(report.text + report.html).not.toMatch(/Secret scan|Page 1/)
  const resend = async () => {
    const token = await staffTokenOf(desk)
    return desk.call(resendRelayMessage, { token, body: { id: message.id } })
  }
  expect((await resend()).body).toMatchObject({ id: message.id, canResend: false })
  await relay.waitUntil(message.id, { state: 'sent', problem: null })
  expect(await relay.arrived(message)).toHaveLength(1)
  expect((await resend()).body).toMatchObject({ code: 'relay_conflict' })
})

it('waits as long as Gmail says', async () => {
  await fail({ mode: 'throttle' })
  const since = Date.now()
  const message = await relay.accept()
  await relay.waitUntil(message.id, { state: 'sent' })
  const [first, second] = await sendsSince(since)
  expect(Number(second?.startedAt) - Number(first?.endedAt)).toBeGreaterThan(900)
})

it('gets a new access token at once', async () => {
  await fail({ mode: 'expire-token' })
  const message = await relay.accept()
  await relay.waitUntil(message.id, { state: 'sent', attempts: 1, mayBeRepeated: false })
})

it.each(['timeout-after', 'cut'])(
  'repeats a message with the same Message-ID if the answer was lost: %s',
  async (mode) => {
    await fail({ mode })
    const message = await relay.accept()
    await relay.waitUntil(message.id, { state: 'queued', attempts: 1, mayBeRepeated: true })
    await relay.hurry(message.id)
    const row = await relay.waitUntil(message.id, { state: 'sent', mayBeRepeated: true })
    const ids = (await relay.arrived(message)).map(({ messageId }) => messageId)
    expect(ids).toEqual([row.messageId, row.messageId])
  },
)

it('does not repeat a message that Gmail never got', async () => {
  const { pool } = desk.desk.dependencies.database
  await setFault(desk, { provider: 'google', match: '/token', times: 1, mode: 'error' })
  await fail({ mode: 'expire-token' })
  const message = await relay.accept()
  await relay.waitUntil(message.id, { state: 'queued', mayBeRepeated: false, attempts: 1 })
  const { rows } = await pool.query(
    `SELECT 1 FROM relay_message WHERE id = $1 AND next_try_at > now() + interval '2 seconds'`,
    [message.id],
  )
  expect(rows).toHaveLength(1)
  await relay.hurry(message.id)
  await relay.waitUntil(message.id, { state: 'sent', mayBeRepeated: false })
})

it('takes over from a worker that died, but not before its lease has ended', async () => {
  await fail({ mode: 'error', status: 503 })
  const message = await relay.accept()
  await relay.waitUntil(message.id, { state: 'queued', attempts: 1 })
  const since = Date.now()
  await relay.change(
    message.id,
    `state = 'sending', may_be_repeated = false, next_try_at = NULL, lease_until = now() + interval '2 seconds'`,
  )
  await relay.hurry(message.id)
  await relay.waitUntil(message.id, { state: 'sent', attempts: 2, mayBeRepeated: true })
  const [send] = await sendsSince(since)
  expect(Number(send?.startedAt) - since).toBeGreaterThan(1_900)
})

it('waits if the content is missing or was altered, and sends it when it is back', async () => {
  const message = await acceptWaiting()
  const { contentKey } = await relay.read(message.id)
  const other = await acceptWaiting()
  const { contentKey: otherKey } = await relay.read(other.id)
  await relay.hurry(other.id)
  await relay.waitUntil(other.id, { state: 'sent' })
  const since = Date.now()
  // A key of another row doesn't open it.
  await relay.change(message.id, `next_try_at = NULL, content_key = '${otherKey}'`)
  await createSender(desk.desk.dependencies)(message.id)
  const row = await relay.read(message.id)
  expect(row).toMatchObject({ state: 'queued', attempts: 2, contentKey: otherKey })
  expect(row.problem).toContain("We can't open the stored message")
  expect(await sendsSince(since)).toEqual([])
  await relay.change(message.id, `content_key = '${contentKey}'`)
  await relay.hurry(message.id)
  await relay.waitUntil(message.id, { state: 'sent' })
})

it('calls Gmail once if two workers have the message', async () => {
  const { id } = await acceptWaiting()
  await relay.change(id, 'next_try_at = NULL')
  const since = Date.now()
  const { dependencies } = desk.desk
  await Promise.all([createSender(dependencies)(id), createSender(dependencies)(id)])
  expect(await relay.read(id)).toMatchObject({ state: 'sent', attempts: 2 })
  expect(await sendsSince(since)).toHaveLength(1)
})

it('sends large messages one at a time', async () => {
  const messages = [await acceptWaiting(), await acceptWaiting()]
  const { gmail, ...rest } = desk.desk.dependencies
  let [running, most] = [0, 0]
  const send = createSender({
    ...rest,
    gmail: {
      ...gmail,
      send: async (...call) => {
        running += 1
        most = Math.max(most, running)
        await sleep(100)
        running -= 1
        return gmail.send(...call)
      },
    },
  })
  await Promise.all(
    messages.map(async ({ id }) => {
      await relay.change(id, 'next_try_at = NULL, bytes = 5000000')
      await send(id)
      expect(await relay.read(id)).toMatchObject({ state: 'sent', attempts: 2 })
    }),
  )
  expect(most).toBe(1)
})

it('does not forget what Gmail accepted while the database is down', async () => {
  const { id } = await acceptWaiting()
  await relay.change(id, 'next_try_at = NULL')
  const since = Date.now()
  let failures = 0
  const db = failingDb((values) => 'gmailId' in values && failures < 6 && ++failures > 0)
  const { dependencies } = desk.desk
  const send = createSender({ ...dependencies, database: { ...dependencies.database, db } })
  const first = send(id)
  await expect.poll(() => failures).toBeGreaterThan(0)
  // A second job comes after the lease has ended.
  await relay.change(id, `lease_until = now() - interval '1 second'`)
  await Promise.all([first, send(id)])
  expect(await relay.read(id)).toMatchObject({ state: 'sent', attempts: 2, contentKey: null })
  expect(await sendsSince(since)).toHaveLength(1)
})

it('waits for a new consent, and then sends what is waiting', async () => {
  await askSandbox(desk.sandbox, 'POST', '/google/consents/withdraw', { email: GMAIL })
  const message = await relay.accept()
  await relay.waitUntil(message.id, {
    state: 'queued',
    problem: "The Gmail account isn't connected. Connect it again to send this message.",
  })
  await connectGmail(desk, { as: ADMIN })
  await relay.waitUntil(message.id, { state: 'sent', mayBeRepeated: false })
  expect(await relay.arrived(message)).toHaveLength(1)
})

it('does not wait long if its account is connected again while we record that it is not', async () => {
  const { id } = await acceptWaiting()
  // Connecting doesn't wake what is being sent.
  await relay.change(id, `state = 'sending', lease_until = now() + interval '1 minute'`)
  const found = await findToSend(desk.desk.dependencies.database.db, id)
  if (!found) throw new Error('the message is gone')
  await connectGmail(desk, { as: ADMIN })
  const { recordFailure } = createRecorder(desk.desk.dependencies)
  const [kind, providerCode] = ['auth', 'not_connected'] as const
  const failure = new ProviderError('google', kind, 'x', { providerCode })
  const attempt = { id, attempts: found.attempts, isLeased: true }
  await recordFailure(found, attempt, { ...failure, message: 'x', whileSending: false })
  const { state, nextTryAt } = await relay.read(id)
  expect([state, Number(nextTryAt) - Date.now() < 60_000]).toEqual(['queued', true])
  await relay.dropJobs(id)
})

it('pauses the Gmail account at its daily limit', async () => {
  await askSandbox(desk.sandbox, 'POST', '/google/settings', { personalRecipientsPerDay: 0 })
  const first = await relay.accept()
  await relay.waitUntil(first.id, { state: 'queued', attempts: 1 })
  const since = Date.now()
  const second = await relay.accept()
  await expect
    .poll(async () => Number((await relay.read(second.id)).nextTryAt))
    .toBeGreaterThan(since + 3_600_000)
  expect(await relay.read(second.id)).toMatchObject({
    state: 'queued',
    attempts: 0,
    problem: `Gmail accepts no more messages from ${GMAIL} for now.`,
  })
  const { body } = await desk.call(getMailRelay, { token: await staffTokenOf(desk) })
  const [mailbox] = body.mailboxes
  expect(Date.parse(mailbox.pausedUntil)).toBeGreaterThan(since + 3_600_000)
  expect(await sendsSince(since)).toEqual([])
})
