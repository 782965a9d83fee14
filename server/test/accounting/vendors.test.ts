// Tests QuickBooks vendors and bill accounts.
import {
  createQboVendor,
  findQboVendor,
  listQboBillAccounts,
  listQboVendors,
} from '@invoice-desk/contract/accounting/accounting-vendors'
import { addAccount } from '@invoice-desk/contract/identity/accounts'
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN, STRANGER } from '@invoice-desk/testing/people'
import { type Company, openCompany, SHORT_TIMEOUTS } from '@invoice-desk/testing/quickbooks/company'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let company: Company
let desk: TestDesk
let token: string
beforeAll(async () => {
  company = await openCompany(SHORT_TIMEOUTS)
  desk = company.desk
  token = company.token
})
afterAll(() => desk.close())
beforeEach(() => company.startOver())

const newVendor = {
  name: 'Fern & Fable Bookbinding',
  email: 'hello@fernfable.example',
  address: { line1: '7 Quay Street', city: 'Astoria', state: 'OR', zipCode: '97103' },
  taxId: '',
  taxIdType: 'EIN',
  track1099: false,
}
const create = (change: Record<string, unknown> = {}) =>
  desk.call(createQboVendor, { token, body: { ...newVendor, ...change } })
const exists = async (name: string) =>
  (await desk.call(findQboVendor, { token, query: { name } })).body.exists
const listNames = async (): Promise<string[]> =>
  (await desk.call(listQboVendors, { token })).body.map(({ name }: { name: string }) => name)
const stored = async (name: string) =>
  (await company.state()).vendors?.find(({ DisplayName }) => DisplayName === name)

describe('the vendor list', () => {
  it('has the active vendors by name with their details', async () => {
    const { body } = await desk.call(listQboVendors, { token })
    expect(body).toHaveLength(12)
    expect(body[0]).toEqual({
      id: expect.any(String),
      name: 'Alder & Ash Carpentry',
      email: 'office@alderash.example',
      track1099: true,
    })
    expect((await listNames()).join()).not.toContain('Quill Paper Supply')
  })

  it.each(['QuickBooks', 'our copy'])(
    'is complete with five thousand vendors, from %s',
    async (from) => {
      await company.throwSwitch('fill', { vendors: 5_000 })
      if (from === 'our copy') await company.refreshCopy()
      const names = await listNames()
      expect(names).toHaveLength(5_012)
      expect(new Set(names).size).toBe(5_012)
    },
  )

  it('includes a vendor right after it was created here', async () => {
    expect(await listNames()).not.toContain(newVendor.name)
    await create()
    expect(await listNames()).toContain(newVendor.name)
  })

  it('is only for people who approve invoices or create vendors', async () => {
    const { idToken: admin } = await desk.signIn(ADMIN)
    await desk.call(addAccount, {
      token: admin,
      body: { email: STRANGER, tools: ['create_vendor'] },
    })
    const { idToken: clerk } = await desk.signIn(STRANGER)
    const statusOf = async () => (await desk.call(listQboVendors, { token: clerk })).status
    expect(await statusOf()).toBe(200)
    const { callers, database } = desk.desk.dependencies
    await database.db.execute(sql`UPDATE staff_account SET tools = '{approve_invoice}'`)
    callers.forget()
    expect(await statusOf()).toBe(200)
    await database.db.execute(sql`UPDATE staff_account SET tools = '{pay_invoice}'`)
    callers.forget()
    expect(await statusOf()).toBe(403)
  })

  it('fails with the specified message', async () => {
    await company.fault('error', '/query', 10)
    const { status, body } = await desk.call(listQboVendors, { token })
    expect([status, body]).toEqual([
      502,
      { error: 'Failed to load vendors', code: 'qbo_vendors_failed' },
    ])
  })
})

describe('bill accounts', () => {
  it('are the expense accounts with short and full names', async () => {
    const { body } = await desk.call(listQboBillAccounts, { token })
    const full = body.map(
      ({ fullyQualifiedName }: { fullyQualifiedName: string }) => fullyQualifiedName,
    )
    expect(full).toContain('Utilities:Electricity')
    expect(full).not.toContain('Checking')
    expect(body).toContainEqual({
      id: expect.any(String),
      name: 'Electricity',
      fullyQualifiedName: 'Utilities:Electricity',
    })
  })

  it('fail with the specified message', async () => {
    await company.fault('cut', '/query', 10)
    // Reconnecting clears the cache.
    await company.connect()
    const { status, body } = await desk.call(listQboBillAccounts, { token })
    expect([status, body.error]).toEqual([502, 'Failed to fetch accounts'])
  })
})

