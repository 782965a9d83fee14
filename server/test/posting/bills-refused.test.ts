// Tests which bills are refused, and that unusual invoice numbers are accepted unchanged.
import { describe, expect, it } from 'vitest'
import { useBillDesk, WANTED } from '../support/bills.ts'

const accounting = useBillDesk()
const { create, find, billsNumbered, postingOf } = accounting

describe('bad input', () => {
  it.each([0, -1, 0.001, 12.345, 1e21, Number.MAX_SAFE_INTEGER, '12', null])(
    'refuses the amount %s',
    async (amount) => {
      const { status, body } = await create({ amount })
      expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'amount'])
      expect(await postingOf('task-1')).toBeUndefined()
    },
  )

  it.each(['2026-02-30', '02/11/2026', '', '2026-11-02T00:00:00Z'])(
    'refuses the date %s',
    async (date) => {
      const { status, body } = await create({ date })
      expect([status, body.field]).toEqual([400, 'date'])
    },
  )

  it("refuses a vendor that isn't in QuickBooks", async () => {
    const { status, body } = await create({ vendorName: "Nobody' OR Id > '0" })
    expect([status, body.code, body.field]).toEqual([404, 'qbo_vendor_unknown', 'vendorName'])
    const found = await find('Nobody', 'X')
    expect(found.body).toEqual({
      exists: false,
      bills: [],
      reason: 'Vendor not found in QuickBooks',
    })
  })

  it('refuses a vendor with another currency', async () => {
    const vendorName = 'Papierhaus Nord'
    await accounting.company.write('vendor', {
      DisplayName: vendorName,
      CurrencyRef: { value: 'EUR' },
    })
    const { status, body } = await create({ vendorName })
    expect([status, body.code, body.field]).toEqual([409, 'qbo_vendor_currency', 'vendorName'])
    expect(body.error).toContain('Papierhaus Nord uses EUR in QuickBooks')
    expect(await billsNumbered(WANTED.invoiceNumber)).toEqual([])
  })

  it.each(['0b8f6f3e-9a4e-4c0e-8a53-0d6a3d3f1b12', 'nonsense'])(
    'refuses the unknown task %s',
    async (taskId) => {
      const { status, body } = await create({ taskId })
      expect([status, body.code, body.field]).toEqual([404, 'task_unknown', 'taskId'])
      expect(await billsNumbered(WANTED.invoiceNumber)).toHaveLength(0)
    },
  )

  it.each(['Nowhere', 'Checking', 'Accounts Payable (A/P)'])(
    'refuses the account %s',
    async (qbBillAccount) => {
      const { status, body } = await create({ qbBillAccount })
      expect([status, body.code, body.field]).toEqual([404, 'qbo_account_unknown', 'qbBillAccount'])
      expect(await postingOf('task-1')).toBeUndefined()
    },
  )

  it.each(["quote'", 'back\\slash', '\\', "\\'", 'colon: %_', '🧾 1', '"><b>'])(
    'accepts the invoice number %s unchanged',
    async (invoiceNumber) => {
      const { status } = await create({ invoiceNumber })
      expect(status).toBe(200)
      const found = await find(WANTED.vendorName, invoiceNumber)
      expect(found.body.bills).toMatchObject([{ invoiceNumber }])
      const again = await create({ task: 'task-2', invoiceNumber })
      expect(again.body.alreadyExisted).toBe(true)
    },
  )

  it.each(['', ' ', 'a\nb', 'x'.repeat(201)])('refuses the invoice number %j', async (text) => {
    const { status, body } = await create({ invoiceNumber: text })
    expect([status, body.field]).toEqual([400, 'invoiceNumber'])
  })

  it('explains why QuickBooks refused, writes nothing, and allows the next try', async () => {
    // The vendor is deactivated after our copy was filled.
    await accounting.company.throwSwitch('webhooks', { mode: 'off' })
    await accounting.company.refreshCopy()
    const [vendor] =
      (await accounting.company.state()).vendors?.filter(
        ({ DisplayName }) => DisplayName === WANTED.vendorName,
      ) ?? []
    const { Id, SyncToken } = vendor ?? { Id: '', SyncToken: '' }
    await accounting.company.write('vendor', { Id, SyncToken, sparse: true, Active: false })
    const refused = await create({ task: 'task-2', invoiceNumber: 'OM-401' })
    expect([refused.status, refused.body.code]).toEqual([422, 'qbo_bill_refused'])
    expect(refused.body.error).toMatch(/^Failed to create bill in QuickBooks: /)
    await accounting.company.refreshCopy()
    const again = await create({ task: 'task-2', invoiceNumber: 'OM-401' })
    expect(again.body.code).toBe('qbo_vendor_unknown')
    expect(await billsNumbered('OM-401')).toHaveLength(0)
  })
})
