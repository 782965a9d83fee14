// Tests that a task gets one complete bill in QuickBooks.
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { taskOf, useBillDesk, WANTED } from '../support/bills.ts'

const accounting = useBillDesk()
const { query, create, find, billsNumbered } = accounting

describe('adding a bill', () => {
  it('creates it with vendor, account, date and amount, and finds it again', async () => {
    const { status, body } = await create()
    const bill = {
      id: expect.any(String),
      invoiceNumber: 'OM-400',
      amount: 123.45,
      currency: 'USD',
      date: '2026-11-02',
      dueDate: '2026-11-02',
      status: 'Unpaid',
    }
    expect([status, body]).toEqual([
      200,
      { bill, alreadyExisted: false, message: 'Bill created in QuickBooks successfully' },
    ])
    const found = await find("o'malley electric", 'OM-400')
    expect(found.body).toEqual({ exists: true, bills: [bill] })
    const [stored] = await billsNumbered('OM-400')
    expect(stored).toMatchObject({
      TotalAmt: 123.45,
      TxnDate: '2026-11-02',
      VendorRef: { name: "O'Malley Electric" },
      PrivateNote: `Invoice Desk, task ${taskOf('task-1')}`,
    })
    const [event] = await query(
      sql`SELECT actor, action FROM audit_event WHERE subject_kind = 'bill' AND subject_id = ${taskOf('task-1')} ORDER BY id DESC LIMIT 1`,
    )
    expect(event).toEqual({ actor: 'sam.staff@harborfinch.example', action: 'bill_posted' })
  })

  it('says that the bill already exists and adds none', async () => {
    const first = await create()
    const again = await create()
    expect([again.status, again.body.alreadyExisted]).toEqual([200, true])
    expect(again.body.message).toBe(
      "This bill is already in QuickBooks, so we didn't add another one.",
    )
    expect(again.body.bill.id).toBe(first.body.bill.id)
    expect(await billsNumbered('OM-400')).toHaveLength(1)
  })

  it('adopts a bill that someone entered by hand', async () => {
    const { body } = await create({ invoiceNumber: 'OM-318', amount: 305 })
    expect(body.alreadyExisted).toBe(true)
    expect(await billsNumbered('OM-318')).toHaveLength(1)
  })

  it('asks before adding one with another amount, and again about a newer one', async () => {
    const request = { invoiceNumber: 'OM-318', amount: 306 }
    const question = await create(request)
    expect([question.status, question.body.code]).toEqual([409, 'qbo_bill_differs'])
    expect(question.body.error).toBe(
      'QuickBooks already has bill OM-318 for $305.00. Add this one for $306.00 as well?',
    )
    expect(question.body.bills).toMatchObject([{ invoiceNumber: 'OM-318', amount: 305 }])
    const ids = (bills: { id: string }[]) => bills.map(({ id }) => id)
    const since = await create({
      ...{ task: 'task-2', invoiceNumber: 'OM-318', amount: 307 },
      similarBillIds: ids(question.body.bills),
    })
    expect(since.status).toBe(200)
    const secondQuestion = await create({ ...request, similarBillIds: ids(question.body.bills) })
    expect([secondQuestion.status, secondQuestion.body.code]).toEqual([409, 'qbo_bill_differs'])
    expect(secondQuestion.body.error).toContain('OM-318 for $305.00 and OM-318 for $307.00')
    const added = await create({ ...request, similarBillIds: ids(secondQuestion.body.bills) })
    expect([added.status, added.body.alreadyExisted]).toEqual([200, false])
    expect((await create(request)).body.bill.id).toBe(added.body.bill.id)
    const amounts = (await billsNumbered('OM-318')).map(({ TotalAmt }) => TotalAmt)
    expect(amounts.toSorted()).toEqual([305, 306, 307])
    const [event] = await query(
      sql`SELECT details FROM audit_event WHERE action = 'bill_posted' ORDER BY id DESC LIMIT 1`,
    )
    expect(event?.details).toMatchObject({ addedBeside: ids(secondQuestion.body.bills) })
  })

  it('adds it again after it was deleted in QuickBooks', async () => {
    const first = await create()
    const [stored] = await billsNumbered('OM-400')
    await accounting.company.write('bill?operation=delete', {
      Id: stored?.Id,
      SyncToken: stored?.SyncToken,
    })
    const again = await create()
    expect([again.status, again.body.alreadyExisted]).toEqual([200, false])
    expect(again.body.bill.id).not.toBe(first.body.bill.id)
    expect(await billsNumbered('OM-400')).toHaveLength(1)
  })

  it('creates one bill from twenty concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await billsNumbered('OM-400')).toHaveLength(1)
  })

  it('keeps an invoice number over 21 characters in the note', async () => {
    const long = 'HARBOR-2026-RENOVATION-PHASE-TWO-0001'
    const { body } = await create({ invoiceNumber: long })
    expect(body.bill.invoiceNumber).toBe(long)
    const [stored] = await billsNumbered(long.slice(0, 21))
    expect(stored?.PrivateNote).toContain(long)
    expect((await find(WANTED.vendorName, long)).body.bills).toHaveLength(1)
    expect((await find(WANTED.vendorName, long.slice(0, 21))).body.exists).toBe(false)
  })

  it('distinguishes two long numbers with the same start', async () => {
    const long = 'HARBOR-2026-RENOVATION-PHASE-TWO-000'
    const one = await create({ invoiceNumber: `${long}1` })
    const two = await create({ task: 'task-2', invoiceNumber: `${long}2` })
    expect([one.status, two.status, two.body.alreadyExisted]).toEqual([200, 200, false])
    expect(two.body.bill.id).not.toBe(one.body.bill.id)
    expect((await find(WANTED.vendorName, `${long}2`)).body.bills).toEqual([two.body.bill])
  })

  it('keeps the due date of an overdue bill', async () => {
    const taskId = taskOf('overdue')
    await query(sql`INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date)
      VALUES (${taskId}, 'jobs@omalley.example', ${WANTED.vendorName}, 'OM-400', 'OM400', 12345, '2026-10-15')`)
    const { status, body } = await create({ taskId })
    expect([status, body.bill.date, body.bill.dueDate]).toEqual([200, WANTED.date, '2026-10-15'])
    expect(await billsNumbered('OM-400')).toMatchObject([{ DueDate: '2026-10-15' }])
    await query(sql`DELETE FROM bill WHERE id = ${taskId}`)
  })

  it('refuses a bill that differs from its task', async () => {
    const taskId = '0b8f6f3e-9a4e-4c0e-8a53-0d6a3d3f1b11'
    await query(sql`INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date)
      VALUES (${taskId}, 'jobs@omalley.example', ${WANTED.vendorName}, 'OM-400', 'OM400', 12345, '2026-12-24')`)
    const altered = await create({ taskId, amount: 999 })
    expect([altered.status, altered.body.code]).toEqual([409, 'changed_meanwhile'])
    const { body } = await create({ taskId })
    expect(body.bill.dueDate).toBe('2026-12-24')
    await query(sql`DELETE FROM bill WHERE id = ${taskId}`)
  })
})

