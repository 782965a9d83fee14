// Tests the list of vendor mappings and its marks.
import { createQboVendor } from '@invoice-desk/contract/accounting/accounting-vendors'
import { addAccount } from '@invoice-desk/contract/identity/accounts'
import {
  exportVendorMappings,
  listVendorMappings,
  type VendorMapping,
} from '@invoice-desk/contract/vendors/vendors'
import { ADMIN, STRANGER } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { KESTREL, useVendorDesk } from '../support/vendors.ts'

const opened = useVendorDesk()
const { add, change, list, query } = opened

const fill = (count: number) =>
  query(sql`INSERT INTO vendor_mapping (email, vendor, qb_bill_account)
    SELECT 'm' || n || '@bulk.example', 'Vendor ' || lpad(n::text, 5, '0'), CASE n % 2 WHEN 0 THEN 'Advertising' ELSE '' END
    FROM generate_series(1, ${count}) AS n`)

const exported = async (filter: Record<string, unknown>) => {
  const { desk, token } = opened.company
  const { status, headers, body } = await desk.call(exportVendorMappings, { token, query: filter })
  return { status, headers, lines: String(body).replace('\ufeff', '').trim().split('\r\n') }
}

const EIN = '12-3456789'

describe('the list', () => {
  it('is empty at first, then sorted by vendor name', async () => {
    expect((await list()).body).toEqual([])
    await add()
    await add({ email: 'zed@kestrel.example', vendor: 'alder & ash carpentry', qbBillAccount: '' })
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toEqual([
      expect.objectContaining({ vendor: 'alder & ash carpentry', qb_bill_account: '' }),
      {
        id: expect.any(String),
        email: KESTREL.email,
        vendor: KESTREL.vendor,
        qb_bill_account: KESTREL.qbBillAccount,
        version: 1,
        track1099: false,
      },
    ])
  })

  it('finds by email, vendor and account, ignoring case and without wildcards', async () => {
    await add()
    await add({ email: '100%_sure@x.example', vendor: 'Back\\slash', qbBillAccount: 'Advertising' })
    const found = async (search: string) =>
      (await list({ search })).body.map(({ email }: VendorMapping) => email)
    expect(await found('KESTREL.ex')).toEqual([KESTREL.email])
    expect(await found('courier')).toEqual([KESTREL.email])
    expect(await found('advertis')).toEqual(['100%_sure@x.example'])
    expect(await found('100%_s')).toEqual(['100%_sure@x.example'])
    expect(await found('back\\s')).toEqual(['100%_sure@x.example'])
    expect(await found('g%e')).toEqual([])
    expect((await list({ email: 'Billing@KESTREL.example' })).body).toHaveLength(1)
    expect((await list({ email: 'kestrel@x.example' })).body).toEqual([])
  })

  it('filters by bill account and 1099 tracking', async () => {
    await add()
    await add({ email: 'none@x.example', qbBillAccount: '' })
    await add({ email: 'ad@x.example', qbBillAccount: 'Advertising', track1099: true, taxId: EIN })
    const found = async (filter: Record<string, unknown>) =>
      (await list({ sort: 'email', ...filter })).body.map(({ email }: VendorMapping) => email)
    expect(await found({ hasAccount: 'no' })).toEqual(['none@x.example'])
    expect(await found({ hasAccount: 'yes' })).toEqual(['ad@x.example', KESTREL.email])
    expect(await found({ account: 'ADVERTISING' })).toEqual(['ad@x.example'])
    expect(await found({ account: 'Advert' })).toEqual([])
    expect(await found({ track1099: 'yes' })).toEqual(['ad@x.example'])
    expect(await found({ track1099: 'no', search: 'x.example' })).toEqual(['none@x.example'])
    expect((await list({ track1099: 'no', page: 1 })).body.total).toBe(2)
  })

  it('has pages that contain each mapping once, in every sort order', async () => {
    await fill(23)
    for (const sort of ['vendor', '-vendor', 'email', '-email', 'qb_bill_account']) {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => list({ sort, page, pageSize: 10 })),
      )
      expect(pages.map(({ body }) => [body.total, body.page, body.vendors.length])).toEqual([
        [23, 1, 10],
        [23, 2, 10],
        [23, 3, 3],
        [23, 4, 0],
      ])
      const emails = pages.flatMap(({ body }) =>
        body.vendors.map(({ email }: VendorMapping) => email),
      )
      expect(new Set(emails).size).toBe(23)
    }
    const [first] = (await list({ sort: '-vendor', page: 1, pageSize: 1 })).body.vendors
    expect(first.vendor).toBe('Vendor 00023')
    const named = (await list({ sort: '-qb_bill_account', pageSize: 1, search: 'vendor' })).body
    expect([named.total, named.vendors[0].qb_bill_account]).toEqual([23, 'Advertising'])
  })

  it('returns all ten thousand without a page, and exports them in parts', async () => {
    await fill(10_000)
    expect((await list()).body).toHaveLength(10_000)
    const { body } = await list({ page: 200, pageSize: 50 })
    expect([body.total, body.vendors.at(-1)?.vendor]).toEqual([10_000, 'Vendor 10000'])
    const sort = '-qb_bill_account'
    const { lines } = await exported({ sort, search: 'bulk.example' })
    const emails = lines.slice(1).map((line) => line.split(',')[0])
    expect(new Set(emails).size).toBe(10_000)
    const { body: middle } = await list({ sort, page: 51, pageSize: 100 })
    expect(emails.slice(5_000, 5_100)).toEqual(
      middle.vendors.map(({ email }: VendorMapping) => email),
    )
  })

  it.each([
    ['sort', { sort: 'color' }],
    ['page', { page: 0 }],
    ['page', { page: 'two' }],
    ['pageSize', { pageSize: 201 }],
    ['email', { email: 'nobody' }],
    ['account', { account: ' ' }],
    ['hasAccount', { hasAccount: 'maybe' }],
    ['track1099', { track1099: 'true' }],
    ['missing', { missing: 'no' }],
  ])('refuses a bad %s', async (field, bad) => {
    const { status, body } = await list(bad)
    expect([status, body.code, body.field]).toEqual([400, 'invalid_input', field])
  })

  it('exports what is filtered, without formulas and without hidden tax ids', async () => {
    const tax = { taxId: EIN, track1099: true }
    await add({ email: '+b@x.example', vendor: '=1+1', ...tax })
    const { body: hidden } = await add({ email: 'c@x.example', vendor: 'Back, "slash"', ...tax })
    expect(hidden.taxIdLast4).toBe('6789')
    await query(sql`UPDATE vendor_mapping SET track_1099 = false WHERE id = ${hidden.id}`)
    await add()
    const { status, headers, lines } = await exported({ search: 'x.example', sort: '-email' })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="vendors-.*\.csv"$/)
    expect(lines).toEqual([
      'Email,Vendor,Bill Account,1099,Tax ID,Details,Missing in QuickBooks',
      `c@x.example,"Back, ""slash""",${KESTREL.qbBillAccount},No,,,Not checked`,
      `'+b@x.example,'=1+1,${KESTREL.qbBillAccount},Yes,EIN ending in 6789,,Not checked`,
    ])
  })

  it('is only for people who create vendors', async () => {
    const { idToken: admin } = await opened.company.desk.signIn(ADMIN)
    await opened.company.desk.call(addAccount, {
      token: admin,
      body: { email: STRANGER, tools: ['approve_invoice'] },
    })
    const { idToken } = await opened.company.desk.signIn(STRANGER)
    const { status, body } = await opened.company.desk.call(listVendorMappings, { token: idToken })
    expect([status, body.code]).toEqual([403, 'tool_not_enabled'])
  })
})

