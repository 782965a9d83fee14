// Tests that changes in QuickBooks arrive by webhook, or by polling if webhooks were missed.
import { createHmac } from 'node:crypto'
import { createQboBill, receiveQboWebhook } from '@invoice-desk/contract/accounting/accounting'
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { HARBOR, TIDEWATER } from '@invoice-desk/testing/quickbooks/connect'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

let company: Company
let desk: TestDesk
beforeAll(async () => {
  company = await openCompany()
  desk = company.desk
})
afterAll(() => desk.close())
beforeEach(async () => {
  await query(sql`DELETE FROM bill_posting`)
  await query(sql`DELETE FROM bill`)
  await company.startOver()
})

const query = async (text: ReturnType<typeof sql>) =>
  (await desk.desk.dependencies.database.db.execute(text)).rows

const TASK = 'e2a1c1de-6c6f-4a57-b7cd-5f7f3f0e9d11'
const OTHER_TASK = 'e2a1c1de-6c6f-4a57-b7cd-5f7f3f0e9d12'
const KESTREL = 'Kestrel Courier'

/** Adds an approved task and, unless `post` is false, its bill in QuickBooks. */
const approve = async ({
  post = true,
  task = TASK,
  vendorName = KESTREL,
  invoiceNumber = 'KC-6000',
  amount = 80,
} = {}) => {
  await query(sql`INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date, status, decided_at)
    VALUES (${task}, 'billing@kestrel.example', ${vendorName}, ${invoiceNumber}, ${invoiceNumber}, ${amount * 100}, '2030-01-01', 'approved', now())`)
  if (!post) return
  const body = {
    taskId: task,
    vendorName,
    invoiceNumber,
    amount,
    date: '2026-11-01',
    qbBillAccount: 'Office Expenses:Postage & Courier',
  }
  const { status } = await desk.call(createQboBill, { token: company.token, body })
  expect(status).toBe(200)
}

const pay = async (invoiceNumber = 'KC-6000') => {
  const { bills = [], accounts = [] } = await company.state()
  const bill = bills.find(({ DocNumber }) => DocNumber === invoiceNumber)
  const bank = accounts.find(({ Name }) => Name === 'Checking')
  return company.write('billpayment', {
    VendorRef: bill?.VendorRef,
    PayType: 'Check',
    TotalAmt: bill?.TotalAmt,
    CheckPayment: { BankAccountRef: { value: bank?.Id } },
    Line: [{ Amount: bill?.TotalAmt, LinkedTxn: [{ TxnId: bill?.Id, TxnType: 'Bill' }] }],
  })
}

const statusOf = async () =>
  (await query(sql`SELECT status FROM bill WHERE id = ${TASK}`))[0]?.status
const waitForStatus = (status: string) =>
  vi.waitFor(async () => expect(await statusOf()).toBe(status), { timeout: 20_000, interval: 100 })

describe('a bill paid in QuickBooks', () => {
  it.each(['cloudevents', 'notifications'])(
    'marks its task as paid by webhook (%s), whatever else the webhook contains',
    async (mode) => {
      await company.throwSwitch('webhooks', { mode })
      await company.throwSwitch('webhook-delivery', { strangers: true })
      await approve()
      expect(await statusOf()).toBe('approved')
      await pay()
      await waitForStatus('paid')
      const events = await query(
        sql`SELECT action FROM audit_event WHERE subject_id = ${TASK} AND action = 'bill_paid'`,
      )
      expect(events.length).toBeGreaterThan(0)
      await vi.waitFor(async () => {
        const response = await fetch(`${desk.sandbox.url}/mail/messages`)
        const mails = (await response.json()) as { to: unknown; subject: string }[]
        expect(JSON.stringify(mails.map(({ to }) => to))).toContain('billing@kestrel.example')
      }, 20_000)
    },
  )

  it('marks its task as paid by polling if no webhook arrived', async () => {
    await company.throwSwitch('webhooks', { mode: 'off' })
    await approve()
    await pay()
    await company.refreshCopy()
    expect(await statusOf()).toBe('paid')
  })

  it('marks its task as paid even if our last poll is older than the changes QuickBooks reports', async () => {
    await company.throwSwitch('webhooks', { mode: 'off' })
    await company.refreshCopy()
    await approve()
    await pay()
    await query(sql`UPDATE qbo_copy SET read_at = now() - interval '60 days'`)
    await company.refreshCopy()
    expect(await statusOf()).toBe('paid')
  })

  it('marks its task as paid even if it was approved afterward', async () => {
    await company.throwSwitch('webhooks', { mode: 'off' })
    await approve()
    await query(sql`UPDATE bill SET status = 'sent_for_approval' WHERE id = ${TASK}`)
    await pay()
    await company.refreshCopy()
    expect(await statusOf()).toBe('sent_for_approval')
    await query(sql`UPDATE bill SET status = 'approved' WHERE id = ${TASK}`)
    await company.refreshCopy()
    expect(await statusOf()).toBe('paid')
  })

  it('sets its task back to approved if the payment is undone', async () => {
    await approve()
    const payment = await pay()
    await waitForStatus('paid')
    const { Id, SyncToken } = payment
    await company.write('billpayment?operation=delete', { Id, SyncToken })
    await waitForStatus('approved')
  })

  it('is found automatically if someone entered it by hand', async () => {
    await company.throwSwitch('webhooks', { mode: 'off' })
    await approve({ post: false, invoiceNumber: 'KC-5520', amount: 57.2 })
    await pay('KC-5520')
    await company.refreshCopy()
    expect(await statusOf()).toBe('paid')
  })

  it('is not matched with the same amount in another currency', async () => {
    await company.throwSwitch('webhooks', { mode: 'off' })
    const vendorName = 'Papierhaus Nord'
    const vendor = { DisplayName: vendorName, CurrencyRef: { value: 'EUR' } }
    const { Id } = await company.write('vendor', vendor)
    const kestrel = (await company.state()).bills?.find(({ DocNumber }) => DocNumber === 'KC-5520')
    await company.write('bill', {
      VendorRef: { value: Id },
      DocNumber: 'PN-1',
      Line: kestrel?.Line,
    })
    const amount = 57.2
    await approve({ post: false, task: OTHER_TASK, vendorName, invoiceNumber: 'PN-1', amount })
    await approve({ post: false, invoiceNumber: 'KC-5520', amount })
    await pay('KC-5520')
    await company.refreshCopy()
    expect(await statusOf()).toBe('paid')
    expect(await query(sql`SELECT task_id FROM bill_posting`)).toEqual([{ task_id: TASK }])
  })
})

