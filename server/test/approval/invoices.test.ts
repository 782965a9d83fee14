// Tests the list of all invoices over HTTP: filters, totals, order, search, access and the export.

import {
  exportInvoices,
  type ListedInvoice,
  listInvoices,
} from '@invoice-desk/contract/approval/approval-invoices'
import { addAccount } from '@invoice-desk/contract/identity/accounts'
import type { BillRow } from '@invoice-desk/testing/app/rows'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billPosting } from '../../src/db/schema/accounting.ts'

let desk: TestDesk
let token: string
const HERON = { email: 'vera@heron.example', vendor: 'Blue Heron Printing' }
const KESTREL = { email: 'kim@kestrel.example', vendor: 'Kestrel Courier' }

/** In the order in which they were submitted. */
const BILLS: [typeof HERON, BillRow][] = [
  // 11 p.m. in New York on the 2nd.
  [
    HERON,
    {
      invoiceNumber: 'BH-1',
      amountCents: 42_000,
      submittedAt: new Date('2026-11-03T04:00:00Z'),
      dueDate: '2026-12-01',
    },
  ],
  [
    HERON,
    {
      invoiceNumber: 'BH-2',
      amountCents: 150_000,
      status: 'approved',
      submittedAt: new Date('2026-11-03T15:00:00Z'),
      dueDate: '2026-12-02',
      decidedAt: new Date('2026-11-10T15:00:00Z'),
      decidedBy: STAFF,
      postRefusal: 'No such account',
    },
  ],
  [
    HERON,
    {
      invoiceNumber: 'BH-3',
      amountCents: 100_000,
      status: 'paid',
      submittedAt: new Date('2026-11-04T15:00:00Z'),
      dueDate: '2026-12-03',
      decidedAt: new Date('2026-11-11T15:00:00Z'),
      decidedBy: STAFF,
      // Staff entered the day before.
      paidAt: new Date('2026-11-14T15:00:00Z'),
      paidBy: STAFF,
      paidDate: '2026-11-13',
    },
  ],
  [
    KESTREL,
    {
      invoiceNumber: 'KC-1',
      amountCents: 99_999,
      status: 'rejected',
      submittedAt: new Date('2026-11-05T15:00:00Z'),
      dueDate: '2026-12-04',
      decidedAt: new Date('2026-11-12T15:00:00Z'),
      decidedBy: STAFF,
    },
  ],
  [
    KESTREL,
    {
      invoiceNumber: 'KC-2',
      amountCents: 7,
      status: 'sent_for_approval',
      submittedAt: new Date('2026-11-06T15:00:00Z'),
      dueDate: '2026-12-05',
    },
  ],
]

beforeAll(async () => {
  desk = await startTestDesk()
  token = (await desk.signIn(STAFF)).idToken
  for (const [person, fields] of BILLS) await desk.rows.addBill(person, fields)
})
afterAll(() => desk.close())

const list = async (query: Record<string, unknown> = {}) =>
  (await desk.call(listInvoices, { token, query })).body
const numbers = async (query: Record<string, unknown>) =>
  (await list(query)).invoices.map(({ invoiceNumber }: ListedInvoice) => invoiceNumber)

