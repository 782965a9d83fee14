// Who sees which relayed messages, and what the sweep does with those that were left behind.
import { Readable } from 'node:stream'
import {
  listRelayMessages,
  RELAY_PAGE_SIZE,
  type RelayMessage,
  resendRelayMessage,
} from '@invoice-desk/contract/relay/mail-relay'
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { storedFiles } from '@invoice-desk/testing/app/stored-files'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { addDevice } from '@invoice-desk/testing/relay/add-device'
import { mailsTo } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import type { SMTPServerDataStream } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { relayReportJob, relaySendJob, relaySweepJob } from '../../src/features/relay/job-kinds.ts'
import { createReport } from '../../src/features/relay/sending/report.ts'
import { createSweep } from '../../src/features/relay/sending/sweep.ts'
import type { SmtpLimits } from '../../src/features/relay/smtp/limits.ts'
import { type Mail, receiveMail } from '../../src/features/relay/smtp/receive-mail.ts'
import type { Connection } from '../../src/features/relay/smtp/smtp-connections.ts'
import { sweepFiles } from '../../src/features/system/sweep/sweep.ts'
import { createRelay, type Relay } from '../support/relay.ts'

let desk: TestDesk
let mine: Relay
let hers: Relay
let deviceId: string
beforeAll(async () => {
  desk = await startTestDesk()
  // Nothing can be sent: the permission of this account can't be opened.
  const mailboxId = await desk.rows.addRelayMailbox(STAFF)
  deviceId = (await addDevice(desk, mailboxId)).id
  mine = createRelay(desk, { deviceId, mailboxId })
  const other = await addDevice(desk, mailboxId, { as: ADMIN })
  hers = createRelay(desk, { deviceId: other.id, mailboxId })
  await query(sql`DELETE FROM jobs.schedule WHERE name = ${relaySweepJob.name}`)
})
afterAll(() => desk.close())

const query = async (statement: ReturnType<typeof sql>) =>
  (await desk.desk.dependencies.database.db.execute(statement)).rows
const sweep = () => createSweep(desk.desk.dependencies)()
const list = async (email: string, filter: object = {}) => {
  const token = await staffTokenOf(desk, email)
  return (await desk.call(listRelayMessages, { token, query: filter })).body
}
const idsOf = ({ messages }: { messages: RelayMessage[] }) => messages.map(({ id }) => id)
const resend = async (email: string, id: string) =>
  desk.call(resendRelayMessage, { token: await staffTokenOf(desk, email), body: { id } })
const dropJobs = (name: string) => query(sql`DELETE FROM jobs.job WHERE name = ${name}`)
const jobsOf = async (name: string, id: string) =>
  query(sql`SELECT 1 FROM jobs.job WHERE name = ${name} AND data::text LIKE ${`%${id}%`}`)
const waiting = async (relay: Relay) => {
  const { id } = await relay.accept()
  await relay.waitUntil(id, { state: 'queued', problem: NOT_CONNECTED })
  return id
}
const NOT_CONNECTED = "The Gmail account isn't connected. Connect it again to send this message."

it("shows people their own messages, and administrators everyone's", async () => {
  const own = await waiting(mine)
  const other = await waiting(hers)
  await mine.change(own, `state = 'failed', reported_at = now()`)
  expect(idsOf(await list(STAFF))).toEqual([own])
  expect(idsOf(await list(ADMIN))).toEqual([other, own])
  expect(idsOf(await list(ADMIN, { device: deviceId }))).toEqual([own])
  expect(idsOf(await list(ADMIN, { state: 'queued' }))).toEqual([other])
  const [message] = (await list(STAFF)).messages
  expect(message).toMatchObject({
    deviceName: 'Scanner',
    subject: 'Secret scan',
    state: 'failed',
    problem: NOT_CONNECTED,
    canResend: true,
  })
  expect((await resend(STAFF, other)).body.code).toBe('not_found')
  expect((await resend(ADMIN, other)).body.code).toBe('relay_conflict')
  expect((await resend(ADMIN, own)).status).toBe(200)
  expect(
    await query(sql`SELECT actor FROM audit_event WHERE action = 'relay_message_resent'`),
  ).toEqual([{ actor: ADMIN }])
  await query(sql`DELETE FROM relay_message`)
})

