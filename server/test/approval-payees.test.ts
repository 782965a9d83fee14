// Tests that whoever changes where an invoice's money goes can't approve it alone.
import { randomUUID } from 'node:crypto'
import { changeAccount } from '@invoice-desk/contract/accounts'
import { addVendorMapping, changeVendorMapping } from '@invoice-desk/contract/vendors'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { FAY, OMALLEY, rule, useApprovalRules } from './support/approval-rules.ts'

const { company, call, saveRules, addTask, act, addToBooks } = useApprovalRules()

const KESTREL = 'Kestrel Courier'
const MORE = { code: 'approval_refused' }

const map = (by: string, email: string, vendor: string) =>
  call(addVendorMapping, by, { body: { email, vendor, qbBillAccount: '' } })
const newEmail = () => `new.${randomUUID()}@vendor.example`
const approval = async (by: string, id: string) => (await act(by, id)).body.status?.name

describe('choosing the vendor of an invoice', () => {
  it('ends its approvals, and its author cannot approve it alone', async () => {
    const id = await addTask({ vendor: KESTREL, invoiceNumber: 'SWAP-1' })
    expect(await approval(FAY, id)).toBe('approved')
    const changed = await act(STAFF, id, 'update_vendor', { vendor: OMALLEY.vendor })
    expect(changed.body).toMatchObject({
      status: { name: 'sent for approval' },
      approval: { given: [], isLast: false },
    })
    expect((await addToBooks(STAFF, id, 'SWAP-1')).body).toMatchObject(MORE)
    expect((await act(STAFF, id)).body.approval).toMatchObject({
      given: [{ email: STAFF }],
      waiting: [{ because: 'mapping' }],
    })
    expect((await addToBooks(STAFF, id, 'SWAP-1')).body).toMatchObject(MORE)
    expect((await addToBooks(FAY, id, 'SWAP-1')).status).toBe(200)
    expect(await approval(FAY, id)).toBe('approved')
  })

  it('does not count for an approval of the vendor that was shown before', async () => {
    const id = await addTask({ vendor: KESTREL })
    const { version } = (await act(FAY, id, 'fetch')).body
    await act(STAFF, id, 'update_vendor', { vendor: OMALLEY.vendor })
    expect((await act(FAY, id, 'approve', { version })).body.code).toBe('changed_meanwhile')
  })

  it('again as it is changes nothing', async () => {
    const id = await addTask({ vendor: KESTREL })
    await act(FAY, id)
    const same = await act(STAFF, id, 'update_vendor', { vendor: KESTREL })
    expect(same.body.status.name).toBe('approved')
  })

  it('is checked even after other invoices of that email and vendor were approved', async () => {
    const [id, other] = [await addTask({ vendor: KESTREL }), await addTask({ vendor: KESTREL })]
    for (const each of [id, other])
      await act(STAFF, each, 'update_vendor', { vendor: OMALLEY.vendor })
    expect(await approval(FAY, await addTask())).toBe('approved')
    expect(await approval(STAFF, id)).toBe('sent for approval')
  })
})

describe('a change of a mapping', () => {
  it('counts for every email of the vendor', async () => {
    await map(STAFF, newEmail(), OMALLEY.vendor)
    const id = await addTask({ email: newEmail() })
    expect(await approval(STAFF, id)).toBe('sent for approval')
    expect(await approval(FAY, id)).toBe('approved')
  })

  it("is checked only by someone else's approval of a later invoice for that vendor", async () => {
    const email = newEmail()
    const { body } = await map(ADMIN, email, KESTREL)
    const old = await addTask({ email, vendor: KESTREL })
    const mapping = { ...body, vendor: OMALLEY.vendor, qbBillAccount: '' }
    await call(changeVendorMapping, STAFF, { body: mapping })
    expect(await approval(FAY, old)).toBe('approved')
    const [first, second] = [await addTask({ email }), await addTask({ email })]
    expect(await approval(STAFF, first)).toBe('sent for approval')
    expect(await approval(FAY, first)).toBe('approved')
    expect(await approval(STAFF, second)).toBe('approved')
  })

  it('after an approval asks for that approval again', async () => {
    await saveRules([rule()])
    const id = await addTask()
    await act(FAY, id)
    await map(STAFF, newEmail(), OMALLEY.vendor)
    expect(await approval(STAFF, id)).toBe('sent for approval')
    expect((await act(FAY, id, 'fetch')).body.approval).toMatchObject({ isLast: true })
    expect((await act(FAY, id)).body).toMatchObject({
      status: { name: 'approved' },
      approval: { given: [{ email: STAFF }, { email: FAY }] },
    })
  })
})

describe('people', () => {
  const change = async (body: object) => {
    const version = await accountVersion()
    const account = { email: FAY, name: 'Fay Fewer', admin: false, tools: TOOLS, disabled: false }
    return call(changeAccount, ADMIN, { body: { ...account, ...body, version } })
  }
  const TOOLS = ['approve_invoice', 'create_vendor']
  const accountVersion = async () => {
    const { db } = company().desk.desk.dependencies.database
    const { rows } = await db.execute(sql`SELECT version FROM staff_account WHERE email = ${FAY}`)
    return rows[0]?.version
  }

  it('who lost the right to approve no longer count', async () => {
    await saveRules([rule()])
    const id = await addTask()
    await act(FAY, id)
    expect((await change({ tools: ['create_vendor'] })).status).toBe(200)
    expect((await act(STAFF, id)).body).toMatchObject({
      status: { name: 'sent for approval' },
      approval: { given: [{ email: STAFF }] },
    })
    await change({})
    expect(await approval(STAFF, id)).toBe('approved')
  })
})
