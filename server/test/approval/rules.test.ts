// Tests approval rules over HTTP: saving and previewing them, and approving in steps.
import { randomUUID } from 'node:crypto'
import { listPendingInvoices } from '@invoice-desk/contract/approval/approval'
import {
  getApprovalPolicy,
  previewApprovalRule,
  saveApprovalPolicy,
} from '@invoice-desk/contract/approval/rules'
import { changeAccount } from '@invoice-desk/contract/identity/accounts'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { beforeEach, describe, expect, it } from 'vitest'
import { FAY, rule, useApprovalRules } from '../support/approval-rules.ts'

const { company, call, saveRules, addTask, act, addToBooks } = useApprovalRules()

const historyOf = async (taskId: string) =>
  (await act(STAFF, taskId, 'fetch')).body.history.map(
    ({ actor, action, detail }: Record<string, string>) => [actor, action, detail],
  )

describe('saving', () => {
  it('keeps the rules in their order and records what changed', async () => {
    const rules = [rule(), rule({ name: 'Everything', steps: [{ people: [ADMIN], needed: 1 }] })]
    const saved = await saveRules(rules)
    expect(saved.status).toBe(200)
    const { body } = await call(getApprovalPolicy, ADMIN)
    expect(body).toEqual(saved.body)
    expect(body).toMatchObject({ rules, separatesDuties: true })
    expect(body.approvers).toContainEqual({ email: FAY, name: 'Fay Fewer', admin: false })
  })

  it('refuses a rule that no one can fulfill, and names the field', async () => {
    const steps = [{ people: [STAFF, 'gone@harborfinch.example'], needed: 2 }]
    expect(await saveRules([rule({ steps })])).toMatchObject({
      status: 400,
      body: { code: 'approval_rule_impossible', field: 'rules.0.steps.0.people' },
    })
    expect((await call(getApprovalPolicy, ADMIN)).body.rules).toEqual([])
  })

  it('refuses rules that someone else has changed', async () => {
    const body = { rules: [], separatesDuties: true, escalateAfterDays: null, version: 1 }
    expect(await call(saveApprovalPolicy, ADMIN, { body })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    })
  })

  it('previews the pending invoices that a rule would apply to', async () => {
    const vendor = `Vendor ${randomUUID()}`
    const [large] = [await addTask({ vendor, amountCents: 900_000 }), await addTask({ vendor })]
    const conditions = { vendors: [vendor], isNewSubmitter: false, isDuplicate: false }
    await saveRules([rule({ conditions: { ...conditions, amountFromCents: 900_000 } })])
    const preview = (position: number) =>
      call(previewApprovalRule, ADMIN, { body: { id: randomUUID(), conditions, position } })
    const { body } = await preview(0)
    expect(body).toMatchObject({ total: 2, totalCents: 1_150_000, taken: 0 })
    expect(body.invoices[0]).toMatchObject({ id: large, vendor })
    expect((await preview(1)).body).toMatchObject({ total: 1, taken: 1 })
  })
})

