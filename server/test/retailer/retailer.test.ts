// Tests retailer transactions: access, search, export and the security challenge.
import {
  exportTransactions,
  listTransactions,
  type RetailerTransaction,
  verifyChallenge,
} from '@invoice-desk/contract/retailer/retailer'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { STAFF } from '@invoice-desk/testing/people'
import { azadFile, sendFile } from '@invoice-desk/testing/retailer'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sampleFile } from '../support/retailer.ts'

let desk: TestDesk
let token: string
beforeAll(async () => {
  desk = await startTestDesk()
  token = (await desk.signIn(STAFF)).idToken
})
afterAll(() => desk.close())

const call = async (query: Record<string, unknown> = {}) =>
  (await desk.call(listTransactions, { query })).body
const orders = async (query: Record<string, unknown>): Promise<string[]> =>
  (await call(query)).transactions.map(({ order_id }: RetailerTransaction) => order_id)

describe('who may see the list', () => {
  afterEach(() => vi.useRealTimers())

  it('is everyone, signed in or not', async () => {
    expect(await desk.call(listTransactions)).toMatchObject({
      status: 200,
      body: { transactions: [], total: { count: 0, amount: 0 } },
    })
    expect((await desk.call(listTransactions, { token })).status).toBe(200)
    expect((await desk.call(listTransactions, { token: 'not-a-token' })).status).toBe(200)
  })

  it('refuses an expired token, so the page signs the user out', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
    const { status, body } = await desk.call(listTransactions, { token })
    expect([status, body.code]).toEqual([401, 'session_expired'])
  })

  it('is only staff if RETAILER_LIST is staff', async () => {
    const closed = await startTestDesk({ RETAILER_LIST: 'staff' })
    try {
      const { idToken } = await closed.signIn(STAFF)
      for (const endpoint of [listTransactions, exportTransactions]) {
        expect((await closed.call(endpoint)).body.code).toBe('sign_in_required')
        expect((await closed.call(endpoint, { token: idToken })).status).toBe(200)
      }
      const body = { type: '2fa', code: '1' } as const
      expect((await closed.call(verifyChallenge, { body })).body.code).toBe('sign_in_required')
    } finally {
      await closed.close()
    }
  })

  it('gets the specified message when the list fails', async () => {
    const { pool } = desk.desk.dependencies.database
    await pool.query('ALTER TABLE retailer_transaction RENAME TO renamed')
    try {
      const { status, body } = await desk.call(listTransactions)
      expect([status, body.error]).toEqual([500, 'Failed to fetch transactions'])
    } finally {
      await pool.query('ALTER TABLE renamed RENAME TO retailer_transaction')
    }
  })
})

describe('the list', () => {
  beforeAll(async () => {
    await sendFile(desk, token, await sampleFile('azad.csv'))
    await sendFile(desk, token, await sampleFile('amazon-business.csv'))
  })

  it('has the specified fields, newest first, and everything by default', async () => {
    const { transactions, total } = await call()
    expect(total).toEqual({ count: 9, amount: 2_799.91 })
    expect(transactions).toHaveLength(9)
    expect(transactions.map(({ date }: RetailerTransaction) => date)).toEqual(
      transactions
        .map(({ date }: RetailerTransaction) => date)
        .toSorted()
        .toReversed(),
    )
    expect(transactions.at(-1)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      date: '2026-10-02',
      amount: 1262.97,
      card_used: 'Visa ending in 4840',
      order_id: '112-1000001-2000001',
      order_url: 'https://www.amazon.com/gp/your-account/order-details?orderID=112-1000001-2000001',
    })
  })

  it('has pages that contain each transaction once', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => call({ page, pageSize: 4 })))
    expect(pages.map(({ transactions }) => transactions.length)).toEqual([4, 4, 1, 0])
    expect(
      new Set(
        pages.flatMap((page) => page.transactions.map((each: RetailerTransaction) => each.id)),
      ).size,
    ).toBe(9)
    expect(pages[0].total).toEqual({ count: 9, amount: 2_799.91 })
  })

  it.each([
    ['a part of the order id', { search: '8216173' }, ['114-8216173-1042667']],
    ['words of the card, ignoring case', { search: 'express 9136' }, ['111-5121514-5213005']],
    ['an amount', { search: '88.00' }, ['112-1000003-2000003']],
    ['a formatted amount', { search: '$1,218.18' }, ['111-8833758-4636222']],
    ['a pattern, taken literally', { search: '11%-_' }, []],
    [
      'dates',
      { from: '2026-10-23', to: '2026-10-27', sort: 'date' },
      ['111-4653097-8790633, 111-3530777-3713827', '111-5121514-5213005'],
    ],
  ])('is searched by %s', async (_name, query, found) => {
    expect(await orders(query)).toEqual(found)
  })

  it.each([
    ['date', 'date'],
    ['amount', 'amount'],
    ['card', 'card_used'],
    ['order', 'order_id'],
  ] as const)('is sorted by %s in both directions', async (sort, field) => {
    const read = async (by: string): Promise<(string | number)[]> =>
      (await call({ sort: by })).transactions.map((each: RetailerTransaction) => each[field])
    const [up, down] = [await read(sort), await read(`-${sort}`)]
    const sorted = up.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    expect(up).toEqual(sorted)
    expect(down).toEqual(sorted.toReversed())
  })

  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'to'],
    [{ sort: 'price' }, 'sort'],
    [{ page: 0 }, 'page'],
    [{ pageSize: 100_000 }, 'pageSize'],
    [{ search: 'a\u0000b' }, 'search'],
  ])('refuses %j and names the field', async (query, field) => {
    const { status, body } = await desk.call(listTransactions, { query })
    expect([status, body.field]).toEqual([400, field])
  })
})