it('lists one page after another, also for messages of the same time', async () => {
  await query(sql`
    INSERT INTO relay_message (id, device_id, mailbox_id, sender, recipients, subject, message_id, bytes, state, sent_at, accepted_at)
    SELECT gen_random_uuid(), device.id, device.mailbox_id, 'a@b.example', '{c@d.example}', '', '<m>', 1, 'sent', now(),
      date_trunc('minute', now()) + interval '1 microsecond' * (n / 40)
    FROM relay_device AS device, generate_series(1, ${RELAY_PAGE_SIZE * 2 + 1}) AS n WHERE device.id = ${deviceId}`)
  const first = await list(STAFF)
  const second = await list(STAFF, { before: first.next })
  const third = await list(STAFF, { before: second.next })
  const ids = [first, second, third].flatMap(idsOf)
  expect([ids.length, new Set(ids).size, third.next]).toEqual([101, 101, undefined])
  const forged = ['9999-99-99 99:99:99+00', '2026-02-31 00:00:00+00', '2026-02-01 00:00:00+99']
  for (const text of ['x', '0000-01-01 00:00:00+00', ...forged]) {
    const before = Buffer.from(`${text} ${ids[0]}`).toString('base64url')
    expect((await list(STAFF, { before })).code).toBe('invalid_input')
  }
  await query(sql`DELETE FROM relay_message`)
})

it('the sweep finds messages and reports that no job takes care of', async () => {
  const [lost, known, failed] = await Promise.all([waiting(mine), waiting(mine), waiting(hers)])
  await hers.change(failed, `state = 'failed', problem = 'It was refused.'`)
  await mine.dropJobs(lost)
  const before = await jobsOf(relaySendJob.name, known)
  await sweep()
  await sweep()
  expect(await jobsOf(relaySendJob.name, lost)).toHaveLength(1)
  expect(await jobsOf(relaySendJob.name, known)).toHaveLength(before.length)
  await hers.waitUntil(failed, { state: 'failed' })
  await expect.poll(() => mailsTo(desk, ADMIN)).toHaveLength(1)
  await expect.poll(async () => (await hers.read(failed)).reportedAt).not.toBeNull()
  await dropJobs(relayReportJob.name)
  await sweep()
  expect(await mailsTo(desk, ADMIN)).toHaveLength(1)
})

it('gives up after five days, and keeps the content for another try', async () => {
  const id = await waiting(mine)
  await mine.change(id, `tried_since = now() - interval '5 days 1 minute'`)
  await mine.hurry(id)
  const row = await mine.waitUntil(id, { state: 'failed' })
  expect(row.problem).toBe(`We tried for 5 days. ${NOT_CONNECTED}`)
  expect(row.contentKey).not.toBeNull()
})

it('the sweep erases what is sent, and everything after 30 days', async () => {
  await query(sql`DELETE FROM relay_message`)
  const [sent = '', old = '', open = '', broken = '', resent = '', unreported = ''] =
    await Promise.all(Array.from({ length: 6 }, () => waiting(mine)))
  const { fileId } = await mine.read(open)
  await mine.change(sent, `state = 'sent', sent_at = now(), content_key = NULL`)
  const accepted = `accepted_at = now() - interval '30 days 1 minute'`
  const days = `${accepted}, tried_since = now() - interval '30 days 1 minute'`
  await mine.change(old, `state = 'failed', reported_at = now(), ${days}`)
  await mine.change(open, days)
  await mine.change(broken, `state = 'sent', sent_at = now(), content_key = NULL, ${days}`)
  await mine.change(resent, `state = 'failed', reported_at = now(), ${accepted}`)
  await mine.change(unreported, `state = 'failed', ${days}`)
  await sweep()
  expect(await mine.read(sent)).toMatchObject({ fileId: null })
  const kept = await query(sql`SELECT id FROM relay_message`)
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([open, sent, resent, unreported]))
  expect(await storedFiles(desk)).toContain(fileId)
})