describe('two approvals', () => {
  beforeEach(() => saveRules([rule()]))

  it('leave the task pending after the first, and decide with the second', async () => {
    const id = await addTask()
    const first = await act(STAFF, id)
    expect(first.body).toMatchObject({
      status: { name: 'sent for approval' },
      version: 2,
      actions: ['reject', 'request_changes', 'update_vendor'],
      approval: {
        rule: 'Large invoices',
        given: [{ email: STAFF }],
        needed: 2,
        waiting: [{ people: [{ email: FAY, name: 'Fay Fewer' }], needed: 1 }],
        refusal: "You've already approved this invoice.",
      },
    })
    expect(await act(STAFF, id)).toMatchObject({ status: 403, body: { code: 'approval_refused' } })
    const second = await act(FAY, id)
    expect(second.body).toMatchObject({
      status: { name: 'approved' },
      approval: { given: [{ email: STAFF }, { email: FAY }], needed: 2, waiting: [] },
    })
    expect(await historyOf(id)).toEqual([
      [FAY, 'bill_approved', '2 of 2'],
      [STAFF, 'bill_approval_given', '1 of 2'],
    ])
  })

  it('are refused to someone the rule does not name', async () => {
    const id = await addTask()
    expect((await act(ADMIN, id)).body).toMatchObject({ code: 'approval_refused' })
    expect((await act(ADMIN, id, 'fetch')).body).toMatchObject({
      actions: ['reject', 'request_changes', 'update_vendor'],
      approval: { refusal: expect.stringContaining('waiting for someone else') },
    })
  })

  it('at the same time are both counted', async () => {
    const id = await addTask()
    const both = await Promise.all([act(STAFF, id), act(FAY, id)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await act(STAFF, id, 'fetch')).body.status.name).toBe('approved')
  })

  it('refuse an approver who has not seen the other approval', async () => {
    const id = await addTask()
    await act(STAFF, id, 'approve', { version: 1 })
    const late = await act(FAY, id, 'approve', { version: 1 })
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  })

  it('add the bill to QuickBooks only with the last one', async () => {
    const id = await addTask({ invoiceNumber: 'RULED-1' })
    const create = (by: string) => addToBooks(by, id, 'RULED-1')
    expect(await create(STAFF)).toMatchObject({ status: 403, body: { code: 'approval_refused' } })
    await act(STAFF, id)
    expect(await create(STAFF)).toMatchObject({ status: 403 })
    expect((await act(FAY, id, 'fetch')).body.approval.isLast).toBe(true)
    expect((await create(FAY)).status).toBe(200)
  })

  it('start again after a rejection and after a change of the vendor', async () => {
    const id = await addTask()
    await act(STAFF, id)
    await act(FAY, id, 'update_vendor', { vendor: 'Kestrel Courier' })
    expect((await act(FAY, id, 'fetch')).body.approval).toMatchObject({ given: [], needed: 2 })
    await act(STAFF, id)
    await act(FAY, id, 'reject', { message: 'Wrong amount' })
    const reopened = await act(STAFF, id)
    expect(reopened.body).toMatchObject({
      status: { name: 'sent for approval' },
      approval: { given: [{ email: STAFF }], needed: 2 },
    })
  })

  it('follow the rules as they are now', async () => {
    const id = await addTask()
    await act(STAFF, id)
    await saveRules([])
    expect((await act(FAY, id, 'fetch')).body.approval).toMatchObject({ given: [{ email: STAFF }] })
    expect((await act(FAY, id)).body.status.name).toBe('approved')
  })

  it('mark the invoices in the list, which can show only those that wait for the caller', async () => {
    const vendor = `Vendor ${randomUUID()}`
    const id = await addTask({ vendor })
    await addTask({ vendor, amountCents: 100 })
    await act(STAFF, id)
    const list = async (by: string, query = {}) =>
      (await call(listPendingInvoices, by, { query: { search: vendor, ...query } })).body
    const forFay = await list(FAY)
    expect(forFay.invoices[0].approval).toEqual({ given: 1, needed: 2, isYours: true })
    expect(forFay.invoices[1].approval).toBeUndefined()
    expect((await list(STAFF)).invoices[0].approval).toMatchObject({ isYours: false })
    const yours = await list(STAFF, { isYours: 'yes', page: 1, pageSize: 1 })
    expect(yours).toMatchObject({ total: 1, invoices: [{ amount: '$1.00' }] })
  })
})

it('emails the next step when the one before it is done', async () => {
  const steps = [
    { people: [STAFF], needed: 1 },
    { people: [FAY], needed: 1 },
  ]
  await saveRules([rule({ steps })])
  const id = await addTask({ invoiceNumber: 'STEPS-1' })
  await act(STAFF, id)
  const { text } = await waitForMail(company().desk, FAY, 'STEPS-1')
  expect(text).toContain(`${STAFF} approved it. It has 1 of 2 approvals.`)
  expect(text).toContain('Large invoices')
})

it('lets an administrator approve in place of someone who was disabled', async () => {
  await saveRules([rule({ steps: [{ people: [FAY], needed: 1 }] })])
  const id = await addTask()
  const disable = (disabled: boolean, version: number) =>
    call(changeAccount, ADMIN, {
      body: { email: FAY, name: 'Fay Fewer', tools: ['approve_invoice'], disabled, version },
    })
  await disable(true, 1)
  const { approval } = (await act(STAFF, id, 'fetch')).body
  expect(approval.waiting).toMatchObject([{ people: [{ email: ADMIN }], unavailable: [FAY] }])
  expect((await act(ADMIN, id)).body.status.name).toBe('approved')
  await disable(false, 2)
})
