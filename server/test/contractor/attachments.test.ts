// Tests invoices with several files: the invoice first, then what belongs to it.
import { randomUUID } from 'node:crypto'
import { listVendorBills } from '@invoice-desk/contract/contractor/contractor'
import { FILE_BYTES_MAX, FILES_MAX } from '@invoice-desk/contract/values/limits'
import { storedFiles } from '@invoice-desk/testing/app/stored-files'
import {
  addContractor,
  addToken,
  type Contractor,
} from '@invoice-desk/testing/contractor/contractors'
import { samplePdf, samplePng } from '@invoice-desk/testing/contractor/sample-files'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { createAttachFiles } from '../../src/features/posting/attach-files.ts'
import { OMALLEY } from '../support/approval.ts'
import { useCorrections } from '../support/corrections.ts'
import { pdfFile } from '../support/intake.ts'

const { approval, desk, askFor, correct } = useCorrections()
const { company, query, act, fetchTask } = approval

const receipt = (text: string) => pdfFile('receipt.pdf', samplePdf(text))
const photo = { name: 'photo.png', content: samplePng }
const THREE = { file: pdfFile(), attachments: [photo, receipt('one')] }

const documentsOf = async (id: string) =>
  (await fetchTask({ id })).details.documents.map(({ name }: { name: string }) => name)

/** The ids of the files of a bill that staff turned down. */
const fileIdsOf = async ({ token, vendor: vendorName }: Contractor, billId: string) => {
  const { body } = await desk().call(listVendorBills, { token, body: { vendorName, billId } })
  return (body.bills[0]?.files ?? []).map(({ id }: { id: string }) => id)
}

const rejected = async (contractor: Contractor) => {
  const { body } = await submit(desk(), contractor, THREE)
  await act({ taskId: body.bill.id, action: 'reject', message: 'No' })
  return body.bill
}

it('an invoice with several files shows all of them to both sides', async () => {
  const contractor = await addContractor(desk())
  const { status, body } = await submit(desk(), contractor, THREE)
  expect(status).toBe(200)
  expect(await documentsOf(body.bill.id)).toEqual(['invoice.pdf', 'photo.png', 'receipt.pdf'])
  const { token, vendor: vendorName } = contractor
  const list = await desk().call(listVendorBills, { token, body: { vendorName } })
  const [listed] = list.body.bills
  expect(listed.files).toMatchObject([
    { name: 'invoice.pdf', bytes: samplePdf().length },
    { name: 'photo.png' },
    { name: 'receipt.pdf' },
  ])
  expect(listed.custom_fields).toHaveLength(1)
  const served = await fetch(listed.files[1].url)
  expect(Buffer.from(await served.arrayBuffer()).equals(samplePng)).toBe(true)
})

it('an invoice that was sent before is noticed as an attachment too', async () => {
  const contractor = await addContractor(desk())
  const invoice = pdfFile('invoice.pdf', samplePdf('seen before'))
  await submit(desk(), contractor, { file: invoice })
  const again = { file: photo, attachments: [invoice] }
  expect((await submit(desk(), contractor, again)).body.code).toBe('similar_bill')
})

it('all files are attached to the bill in QuickBooks once, also if the job runs again', async () => {
  const contractor = { ...OMALLEY, token: await addToken(desk(), OMALLEY.email) }
  const attachments = [receipt('one'), receipt('two')]
  const fields = { amount: '42', invoiceNumber: 'A-3' }
  const { body } = await submit(desk(), contractor, { fields, file: pdfFile(), attachments })
  const { id, invoiceNumber } = body.bill
  await approval.create({ id, invoiceNumber, amountCents: 4_200 })
  const isAttached = async () =>
    (await query(sql`SELECT attached_at FROM bill_posting WHERE task_id = ${id}`))[0]?.attached_at
  await vi.waitFor(async () => expect(await isAttached()).toBeTruthy(), 20_000)
  const attached = async () => (await company().state()).attachables ?? []
  const names = (await attached()).map(({ FileName }) => FileName)
  expect(names).toEqual([
    'invoice.pdf',
    'receipt.pdf',
    expect.stringMatching(/^receipt \([\da-f]{8}\)\.pdf$/),
  ])
  await query(sql`UPDATE bill_posting SET attached_at = NULL WHERE task_id = ${id}`)
  await createAttachFiles(approval.dependencies())(id)
  expect(await isAttached()).toBeTruthy()
  expect(await attached()).toHaveLength(3)
})

