// Tests changing and withdrawing an invoice that isn't decided.
import { randomUUID } from 'node:crypto'
import { listBillsToVoid } from '@invoice-desk/contract/accounting/accounting'
import { withdrawInvoice } from '@invoice-desk/contract/contractor/submission'
import {
  addContractor,
  addToken,
  type Contractor,
} from '@invoice-desk/testing/contractor/contractors'
import { resubmit, submit } from '@invoice-desk/testing/contractor/submit'
import { STAFF } from '@invoice-desk/testing/people'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { OMALLEY } from '../support/approval.ts'
import { useCorrections } from '../support/corrections.ts'
import { pdfFile } from '../support/intake.ts'

const { approval, desk, askFor } = useCorrections()
const { company, act, fetchTask, query } = approval

const submitted = async (person?: Contractor) => {
  const contractor = person ?? (await addContractor(desk()))
  const { body } = await submit(desk(), contractor, { fields: { amount: '120' } })
  const { id, version, invoiceNumber } = body.bill
  return { contractor, id, version, invoiceNumber }
}
type Submitted = Awaited<ReturnType<typeof submitted>>

const withdraw = ({ contractor: { token }, id: billId, version }: Submitted) =>
  desk().call(withdrawInvoice, { token, body: { billId, version } })

const edit = ({ contractor, id, version, invoiceNumber }: Submitted, fields: object = {}) =>
  resubmit(desk(), contractor, {
    fields: { billId: id, version: String(version), amount: '120', invoiceNumber, ...fields },
  })

const decide = ({ id }: Submitted, action: string) => act({ taskId: id, action, message: 'No' })

describe('an undecided invoice', () => {
  it('can be changed by its sender, and approvers see what changed and start over', async () => {
    const bill = await submitted()
    const { status, body } = await edit(bill, { amount: '95' })
    expect([status, body.bill.amount, body.bill.status]).toEqual([200, 95, 'received'])
    expect((await fetchTask(bill)).details).toMatchObject({
      amount: '$95.00',
      changed: { amount: '$120.00' },
    })
    const stale = await act({ taskId: bill.id, action: 'approve', version: bill.version })
    expect(stale.body.code).toBe('changed_meanwhile')
  })

  it('shows approvers everything that changed since it was submitted', async () => {
    const bill = await submitted()
    const second = (await edit(bill, { amount: '95' })).body.bill
    const third = (await edit({ ...bill, ...second }, { amount: '95', dueDate: '2030-03-01' })).body
    const changed = async () => (await fetchTask(bill)).details.changed
    expect(await changed()).toEqual({ amount: '$120.00', dueDate: '2030-01-31' })
    await edit({ ...bill, ...third.bill }, { amount: '120', dueDate: '2030-03-01' })
    expect(await changed()).toEqual({ dueDate: '2030-01-31' })
  })

  it('can be changed after staff chose another vendor, and with a due date that has passed', async () => {
    const bill = await submitted()
    await act({ taskId: bill.id, action: 'update_vendor', vendor: OMALLEY.vendor })
    await query(sql`UPDATE bill SET due_date = '2026-01-31' WHERE id = ${bill.id}`)
    expect((await edit(bill, { amount: '95', dueDate: '2026-01-31' })).status).toBe(200)
    const late = await edit({ ...bill, version: 99 }, { amount: '96', dueDate: '2026-01-30' })
    expect([late.status, late.body.field]).toEqual([400, 'dueDate'])
  })

  it('is what a repeated submission returns, also after it was changed', async () => {
    const [contractor, key] = [await addContractor(desk()), randomUUID()]
    const sent = { fields: { amount: '120', invoiceNumber: 'R-1' }, key }
    const { id, version } = (await submit(desk(), contractor, sent)).body.bill
    await edit({ contractor, id, version, invoiceNumber: 'R-1' }, { amount: '95' })
    const { body } = await submit(desk(), contractor, sent)
    expect(body.bill).toMatchObject({ id, amount: 95 })
  })

  it('stays as it is if nothing was changed', async () => {
    const bill = await submitted()
    expect((await edit(bill)).body.bill.version).toBe(bill.version)
    expect((await fetchTask(bill)).details.changed).toBeUndefined()
  })

  it('can be withdrawn, which ends it', async () => {
    const bill = await submitted()
    const { body } = await withdraw(bill)
    expect(body.bill).toMatchObject({ status: 'withdrawn', isEditable: false })
    expect((await withdraw(bill)).status).toBe(200)
    const task = await fetchTask(bill)
    expect([task.status.name, task.actions]).toEqual(['withdrawn', []])
    expect(task.history[0]).toMatchObject({
      action: 'bill_withdrawn',
      actor: bill.contractor.email,
    })
    expect((await decide(bill, 'approve')).body.error).toBe('This invoice is already withdrawn.')
    expect((await edit(bill, { amount: '1' })).body.error).toBe('This invoice was withdrawn.')
    const again = await submit(desk(), bill.contractor, {
      fields: { amount: '120', invoiceNumber: bill.invoiceNumber },
    })
    expect(again.status).toBe(200)
  })

  it('can be withdrawn after staff requested changes', async () => {
    const asked = await askFor({ file: pdfFile() })
    expect((await withdraw(asked)).body.bill.status).toBe('withdrawn')
  })
})

describe('is refused', () => {
  it.each(['approve', 'reject'])('after staff decided (%s)', async (action) => {
    const bill = await submitted()
    await decide(bill, action)
    for (const { status, body } of [await withdraw(bill), await edit(bill, { amount: '1' })])
      expect([status, body.code]).toEqual([409, 'changed_meanwhile'])
    expect((await fetchTask(bill)).status.name).not.toBe('withdrawn')
  })

  it('to colleagues and strangers', async () => {
    const bill = await submitted()
    const colleague = await addContractor(desk(), bill.contractor.vendor)
    for (const contractor of [colleague, await addContractor(desk())])
      expect((await withdraw({ ...bill, contractor })).body.code).toBe('bill_unknown')
  })

  it('if it was changed in another tab', async () => {
    const bill = await submitted()
    await edit(bill, { amount: '95' })
    for (const { body } of [await withdraw(bill), await edit(bill, { amount: '1' })])
      expect(body.error).toBe(
        'This invoice changed in the meantime. Please check it and try again.',
      )
  })
})

it('the bill of a withdrawn invoice in QuickBooks must be voided', async () => {
  const contractor = { ...OMALLEY, token: await addToken(desk(), OMALLEY.email) }
  const bill = await submitted(contractor)
  const task = { ...bill, amountCents: 12_000 }
  await approval.create(task)
  expect((await withdraw(bill)).status).toBe(200)
  const { body } = await desk().call(listBillsToVoid, { token: company().token })
  expect(body.bills).toMatchObject([{ taskId: bill.id }])
  const subject = `Void bill ${bill.invoiceNumber} from ${OMALLEY.vendor} in QuickBooks`
  const { text } = await waitForMail(desk(), STAFF, subject)
  expect(text).toContain('The contractor withdrew the invoice')
  expect((await approval.create(task)).body.error).toBe('The contractor withdrew this invoice.')
})
