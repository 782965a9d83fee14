// Payments, credits, voids and deletions change the documents they are about, which the app learns from webhooks.
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { postJson } from '../support.ts'
import { openReceiver } from '../webhook-receiver.ts'
import { billBody, type Entity, errorOf, HARBOR, openCompany } from './support.ts'

const { sandbox, post, write, read, select } = await openCompany()
const receiver = await openReceiver()
sandbox.setAppUrl(receiver.url)
beforeEach(() => receiver.clear())
afterAll(() => vi.useRealTimers())

/** Stored times have whole seconds, so a later change must be a second later to show. */
const waitASecond = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 })

const invoice = () =>
  write('/invoice', {
    CustomerRef: { value: '14' },
    Line: [{ DetailType: 'SalesItemLineDetail', Amount: 100, SalesItemLineDetail: {} }],
  })
const creditMemo = () =>
  write('/creditmemo', {
    CustomerRef: { value: '14' },
    DocNumber: 'CM-9',
    Line: [{ DetailType: 'SalesItemLineDetail', Amount: 100, SalesItemLineDetail: {} }],
  })
const to = (TxnType: string, { Id }: Entity, Amount: number) => ({
  Amount,
  LinkedTxn: [{ TxnId: Id, TxnType }],
})
const pay = (TotalAmt: number, ...Line: unknown[]) =>
  write('/payment', { CustomerRef: { value: '14' }, TotalAmt, Line })
const payBill = (bill: Entity) =>
  write('/billpayment', {
    VendorRef: { value: '1' },
    PayType: 'Check',
    TotalAmt: 50,
    CheckPayment: { BankAccountRef: { value: '1' } },
    Line: [to('Bill', bill, 50)],
  })

const typesTold = () =>
  receiver.deliveries.flatMap(({ body }) =>
    (JSON.parse(body) as { type: string; intuitentityid: string }[]).map(
      ({ type, intuitentityid }) => `${type.split('.').slice(1, 3).join(' ')} ${intuitentityid}`,
    ),
  )
/** Runs `change`, and expects a new version of the document with a later time, and a webhook about it. */
const expectNewVersion = async (path: string, { Id }: Entity, change: () => Promise<unknown>) => {
  const before = await read(`${path}/${Id}`)
  waitASecond()
  await change()
  const after = await read(`${path}/${Id}`)
  expect(Number(after.SyncToken)).toBe(Number(before.SyncToken) + 1)
  const timeOf = ({ MetaData }: Entity) => String(Object(MetaData).LastUpdatedTime)
  expect(timeOf(after) > timeOf(before)).toBe(true)
  const [since] = await select(
    path
      .slice(1)
      .replace('creditmemo', 'CreditMemo')
      .replace(/^./, (letter) => letter.toUpperCase()),
    `WHERE MetaData.LastUpdatedTime >= '${timeOf(after)}' AND Id = '${Id}' ORDERBY MetaData.LastUpdatedTime`,
  )
  expect(since).toEqual(after)
  await expect.poll(typesTold).toContain(`${path.slice(1)} updated ${Id}`)
  return after
}

const unwrite = (path: string, { Id }: Entity, verb: 'void' | 'delete') =>
  postJson(`${sandbox.url}/quickbooks/companies/${HARBOR}/${path}/${Id}/${verb}`, {})

