// Tests what the app reads in the document of an invoice, and the approval rule about an amount that isn't in it.
import { randomUUID } from 'node:crypto'
import { listPendingInvoices } from '@invoice-desk/contract/approval/approval'
import { previewApprovalRule } from '@invoice-desk/contract/approval/rules'
import { addToken } from '@invoice-desk/testing/contractor/contractors'
import { samplePng } from '@invoice-desk/testing/contractor/sample-files'
import { resubmit, submit } from '@invoice-desk/testing/contractor/submit'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createApproverNotice } from '../../src/features/approval/approver-notice.ts'
import { FAY, OMALLEY, rule, useApprovalRules } from '../support/approval-rules.ts'
import { textPdf } from '../support/pdfs.ts'

const { company, call, saveRules, act } = useApprovalRules()

const CONDITIONS = {
  vendors: [],
  isNewSubmitter: false,
  isDuplicate: false,
  differsFromDocument: true,
}
/** What a correction doesn't have. */
const CORRECTION = { email: undefined, vendorName: undefined }
const NAME = 'Another amount'
beforeEach(() =>
  saveRules([rule({ name: NAME, conditions: CONDITIONS, steps: [{ people: [FAY], needed: 1 }] })]),
)

const query = (statement: ReturnType<typeof sql>) =>
  company().desk.desk.dependencies.database.db.execute(statement)

const contractor = async () => ({
  ...OMALLEY,
  token: await addToken(company().desk, OMALLEY.email),
})

/** Submits an invoice for $2,500.00 and waits until the approvers have been emailed. */
const submitWith = async (content: Buffer, name = 'invoice.pdf') => {
  const fields = { amount: '2500', invoiceNumber: randomUUID() }
  const { status, body } = await submit(company().desk, await contractor(), {
    fields,
    file: { name, content },
  })
  expect(status).toBe(200)
  const { id } = body.bill
  await untilSent(id)
  return { id, ...fields }
}

const fetchTask = async (id: string) => (await act(STAFF, id, 'fetch')).body

const untilSent = (id: string) =>
  vi.waitFor(async () => expect((await fetchTask(id)).status.name).toBe('sent for approval'), {
    timeout: 40_000,
    interval: 100,
  })

const countMails = async (email: string, invoiceNumber: string) =>
  (await mailsTo(company().desk, email)).filter(({ subject }) => subject.includes(invoiceNumber))
    .length

describe('an amount that is not in the document', () => {
  it('needs the approval of those whom the rule names, and they are emailed', async () => {
    const { id, invoiceNumber } = await submitWith(await textPdf(['Invoice 7', 'Total $250.00']))
    await waitForMail(company().desk, FAY, invoiceNumber)
    expect(await countMails(STAFF, invoiceNumber)).toBe(0)
    expect(await fetchTask(id)).toMatchObject({
      approval: { rule: NAME },
      details: { amountDiffers: true },
    })
    expect((await act(STAFF, id)).body.code).toBe('approval_refused')
    expect((await act(FAY, id)).body.status.name).toBe('approved')
  })

  it('shows in the pending list and in the preview of a rule', async () => {
    const differs = await submitWith(await textPdf(['Total $250.00']))
    const same = await submitWith(await textPdf(['Total $2,500.00']))
    const { body: list } = await call(listPendingInvoices, STAFF)
    const approvalOf = (id: string) =>
      list.invoices.find((invoice: { id: string }) => invoice.id === id).approval
    expect(approvalOf(differs.id)).toMatchObject({ isYours: false })
    expect(approvalOf(same.id)).toBeUndefined()
    const body = { id: randomUUID(), conditions: CONDITIONS, position: 0 }
    const preview = await call(previewApprovalRule, ADMIN, { body })
    const ids = preview.body.invoices.map(({ id }: { id: string }) => id)
    expect(ids).toContain(differs.id)
    expect(ids).not.toContain(same.id)
  })

  it('is compared again after a correction with another file', async () => {
    const { id } = await submitWith(await textPdf(['Total $2,500.00']))
    expect((await fetchTask(id)).details.amountDiffers).toBeUndefined()
    const message = 'Please attach the right file.'
    const { version } = (await act(STAFF, id, 'request_changes', { message })).body
    const invoiceNumber = randomUUID()
    const fields = { billId: id, version: String(version), amount: '2500', invoiceNumber }
    const corrected = await resubmit(company().desk, await contractor(), {
      fields: { ...CORRECTION, ...fields },
      file: { name: 'b.pdf', content: await textPdf(['Total $2,600.00']) },
    })
    expect(corrected.status).toBe(200)
    await waitForMail(company().desk, FAY, invoiceNumber)
    expect((await fetchTask(id)).details.amountDiffers).toBe(true)
  })
})

