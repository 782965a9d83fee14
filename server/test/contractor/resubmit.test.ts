// Tests requesting changes to an invoice, and correcting and resubmitting it.
import { randomUUID } from 'node:crypto'
import { listBillsToVoid } from '@invoice-desk/contract/accounting/accounting'
import { listVendorBills } from '@invoice-desk/contract/contractor/contractor'
import { storedFiles } from '@invoice-desk/testing/app/stored-files'
import { addBill, addContractor, addToken } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { STAFF } from '@invoice-desk/testing/people'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { OMALLEY } from '../support/approval.ts'
import { MESSAGE, useCorrections } from '../support/corrections.ts'
import { pdfFile } from '../support/intake.ts'

const corrections = useCorrections()
const { approval, desk, askFor, correct, requestChanges, fileOf, isKnown } = corrections
const { company, query, act, fetchTask } = approval

describe('requesting changes', () => {
  it('tells the contractor what to change, with a link to the form', async () => {
    const { contractor, id, invoiceNumber } = await askFor()
    const task = await fetchTask({ id })
    expect(task).toMatchObject({
      status: { name: 'changes requested' },
      actions: ['approve', 'reject', 'add_bill', 'update_vendor'],
      details: { requestedChanges: { message: MESSAGE, by: STAFF } },
    })
    expect(task.history[0]).toMatchObject({ action: 'bill_changes_requested', reason: MESSAGE })
    const mail = await waitForMail(
      desk(),
      contractor.email,
      `Invoice ${invoiceNumber} needs changes`,
    )
    expect(mail.text).toContain(MESSAGE)
    expect(mail.links).toContain(`${desk().url}/submit-invoice?bill=${id}`)
    const { token, vendor: vendorName } = contractor
    const { body } = await desk().call(listVendorBills, { token, body: { vendorName } })
    expect(body).toMatchObject({
      bills: [{ id, requestedChanges: MESSAGE, isCorrectable: true, version: 2 }],
      totals: { changes_requested: { count: 1 } },
      total: { count: 0 },
    })
  })

  it.each([
    ['received', ' ', 400, 'Please say what needs to change'],
    ['received', 'x'.repeat(2_001), 400, 'A message can have at most 2000 characters.'],
    ['approved', MESSAGE, 409, 'This invoice is already approved.'],
    ['changes_requested', MESSAGE, 409, 'Changes were already requested for this invoice.'],
  ] as const)(
    'of a %s invoice with the message %j is refused',
    async (status, message, code, error) => {
      const { id } = await approval.addTask({ status })
      const refused = await requestChanges(id, { message })
      expect([refused.status, refused.body.error]).toEqual([code, error])
    },
  )

  it('still allows the invoice to be approved with its bill, or rejected', async () => {
    const task = await approval.addTask({ status: 'changes_requested' })
    expect((await approval.create(task)).status).toBe(200)
    expect((await fetchTask(task)).posting.isToVoid).toBe(false)
    expect((await act({ taskId: task.id, action: 'approve' })).body.status.name).toBe('approved')
    const other = await approval.addTask({ status: 'changes_requested' })
    expect((await approval.reject(other)).body.status.name).toBe('rejected')
  })
})