describe('the list', () => {
  it('has every status, newest first, with totals', async () => {
    const { invoices, ...totals } = await list({ pageSize: 2 })
    expect(invoices).toHaveLength(2)
    expect(invoices[1]).toEqual({
      id: expect.any(String),
      invoiceNumber: 'KC-1',
      ...KESTREL,
      amount: 999.99,
      status: 'rejected',
      dueDate: '2026-12-04',
      dateCreated: '2026-11-05T15:00:00.000Z',
      decidedAt: '2026-11-12T15:00:00.000Z',
      decidedBy: STAFF,
      posting: { state: 'none' },
    })
    expect(totals).toEqual({
      total: 5,
      totalAmount: 3_920.06,
      byStatus: [
        { status: 'received', count: 1, amount: 420 },
        { status: 'sent_for_approval', count: 1, amount: 0.07 },
        { status: 'changes_requested', count: 0, amount: 0 },
        { status: 'approved', count: 1, amount: 1_500 },
        { status: 'paid', count: 1, amount: 1_000 },
        { status: 'rejected', count: 1, amount: 999.99 },
        { status: 'withdrawn', count: 0, amount: 0 },
      ],
    })
    expect(await numbers({ pageSize: 2, page: 3 })).toEqual(['BH-1'])
    expect(await list({ page: 9 })).toMatchObject({ invoices: [], total: 5 })
  })

  it.each<[Record<string, unknown>, string[]]>([
    [{ status: 'paid,rejected' }, ['KC-1', 'BH-3']],
    [{ vendor: 'kestrel COURIER' }, ['KC-2', 'KC-1']],
    [{ vendor: 'kestrel' }, []],
    [{ dueFrom: '2026-12-02', dueTo: '2026-12-03' }, ['BH-3', 'BH-2']],
    // Days in the business's time zone.
    [{ submittedTo: '2026-11-02' }, ['BH-1']],
    [{ submittedFrom: '2026-11-03', submittedTo: '2026-11-04' }, ['BH-3', 'BH-2']],
    [{ decidedFrom: '2026-11-11' }, ['KC-1', 'BH-3']],
    [{ paidFrom: '2026-11-13', paidTo: '2026-11-13' }, ['BH-3']],
    [{ paidFrom: '2026-11-14' }, []],
    [{ amountFrom: '1,000', amountTo: '$1500.00' }, ['BH-3', 'BH-2']],
    [{ attention: 'quickbooks' }, ['BH-2']],
    [
      {
        status: 'approved,paid',
        decidedFrom: '2026-11-09',
        decidedTo: '2026-11-10',
        amountFrom: 1000,
      },
      ['BH-2'],
    ],
    [{ sort: 'amount' }, ['KC-2', 'BH-1', 'KC-1', 'BH-3', 'BH-2']],
    [{ sort: '-number' }, ['KC-2', 'KC-1', 'BH-3', 'BH-2', 'BH-1']],
    [{ sort: 'status' }, ['BH-1', 'KC-2', 'BH-2', 'BH-3', 'KC-1']],
    [{ sort: '-decided', status: 'received,rejected,paid' }, ['KC-1', 'BH-3', 'BH-1']],
    [{ sort: '-due', pageSize: 1 }, ['KC-2']],
    [{ search: 'heron bh-3' }, ['BH-3']],
    [{ search: 'KIM@', sort: 'vendor', pageSize: 1 }, [expect.stringMatching(/^KC/)]],
  ])('filters and sorts by %j', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected)
  })

  it('counts what the filter finds, and every status without the filter by status', async () => {
    const { total, totalAmount, byStatus } = await list({ vendor: HERON.vendor, status: 'paid' })
    expect([total, totalAmount]).toEqual([1, 1_000])
    expect(byStatus.map(({ count }: { count: number }) => count)).toEqual([1, 0, 0, 1, 1, 0, 0])
  })

  it.each([
    [{ status: 'paid,lost' }, 'status'],
    [{ dueFrom: '2026-02-30' }, 'dueFrom'],
    [{ decidedTo: '0001-01-01' }, 'decidedTo'],
    [{ dueFrom: '2026-12-02', dueTo: '2026-12-01' }, 'dueTo'],
    [{ submittedFrom: '2026-12-02', submittedTo: '2026-12-01' }, 'submittedTo'],
    [{ paidFrom: '2026-12-02', paidTo: '2026-12-01' }, 'paidTo'],
    [{ amountFrom: '20', amountTo: '10' }, 'amountTo'],
    [{ amountFrom: 'ten' }, 'amountFrom'],
    [{ amountTo: '-1' }, 'amountTo'],
    [{ sort: 'email' }, 'sort'],
    [{ attention: 'mine' }, 'attention'],
    [{ vendor: '' }, 'vendor'],
    [{ search: 'a\u0000b' }, 'search'],
    [{ page: 0 }, 'page'],
    [{ pageSize: 1_000 }, 'pageSize'],
  ])('refuses %j and names the field', async (query, field) => {
    const { status, body } = await desk.call(listInvoices, { token, query })
    expect([status, body.field]).toEqual([400, field])
  })

  it('and its export need the tool', async () => {
    const email = 'fay.fewer@harborfinch.example'
    const admin = (await desk.signIn(ADMIN)).idToken
    await desk.call(addAccount, { token: admin, body: { email, tools: ['create_vendor'] } })
    const fay = (await desk.signIn(email)).idToken
    for (const endpoint of [listInvoices, exportInvoices]) {
      expect((await desk.call(endpoint)).status).toBe(401)
      const { status, body } = await desk.call(endpoint, { token: fay })
      expect([status, body.code]).toEqual([403, 'tool_not_enabled'])
    }
  })
})

