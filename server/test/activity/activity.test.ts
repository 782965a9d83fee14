// Tests the activity page's endpoints: words, filters, pages and the CSV file.

import { exportActivity, listActivity } from '@invoice-desk/contract/activity/activity'
import { addAccount } from '@invoice-desk/contract/identity/accounts'
import { ACTIVITY_PAGE_SIZE } from '@invoice-desk/contract/values/limits'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN } from '@invoice-desk/testing/people'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditEvent } from '../../src/db/schema/common.ts'

let desk: TestDesk
let token: string
beforeAll(async () => {
  desk = await startTestDesk()
  token = (await desk.signIn(ADMIN)).idToken
})
afterAll(() => desk.close())

const list = (query: Record<string, unknown>) => desk.call(listActivity, { token, query })

const addEvents = (...events: (typeof auditEvent.$inferInsert)[]) =>
  desk.desk.dependencies.database.db.insert(auditEvent).values(events)

const JOB = { action: 'job_retried', subjectKind: 'job', subjectId: 'j', actor: 'x@test.example' }

it('says who did what, with a link to it', async () => {
  const id = await desk.rows.addBill(
    { email: 'crew@acme.example', vendor: 'Acme' },
    { invoiceNumber: 'A-7' },
  )
  const rejected = { actor: ADMIN, action: 'bill_rejected', subjectKind: 'bill', subjectId: id }
  await addEvents({ ...rejected, details: { reason: 'Wrong amount', token: 'secret' } })
  const { body } = await list({ subject: 'bill', subjectId: id })
  expect(body).toEqual({
    events: [
      {
        id: expect.any(String),
        at: expect.any(String),
        actor: ADMIN,
        text: 'rejected the invoice',
        detail: 'Wrong amount',
        subject: {
          kind: 'bill',
          id,
          label: 'A-7 from Acme',
          link: `/approve-invoice?taskId=${id}`,
        },
      },
    ],
  })
})

it('shows what administrators do to accounts', async () => {
  const fields = { email: 'new@harborfinch.example', name: 'New', tools: ['pay_invoice'] }
  await desk.call(addAccount, { token, body: { ...fields, welcome: true } })
  const { body } = await list({ actor: ADMIN.toUpperCase(), subject: 'account' })
  expect(body.events[0]).toMatchObject({
    text: 'added the account',
    detail: 'Pay invoice · welcome email',
    subject: { label: fields.email, link: '/accounts' },
  })
})

it("filters by days in the business's time zone", async () => {
  // New York is five hours behind UTC in winter, so the first event is still on the 4th there.
  await addEvents(
    { ...JOB, at: new Date('2024-01-05T04:30:00Z'), details: { queue: 'late' } },
    { ...JOB, at: new Date('2024-01-05T05:30:00Z'), details: { queue: 'early' } },
  )
  const queues = async (from: string, to: string) =>
    (await list({ from, to })).body.events.map(({ detail }: { detail: string }) => detail)
  expect(await queues('2024-01-04', '2024-01-04')).toEqual(['late'])
  expect(await queues('2024-01-05', '2024-01-05')).toEqual(['early'])
  expect(await queues('2024-01-04', '2024-01-05')).toEqual(['early', 'late'])
  expect((await list({ from: '0001-01-01', to: '9999-12-31' })).status).toBe(200)
  const reversed = await list({ from: '2024-01-05', to: '2024-01-04' })
  expect([reversed.status, reversed.body.field]).toEqual([400, 'to'])
})

it('pages without skipping or repeating events of the same moment, and exports all of them', async () => {
  const count = 2 * ACTIVITY_PAGE_SIZE + 50
  const actor = '=cmd@formula.example'
  const at = new Date('2025-03-01T12:00:00.123Z')
  await addEvents(
    ...Array.from({ length: count }, (_, n) => ({ ...JOB, actor, at, subjectId: String(n) })),
  )
  const seen: string[] = []
  let before: number | undefined
  do {
    const { body } = await list({ actor, ...(before && { before }) })
    seen.push(...body.events.map(({ subject }: { subject: { id: string } }) => subject.id))
    before = body.next
  } while (before !== undefined)
  expect(seen).toEqual(Array.from({ length: count }, (_, n) => String(count - 1 - n)))

  const { headers, body } = await desk.call(exportActivity, { token, query: { actor } })
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="activity-.*\.csv"$/)
  const [header, first, ...rest] = body.trim().split('\r\n')
  expect(header).toBe('Time (UTC),Person,Action,Kind,Subject,Details,Subject ID,Address')
  expect(first).toBe(`2025-03-01T12:00:00.123Z,'${actor},retried the job,Job,249,,249,`)
  expect(rest).toHaveLength(count - 1)
})