describe('a payment', () => {
  it('changes its invoice when it is written, voided and deleted', async () => {
    const one = await invoice()
    let payment = one
    await expectNewVersion('/invoice', one, async () => {
      payment = await pay(60, to('Invoice', one, 60))
    })
    receiver.clear()
    const restored = await expectNewVersion('/invoice', one, () =>
      write('/payment?operation=update&include=void', {
        Id: payment.Id,
        SyncToken: '0',
        sparse: true,
      }),
    )
    expect(restored).toMatchObject({ Balance: 100, LinkedTxn: [] })
    expect(await read(`/payment/${payment.Id}`)).toMatchObject({
      SyncToken: '1',
      TotalAmt: 0,
      UnappliedAmt: 0,
      Line: [],
      PrivateNote: 'Voided',
    })
    await expect.poll(typesTold).toContain(`payment voided ${payment.Id}`)
    const other = await pay(30, to('Invoice', one, 30))
    await expectNewVersion('/invoice', one, () => post('/payment?operation=delete', other))
  })

  it('that applies a credit memo changes both documents', async () => {
    const [one, memo] = [await invoice(), await creditMemo()]
    await expectNewVersion('/creditmemo', memo, () =>
      pay(0, to('Invoice', one, 40), to('CreditMemo', memo, 40)),
    )
    expect(await read(`/invoice/${one.Id}`)).toMatchObject({ SyncToken: '1', Balance: 60 })
    expect(await read(`/creditmemo/${memo.Id}`)).toMatchObject({ Balance: 60 })
    expect((await unwrite('credit-memos', memo, 'void')).status).toBe(400)
  })

  it('becomes unapplied when its invoice is voided', async () => {
    const one = await invoice()
    const payment = await pay(60, to('Invoice', one, 60))
    const after = await expectNewVersion('/payment', payment, () =>
      write('/invoice?operation=void', { Id: one.Id, SyncToken: '1' }),
    )
    expect(after).toMatchObject({ UnappliedAmt: 60, Line: [] })
    expect(await read(`/invoice/${one.Id}`)).toMatchObject({
      TotalAmt: 0,
      Balance: 0,
      LinkedTxn: [],
      PrivateNote: 'Voided',
    })
    await expect.poll(typesTold).toContain(`invoice voided ${one.Id}`)
  })
})

describe('a bill payment', () => {
  it('changes its bill when it is written, voided and deleted', async () => {
    const bill = await write('/bill', billBody())
    let payment = bill
    await expectNewVersion('/bill', bill, async () => {
      payment = await payBill(bill)
    })
    const restored = await expectNewVersion('/bill', bill, () =>
      write('/billpayment?operation=update&include=void', payment),
    )
    expect(restored).toMatchObject({ Balance: 125.5, LinkedTxn: [] })
    await expect.poll(typesTold).toContain(`billpayment voided ${payment.Id}`)
    const other = await payBill(bill)
    await expectNewVersion('/bill', bill, () => post('/billpayment?operation=delete', other))
  })
})

describe('a void', () => {
  it.each([
    '/bill?operation=void',
    '/creditmemo?operation=void',
    '/payment?operation=void',
    '/invoice?operation=update&include=void',
    '/vendor?operation=void',
  ])("isn't available as %s", async (path) => {
    expect(errorOf(await post(path, { Id: '101', SyncToken: '0' })).code).toBe('500')
  })

  it('needs the current version', async () => {
    const one = await invoice()
    const stale = { Id: one.Id, SyncToken: '7' }
    expect(errorOf(await post('/invoice?operation=void', stale)).code).toBe('5010')
  })
})

describe('the pages', () => {
  it('void and delete every type of transaction', async () => {
    const bill = await write('/bill', billBody())
    const records = {
      invoices: await invoice(),
      payments: await pay(10),
      'credit-memos': await creditMemo(),
      'bill-payments': await payBill(bill),
    }
    for (const [path, record] of [...Object.entries(records), ['bills', bill] as const]) {
      const entity = path.replace('-', '').slice(0, -1)
      expect((await unwrite(path, record, 'void')).status).toBe(204)
      expect(await read(`/${entity}/${record.Id}`)).toMatchObject({ TotalAmt: 0 })
      const page = await fetch(`${sandbox.url}/quickbooks/companies/${HARBOR}/${path}`)
      expect(page.status).toBe(200)
      expect((await unwrite(path, record, 'delete')).status).toBe(204)
      expect(errorOf(await post(`/${entity}?operation=delete`, record)).code).toBe('610')
      await expect.poll(typesTold).toContain(`${entity} deleted ${record.Id}`)
      expect(typesTold()).toContain(`${entity} voided ${record.Id}`)
      expect((await unwrite(path, record, 'delete')).status).toBe(404)
    }
  })
})
