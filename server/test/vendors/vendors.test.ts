// Tests adding and changing vendor mappings.
import {
  createQboVendor,
  findQboVendor,
} from '@invoice-desk/contract/accounting/accounting-vendors'
import type { VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { KESTREL, useVendorDesk } from '../support/vendors.ts'

const opened = useVendorDesk()
const { add, change, eventsOf, list, query } = opened
const TAX_ID = '12-3456789'

describe('adding', () => {
  it('returns the mapping and records who added it', async () => {
    const { status, body } = await add({ email: ' Billing@Kestrel.EXAMPLE ' })
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(String),
        email: KESTREL.email,
        vendor: KESTREL.vendor,
        qb_bill_account: KESTREL.qbBillAccount,
        version: 1,
        track1099: false,
      },
    ])
    expect(await eventsOf(body.id)).toEqual([
      {
        actor: STAFF,
        action: 'vendor_mapping_added',
        details: { ...KESTREL, track1099: false },
      },
    ])
  })

  it('maps several emails to one vendor, but each email to only one vendor, ignoring case', async () => {
    await add()
    expect((await add({ email: 'second@kestrel.example' })).status).toBe(200)
    const { status, body } = await add({
      email: 'BILLING@kestrel.example',
      vendor: 'Pier 9 Storage',
    })
    expect([status, body]).toEqual([
      409,
      {
        error: 'This email is already mapped to Kestrel Courier.',
        code: 'vendor_mapping_exists',
        field: 'email',
      },
    ])
    expect((await list()).body).toHaveLength(2)
  })

  it('accepts one of many concurrent requests for the same email', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  it('stores the address, 1099 tracking and the last four digits of the tax id', async () => {
    const address = { line1: '1 Pier', city: 'Astoria', state: 'OR', zipCode: '97103' }
    const { body } = await add({ address, track1099: true, taxId: TAX_ID, taxIdType: 'EIN' })
    expect(body).toMatchObject({ address, track1099: true, taxIdType: 'EIN', taxIdLast4: '6789' })
  })

  it('does not store the tax id', async () => {
    await add({ track1099: true, taxId: '541-62-3308', taxIdType: 'SSN' })
    const [dump] = await query(sql`SELECT
      (SELECT string_agg(t::text, ' ') FROM vendor_mapping t) || (SELECT string_agg(t::text, ' ') FROM audit_event t)
      || coalesce((SELECT string_agg(t::text, ' ') FROM jobs.job t), '') AS text`)
    expect(String(dump?.text)).toContain('3308')
    expect(String(dump?.text)).not.toMatch(/541-?62-?3308/)
  })

  it("uses QuickBooks' spelling of the account", async () => {
    const { body } = await add({ qbBillAccount: 'utilities:INTERNET' })
    expect(body.qb_bill_account).toBe('Utilities:Internet')
  })

  it('treats blank address fields as no address', async () => {
    const address = { line1: ' ', city: '', state: '', zipCode: '' }
    const { status, body } = await add({ address, taxId: '', taxIdType: 'EIN', track1099: false })
    expect([status, body.address]).toEqual([200, undefined])
  })

  it.each([
    ['email', { email: 'nobody' }, 'Enter a valid email address.'],
    ['email', { email: '   ' }, 'Enter a valid email address.'],
    ['email', { email: `${'x'.repeat(250)}@y.example` }, 'This can have at most 254 characters.'],
    ['vendor', { vendor: ' \t ' }, 'This is required.'],
    ['vendor', { vendor: 'x'.repeat(501) }, 'This can have at most 500 characters.'],
    ['vendor', { vendor: 'two\nlines' }, 'This must be a single line.'],
    ['vendor', { vendor: 7 }, 'This has the wrong type.'],
    ['address.city', { address: { line1: '1 Pier', state: 'OR' } }, 'This is required.'],
    ['taxId', { track1099: true }, 'The tax ID is required.'],
    ['taxId', { track1099: true, taxId: '07-1234567' }, 'Invalid EIN. Please check the format.'],
    [
      'taxId',
      { track1099: true, taxId: '900-12-3456', taxIdType: 'SSN' },
      'Invalid SSN. Please check the format.',
    ],
    ['taxIdType', { taxIdType: 'VAT' }, "This isn't one of the options."],
  ])('refuses a bad %s', async (field, bad, error) => {
    const { status, body } = await add(bad)
    expect([status, body]).toEqual([400, { error, code: 'invalid_input', field }])
    expect((await list()).body).toEqual([])
  })

  it.each(['Nowhere', 'Old Warehouse', 'Checking'])(
    'refuses the account %s, which bills cannot be booked to',
    async (qbBillAccount) => {
      const { status, body } = await add({ qbBillAccount })
      expect([status, body.code, body.field]).toEqual([404, 'qbo_account_unknown', 'qbBillAccount'])
    },
  )

  it('treats markup in a name as text', async () => {
    const vendor = '<img src=x onerror="alert(1)">'
    const { body } = await add({ vendor })
    expect(body.vendor).toBe(vendor)
  })

  it('saves nothing while QuickBooks is down, unless there is no account to check', async () => {
    await opened.company.fault('error', '/query', 100)
    const { status, body } = await add()
    expect([status, body.error, body.code]).toEqual([
      502,
      'Failed to fetch accounts',
      'qbo_accounts_failed',
    ])
    expect((await list()).body).toEqual([])
    expect((await add({ qbBillAccount: '' })).status).toBe(200)
  })

  it('does not create a second vendor when the mapping is retried', async () => {
    const address = { line1: '7 Quay Street', city: 'Astoria', state: 'OR', zipCode: '97103' }
    const vendor = { name: 'Fern & Fable', email: 'hello@fern.example', address }
    await add({ email: vendor.email })
    await opened.company.desk.call(createQboVendor, { token: opened.company.token, body: vendor })
    expect((await add({ email: vendor.email, vendor: vendor.name, address })).status).toBe(409)

    const { body } = await opened.company.desk.call(findQboVendor, {
      token: opened.company.token,
      query: { name: vendor.name },
    })
    expect(body.exists).toBe(true)
    expect(
      (
        await opened.company.desk.call(createQboVendor, {
          token: opened.company.token,
          body: vendor,
        })
      ).status,
    ).toBe(409)
    const other = { email: 'other@fern.example', vendor: vendor.name, address }
    expect((await add(other)).status).toBe(200)
    const { vendors } = await opened.company.state()
    expect(vendors?.filter(({ DisplayName }) => DisplayName === vendor.name)).toHaveLength(1)
  })
})

