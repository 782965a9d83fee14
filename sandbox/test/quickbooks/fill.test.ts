// Generated customers, invoices and payments: consistent, quiet, and spread over time.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openReceiver } from '../webhook-receiver.ts'
import { type Entity, openCompany } from './support.ts'

const { sandbox, query, read, select, write, state, throwSwitch } = await openCompany()
const receiver = await openReceiver()
beforeAll(() => sandbox.setAppUrl(receiver.url))

const timeOf = ({ MetaData }: Entity) => String(Object(MetaData).LastUpdatedTime)
const countsOf = (entities: readonly Entity[]) =>
  [...Map.groupBy(entities, timeOf).values()].map(({ length }) => length)

describe('generated sales', () => {
  it('add up: payments, open amounts and balances of customers', async () => {
    await throwSwitch('fill', { customers: 20, invoices: 300, payments: 700 })
    const { invoices = [], payments = [], customers = [] } = await state()
    const filled = invoices.filter(({ DocNumber }) => String(DocNumber).startsWith('SALE-'))
    expect([filled.length, payments.length - 8]).toEqual([300, 700])
    const paidFor = (id: string) =>
      payments
        .flatMap(({ Line }) => Line as { Amount: number; LinkedTxn: { TxnId: string }[] }[])
        .filter(({ LinkedTxn }) => LinkedTxn[0]?.TxnId === id)
        .reduce((sum, { Amount }) => sum + Amount, 0)
    for (const { Id, TotalAmt, Balance } of filled)
      expect(Number(TotalAmt) - Number(Balance)).toBe(paidFor(Id))
    expect(filled.filter(({ Balance }) => Balance === 0)).toHaveLength(100)
    const customer = customers.at(-1) as Entity
    const open = filled
      .filter(({ CustomerRef }) => Object(CustomerRef).value === customer.Id)
      .reduce((sum, { Balance }) => sum + Number(Balance), 0)
    expect([customer.Balance, open > 0]).toEqual([open, true])
  })

  it('have the fields of records that the API wrote', async () => {
    await throwSwitch('fill', { customers: 1, invoices: 1, payments: 1 })
    const [invoice] = await select('Invoice', "WHERE DocNumber LIKE 'SALE-%'")
    const [payment] = await select('Payment', 'ORDERBY Id DESC')
    const [customer] = await select('Customer', 'ORDERBY Id DESC')
    for (const [path, entity] of Object.entries({ invoice, payment, customer })) {
      const before = entity as Entity
      const after = await write(`/${path}`, before)
      const SyncToken = String(Number(before.SyncToken) + 1)
      expect(after).toEqual({ ...before, SyncToken, MetaData: after.MetaData })
      expect(timeOf(after) > timeOf(before)).toBe(true)
    }
    expect(await read(`/invoice/${invoice?.Id}`)).toMatchObject({
      LinkedTxn: [{ TxnId: payment?.Id }],
    })
  })

  it('changed over weeks, and some seconds have more than 1,000 of them', async () => {
    await throwSwitch('fill', { customers: 5, invoices: 10_000 })
    const found: Entity[] = []
    for (let start = 1; start <= 10_000; start += 1_000) {
      const page = await select(
        'Invoice',
        `WHERE MetaData.LastUpdatedTime >= '2020-01-01' ORDERBY MetaData.LastUpdatedTime STARTPOSITION ${start} MAXRESULTS 1000`,
      )
      found.push(...page)
    }
    expect(found.map(timeOf)).toEqual(found.map(timeOf).sort())
    expect(Math.max(...countsOf(found))).toBe(1_500)
    expect(countsOf(found).length).toBeGreaterThan(8_000)
    const daysOld = (Date.now() - Date.parse(timeOf(found[0] as Entity))) / 86_400_000
    expect(daysOld).toBeGreaterThan(20)
    expect(daysOld).toBeLessThan(30)
  })

  it('send no webhooks', async () => {
    receiver.clear()
    await throwSwitch('fill', { customers: 2, invoices: 2, payments: 2 })
    const { Id } = await write('/vendor', { DisplayName: 'Written After' })
    await vi.waitFor(() => expect(receiver.deliveries).toHaveLength(1))
    expect(JSON.parse(receiver.deliveries[0]?.body ?? '')).toMatchObject([{ intuitentityid: Id }])
  })

  it('get ids that later records go past', async () => {
    await throwSwitch('fill', { invoices: 3, payments: 3 })
    const { body } = await query('SELECT Id FROM Payment ORDERBY Id DESC MAXRESULTS 1')
    const [last] = Object(body.QueryResponse).Payment as Entity[]
    const next = await write('/payment', { CustomerRef: { value: '14' }, TotalAmt: 1 })
    expect(Number(next.Id)).toBe(Number(last?.Id) + 1)
  })

  it('are refused as payments without invoices', async () => {
    const answer = await throwSwitch('fill', { payments: 5 })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'Payments need invoices that they pay. Add both together.' },
    ])
  })
})