describe('a refused form leaves nothing behind', () => {
  const half = samplePdf('half', FILE_BYTES_MAX / 2 + 1)
  it.each([
    [
      'more than 10 MB together',
      { file: pdfFile('a.pdf', half), attachments: [pdfFile('b.pdf', half)] },
      [413, 'Together, your files must be less than 10MB.'],
    ],
    [
      'too many files',
      { file: photo, attachments: Array.from({ length: FILES_MAX }, () => photo) },
      [400, `You can attach at most ${FILES_MAX} files.`],
    ],
    [
      'one wrong file',
      { file: photo, attachments: [{ name: 'a.pdf', content: 'MZ' }] },
      [400, "This isn't a PDF, PNG or JPEG file. Choose another one."],
    ],
  ])('%s', async (_name, options, [code, text]) => {
    const before = await storedFiles(desk())
    const { status, body } = await submit(desk(), await addContractor(desk()), options)
    expect([status, body.error, body.field]).toEqual([code, text, 'file'])
    expect(await storedFiles(desk())).toEqual(before)
  })

  it.each([
    ['new,new', 'files'],
    ['', 'files'],
    [Array.from({ length: FILES_MAX + 1 }, () => 'new').join(), 'files'],
    ['new,../etc', 'files'],
    [`new,${randomUUID()}`, 'file'],
  ])('the list %j', async (files, field) => {
    const before = await storedFiles(desk())
    const contractor = await addContractor(desk())
    const { status, body } = await submit(desk(), contractor, { fields: { files }, file: photo })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body.field).toBe(field)
    expect(await storedFiles(desk())).toEqual(before)
  })
})

describe('the files of an earlier bill', () => {
  it('can be sent again in any order with new ones, without uploading them', async () => {
    const contractor = await addContractor(desk())
    const ids = await fileIdsOf(contractor, (await rejected(contractor)).id)
    expect(ids).toHaveLength(3)
    const twice = await submit(desk(), contractor, { fields: { files: [ids[0], ids[0]].join() } })
    expect([twice.status, twice.body.field]).toEqual([400, 'files'])
    const fields = { files: [ids[2], 'new', ids[0]].join() }
    const { body } = await submit(desk(), contractor, { fields, file: photo })
    expect(await documentsOf(body.bill.id)).toEqual(['receipt.pdf', 'photo.png', 'invoice.pdf'])
  })

  it('are refused to other vendors', async () => {
    const contractor = await addContractor(desk())
    const ids = await fileIdsOf(contractor, (await rejected(contractor)).id)
    const stranger = await addContractor(desk())
    const { status, body } = await submit(desk(), stranger, { fields: { files: ids.join() } })
    expect([status, body.code]).toEqual([404, 'file_gone'])
  })

  it('count toward the limit of 10 MB', async () => {
    const most = pdfFile('most.pdf', samplePdf('most', FILE_BYTES_MAX - 100))
    const asked = await askFor({ file: most })
    const [id] = await fileIdsOf(asked.contractor, asked.id)
    const fields = { files: `new,${id}` }
    const { status, body } = await correct(asked, { fields, file: receipt('too much') })
    expect([status, body.field]).toEqual([413, 'file'])
  })
})

describe('a correction', () => {
  it('keeps all files by default, and can make another one the invoice', async () => {
    const asked = await askFor(THREE)
    const ids = await fileIdsOf(asked.contractor, asked.id)
    await correct(asked)
    expect(await documentsOf(asked.id)).toHaveLength(3)
    expect((await fetchTask(asked)).details.changed?.file).toBeUndefined()
    const { body } = await act({ taskId: asked.id, action: 'request_changes', message: 'Again' })
    const fields = { files: [ids[2], ids[1]].join() }
    await correct({ ...asked, version: body.version }, { fields })
    expect(await documentsOf(asked.id)).toEqual(['receipt.pdf', 'photo.png'])
    expect((await fetchTask(asked)).details.changed?.file).toBe(true)
  })

  it('with the same key is repeated only with the same files', async () => {
    const contractor = await addContractor(desk())
    const key = randomUUID()
    const fields = { invoiceNumber: 'K-1' }
    const first = await submit(desk(), contractor, { ...THREE, fields, key })
    const again = await submit(desk(), contractor, { ...THREE, fields, key })
    expect(again.body.bill.id).toBe(first.body.bill.id)
    const other = { file: THREE.file, attachments: [photo] }
    const refused = await submit(desk(), contractor, { ...other, fields, key })
    expect(refused.body.code).toBe('submission_key_reused')
  })
})
