// Tests that files and messages of invoices that are over are erased after the time in the settings, and nothing else.
import { listActivity } from '@invoice-desk/contract/activity/activity'
import { approveInvoice } from '@invoice-desk/contract/approval/approval'
import {
  type BusinessSettings,
  countErasable,
} from '@invoice-desk/contract/system/business-settings'
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { storedFiles } from '@invoice-desk/testing/app/stored-files'
import { addContractor, type Contractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf, samplePng } from '@invoice-desk/testing/contractor/sample-files'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { Db } from '../../src/db/client.ts'
import { eraseFileRows, keepFiles } from '../../src/features/bills/retention/queries.ts'
import { eraseExpired } from '../../src/features/bills/retention/retention.ts'
import { sweepFiles } from '../../src/features/system/sweep/sweep.ts'
import { useConversations } from '../support/conversation.ts'
import { holdNext } from '../support/hold.ts'
import { pdfFile } from '../support/intake.ts'
import { change } from '../support/settings.ts'

const { desk, query, tell, note, asStaff, asContractor, listBills } = useConversations()
const dependencies = () => desk().desk.dependencies
const run = () => eraseExpired(dependencies())

let admin: string
const set = async (settings: Partial<BusinessSettings>) => change({ desk: desk(), admin }, settings)

beforeEach(async () => {
  admin = await staffTokenOf(desk(), ADMIN)
  await query(sql`DELETE FROM bill_message`)
  await query(sql`DELETE FROM bill`)
  await query(sql`DELETE FROM invoice_file`)
  await set({ filesKeptDays: 365, messagesKeptDays: 365 })
})

const files = () => query(sql`SELECT * FROM invoice_file ORDER BY created_at, id`)
const act = async (body: Record<string, unknown>) =>
  desk().call(approveInvoice, { token: await staffTokenOf(desk(), STAFF), body })
const fetchTask = async (taskId: string) => (await act({ taskId, action: 'fetch' })).body

const erasures = async () => {
  const { body } = await desk().call(listActivity, { token: admin, query: { subject: 'settings' } })
  const texts = body.events.map(({ text, detail }: Record<string, string>) => `${text}: ${detail}`)
  return texts.filter((text: string) => text.startsWith('erased'))
}

type Over = { status?: string; days?: number; attachments?: { name: string; content: Buffer }[] }

/** An invoice that was submitted 1,000 days ago and has had this status for so many days. */
const overFor = async (
  contractor: Contractor,
  { status = 'rejected', days = 366, attachments = [] }: Over = {},
): Promise<string> => {
  const file = pdfFile('invoice.pdf', samplePdf(crypto.randomUUID()))
  const { body } = await submit(desk(), contractor, { file, attachments })
  const { id } = body.bill
  await query(sql`UPDATE invoice_file SET created_at = now() - interval '1000 days'`)
  await query(sql`UPDATE bill SET status = ${status}, decided_at = now() - make_interval(days => ${days}),
    paid_at = CASE WHEN ${status} = 'paid' THEN now() - make_interval(days => ${days}) END WHERE id = ${id}`)
  return id
}

it('erases the files of an invoice, and both sides see that it once had one', async () => {
  const contractor = await addContractor(desk())
  const content = samplePdf('the same document')
  const { body } = await submit(desk(), contractor, { file: pdfFile('secret.pdf', content) })
  const { id, invoiceNumber, custom_fields } = body.bill
  await act({ taskId: id, action: 'reject', message: 'No' })
  await query(sql`UPDATE invoice_file SET created_at = now() - interval '400 days'`)
  await query(sql`UPDATE bill SET decided_at = now() - interval '366 days'`)
  const stored = await storedFiles(desk())
  await run()
  expect((await storedFiles(desk())).length).toBe(stored.length - 1)
  expect(await files()).toMatchObject([
    {
      name: '',
      amounts: [],
      found: null,
      is_stored: false,
      sha256: expect.stringMatching(/^\w{64}$/),
    },
  ])
  const { details, history } = await fetchTask(id)
  expect(details).toMatchObject({ invoiceNumber, documents: [], rejectReason: 'No' })
  expect(details.filesErasedAt).toMatch(/^\d{4}-/)
  expect(history.at(-1).action).toBe('bill_submitted')
  const [listed] = (await listBills(contractor)).body.bills
  expect(listed).toMatchObject({ custom_fields: [], files: [] })
  expect(listed.filesErasedAt).toBe(details.filesErasedAt)
  const link = await fetch(custom_fields[0].value)
  expect([link.status, (await link.json()).error]).toEqual([
    404,
    expect.stringMatching(/^This file was erased/),
  ])
  expect(await erasures()).toEqual(
    expect.arrayContaining([
      'erased files: 1 file, because files are kept for 365 days after an invoice is over',
    ]),
  )
  // The hash still tells that it was sent before.
  const other = await addContractor(desk())
  const again = await submit(desk(), other, { file: pdfFile('new.pdf', content) })
  const task = await fetchTask(again.body.bill.id)
  expect(task.duplicates).toMatchObject([{ id, because: 'same_file' }])
})

it.each([
  [{ status: 'paid', days: 366 }, 0],
  [{ status: 'withdrawn', days: 366 }, 0],
  [{ status: 'paid', days: 364 }, 1],
  [{ status: 'rejected', days: 364 }, 1],
  [{ status: 'approved', days: 999 }, 1],
  [{ status: 'changes_requested', days: 999 }, 1],
  [{ status: 'sent_for_approval', days: 999 }, 1],
])('of an invoice that has been %o, %i files stay', async (over, kept) => {
  await overFor(await addContractor(desk()), over)
  await run()
  expect((await files()).filter(({ erased_at }) => erased_at === null)).toHaveLength(kept)
})

