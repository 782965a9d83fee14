// Devices of the mail relay: adding, changing and revoking them, their password, and whose they are.
import { type ActivityEvent, listActivity } from '@invoice-desk/contract/activity/activity'
import {
  addRelayDevice,
  changeRelayDevice,
  getMailRelay,
  RELAY_DEVICES_MAX,
  revokeRelayDevice,
  rotateRelayPassword,
  sendRelayTest,
} from '@invoice-desk/contract/relay/mail-relay'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { connectGmail, GMAIL } from '@invoice-desk/testing/relay/connect-gmail'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findLogin } from '../../src/features/relay/devices/queries.ts'
import { isTokenOf } from '../../src/secrets/link-tokens.ts'

let desk: TestDesk
let sam: string
let ada: string
let mailboxId: string
beforeAll(async () => {
  desk = await startTestDesk()
  sam = (await desk.signIn(STAFF)).idToken
  ada = (await desk.signIn(ADMIN)).idToken
  mailboxId = await desk.rows.addRelayMailbox(STAFF, { address: 'scans@gmail.com' })
})
afterAll(() => desk.close())

const FIELDS = { name: 'Scanner', senders: ['Scanner@harborfinch.example'] }

let count = 0
const add = (token: string, fields: object = {}) => {
  count += 1
  const body = { mailboxId, ...FIELDS, name: `Scanner ${count}`, ...fields }
  return desk.call(addRelayDevice, { token, body })
}
const idOf = async (token = sam) => (await add(token)).body.device.id
const list = async (token: string) => (await desk.call(getMailRelay, { token })).body
const post = (endpoint: Parameters<TestDesk['call']>[0], token: string, id: string) =>
  desk.call(endpoint, { token, body: { id } })
const loginOf = (userName: string) => findLogin(desk.desk.dependencies.database.db, userName)

it('returns a password once, and stores only its hash', async () => {
  const { status, body } = await add(sam, { name: 'Scanner' })
  expect([status, body.device]).toEqual([
    200,
    expect.objectContaining({
      name: 'Scanner',
      owner: STAFF,
      address: 'scans@gmail.com',
      userName: expect.stringMatching(/^relay-[a-hjkmnp-z2-9]{10}$/),
      senders: ['scanner@harborfinch.example'],
      keepsSender: false,
      version: 1,
    }),
  ])
  expect(body.password).toMatch(/^[a-hjkmnp-z2-9]{26}$/)
  const login = await loginOf(body.device.userName)
  expect(isTokenOf(body.password, login?.passwordHash ?? '')).toBe(true)
  expect(JSON.stringify(await list(sam))).not.toContain(body.password)
  const { rows } = await desk.desk.dependencies.database.pool.query(
    `SELECT 1 FROM relay_device WHERE relay_device::text LIKE $1
     UNION ALL SELECT 1 FROM audit_event WHERE audit_event::text LIKE $1`,
    [`%${body.password}%`],
  )
  expect(rows).toEqual([])
})