it('attaches the invoice file of the task', async () => {
  const taskId = '4d0a63ff-2f0e-4a3d-9d8a-1f1f6c8a7e22'
  const fileId = '9b1f9d5c-3a43-4f2c-8a55-7b8f0c5c1d33'
  const received = await accounting.company.desk.desk.dependencies.files.receive(
    Readable.from([Buffer.from('%PDF-1.7 sample')]),
  )
  await received.keep(fileId)
  await query(sql`INSERT INTO invoice_file (id, name, type, bytes, sha256)
    VALUES (${fileId}, 'Invoice OM-400.pdf', 'application/pdf', 15, ${received.sha256})`)
  await query(sql`INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date, file_id)
    VALUES (${taskId}, 'jobs@omalley.example', ${WANTED.vendorName}, 'OM-400', 'OM400', 12345, '2026-12-24', ${fileId})`)
  const { body } = await create({ taskId })
  const attached = await vi.waitFor(async () => {
    const { attachables = [] } = await accounting.company.state()
    expect(attachables).toHaveLength(1)
    return attachables[0]
  }, 20_000)
  expect(attached).toMatchObject({
    FileName: 'Invoice OM-400.pdf',
    Size: 15,
    AttachableRef: [{ EntityRef: { type: 'Bill', value: body.bill.id } }],
  })
  await query(sql`DELETE FROM bill WHERE id = ${taskId}`)
})
