// 50,000 retailer transactions: how long the import takes, how it affects other requests, and how fast the list is.
// The client shares the server's process, so the times are on the slow side.
import { exportTransactions, listTransactions } from '@invoice-desk/contract/retailer/retailer'
import { getHealth } from '@invoice-desk/contract/system/system'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { STAFF } from '@invoice-desk/testing/people'
import { azadFile, sendFile } from '@invoice-desk/testing/retailer'
import { type Bench, counted, type Row } from './table.ts'

const TRANSACTIONS = 50_000
const REPEATS = 20
const PAGE = { pageSize: 50 } as const

export const retailerBench: Bench = {
  name: 'retailer',
  run: async () => {
    await using desk = await startTestDesk()
    const { idToken } = await desk.signIn(STAFF)
    const rows = [...(await measureImport(desk, idToken)), ...(await measureList(desk))]
    const title = `${counted(TRANSACTIONS)} retailer transactions, embedded database`
    return [{ title, rows }]
  },
}

const measureImport = async (desk: TestDesk, token: string): Promise<Row[]> => {
  const file = azadFile(TRANSACTIONS)
  let isDone = false
  const importing = timed(() => sendFile(desk, token, file)).finally(() => {
    isDone = true
  })
  const otherTimes: number[] = []
  while (!isDone) {
    otherTimes.push(await timed(() => desk.call(getHealth)))
    otherTimes.push(await timed(() => desk.call(listTransactions, { query: PAGE })))
  }
  const again = await timed(() => sendFile(desk, token, file))
  return [
    { measured: 'import', median: ms(await importing), slowest: '' },
    rowOf(`${otherTimes.length} other requests during the import`, otherTimes),
    { measured: 'the same file again, which adds nothing', median: ms(again), slowest: '' },
  ]
}

const measureList = async (desk: TestDesk): Promise<Row[]> => {
  const views = {
    'first page': {},
    'last page': { page: TRANSACTIONS / PAGE.pageSize },
    'sorted by card, page 500': { sort: 'card', page: 500 },
    'search for a part of an order id': { search: '0049' },
    'search for a card and an amount': { search: 'visa 1003 38.00' },
    'one month': { from: '2022-03-01', to: '2022-03-31' },
  }
  const rows: Row[] = []
  for (const [name, view] of Object.entries(views)) {
    const times: number[] = []
    for (let n = 0; n < REPEATS; n += 1) {
      times.push(await timed(() => desk.call(listTransactions, { query: { ...PAGE, ...view } })))
    }
    rows.push(rowOf(name, times))
  }
  const unpaged = await timed(() => desk.call(listTransactions))
  rows.push({ measured: 'the list without a page', median: ms(unpaged), slowest: '' })
  const csv = await timed(() => desk.call(exportTransactions))
  rows.push({ measured: 'export of everything as CSV', median: ms(csv), slowest: '' })
  return rows
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const ms = (time: number): string => `${Math.round(time)} ms`

const rowOf = (measured: string, times: readonly number[]): Row => {
  const sorted = times.toSorted((a, b) => a - b)
  return {
    measured,
    median: ms(sorted[Math.floor(sorted.length / 2)] ?? 0),
    slowest: ms(sorted.at(-1) ?? 0),
  }
}
