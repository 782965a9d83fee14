// Tests the timeline of a contractor's bill, and the email about its payment.
import { readBillTimeline } from '@invoice-desk/contract/bills/bill-timeline'
import {
  addContractor,
  addToken,
  type Contractor,
} from '@invoice-desk/testing/contractor/contractors'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { OMALLEY } from '../support/approval.ts'
import { useCorrections } from '../support/corrections.ts'

const { approval, desk, askFor, correct } = useCorrections()
const { company, act, query } = approval

const timelineOf = ({ token }: Contractor, billId: string) =>
  desk().call(readBillTimeline, { token, query: { billId } })

const stepsOf = async (contractor: Contractor, billId: string) =>
  (await timelineOf(contractor, billId)).body.steps.map(({ step }: { step: string }) => step)

it('shows each step once, with what staff said and how it was paid', async () => {
  const asked = await askFor()
  const { contractor, id } = asked
  await correct(asked)
  await vi.waitFor(async () => {
    expect((await stepsOf(contractor, id)).at(-1)).toBe('sent_for_approval')
  }, 20_000)
  await act({ taskId: id, action: 'approve' })
  const paid = { action: 'mark_paid', paidDate: '2026-11-02', reference: 'Check 1042' }
  await act({ taskId: id, ...paid, note: 'Only for staff' })
  const { body } = await timelineOf(contractor, id)
  const steps = body.steps.map(({ step }: { step: string }) => step)
  expect(steps.filter((step: string) => step !== 'sent_for_approval')).toEqual([
    ...['received', 'changes_requested', 'corrected', 'approved', 'paid'],
  ])
  expect(body.steps).toContainEqual(
    expect.objectContaining({ step: 'changes_requested', text: 'Please add the PO number' }),
  )
  expect(body.payment).toEqual({ date: '2026-11-02', reference: 'Check 1042' })
  expect(JSON.stringify(body)).not.toContain('Only for staff')
  const mail = await waitForMail(desk(), contractor.email, `Invoice ${asked.invoiceNumber} paid`)
  expect(mail.text).toContain('Reference: Check 1042')
  expect(mail.text).toContain('Payment date: Nov 2, 2026')
  expect(mail.text).not.toContain('Only for staff')
})

it('is hidden from others', async () => {
  const { id } = await askFor()
  const { status, body } = await timelineOf(await addContractor(desk()), id)
  expect([status, body.code]).toEqual([404, 'bill_unknown'])
})

it('one payment of several bills in QuickBooks is one email with its date and number', async () => {
  const contractor = { ...OMALLEY, token: await addToken(desk(), OMALLEY.email) }
  const tasks = []
  for (const [place, amountCents] of [4_000, 5_000].entries()) {
    const fields = { amount: String(amountCents / 100), invoiceNumber: `PAID-${place}` }
    const { body } = await submit(desk(), contractor, { fields })
    const task = { id: body.bill.id, invoiceNumber: body.bill.invoiceNumber, amountCents }
    await approval.create(task)
    await act({ taskId: task.id, action: 'approve' })
    tasks.push(task)
  }
  // With webhooks, and while the copy is filled, each bill may be read on its own.
  await company().throwSwitch('webhooks', { mode: 'off' })
  await company().refreshCopy()
  const { bills: all = [], accounts = [] } = await company().state()
  const bills = all.filter(({ DocNumber }) => String(DocNumber).startsWith('PAID-'))
  const bank = accounts.find(({ Name }) => Name === 'Checking')
  await company().write('billpayment', {
    VendorRef: bills[0]?.VendorRef,
    PayType: 'Check',
    TxnDate: '2026-11-09',
    DocNumber: '2071',
    TotalAmt: 90,
    CheckPayment: { BankAccountRef: { value: bank?.Id } },
    Line: bills.map(({ Id, TotalAmt }) => ({
      Amount: TotalAmt,
      LinkedTxn: [{ TxnId: Id, TxnType: 'Bill' }],
    })),
  })
  await company().refreshCopy()
  const mail = await waitForMail(desk(), OMALLEY.email, '2 invoices paid: $90.00')
  expect(mail.text).toContain('Payment date: Nov 9, 2026')
  expect(mail.text).toContain('Reference: 2071')
  expect(mail.text).toContain('Invoice PAID-0: $40.00')
  const { body } = await timelineOf(contractor, tasks[1]?.id ?? '')
  expect(body.payment).toEqual({ date: '2026-11-09', reference: '2071' })
  const paid = sql`SELECT 1 FROM bill WHERE status = 'paid' AND email = ${OMALLEY.email}`
  expect(await query(paid)).toHaveLength(2)
})