describe('the export', () => {
  const csv = async (query: Record<string, unknown> = {}) => {
    const { status, headers, body } = await desk.call(exportTransactions, { query })
    return { status, headers, lines: String(body).replace('\ufeff', '').trim().split('\r\n') }
  }

  it('is the filtered list as a CSV file', async () => {
    const { status, headers, lines } = await csv({ search: 'Mastercard', sort: '-amount' })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; .*\.csv"$/)
    expect(lines).toEqual([
      'Date,Amount,Card Used,Order ID,Order URL',
      expect.stringMatching(
        /^2026-10-23,30\.30,Mastercard ending in 2323,"111-4653097-8790633, 111-3530777-3713827",https:/,
      ),
      expect.stringMatching(/^2026-10-10,-12\.50,Mastercard ending in 0042,112-1000004-2000004,/),
    ])
  })

  it('has no cell that a spreadsheet would run', async () => {
    const rows = ['=HYPERLINK(1)', '+1+1', '-2+3', '@SUM(A1)'].map(
      (order, n) => `2026-01-0${n + 1},${order},1.00,Visa,Amazon.com`,
    )
    await sendFile(desk, token, ['date,orderIds,amount,cardInfo,vendor', ...rows].join('\n'))
    const { lines } = await csv({ to: '2026-01-31', sort: 'date' })
    const cells = lines.slice(1).map((line) => line.split(',')[3])
    expect(cells).toEqual(["'=HYPERLINK(1)", "'+1+1", "'-2+3", "'@SUM(A1)"])
  })

  it('has every row once, even if there are many', async () => {
    await sendFile(desk, token, azadFile(5_100))
    const { lines } = await csv({ to: '2025-12-31', sort: 'card' })
    expect(new Set(lines).size).toBe(5_101)
  })

  it('is not limited to 5,000 rows like the list without a page', async () => {
    const old = { to: '2025-12-31' }
    const { transactions, total, hasMore } = await call(old)
    expect([transactions.length, total.count, hasMore]).toEqual([5_000, 5_100, true])
    const last = await call({ ...old, page: 51, pageSize: 100 })
    expect([last.transactions.length, last.total, last.hasMore]).toEqual([100, total, false])
    const seen = new Set([...transactions, ...last.transactions].map(({ id }) => id))
    expect(seen.size).toBe(5_100)
  })
})

describe('the security challenge', () => {
  it('reports that there is none to answer', async () => {
    const { status, body } = await desk.call(verifyChallenge, {
      body: { type: '2fa', code: '123456' },
    })
    expect([status, body.code]).toEqual([409, 'challenge_none_open'])
  })

  it.each([{}, { type: '2fa' }, { type: 'sms', code: '1' }, { type: '2fa', code: ' ' }])(
    'refuses %j',
    async (body) => {
      expect((await desk.call(verifyChallenge, { body })).status).toBe(400)
    },
  )
})
