// Tests that a person who changes who is paid can't approve the invoice alone.
import { randomUUID } from 'node:crypto'
import { createQboVendor } from '@invoice-desk/contract/accounting/accounting-vendors'
import { changeAccount } from '@invoice-desk/contract/identity/accounts'
import { addVendorMapping, changeVendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { DETAILS } from '@invoice-desk/testing/contractor/vendor-details'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createPostLater } from '../../src/features/posting/post-later.ts'
import { createPosting } from '../../src/features/posting/posting.ts'
import { FAY, OMALLEY, rule, useApprovalRules } from '../support/approval-rules.ts'

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

describe('a change after the approval', () => {
  const approved = async (by: string, invoiceNumber: string) => {
    const id = await addTask({ email: newEmail(), invoiceNumber })
    expect(await approval(by, id)).toBe('approved')
    return id
  }

  it('keeps its author from adding the bill, but not others', async () => {
    const id = await approved(FAY, 'LATE-1')
    await map(STAFF, newEmail(), OMALLEY.vendor)
    const refused = (await addToBooks(STAFF, id, 'LATE-1')).body
    expect([refused.code, refused.error]).toEqual([
      'approval_refused',
      expect.stringContaining('except the person who made the change'),
    ])
    expect((await addToBooks(FAY, id, 'LATE-1')).status).toBe(200)
    expect((await addToBooks(STAFF, id, 'LATE-1')).body.alreadyExisted).toBe(true)
  })

  it('by everyone ends with a new approval, after choosing the vendor again', async () => {
    const id = await approved(FAY, 'LATE-4')
    for (const by of [STAFF, FAY, ADMIN]) await map(by, newEmail(), OMALLEY.vendor)
    expect((await addToBooks(FAY, id, 'LATE-4')).body).toMatchObject(MORE)
    const again = await act(FAY, id, 'update_vendor', { vendor: OMALLEY.vendor })
    expect(again.body).toMatchObject({ status: { name: 'sent for approval' } })
    expect(await approval(STAFF, id)).toBe('sent for approval')
    expect((await addToBooks(FAY, id, 'LATE-4')).status).toBe(200)
    expect(await approval(FAY, id)).toBe('approved')
  })

  it('is nothing that a new bill account would be', async () => {
    const email = newEmail()
    const { body } = await map(ADMIN, email, OMALLEY.vendor)
    const id = await approved(FAY, 'LATE-5')
    const mapping = { ...body, qbBillAccount: 'Utilities:Electricity' }
    expect((await call(changeVendorMapping, STAFF, { body: mapping })).status).toBe(200)
    expect((await addToBooks(STAFF, id, 'LATE-5')).status).toBe(200)
  })

  it('keeps a job from adding the bill, which staff see', async () => {
    const id = await approved(FAY, 'LATE-2')
    await map(STAFF, newEmail(), OMALLEY.vendor)
    const { database } = company().desk.desk.dependencies
    await database.db.execute(sql`INSERT INTO vendor_mapping (email, vendor, qb_bill_account)
      SELECT email, vendor, 'Utilities:Electricity' FROM bill WHERE id = ${id}`)
    await database.db.execute(sql`UPDATE bill SET post_later = true WHERE id = ${id}`)
    await createPostLater(company().desk.desk.dependencies).postBill(id)
    const { posting } = (await act(FAY, id, 'fetch')).body
    expect(posting).toMatchObject({
      state: 'failed',
      refusal: expect.stringContaining('Who is paid'),
    })
  })

  it('keeps a job from finishing a bill that someone asked for before', async () => {
    const id = await addTask({ email: newEmail(), invoiceNumber: 'LATE-3' })
    await company().fault('error', '/bill', 3)
    await addToBooks(FAY, id, 'LATE-3')
    const { dependencies } = company().desk.desk
    await dependencies.database.db.execute(
      sql`UPDATE bill_posting SET state = 'unknown', claimed_until = NULL WHERE task_id = ${id}`,
    )
    await map(STAFF, newEmail(), OMALLEY.vendor)
    await createPosting(dependencies).settleBill(id)
    const { bills = [] } = await company().state()
    expect(bills.filter(({ DocNumber }) => DocNumber === 'LATE-3')).toEqual([])
    await dependencies.database.db.execute(
      sql`UPDATE bill_posting SET state = 'unknown', claimed_until = NULL, actor = ${STAFF} WHERE task_id = ${id}`,
    )
    expect((await addToBooks(FAY, id, 'LATE-3')).status).toBe(200)
  })
})

describe('a vendor in QuickBooks', () => {
  const create = (name: string) =>
    call(createQboVendor, STAFF, {
      body: { name, email: newEmail(), address: DETAILS.address },
    })

  it('needs someone else than its author, whatever letters its name has', async () => {
    const vendor = 'Émile Électrique'
    const id = await addTask({ email: newEmail(), vendor, invoiceNumber: 'ACCENT-1' })
    expect((await create(vendor)).status).toBe(200)
    expect((await addToBooks(STAFF, id, 'ACCENT-1', vendor)).body).toMatchObject(MORE)
    expect((await addToBooks(FAY, id, 'ACCENT-1', vendor)).status).toBe(200)
  })

  it('does not get the bills of one that has almost the same name', async () => {
    const vendor = 'Zoé Élan'
    const id = await addTask({ email: newEmail(), vendor, invoiceNumber: 'TWIN-1' })
    expect((await create('ZOÉ ÉLAN')).status).toBe(200)
    expect((await addToBooks(FAY, id, 'TWIN-1', vendor)).body.code).toBe('qbo_vendor_unknown')
  })

  it('gets the bill of an invoice from before text lost what people cannot see', async () => {
    const id = await addTask({ email: newEmail(), invoiceNumber: 'OLD\u200b-1' })
    expect((await addToBooks(FAY, id, 'OLD\u200b-1')).status).toBe(200)
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