describe('a correction', () => {
  it('returns the same bill to the approvers, who see what changed', async () => {
    const file = pdfFile('first.pdf')
    const asked = await askFor({ fields: { amount: '120' }, file })
    const { contractor, id } = asked
    const kept = await fileOf(id)
    const fields = { amount: '95.50', invoiceNumber: 'C-2', dueDate: '2030-02-28' }
    const { status, body } = await correct(asked, { fields })
    expect([status, body.message]).toEqual([200, 'Invoice resubmitted successfully!'])
    expect(body.bill).toMatchObject({ id, amount: 95.5, status: 'received', isCorrectable: false })
    // The document is read before the invoice goes to approval.
    const statusOf = async () => (await fetchTask({ id })).status.name
    await vi.waitFor(async () => expect(await statusOf()).toBe('sent for approval'), 20_000)
    const task = await fetchTask({ id })
    expect(task).toMatchObject({
      version: asked.version + 1,
      details: {
        amount: '$95.50',
        changed: { amount: '$120.00', invoiceNumber: asked.invoiceNumber, dueDate: '2030-01-31' },
      },
    })
    expect(task.history.slice(0, 3)).toMatchObject([
      { action: 'bill_sent_for_approval' },
      {
        actor: contractor.email,
        action: 'bill_resubmitted',
        reason: `Before: amount $120.00, invoice number ${asked.invoiceNumber}, due date Jan 31, 2030.`,
      },
      { action: 'bill_changes_requested' },
    ])
    expect(task.details.requestedChanges).toBeUndefined()
    expect(await fileOf(id)).toEqual(kept)
    const mail = await waitForMail(desk(), STAFF, `Review invoice C-2 from ${contractor.vendor}`)
    expect(mail.text).toContain(`${contractor.vendor} corrected an invoice`)
  })

  it('replaces the file, or removes it', async () => {
    const asked = await askFor({ file: pdfFile('first.pdf', samplePdf('one')) })
    const { id } = asked
    const before = await fileOf(id)
    await correct(asked, { file: pdfFile('second.pdf', samplePdf('two')) })
    const after = await fileOf(id)
    expect(after?.name).toBe('second.pdf')
    expect(await isKnown(before)).toBe(true)
    expect(await storedFiles(desk())).toContain(after?.id)
    expect((await fetchTask({ id })).details).toMatchObject({
      changed: { file: true },
      documents: [{ name: 'second.pdf' }],
    })
    const { version } = (await requestChanges(id)).body
    await correct({ ...asked, version }, { fields: { keepFile: 'false' } })
    expect(await fileOf(id)).toBeUndefined()
    expect(await isKnown(after)).toBe(true)
  })

  it('returns the same result when it is repeated with its key', async () => {
    const asked = await askFor()
    const sent = { key: randomUUID(), file: pdfFile('new.pdf', samplePdf('new')) }
    const first = await correct(asked, sent)
    const stored = await storedFiles(desk())
    const second = await correct(asked, sent)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.bill).toMatchObject({ id: asked.id, version: asked.version + 1 })
    expect(await storedFiles(desk())).toEqual(stored)
    const other = await correct(asked, { ...sent, fields: { amount: '1' } })
    expect([other.status, other.body.code]).toEqual([409, 'submission_key_reused'])
  })

  it('is refused for a bill of someone else, even at the same vendor', async () => {
    const asked = await askFor()
    const file = pdfFile('mine.pdf', samplePdf('mine'))
    const before = await storedFiles(desk())
    for (const vendor of [asked.contractor.vendor, undefined]) {
      const contractor = await addContractor(desk(), vendor)
      const refused = await correct({ ...asked, contractor }, { file })
      expect([refused.status, refused.body.code]).toEqual([404, 'bill_unknown'])
    }
    expect(await storedFiles(desk())).toEqual(before)
    expect((await fetchTask(asked)).status.name).toBe('changes requested')
  })

  it('is accepted after staff chose another vendor, but not after another request', async () => {
    const asked = await askFor()
    const choose = () => act({ taskId: asked.id, action: 'update_vendor', vendor: OMALLEY.vendor })
    await choose()
    expect((await choose()).body.version).toBe(asked.version + 2)
    expect((await correct(asked)).status).toBe(200)
    await requestChanges(asked.id)
    await choose()
    const stale = await correct({ ...asked, version: asked.version + 2 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(stale.body.error).toContain('We requested other changes in the meantime.')
    expect((await correct({ ...asked, version: asked.version + 4 })).status).toBe(200)
  })

  it.each([
    ['approve', 'This invoice was approved in the meantime.'],
    ['reject', 'This invoice was rejected in the meantime.'],
    [undefined, 'This invoice changed in the meantime. Please check it and try again.'],
  ])('is refused after %s, and says why', async (action, error) => {
    const asked = await askFor()
    if (action) await act({ taskId: asked.id, action, message: MESSAGE })
    else await correct(asked)
    const late = await correct(asked)
    expect([late.status, late.body.code, late.body.error]).toEqual([
      409,
      'changed_meanwhile',
      error,
    ])
  })

  it.each([
    ['amount', '0', 'invalid_input'],
    ['dueDate', '2020-01-01', 'invalid_input'],
    ['billId', 'x', 'invalid_input'],
    ['version', 'x', 'invalid_input'],
    ['keepFile', 'maybe', 'invalid_input'],
    ['token', '', 'token_missing'],
    ['captchaToken', '', 'human_check_missing'],
  ])('refuses %s %j', async (field, value, code) => {
    const refused = await correct(await askFor(), { fields: { [field]: value } })
    expect(refused.body).toMatchObject({ code, field })
  })

  it('is compared with other bills, but not with itself', async () => {
    const contractor = await addContractor(desk())
    const taken = await addBill(desk(), contractor, { invoiceNumber: 'T-1', amountCents: 5_000 })
    const asked = await askFor({ file: pdfFile('x.pdf', samplePdf('x')) }, contractor)
    const fields = { invoiceNumber: 't 1', amount: '50' }
    expect((await correct(asked, { fields })).body.code).toBe('bill_exists')
    const similar = { ...fields, amount: '51' }
    expect((await correct(asked, { fields: similar })).body.code).toBe('similar_bill')
    const confirmed = { ...similar, confirmDuplicate: 'true' }
    expect((await correct(asked, { fields: confirmed })).status).toBe(200)
    expect((await fetchTask(asked)).duplicates).toMatchObject([{ id: taken }])
    const { version } = (await requestChanges(asked.id)).body
    // The number is taken under the vendor that staff moved both to, too.
    await query(sql`UPDATE bill SET vendor = 'Moved LLC' WHERE id IN (${taken}, ${asked.id})`)
    expect((await correct({ ...asked, version }, { fields })).body.code).toBe('bill_exists')
    await query(sql`DELETE FROM bill WHERE id = ${taken}`)
    expect((await correct({ ...asked, version }, { fields: similar })).status).toBe(200)
  })
})

it('says nothing about bills of the vendor that staff moved an invoice to', async () => {
  const other = await addContractor(desk())
  const taken = await addBill(desk(), other, { invoiceNumber: 'O-1', amountCents: 5_000 })
  for (const amount of ['50', '51']) {
    const asked = await askFor()
    await query(sql`UPDATE bill SET vendor = ${other.vendor} WHERE id = ${asked.id}`)
    const answer = await correct(asked, { fields: { invoiceNumber: 'O-1', amount } })
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
    const { duplicates } = await fetchTask(asked)
    expect(duplicates).toContainEqual(expect.objectContaining({ id: taken }))
    await query(sql`DELETE FROM bill WHERE id = ${asked.id}`)
  }
})

describe('with a bill in QuickBooks', () => {
  const setUp = async () => {
    const task = await approval.addTask()
    await approval.create(task)
    const refused = await requestChanges(task.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'task_bill_left'])
    expect(refused.body.error).toContain("Requesting changes doesn't remove it.")
    const { body } = await requestChanges(task.id, { billAcknowledged: true })
    expect(body.posting.isToVoid).toBe(true)
    const contractor = { ...OMALLEY, token: await addToken(desk(), OMALLEY.email) }
    return { ...task, contractor, version: body.version as number }
  }
  const listed = async (id: string) => {
    const { body } = await desk().call(listBillsToVoid, { token: company().token })
    return (body.bills as { taskId: string }[]).some(({ taskId }) => taskId === id)
  }

  it('must void it before the corrected one is added', async () => {
    const asked = await setUp()
    expect((await correct(asked, { fields: { amount: '40' } })).status).toBe(200)
    expect([await listed(asked.id), (await fetchTask(asked)).posting.isToVoid]).toEqual([
      true,
      true,
    ])
    const refused = await approval.create({ ...asked, amountCents: 4_000 })
    expect([refused.status, refused.body.code]).toEqual([409, 'task_has_bill'])
    const [bill] = await approval.billsOf(asked)
    await company().write('bill?operation=delete', { Id: bill?.Id, SyncToken: bill?.SyncToken })
    await vi.waitFor(async () => expect(await listed(asked.id)).toBe(false), 20_000)
    const added = await approval.create({ ...asked, amountCents: 4_000 })
    expect([added.status, added.body.bill.amount]).toEqual([200, 40])
  })

  it('must void one that staff added after they requested changes', async () => {
    const task = await approval.addTask()
    const { version } = (await requestChanges(task.id)).body
    await approval.create(task)
    expect(await listed(task.id)).toBe(false)
    const contractor = { ...OMALLEY, token: await addToken(desk(), OMALLEY.email) }
    await correct({ ...task, contractor, version }, { fields: { amount: '41' } })
    expect(await listed(task.id)).toBe(true)
  })

  it('uses it again if neither number nor amount changed', async () => {
    const asked = await setUp()
    await correct(asked, { fields: { amount: '42', dueDate: '2030-03-31' } })
    expect((await approval.create(asked)).body.alreadyExisted).toBe(true)
    expect(await listed(asked.id)).toBe(true)
    await approval.act({ taskId: asked.id, action: 'approve' })
    expect(await listed(asked.id)).toBe(false)
  })

  it('is refused while the bill is being added', async () => {
    const asked = await setUp()
    await query(sql`UPDATE bill_posting SET state = 'unknown', claimed_until = now() + interval '1 minute'
      WHERE task_id = ${asked.id}`)
    const refused = await correct(asked)
    expect([refused.status, refused.body.code]).toEqual([409, 'qbo_bill_in_progress'])
    expect((await requestChanges(asked.id)).status).toBe(409)
  })
})
