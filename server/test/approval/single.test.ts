// The way of a business with a single account: from its first mapping to a bill in QuickBooks, and what a second person changes.
import { createQboBill } from '@invoice-desk/contract/accounting/accounting'
import { approveInvoice } from '@invoice-desk/contract/approval/approval'
import { addAccount } from '@invoice-desk/contract/identity/accounts'
import { addVendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { addToken } from '@invoice-desk/testing/contractor/contractors'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { STAFF } from '@invoice-desk/testing/people'
import { openCompany } from '@invoice-desk/testing/quickbooks/company'
import { expect, it } from 'vitest'
import { FAY } from '../support/approval-rules.ts'

const OWNER = STAFF
const CONTRACTOR = { email: 'first@vendor.example', vendor: 'Kestrel Courier' }
const ACCOUNT = 'Office Expenses:Postage & Courier'

it('adds its first bill alone, which the history says, and the next one with a second person', async () => {
  await using company = await openCompany({ ADMIN_EMAILS: OWNER, STAFF_EMAILS: '' })
  await company.startOver()
  const { desk, token } = company
  const mapping = { ...CONTRACTOR, qbBillAccount: ACCOUNT }
  expect((await desk.call(addVendorMapping, { token, body: mapping })).status).toBe(200)
  const contractor = { ...CONTRACTOR, token: await addToken(desk, CONTRACTOR.email) }

  const send = async (invoiceNumber: string) => {
    const { body } = await submit(desk, contractor, { fields: { invoiceNumber, amount: '125.00' } })
    return String(body.bill.id)
  }
  const act = (taskId: string, action: string) =>
    desk.call(approveInvoice, { token, body: { taskId, action } })
  const addBill = (taskId: string, invoiceNumber: string) =>
    desk.call(createQboBill, {
      token,
      body: {
        ...{ taskId, vendorName: CONTRACTOR.vendor, invoiceNumber, amount: 125 },
        ...{ date: '2026-11-02', qbBillAccount: ACCOUNT },
      },
    })

  const first = await send('FIRST-1')
  expect((await act(first, 'fetch')).body.approval).toMatchObject({ needed: 1, isLast: true })
  expect((await addBill(first, 'FIRST-1')).status).toBe(200)
  const { body } = await act(first, 'approve')
  expect(body.status.name).toBe('approved')
  expect(body.history.find(({ action }: { action: string }) => action === 'bill_approved')).toEqual(
    expect.objectContaining({ actor: OWNER, reason: expect.stringContaining('no one else can') }),
  )

  const account = { email: FAY, name: 'Fay Fewer', tools: ['approve_invoice'] }
  await desk.call(addAccount, { token, body: account })
  const second = await send('SECOND-1')
  expect((await addBill(second, 'SECOND-1')).body.code).toBe('approval_refused')
  expect((await act(second, 'approve')).body.approval).toMatchObject({
    waiting: [{ because: 'mapping', people: [{ email: FAY }] }],
  })
})