it('forgets a bill that was deleted in QuickBooks', async () => {
  await approve()
  const bill = (await company.state()).bills?.find(({ DocNumber }) => DocNumber === 'KC-6000')
  await company.write('bill?operation=delete', { Id: bill?.Id, SyncToken: bill?.SyncToken })
  await vi.waitFor(
    async () => {
      const [row] = await query(sql`SELECT state, failure FROM bill_posting`)
      expect(row).toEqual({ state: 'failed', failure: 'deleted' })
    },
    { timeout: 20_000, interval: 100 },
  )
})

it('leaves the task alone while its bill can’t be read', async () => {
  await approve()
  const bill = (await company.state()).bills?.find(({ DocNumber }) => DocNumber === 'KC-6000')
  await company.throwSwitch('webhooks', { mode: 'off' })
  await company.refreshCopy()
  await company.throwSwitch('lose-total', { entity: 'Bill', id: bill?.Id })
  const stored = async () => [
    await query(sql`SELECT state FROM bill_posting`),
    await query(sql`SELECT id FROM qbo_record WHERE kind = 'bill' AND id = ${bill?.Id}`),
  ]
  // Once by its changes, and once when all bills are read again.
  for (const readAt of [sql`read_at`, sql`now() - interval '40 days'`]) {
    await query(sql`UPDATE qbo_copy SET read_at = ${readAt}`)
    await company.refreshCopy()
    expect(await stored()).toEqual([[{ state: 'created' }], []])
  }
})

describe('a webhook', () => {
  const sign = (body: string, secret?: string) =>
    createHmac('sha256', secret ?? desk.desk.dependencies.config.quickbooks.webhookToken)
      .update(body)
      .digest('base64')
  const deliver = async (body: string, signature: string | undefined) => {
    const response = await fetch(`${desk.url}${receiveQboWebhook.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'intuit-signature': signature }),
      },
      body,
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const event = (id: string, realmId = HARBOR) => ({
    specversion: '1.0',
    id,
    type: 'qbo.bill.updated.v1',
    intuitentityid: '123',
    intuitaccountid: realmId,
  })

  it('counts each event once', async () => {
    const body = JSON.stringify([event('once-1'), event('once-2'), event('once-2')])
    expect(await deliver(body, sign(body))).toEqual({ status: 200, body: { received: 2 } })
    expect((await deliver(body, sign(body))).body).toEqual({ received: 0 })
  })

  it('ignores other companies', async () => {
    const body = JSON.stringify([event('elsewhere', TIDEWATER)])
    expect((await deliver(body, sign(body))).body).toEqual({ received: 0 })
  })

  it.each([
    ['no signature', undefined],
    ['an empty signature', ''],
    ['another secret', 'wrong'],
  ])('is refused with %s', async (_what, secret) => {
    const body = JSON.stringify([event('forged')])
    const signature = secret === 'wrong' ? sign(body, 'wrong') : secret
    const answer = await deliver(body, signature)
    expect([answer.status, answer.body.code]).toEqual([401, 'webhook_signature_invalid'])
  })

  it('is refused if a single space was added to its body', async () => {
    const body = JSON.stringify([event('altered')])
    expect((await deliver(`${body} `, sign(body))).status).toBe(401)
  })

  it.each(['', '{', '{}', '"text"'])('is refused with the body %j', async (body) => {
    const answer = await deliver(body, sign(body))
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed_request'])
  })
})
