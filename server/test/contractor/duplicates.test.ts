// Tests duplicate invoices and repeated requests.

import { storedFiles } from '@invoice-desk/testing/app/stored-files'
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { pdfFile, useIntake } from '../support/intake.ts'

const intake = useIntake()
const { db, billsOf } = intake

describe('a duplicate invoice', () => {
  const NUMBER = { invoiceNumber: 'INV-7', amount: '120.00' }

  it('is refused as a repeat of an open bill, with its date and status', async () => {
    const contractor = await addContractor(intake.desk)
    await addBill(intake.desk, contractor, {
      invoiceNumber: 'Inv 7',
      invoiceNumberKey: 'INV7',
      amountCents: 12_000,
      status: 'approved',
      // The previous evening in the business's time zone.
      submittedAt: new Date('2026-03-05T02:00:00Z'),
    })
    const before = await storedFiles(intake.desk)
    for (const confirmDuplicate of ['false', 'true']) {
      const { status, body } = await submit(intake.desk, contractor, {
        fields: { ...NUMBER, confirmDuplicate },
        file: pdfFile(),
      })
      expect([status, body]).toEqual([
        409,
        {
          error:
            'Invoice Inv 7 for $120.00 was already submitted on Mar 4, 2026. Its status is Approved.',
          code: 'bill_exists',
          field: 'invoiceNumber',
          bills: [
            {
              invoiceNumber: 'Inv 7',
              amount: 120,
              status: 'approved',
              dateCreated: Date.parse('2026-03-05T02:00:00Z'),
              because: 'same_number',
            },
          ],
        },
      ])
    }
    expect(await billsOf(contractor)).toHaveLength(1)
    expect(await storedFiles(intake.desk)).toEqual(before)
  })

  it('is accepted after confirmation when it is only similar, and flagged for staff', async () => {
    const contractor = await addContractor(intake.desk)
    const first = await submit(intake.desk, contractor, { fields: NUMBER, file: pdfFile() })
    const similar = { ...NUMBER, amount: '121.00' }
    const warned = await submit(intake.desk, contractor, { fields: similar })
    expect([warned.status, warned.body.code, warned.body.bills]).toEqual([
      409,
      'similar_bill',
      [expect.objectContaining({ invoiceNumber: 'INV-7', because: 'same_number', amount: 120 })],
    ])
    const confirmed = await submit(intake.desk, contractor, {
      fields: { ...similar, confirmDuplicate: 'true' },
    })
    expect(confirmed.status).toBe(200)
    const row = (await billsOf(contractor)).find(({ id }) => id === confirmed.body.bill.id)
    expect(row?.duplicates).toEqual([{ billId: first.body.bill.id, because: 'same_number' }])
  })

  it('is recognized by its file even with another number', async () => {
    const contractor = await addContractor(intake.desk)
    const content = samplePdf('the same paper')
    await submit(intake.desk, contractor, { file: pdfFile('one.pdf', content) })
    const before = await storedFiles(intake.desk)
    const warned = await submit(intake.desk, contractor, { file: pdfFile('two.pdf', content) })
    expect([warned.status, warned.body.bills[0].because]).toEqual([409, 'same_file'])
    expect(await storedFiles(intake.desk)).toEqual(before)
  })

  it('needs confirmation when the earlier one was paid, and none when it was rejected', async () => {
    const contractor = await addContractor(intake.desk)
    const invoice = { invoiceNumber: 'INV-7', amountCents: 12_000 }
    const id = await addBill(intake.desk, contractor, { ...invoice, status: 'rejected' })
    const again = await submit(intake.desk, contractor, { fields: NUMBER })
    expect(again.status).toBe(200)
    const row = (await billsOf(contractor)).find((each) => each.id === again.body.bill.id)
    expect(row?.duplicates).toEqual([{ billId: id, because: 'same_number' }])
    const other = await addContractor(intake.desk)
    await addBill(intake.desk, other, { ...invoice, status: 'paid' })
    expect((await submit(intake.desk, other, { fields: NUMBER })).body.code).toBe('similar_bill')
  })

  it('is flagged only for staff when another vendor sent the same file', async () => {
    const content = samplePdf('passed around')
    const first = await submit(intake.desk, await addContractor(intake.desk), {
      file: pdfFile('a.pdf', content),
    })
    const contractor = await addContractor(intake.desk)
    const { status, body } = await submit(intake.desk, contractor, {
      file: pdfFile('b.pdf', content),
    })
    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('same_file')])
    expect((await billsOf(contractor))[0]?.duplicates).toEqual([
      { billId: first.body.bill.id, because: 'same_file' },
    ])
  })

  it('is not one if only another vendor used the same number', async () => {
    await submit(intake.desk, await addContractor(intake.desk), { fields: NUMBER })
    const contractor = await addContractor(intake.desk)
    expect((await submit(intake.desk, contractor, { fields: NUMBER })).status).toBe(200)
    expect((await billsOf(contractor))[0]?.duplicates).toEqual([])
  })
})

describe('a double click', () => {
  it('creates one bill, and both requests return it', async () => {
    const contractor = await addContractor(intake.desk)
    const options = { fields: { invoiceNumber: 'D-1' }, file: pdfFile(), key: crypto.randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => submit(intake.desk, contractor, options)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.bill.id)).size).toBe(1)
    const [row, ...more] = await billsOf(contractor)
    expect(more).toEqual([])
    const { rows } = await db().execute(sql`SELECT id FROM invoice_file WHERE id = ${row?.fileId}`)
    expect(rows).toHaveLength(1)
  })

  it('without a key creates one bill, and refuses the second request with the reason', async () => {
    const contractor = await addContractor(intake.desk)
    const before = (await storedFiles(intake.desk)).length
    const options = { fields: { invoiceNumber: 'D-2' }, file: pdfFile('x.pdf', samplePdf('D-2')) }
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => submit(intake.desk, contractor, options)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await billsOf(contractor)).toHaveLength(1)
    expect(await storedFiles(intake.desk)).toHaveLength(before + 1)
  })

  it("can't change what was submitted", async () => {
    const contractor = await addContractor(intake.desk)
    const key = crypto.randomUUID()
    await submit(intake.desk, contractor, { fields: { invoiceNumber: 'D-3' }, key })
    const changed = await submit(intake.desk, contractor, {
      fields: { invoiceNumber: 'D-3', amount: '9.99' },
      key,
    })
    expect([changed.status, changed.body.code]).toEqual([409, 'submission_key_reused'])
    const other = await addContractor(intake.desk)
    expect((await submit(intake.desk, other, { key })).status).toBe(200)
    expect((await submit(intake.desk, other, { key: 'short' })).status).toBe(400)
  })
})