describe('changing', () => {
  let mapping: VendorMapping
  beforeEach(async () => {
    mapping = (await add()).body
  })
  const changed = (fields: Record<string, unknown>) =>
    change({ id: mapping.id, ...KESTREL, ...fields })

  it('returns the new values and records old and new', async () => {
    const { status, body } = await changed({ vendor: 'Pier 9 Storage', qbBillAccount: '' })
    expect([status, body]).toMatchObject([
      200,
      { id: mapping.id, vendor: 'Pier 9 Storage', qb_bill_account: '', version: 2 },
    ])
    expect((await eventsOf(mapping.id)).at(-1)).toEqual({
      actor: STAFF,
      action: 'vendor_mapping_changed',
      details: {
        from: { ...KESTREL, track1099: false },
        to: { email: KESTREL.email, vendor: 'Pier 9 Storage', qbBillAccount: '', track1099: false },
      },
    })
  })

  it("reports a conflict to the second person, with the first one's values", async () => {
    expect((await changed({ vendor: 'Pier 9 Storage', version: 1 })).status).toBe(200)
    const { status, body } = await changed({ vendor: 'Dana Whitfield', version: 1 })
    expect([status, body.code]).toEqual([409, 'changed_meanwhile'])
    expect(body.mapping).toMatchObject({ id: mapping.id, vendor: 'Pier 9 Storage', version: 2 })
    expect((await list()).body[0].vendor).toBe('Pier 9 Storage')
  })

  it('accepts one of many concurrent changes of the same version', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => changed({ vendor: `Vendor ${n}`, version: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'not-an-id', ''])(
    'refuses the unknown id %j',
    async (id) => {
      const { status, body } = await changed({ id })
      expect([status, body]).toEqual([
        404,
        { error: 'Vendor mapping not found', code: 'vendor_mapping_unknown', field: 'id' },
      ])
    },
  )

  it('refuses the email of another mapping, and accepts its own', async () => {
    await add({ email: 'taken@kestrel.example' })
    const { status, body } = await changed({ email: 'Taken@Kestrel.example' })
    expect([status, body.code, body.field]).toEqual([409, 'vendor_mapping_exists', 'email'])
    expect((await changed({ email: KESTREL.email.toUpperCase() })).status).toBe(200)
    expect((await eventsOf(mapping.id)).at(-1)).toMatchObject({ action: 'vendor_mapping_changed' })
  })

  it('works while QuickBooks is down if the account does not change', async () => {
    await opened.company.connect()
    await opened.company.fault('error', '/query', 100)
    expect((await changed({ vendor: 'Pier 9 Storage' })).status).toBe(200)
    const { status, body } = await changed({ qbBillAccount: 'Advertising' })
    expect([status, body.code]).toEqual([502, 'qbo_accounts_failed'])
    expect((await list()).body[0].qb_bill_account).toBe(KESTREL.qbBillAccount)
  })

  it('keeps an account that QuickBooks no longer has when other fields change', async () => {
    await query(sql`UPDATE vendor_mapping SET qb_bill_account = 'Old Warehouse'`)
    const { status, body } = await changed({
      email: 'new@kestrel.example',
      qbBillAccount: 'Old Warehouse',
    })
    expect([status, body.qb_bill_account]).toEqual([200, 'Old Warehouse'])
  })

  it('keeps a known tax id, requires a missing one, and drops it when the vendor changes', async () => {
    const unknown = await changed({ track1099: true })
    expect([unknown.status, unknown.body.field]).toEqual([400, 'taxId'])
    const known = await changed({ track1099: true, taxId: TAX_ID })
    expect(known.body).toMatchObject({ taxIdLast4: '6789', taxIdType: 'EIN' })
    const unchanged = await changed({ track1099: true, taxIdType: 'SSN' })
    expect(unchanged.body).toMatchObject({ taxIdLast4: '6789', taxIdType: 'EIN' })
    const other = await changed({ vendor: 'Pier 9 Storage' })
    expect(other.body.taxIdLast4).toBeUndefined()
  })
})