it("the sweep of files knows the relay's", async () => {
  await query(sql`DELETE FROM relay_message`)
  const id = await waiting(mine)
  const { fileId } = await mine.read(id)
  // Erases the file of another message. If none had been erased, the sweep would stop because it knows no file at all.
  const erased = `state = 'sent', sent_at = now(), content_key = NULL, file_id = NULL`
  await mine.change(await waiting(mine), erased)
  const { files } = desk.desk.dependencies
  const found = {
    ...files,
    listBefore: async function* () {
      yield [`${fileId}`]
    },
  }
  await sweepFiles({ ...desk.desk.dependencies, files: found })
  expect(await query(sql`SELECT file_id FROM orphaned_file`)).toEqual([])
})

it('the sweep stops soon if the file store is down', async () => {
  await query(sql`DELETE FROM relay_message`)
  const ids = await Promise.all(Array.from({ length: 5 }, () => waiting(mine)))
  for (const id of ids) await mine.change(id, `state = 'sent', sent_at = now(), content_key = NULL`)
  let calls = 0
  const remove = async () => {
    calls += 1
    throw new Error('the file store is down')
  }
  const { dependencies } = desk.desk
  await createSweep({ ...dependencies, files: { ...dependencies.files, remove } })()
  expect(calls).toBe(3)
})

it('sends one report at a time', async () => {
  await query(sql`DELETE FROM relay_message`)
  await query(sql`UPDATE relay_device SET reported_at = NULL`)
  const id = await waiting(mine)
  await mine.change(id, `state = 'failed', problem = 'It was refused.'`)
  const before = (await mailsTo(desk, STAFF)).length
  const report = createReport(desk.desk.dependencies)
  await Promise.all([report(deviceId), report(deviceId)])
  expect(await mailsTo(desk, STAFF)).toHaveLength(before + 1)
})

describe('accepting a message', () => {
  /** The connection breaks after this step of the first transaction. */
  const losing = (after: 'work' | 'commit') => {
    const { dependencies } = desk.desk
    const { db } = dependencies.database
    let isFirst = true
    const transaction: typeof db.transaction = async (work, lock) => {
      const breaks = isFirst
      isFirst = false
      const lose = () => {
        if (breaks) throw new Error('the connection was lost')
      }
      const result = await db.transaction(async (tx) => {
        const worked = await work(tx)
        if (after === 'work') lose()
        return worked
      }, lock)
      lose()
      return result
    }
    const database = {
      ...dependencies.database,
      db: Object.assign(Object.create(db), { transaction }),
    }
    const broken = { ...desk, desk: { ...desk.desk, dependencies: { ...dependencies, database } } }
    return createRelay(broken, mine.device)
  }

  it('succeeds if only the answer to the commit was lost', async () => {
    const { id } = await losing('commit').accept()
    const { fileId } = await mine.read(id)
    expect(await storedFiles(desk)).toContain(fileId)
  })

  it('leaves nothing behind if it fails', async () => {
    const before = await storedFiles(desk)
    await expect(losing('work').accept()).rejects.toThrow('the connection was lost')
    expect(await storedFiles(desk)).toEqual(before)
  })

  it('refuses one that is too large for Gmail with its line ends', async () => {
    const pieces = Array.from({ length: 18 }, () => Buffer.alloc(1024 * 1024, '\n'))
    const stream = Object.assign(Readable.from(pieces), { sizeExceeded: false, byteLength: 0 })
    const needs = { ...desk.desk.dependencies, limits: {} as SmtpLimits }
    const answer = receiveMail(needs, {} as Connection, {} as Mail, stream as SMTPServerDataStream)
    await expect(answer).rejects.toMatchObject({ responseCode: 552 })
  })
})

it('sends no report to an owner without an active account', async () => {
  const owner = 'former@harborfinch.example'
  const id = await waiting(mine)
  await mine.change(id, `state = 'failed', problem = 'It was refused.'`)
  await query(
    sql`UPDATE relay_device SET owner = ${owner}, reported_at = NULL WHERE id = ${deviceId}`,
  )
  await createReport(desk.desk.dependencies)(deviceId)
  expect((await mine.read(id)).reportedAt).not.toBeNull()
  expect(await mailsTo(desk, owner)).toEqual([])
})
