// Queries and change data capture that lag behind writes, while reads by id are current.
import { afterEach, expect, it, vi } from 'vitest'
import { billBody, type Entity, openCompany } from './support.ts'

const { call, post, write, read, select, throwSwitch } = await openCompany()
afterEach(() => vi.useRealTimers())

const LAG_SECONDS = 30
const waitOut = () =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (LAG_SECONDS + 1) * 1000 })

const findBill = async ({ Id }: Entity) => (await select('Bill', `WHERE Id = '${Id}'`))[0]
const changesOf = async ({ Id }: Entity) => {
  const since = encodeURIComponent(new Date(Date.now() - 600_000).toISOString())
  const { body } = await call(`/cdc?entities=Bill&changedSince=${since}`)
  const [first] = body.CDCResponse as [{ QueryResponse: { Bill?: Entity[] }[] }]
  return first.QueryResponse[0]?.Bill?.filter((bill) => bill.Id === Id) ?? []
}

it('show a new record late', async () => {
  await throwSwitch('query-lag', { seconds: LAG_SECONDS })
  const bill = await write('/bill', billBody())
  expect(await findBill(bill)).toBeUndefined()
  expect(await changesOf(bill)).toEqual([])
  const latest = await select('Bill', 'ORDERBY MetaData.LastUpdatedTime MAXRESULTS 1000')
  expect(latest.map(({ Id }) => Id)).not.toContain(bill.Id)
  expect(await read(`/bill/${bill.Id}`)).toEqual(bill)
  waitOut()
  expect(await findBill(bill)).toEqual(bill)
  expect(await changesOf(bill)).toEqual([bill])
})

it('show a changed record as it was', async () => {
  const before = await write('/bill', billBody())
  await throwSwitch('query-lag', { seconds: LAG_SECONDS })
  const after = await write('/bill', { ...before, PrivateNote: 'Changed' })
  expect(await findBill(before)).toEqual(before)
  expect(await read(`/bill/${before.Id}`)).toEqual(after)
  waitOut()
  expect(await findBill(before)).toEqual(after)
})

it('show a deleted record until the lag has passed', async () => {
  const bill = await write('/bill', billBody())
  await throwSwitch('query-lag', { seconds: LAG_SECONDS })
  await post('/bill?operation=delete', bill)
  expect(await findBill(bill)).toEqual(bill)
  expect(await changesOf(bill)).toEqual([bill])
  expect((await call(`/bill/${bill.Id}`)).status).toBe(400)
  waitOut()
  expect(await findBill(bill)).toBeUndefined()
  expect(await changesOf(bill)).toMatchObject([{ status: 'Deleted' }])
})

it('are current when the switch is off', async () => {
  await throwSwitch('query-lag', { seconds: LAG_SECONDS })
  const bill = await write('/bill', billBody())
  await throwSwitch('query-lag', { seconds: 0 })
  expect(await findBill(bill)).toEqual(bill)
})