describe('odd texts', () => {
  const OLD = { submittedTo: '2020-12-31' }
  const ODD = `=1+1 100%_sure "O'Neill" back\\slash, Ée`
  beforeAll(async () => {
    const submittedAt = new Date('2020-06-01T12:00:00Z')
    for (const invoiceNumber of ['@A', '-2', '-2+3', 'plain']) {
      await desk.rows.addBill(
        { email: '+o@odd.test', vendor: invoiceNumber === 'plain' ? 'Plain' : ODD },
        { invoiceNumber, submittedAt, amountCents: 123_450 },
      )
    }
  })

  it.each([
    ['100%', 3],
    ['%_S', 3],
    ["o'n", 3],
    ['k\\s', 3],
    ['"', 3],
    ['Ée', 3],
    ['É', 3],
    ['_____', 0],
    ['1%0', 0],
    ['%', 3],
    ['plain odd', 1],
    ['n', 4],
  ])('the search takes %j literally', async (search, count) => {
    expect((await list({ ...OLD, search })).total).toBe(count)
  })

  const lines = async (query: Record<string, unknown>) => {
    const { status, headers, body } = await desk.call(exportInvoices, { token, query })
    expect(status).toBe(200)
    return { headers, lines: String(body).replace('\ufeff', '').trim().split('\r\n') }
  }

  it('have no formula in the export that a spreadsheet would run', async () => {
    const { headers, lines: rows } = await lines({ ...OLD, sort: 'number', search: "o'neill" })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="invoices-.*\.csv"$/)
    const vendor = `"'${ODD.replaceAll('"', '""')}"`
    const rest = `${vendor},'+o@odd.test,1234.50,Received,2030-01-31,2020-06-01,,,`
    expect(rows).toEqual([
      'Invoice #,Vendor,Email,Amount,Status,Due Date,Submitted,Decided,Decided By,QuickBooks Bill',
      `-2,${rest}`,
      `'-2+3,${rest}`,
      `'@A,${rest}`,
    ])
  })

  it('exports what the list has, in several parts', async () => {
    const { db } = desk.desk.dependencies.database
    // Moments that differ by a microsecond.
    await db.execute(sql`INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date, status, submitted_at, decided_at)
      SELECT md5(n::text)::uuid, 'm@many.example', 'Many', 'M-' || n, 'M' || n, 100 + n % 7, '2026-01-01',
        CASE WHEN n % 3 = 0 THEN 'paid' ELSE 'received' END, '2019-01-01'::timestamptz + n * interval '1 microsecond',
        CASE WHEN n % 3 = 0 THEN '2019-02-01'::timestamptz + n * interval '1 microsecond' END
      FROM generate_series(1, 5100) AS n`)
    // PostgreSQL does this within a minute. Until then, it plans for an empty table, and a page can take half a second.
    await db.execute(sql`ANALYZE bill`)
    for (const sort of ['-submitted', 'decided', '-status']) {
      const query = { vendor: 'many', sort }
      const { lines: rows } = await lines(query)
      const exported = rows.slice(1).map((row) => row.split(',')[0])
      expect([sort, new Set(exported).size]).toEqual([sort, 5_100])
      expect(exported.slice(5_000)).toEqual(await numbers({ ...query, page: 51, pageSize: 100 }))
    }
    const paid = { vendor: 'many', status: 'paid', amountFrom: '1.05' }
    expect((await lines(paid)).lines).toHaveLength((await list(paid)).total + 1)
  })
})

it('says what became of the bill in QuickBooks', async () => {
  const posted = { invoiceNumber: 'POSTED', amountCents: 1 }
  const id = await desk.rows.addBill(HERON, { ...posted, status: 'approved' })
  await desk.desk.dependencies.database.db.insert(billPosting).values({
    ...{ ...posted, taskId: id, realmId: '1', state: 'created', vendorId: '1', vendorName: 'x' },
    ...{ accountId: '1', date: '2026-11-02', billId: '1402', actor: STAFF },
  })
  expect((await list({ search: 'posted' })).invoices[0].posting).toEqual({
    state: 'created',
    billId: '1402',
  })
  expect((await list({ search: 'bh-2' })).invoices[0].posting).toEqual({
    state: 'failed',
    refusal: 'No such account',
  })
})