it("shows people their own devices, and administrators everyone's", async () => {
  const mine = await idOf()
  const ids = async (token: string) =>
    (await list(token)).devices.map(({ id }: { id: string }) => id)
  expect(await ids(sam)).toContain(mine)
  expect(await ids(ada)).toContain(mine)
  const hers = await idOf(ada)
  expect(await ids(sam)).not.toContain(hers)
  for (const endpoint of [rotateRelayPassword, revokeRelayDevice]) {
    const { status, body } = await post(endpoint, sam, hers)
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
  const body = { id: hers, version: 1, ...FIELDS }
  expect((await desk.call(changeRelayDevice, { token: sam, body })).status).toBe(404)
  expect((await post(rotateRelayPassword, ada, mine)).status).toBe(200)
})

it('adds a device only for a connected Gmail account, and for staff only for one of their own', async () => {
  const other = await desk.rows.addRelayMailbox(ADMIN)
  const gone = await desk.rows.addRelayMailbox(STAFF, { state: 'withdrawn', refreshToken: null })
  const codeOf = async (token: string, id: string) => {
    const { status, body } = await add(token, { mailboxId: id })
    return [status, body.code, body.field]
  }
  expect(await codeOf(sam, other)).toEqual([404, 'not_found', 'mailboxId'])
  expect(await codeOf(sam, gone)).toEqual([409, 'relay_conflict', 'mailboxId'])
  expect(await codeOf(ada, mailboxId)).toEqual([200, undefined, undefined])
})

it('changes name and senders unless someone else did so before', async () => {
  const id = await idOf()
  const change = (fields: object) =>
    desk.call(changeRelayDevice, { token: sam, body: { id, version: 1, ...FIELDS, ...fields } })
  const { body } = await change({ name: 'Printer', keepsSender: true })
  expect(body).toMatchObject({ name: 'Printer', keepsSender: true, version: 2 })
  expect((await change({ name: 'Fax' })).body.code).toBe('changed_meanwhile')
  expect((await change({ senders: [] })).body.field).toBe('senders')
  const { events } = (
    await desk.call(listActivity, { token: ada, query: { subject: 'relay_device', subjectId: id } })
  ).body
  expect(
    events.map(({ text, detail, subject }: ActivityEvent) => [
      text,
      detail,
      subject.label,
      subject.link,
    ]),
  ).toEqual([
    [
      'changed the mail relay device',
      expect.stringMatching(
        /^before: Scanner \d+ · sends as scanner@harborfinch.example · keeps the sender$/,
      ),
      'Printer',
      '/mail-relay',
    ],
    [
      'added the mail relay device',
      'sends as scanner@harborfinch.example · through scans@gmail.com',
      'Printer',
      '/mail-relay',
    ],
  ])
})

it("has a person's names only once among devices that aren't revoked", async () => {
  const first = (await add(sam, { name: 'Fax' })).body.device
  const other = (await add(sam)).body.device
  const taken = [409, 'relay_conflict', 'name']
  const outcome = ({
    status,
    body,
  }: {
    status: number
    body: { code?: string; field?: string }
  }) => [status, body.code, body.field]
  const body = { ...FIELDS, id: other.id, version: 1, name: 'fax' }
  expect(outcome(await add(sam, { name: 'FAX' }))).toEqual(taken)
  expect(outcome(await desk.call(changeRelayDevice, { token: sam, body }))).toEqual(taken)
  expect((await add(ada, { name: 'Fax' })).status).toBe(200)
  await post(revokeRelayDevice, sam, first.id)
  expect((await desk.call(changeRelayDevice, { token: sam, body })).status).toBe(200)
  expect((await add(sam, { name: 'Scan\u202egnp' })).body.device.name).toBe('Scangnp')
})

it('replaces the password, and the old one no longer fits', async () => {
  const { device, password } = (await add(sam)).body
  const next = (await post(rotateRelayPassword, sam, device.id)).body
  expect(next.device).toEqual(device)
  const hash = (await loginOf(device.userName))?.passwordHash ?? ''
  expect([isTokenOf(password, hash), isTokenOf(next.password, hash)]).toEqual([false, true])
})

it('revokes a device for good, and only once', async () => {
  const { device } = (await add(sam)).body
  const first = (await post(revokeRelayDevice, sam, device.id)).body
  expect(first.revokedAt).toBeDefined()
  expect((await post(revokeRelayDevice, sam, device.id)).body).toEqual(first)
  expect(await loginOf(device.userName)).toBeUndefined()
  const rotated = await post(rotateRelayPassword, sam, device.id)
  expect([rotated.status, rotated.body.code]).toEqual([409, 'relay_conflict'])
  const body = { id: device.id, version: 1, ...FIELDS }
  expect((await desk.call(changeRelayDevice, { token: sam, body })).status).toBe(409)
  const { db } = desk.desk.dependencies.database
  const isListed = async () =>
    (await list(sam)).devices.some(({ id }: { id: string }) => id === device.id)
  expect(await isListed()).toBe(true)
  await db.execute(
    sql`UPDATE relay_device SET revoked_at = now() - interval '31 days' WHERE id = ${device.id}`,
  )
  expect(await isListed()).toBe(false)
})

it('counts the recipients of the last 24 hours of each Gmail account', async () => {
  const [busy, domain] = ['busy@gmail.com', 'firm@harborfinch.example']
  const id = await desk.rows.addRelayMailbox(STAFF, { address: busy })
  await desk.rows.addRelayMailbox(STAFF, { address: domain, domain: 'harborfinch.example' })
  const { device } = (await add(sam, { mailboxId: id })).body
  await desk.desk.dependencies.database.db.execute(sql`
    INSERT INTO relay_message (id, device_id, mailbox_id, sender, recipients, subject, message_id, bytes, state, sent_at, accepted_at)
    SELECT gen_random_uuid(), ${device.id}, ${id}, 'a@b.example', '{c@d.example,e@f.example}', '', '<x@y>', 1, 'sent', now(),
      now() - hours * interval '1 hour' FROM generate_series(2, 46, 11) AS hours`)
  const { mailboxes } = await list(sam)
  const countOf = (address: string) => {
    const found = mailboxes.find((each: { address: string }) => each.address === address)
    return [found.recipients, found.recipientsMax]
  }
  expect([countOf(busy), countOf(domain)]).toEqual([
    [4, 500],
    [0, 2_000],
  ])
})

describe('a test message', () => {
  let real: string
  beforeAll(async () => {
    real = (await connectGmail(desk)).id
  })

  it('arrives from the Gmail account, at the person who asked for it', async () => {
    const { device } = (await add(sam, { mailboxId: real, name: 'Büro-Drucker' })).body
    const { status, body } = await post(sendRelayTest, ada, device.id)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        deviceId: device.id,
        deviceName: 'Büro-Drucker',
        sender: GMAIL,
        recipients: [ADMIN],
        subject: 'Test message from the mail relay',
      }),
    ])
    const mail = await waitForMail(desk, ADMIN, 'Test message from the mail relay')
    expect([mail.from, mail.messageId]).toEqual([GMAIL, body.messageId])
    expect(mail.text).toContain('Device: Büro-Drucker')
    // No device has used it.
    const [listed] = (await list(sam)).devices
    expect([listed.id, listed.lastUsedAt]).toEqual([device.id, undefined])
  })

  it('is refused if it could not be sent', async () => {
    const { db } = desk.desk.dependencies.database
    const { device } = (await add(sam, { mailboxId: real })).body
    const refusal = async (token = sam) => {
      const { status, body } = await post(sendRelayTest, token, device.id)
      return `${status} ${body.error}`
    }
    await db.execute(sql`
      INSERT INTO relay_message (id, device_id, mailbox_id, sender, recipients, subject, message_id, bytes, state, sent_at)
      SELECT gen_random_uuid(), ${device.id}, ${real}, 'a@b.example', array_fill('c@d.example'::text, '{100}'), '', '<x@y>', 1, 'sent', now()
      FROM generate_series(1, 5)`)
    expect(await refusal()).toMatch(/^409 .*has reached Gmail's limit for 24 hours/)
    await db.execute(
      sql`UPDATE relay_mailbox SET state = 'withdrawn', refresh_token = NULL WHERE id = ${real}`,
    )
    expect(await refusal()).toMatch(/^409 .*isn't connected/)
    await post(revokeRelayDevice, sam, device.id)
    expect(await refusal()).toMatch(/^409 This device is revoked/)
  })
})

it('has a limit for the devices of a person', async () => {
  await desk.desk.dependencies.database.db.execute(sql`
    INSERT INTO relay_device (owner, mailbox_id, name, user_name, password_hash, senders)
    SELECT ${STAFF}, ${mailboxId}, 'x', 'full-' || n, 'x', '{a@b.example}' FROM generate_series(1, ${RELAY_DEVICES_MAX}::int) AS n`)
  const { status, body } = await add(sam)
  expect([status, body.error]).toEqual([409, expect.stringContaining('Revoke one')])
})