describe('an amount that is in the document', () => {
  it('needs no approval by the rule', async () => {
    const { id, invoiceNumber } = await submitWith(await textPdf(['Total', '2.500,00']))
    await waitForMail(company().desk, STAFF, invoiceNumber)
    const task = await fetchTask(id)
    expect([task.approval.rule, task.details.amountDiffers]).toEqual([undefined, undefined])
    expect((await act(STAFF, id)).body.status.name).toBe('approved')
  })
})

describe('the fields of an invoice', () => {
  const LINES = [
    'Invoice number: INV 2026-18',
    'Invoice date: Nov 3, 2026',
    'Due date: Dec 3, 2026',
  ]
  const AGREES = { result: 'agrees' }
  const checkOf = async (id: string) => (await fetchTask(id)).details.documentCheck

  it('are compared with its document, also after a correction that keeps the file', async () => {
    const { id } = await submitWith(await textPdf([...LINES, 'Total due $250.00']))
    expect(await checkOf(id)).toEqual({
      invoiceNumber: { result: 'differs', found: 'INV 2026-18' },
      amount: { result: 'differs', found: '$250.00' },
      dueDate: { result: 'differs', found: '2026-12-03' },
    })
    const message = 'Please correct all of it.'
    const { version } = (await act(STAFF, id, 'request_changes', { message })).body
    const fields = { invoiceNumber: 'inv-2026/18', amount: '250', dueDate: '2026-12-03' }
    const corrected = await resubmit(company().desk, await contractor(), {
      fields: { ...CORRECTION, ...fields, billId: id, version: String(version) },
      file: undefined,
    })
    expect(corrected.status).toBe(200)
    expect(await checkOf(id)).toEqual({ invoiceNumber: AGREES, amount: AGREES, dueDate: AGREES })
  })

  it('may be missing from it', async () => {
    const { id } = await submitWith(await textPdf(['Total $2,500.00']))
    const absent = { result: 'absent' }
    expect(await checkOf(id)).toEqual({ invoiceNumber: absent, amount: AGREES, dueDate: absent })
  })

  it('are read by the sweep if only the amounts were, unless the invoice is decided', async () => {
    const ids: string[] = []
    for (const amount of ['$2,500.00', '$2,500.00'])
      ids.push((await submitWith(await textPdf([...LINES, `Total due ${amount}`]))).id)
    const [waiting = '', decided = ''] = ids
    expect((await act(STAFF, decided)).body.status.name).toBe('approved')
    await query(sql`UPDATE invoice_file SET found = NULL
                    WHERE id IN (SELECT file_id FROM bill WHERE id IN (${waiting}, ${decided}))`)
    expect(await checkOf(waiting)).toBeUndefined()
    await createApproverNotice(company().desk.desk.dependencies).readMissed()
    expect((await checkOf(waiting)).amount).toMatchObject(AGREES)
    expect(await checkOf(decided)).toBeUndefined()
  })
})

describe('a document that has not been read', () => {
  it('counts as different until the sweep reads it, which tells those who can approve it now', async () => {
    const { id, invoiceNumber } = await submitWith(await textPdf(['Total $2,500.00']))
    await query(sql`UPDATE invoice_file SET amounts = NULL, created_at = now() - interval '1 day'
                    WHERE id = (SELECT file_id FROM bill WHERE id = ${id})`)
    expect((await fetchTask(id)).details.amountDiffers).toBeUndefined()
    const { dependencies } = company().desk.desk
    const files = { ...dependencies.files, open: async () => undefined }
    await createApproverNotice({ ...dependencies, files }).readMissed()
    expect((await act(STAFF, id)).body.code).toBe('approval_refused')
    await createApproverNotice(dependencies).readMissed()
    await expect.poll(() => countMails(STAFF, invoiceNumber)).toBe(2)
    expect(await countMails(FAY, invoiceNumber)).toBe(1)
    expect((await act(STAFF, id)).body.status.name).toBe('approved')
  })
})

describe('a document that cannot be compared', () => {
  it.each([
    ['an image', samplePng, 'a.png'],
    ['a broken PDF', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog'), 'a.pdf'],
    ['a PDF without numbers', textPdf(['See the attached file.']), 'a.pdf'],
  ])('%s says nothing, and the rule does not apply', async (_name, content, name) => {
    const { id } = await submitWith(await content, name)
    const { approval, details } = await fetchTask(id)
    expect([approval.rule, details.amountDiffers]).toEqual([undefined, undefined])
    expect(details.documentCheck).toBeUndefined()
  })
})