it('keeps everything until an administrator sets a time', async () => {
  await set({})
  const id = await overFor(await addContractor(desk()), { days: 40_000 })
  await tell(id, 'Hello')
  await query(sql`UPDATE bill_message SET created_at = now() - interval '40000 days'`)
  await run()
  expect((await files()).map(({ erased_at }) => erased_at)).toEqual([null])
  expect((await asStaff(id)).body.messages).toHaveLength(1)
})

it('keeps a file that another invoice still needs, and erases one that a correction replaced', async () => {
  const contractor = await addContractor(desk())
  const photo = { name: 'photo.png', content: samplePng }
  await overFor(contractor, { attachments: [photo] })
  const [listed] = (await listBills(contractor)).body.bills
  const [, shared] = listed.files.map((file: { id: string }) => file.id)
  const fields = { files: `new,${shared}` }
  const { status } = await submit(desk(), contractor, { fields, file: pdfFile() })
  expect(status).toBe(200)
  const replaced = crypto.randomUUID()
  await query(sql`INSERT INTO invoice_file (id, name, type, bytes, sha256, created_at)
    VALUES (${replaced}, 'old.pdf', 'application/pdf', 1, 'x', now() - interval '366 days')`)
  await run()
  const kept = (await files()).filter(({ erased_at }) => erased_at === null)
  expect(kept.map(({ name }) => name).sort()).toEqual(['invoice.pdf', 'photo.png'])
  expect(kept.map(({ id }) => id)).toContain(shared)
})

it('goes on where it was killed, and counts nothing twice', async () => {
  const contractor = await addContractor(desk())
  const id = await overFor(contractor)
  const before = await erasures()
  const stored = await storedFiles(desk())
  const [{ value: link } = { value: '' }] = (await listBills(contractor)).body.bills[0]
    .custom_fields
  const failing = {
    ...dependencies().files,
    remove: () => Promise.reject(new Error('the process was killed')),
  }
  await expect(eraseExpired({ ...dependencies(), files: failing })).rejects.toThrow('killed')
  // No one can open it anymore, although the file is still there. It's no orphan either.
  expect(await storedFiles(desk())).toEqual(stored)
  expect((await fetch(link)).status).toBe(404)
  expect((await fetchTask(id)).details.documents).toEqual([])
  await sweepFiles(dependencies())
  expect(await query(sql`SELECT 1 FROM orphaned_file`)).toEqual([])
  await run()
  await run()
  expect((await storedFiles(desk())).length).toBe(stored.length - 1)
  expect((await erasures()).length).toBe(before.length + 1)
})

it('never takes a file that someone submits again at this moment', async () => {
  const contractor = await addContractor(desk())
  await overFor(contractor)
  const [file] = await files()
  const id = String(file?.id)
  const { db, kind } = dependencies().database
  const isSkipped = async (submission: Db) => {
    expect(await keepFiles(submission, [id])).toEqual(new Set([id]))
    expect(await db.transaction((tx) => eraseFileRows(tx, [id], 365))).toBe(0)
  }
  // The embedded database has one connection, so only one transaction at a time.
  if (kind === 'postgres') await db.transaction(isSkipped)
  // The form was sent before, and is stored after.
  const hold = holdNext(dependencies().humanCheck, 'isHuman')
  const sent = submit(desk(), contractor, { fields: { files: id } })
  await hold.reached
  await run()
  hold.release()
  const { status, body } = await sent
  expect([status, body.code]).toEqual([404, 'file_gone'])
  expect(await query(sql`SELECT 1 FROM bill WHERE status <> 'rejected'`)).toEqual([])
})

it('erases the messages and notes of an invoice that is over, and not those since then', async () => {
  const contractor = await addContractor(desk())
  const [over, open] = [
    await overFor(contractor),
    await overFor(contractor, { status: 'approved', days: 999 }),
  ]
  for (const id of [over, open]) {
    await tell(id, 'A question')
    await note(id, 'A note')
  }
  await query(sql`UPDATE bill_message SET created_at = now() - interval '366 days'`)
  await tell(over, 'A late answer')
  await run()
  const textsOf = async (id: string) =>
    (await asStaff(id)).body.messages.map(({ text }: { text: string }) => text)
  expect([await textsOf(over), (await textsOf(open)).sort()]).toEqual([
    ['A late answer'],
    ['A note', 'A question'],
  ])
  expect((await asContractor(contractor, over)).body.messages).toHaveLength(1)
  expect(await erasures()).toContain(
    'erased messages: 2 messages, because messages are kept for 365 days after an invoice is over',
  )
})

it('says how many a change would erase, and refuses less than a year', async () => {
  const contractor = await addContractor(desk())
  const id = await overFor(contractor, { days: 500 })
  await tell(id, 'Hello')
  await query(sql`UPDATE bill_message SET created_at = now() - interval '500 days'`)
  const count = async (values: Record<string, string>) =>
    desk().call(countErasable, { token: admin, query: values as never })
  expect((await count({ filesKeptDays: '400', messagesKeptDays: '400' })).body).toEqual({
    files: 1,
    messages: 1,
  })
  expect((await count({ filesKeptDays: '600' })).body).toEqual({ files: 0, messages: 0 })
  expect((await count({ filesKeptDays: '364' })).status).toBe(400)
  for (const days of [364, 36_501, 400.5, 'never']) {
    const { status, body } = await set({ filesKeptDays: days as number })
    expect([status, body.field]).toEqual([400, 'settings.filesKeptDays'])
  }
  await set({ filesKeptDays: 2_557 })
  const { body } = await desk().call(listActivity, { token: admin, query: { subject: 'settings' } })
  expect(body.events[0].detail).toContain(
    'changed the time that files are kept from 365 days to 2557 days',
  )
})