describe('the marks', () => {
  beforeEach(() => opened.company.refreshCopy())
  const missing = async () => (await list()).body[0].missing

  it('show which vendor and account QuickBooks no longer has', async () => {
    const { body } = await add({ vendor: 'Quill Paper Supply' })
    expect(await missing()).toEqual(['vendor'])
    await query(sql`UPDATE vendor_mapping SET qb_bill_account = 'Old Warehouse'`)
    expect(await missing()).toEqual(['vendor', 'qb_bill_account'])
    await add({ email: 'known@x.example' })
    expect((await list({ missing: 'yes', page: 1 })).body).toMatchObject({
      total: 1,
      vendors: [{ id: body.id, missing: ['vendor', 'qb_bill_account'] }],
    })
    const { lines } = await exported({ sort: 'email' })
    expect(lines[1]).toMatch(/,"Vendor, Bill account"$/)
    expect(lines[2]).toMatch(/,$/)
    await query(sql`DELETE FROM vendor_mapping WHERE email = 'known@x.example'`)
    await change({ id: body.id, ...KESTREL, vendor: 'KESTREL COURIER' })
    expect(await missing()).toEqual([])
  })

  it('recognize an account by its short name if it is unique', async () => {
    await add()
    await query(sql`UPDATE vendor_mapping SET qb_bill_account = 'electricity'`)
    expect(await missing()).toEqual([])
    await query(sql`UPDATE vendor_mapping SET qb_bill_account = 'Checking'`)
    expect(await missing()).toEqual(['qb_bill_account'])
  })

  it('disappear once the vendor has been created here', async () => {
    await add({ vendor: 'Fern & Fable' })
    expect(await missing()).toEqual(['vendor'])
    const address = { line1: '7 Quay Street', city: 'Astoria', state: 'OR', zipCode: '97103' }
    await opened.company.desk.call(createQboVendor, {
      token: opened.company.token,
      body: { name: 'Fern & Fable', email: KESTREL.email, address },
    })
    expect(await missing()).toEqual([])
  })

  it('recognize no account by a short name that two accounts share', async () => {
    await add()
    const { accounts = [] } = await opened.company.state()
    const utilities = accounts.find(({ Name }) => Name === 'Utilities')
    const fields = { AccountType: 'Expense', SubAccount: true, ParentRef: { value: utilities?.Id } }
    await opened.company.write('account', { Name: 'Rent or Lease', ...fields })
    await opened.company.refreshCopy()
    await query(sql`UPDATE vendor_mapping SET qb_bill_account = 'Rent or Lease'`)
    expect(await missing()).toEqual([])
    await query(sql`UPDATE vendor_mapping SET qb_bill_account = 'Utilities:Rent or Lease'`)
    expect(await missing()).toEqual([])
  })

  it('are still known while QuickBooks is down', async () => {
    await add({ vendor: 'Quill Paper Supply' })
    await opened.company.fault('error', '', 1_000)
    await opened.company.refreshCopy()
    expect((await list({ page: 1 })).body.marks).toBe('known')
    expect(await missing()).toEqual(['vendor'])
  })

  it('are missing until our copy of QuickBooks is filled, but the list works', async () => {
    await add()
    await opened.company.connect()
    expect((await list({ page: 1 })).body.marks).toBe('pending')
    // Until then, nothing is known to be missing.
    const { total, marks } = (await list({ page: 1, missing: 'yes' })).body
    expect([total, marks]).toEqual([0, 'pending'])
    await opened.company.fault('error', '', 1_000)
    await opened.company.refreshCopy()
    const { body } = await list({ page: 1 })
    expect([body.marks, body.total]).toEqual(['unavailable', 1])
    expect(body.vendors[0].missing).toBeUndefined()
  })
})
