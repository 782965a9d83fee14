// Tests separation of duties, and what ends or renews approvals that were already given.
import { randomUUID } from 'node:crypto'
import { listBillsToVoid } from '@invoice-desk/contract/accounting/accounting'
import { addVendorMapping, deleteVendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createPosting } from '../../src/features/posting/posting.ts'
import { FAY, OMALLEY, rule, useApprovalRules } from '../support/approval-rules.ts'

const { company, call, saveRules, addTask, act, addToBooks } = useApprovalRules()

describe('separation of duties', () => {
  it('keeps people from approving an invoice submitted with their own email', async () => {
    const id = await addTask({ email: STAFF })
    expect((await act(STAFF, id)).body).toMatchObject({ code: 'approval_refused' })
    expect((await act(FAY, id)).body.status.name).toBe('approved')
  })

  it('needs someone else after a change of the mapping, once', async () => {
    const email = `new.${randomUUID()}@vendor.example`
    const mapping = { email, vendor: OMALLEY.vendor, qbBillAccount: '' }
    const { body } = await call(addVendorMapping, STAFF, { body: mapping })
    const id = await addTask({ email })
    const { approval } = (await act(STAFF, id, 'fetch')).body
    expect(approval).toMatchObject({ isLast: false, needed: 1 })
    expect((await act(STAFF, id)).body).toMatchObject({
      status: { name: 'sent for approval' },
      approval: { waiting: [{ because: 'mapping' }], needed: 2 },
    })
    // Deleting the mapping doesn't help.
    await call(deleteVendorMapping, STAFF, { body: { id: body.id } })
    expect((await act(STAFF, id)).status).toBe(403)
    expect((await act(FAY, id)).body.status.name).toBe('approved')
    const next = await addTask({ email })
    expect((await act(STAFF, next, 'fetch')).body.approval.isLast).toBe(true)
  })

  it('can be switched off', async () => {
    await saveRules([], false)
    const id = await addTask({ email: STAFF })
    expect((await act(STAFF, id)).body.status.name).toBe('approved')
  })
})

describe('approvals', () => {
  const forVendor = (vendor: string) => {
    const { conditions } = rule()
    return rule({ conditions: { ...conditions, vendors: [vendor] } })
  }

  it('are needed again if an approved invoice gets a vendor with a rule', async () => {
    await saveRules([forVendor(OMALLEY.vendor)])
    const id = await addTask({ vendor: 'Kestrel Courier Co.', invoiceNumber: 'DETOUR-1' })
    expect((await act(STAFF, id)).body.status.name).toBe('approved')
    const changed = await act(STAFF, id, 'update_vendor', { vendor: OMALLEY.vendor })
    expect(changed.body).toMatchObject({
      status: { name: 'sent for approval' },
      approval: { given: [], needed: 2 },
    })
    expect((await addToBooks(STAFF, id, 'DETOUR-1')).status).toBe(403)
  })

  it('stay if duties are not separated and no rule applies to the vendor before or after', async () => {
    await saveRules([], false)
    const id = await addTask()
    await act(STAFF, id)
    const changed = await act(STAFF, id, 'update_vendor', { vendor: 'Kestrel Courier' })
    expect(changed.body.status.name).toBe('approved')
  })

  it('that became enough are finished by someone who approved', async () => {
    await saveRules([rule()])
    const id = await addTask()
    await act(STAFF, id)
    await saveRules([])
    expect((await act(STAFF, id, 'fetch')).body).toMatchObject({
      approval: { given: [{ email: STAFF }], needed: 1, isLast: true },
    })
    const { body } = await act(STAFF, id)
    expect(body).toMatchObject({ status: { name: 'approved' }, approval: { needed: 1 } })
  })

  it('that are missing again keep a job from adding the bill', async () => {
    const id = await addTask({ invoiceNumber: 'SETTLE-1' })
    await company().fault('error', '/bill', 3)
    await addToBooks(STAFF, id, 'SETTLE-1')
    const { database } = company().desk.desk.dependencies
    await database.db.execute(
      sql`UPDATE bill_posting SET state = 'unknown', claimed_until = NULL WHERE task_id = ${id}`,
    )
    await saveRules([rule()])
    await createPosting(company().desk.desk.dependencies).settleBill(id)
    const { bills = [] } = await company().state()
    expect(bills.filter(({ DocNumber }) => DocNumber === 'SETTLE-1')).toEqual([])
  })

  it('of a rejected invoice keep its bill on the list of bills to void until the last one', async () => {
    await saveRules([rule({ steps: [{ people: [STAFF], needed: 1 }] })])
    const id = await addTask({ invoiceNumber: 'VOID-1' })
    await addToBooks(STAFF, id, 'VOID-1')
    await act(STAFF, id)
    await act(FAY, id, 'reject', { message: 'Twice', billAcknowledged: true })
    const isListed = async () =>
      (await call(listBillsToVoid, STAFF)).body.bills.some(
        ({ taskId }: { taskId: string }) => taskId === id,
      )
    expect(await isListed()).toBe(true)
    await saveRules([rule()])
    await act(STAFF, id)
    expect(await isListed()).toBe(true)
    await act(FAY, id)
    expect(await isListed()).toBe(false)
  })
})