describe('creating a vendor', () => {
  it('sends everything to QuickBooks, including the tax id, which it never returns', async () => {
    const { status, body } = await create({ track1099: true, taxId: '12-3456789' })
    expect([status, body]).toEqual([
      200,
      {
        vendor: {
          id: expect.any(String),
          name: newVendor.name,
          email: newVendor.email,
          track1099: true,
        },
      },
    ])
    expect(await stored(newVendor.name)).toMatchObject({
      CompanyName: newVendor.name,
      PrimaryEmailAddr: { Address: newVendor.email },
      BillAddr: {
        Line1: '7 Quay Street',
        City: 'Astoria',
        CountrySubDivisionCode: 'OR',
        PostalCode: '97103',
      },
      Vendor1099: true,
      TaxIdentifier: 'XXXXX6789',
    })
    expect(await exists(newVendor.name.toUpperCase())).toBe(true)
  })

  it('names the customer that has the name, and suggests another', async () => {
    const { status, body } = await create({ name: 'Brightwater Books' })
    expect([status, body.code, body.field]).toEqual([409, 'qbo_name_taken', 'name'])
    expect(body.error).toBe(
      'QuickBooks already has a customer named "Brightwater Books". Use a different name, such as "Brightwater Books (Vendor)".',
    )
    expect((await create({ name: 'Brightwater Books (Vendor)' })).status).toBe(200)
    const again = await create({ name: 'brightwater books' })
    expect(again.body.error).toContain('"brightwater books (Vendor 2)"')
  })

  it('names the vendor that has the name', async () => {
    const { body } = await create({ name: "o'malley electric" })
    expect(body.error).toContain('already has a vendor named')
  })

  it.each([
    'D\'Arcy\'s "Best"',
    'Back\\slash & Sons',
    "\\' OR 1=1 --",
    '🦊 Fox Studio 🧾',
    'x'.repeat(500),
    '名前 株式会社',
  ])('accepts the name %s unchanged', async (name) => {
    expect((await create({ name })).status).toBe(200)
    expect(await exists(name)).toBe(true)
    expect(await exists(`${name.slice(0, 400)}?`)).toBe(false)
  })

  it.each([
    ['name', { name: 'Colon: Inc' }, "QuickBooks doesn't allow a colon in a vendor name."],
    ['name', { name: 'x'.repeat(501) }, 'This can have at most 500 characters.'],
    ['name', { name: 'two\nlines' }, 'This must be a single line.'],
    ['name', { name: '' }, 'This is required.'],
    ['email', { email: 'nobody' }, 'Enter a valid email address.'],
    ['address.city', { address: { ...newVendor.address, city: '' } }, 'This is required.'],
    ['taxId', { track1099: true }, 'The tax ID is required.'],
    ['taxId', { track1099: true, taxId: '07-1234567' }, 'Invalid EIN. Please check the format.'],
    [
      'taxId',
      { track1099: true, taxId: '666-12-3456', taxIdType: 'SSN' },
      'Invalid SSN. Please check the format.',
    ],
  ])('refuses a bad %s', async (field, change, error) => {
    const { status, body } = await create(change)
    expect([status, body]).toEqual([400, { error, code: 'invalid_input', field }])
  })

  it('reports why QuickBooks refused', async () => {
    const { status, body } = await create({ email: `${'x'.repeat(60)}@${'y'.repeat(60)}.example` })
    expect([status, body.code]).toEqual([422, 'qbo_vendor_refused'])
    expect(body.error).toMatch(/^Failed to create vendor in QuickBooks: \d+: /)
  })

  it.each(['timeout', 'timeout-after', 'cut'] as const)(
    'creates at most one vendor if every response is lost (%s)',
    async (mode) => {
      await company.fault(mode, '/vendor?requestid', 3)
      const { status } = await create()
      expect(status).toBe(mode === 'timeout' ? 502 : 200)
      const found = (await company.state()).vendors?.filter(
        ({ DisplayName }) => DisplayName === newVendor.name,
      )
      expect(found).toHaveLength(mode === 'timeout' ? 0 : 1)
    },
  )
})
