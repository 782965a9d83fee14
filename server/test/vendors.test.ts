// Vendor mappings: listed, added, changed and deleted, with all that follows from it.
import { createQboVendor, findQboVendor } from '@invoice-desk/contract/accounting'
import { sendVerification, verifyToken } from '@invoice-desk/contract/contractor'
import { addAccount } from '@invoice-desk/contract/identity'
import {
  addVendorMapping,
  changeVendorMapping,
  deleteVendorMapping,
  listVendorMappings,
  type VendorMapping,
} from '@invoice-desk/contract/vendors'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Company, openCompany } from './support/quickbooks.ts'
import { ADMIN, STAFF, STRANGER, type TestDesk } from './support/test-desk.ts'

let company: Company
let desk: TestDesk
let token: string
beforeAll(async () => {
  company = await openCompany()
  desk = company.desk
  token = company.token
})
afterAll(() => desk.close())
beforeEach(async () => {
  await query(sql`DELETE FROM vendor_mapping`)
  await company.startOver()
})

const query = async (text: ReturnType<typeof sql>) =>
  (await desk.desk.dependencies.database.db.execute(text)).rows

const KESTREL = {
  email: 'billing@kestrel.example',
  vendor: 'Kestrel Courier',
  qbBillAccount: 'Office Expenses:Postage & Courier',
}
const TAX_ID = '12-3456789'

const list = (query: Record<string, unknown> = {}) =>
  desk.call(listVendorMappings, { token, query })
const add = (change: Record<string, unknown> = {}) =>
  desk.call(addVendorMapping, { token, body: { ...KESTREL, ...change } })
const change = (body: Record<string, unknown>) => desk.call(changeVendorMapping, { token, body })
const remove = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  desk.call(deleteVendorMapping, { token, body, headers })
const eventsOf = (id: string) =>
  query(
    sql`SELECT actor, action, details FROM audit_event WHERE subject_kind = 'vendor_mapping' AND subject_id = ${id} ORDER BY id`,
  )
const mailsTo = async (address: string): Promise<{ subject: string; text: string }[]> => {
  const answer = await fetch(`${desk.sandbox.url}/mail/messages?to=${encodeURIComponent(address)}`)
  return (await answer.json()) as { subject: string; text: string }[]
}
const fill = (count: number) =>
  query(sql`INSERT INTO vendor_mapping (email, vendor, qb_bill_account)
    SELECT 'm' || n || '@bulk.example', 'Vendor ' || lpad(n::text, 5, '0'), CASE n % 2 WHEN 0 THEN 'Advertising' ELSE '' END
    FROM generate_series(1, ${count}) AS n`)

describe('the list', () => {
  it('is empty at first, and then a plain list by vendor name', async () => {
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
        missing: [],
      },
    ])
  })

  it('finds by e-mail, vendor and account, whatever the case, and takes wildcards for themselves', async () => {
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

  it('comes in pages that together hold everything once, in every order', async () => {
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

  it('is whole without a page, ten thousand strong', async () => {
    await fill(10_000)
    expect((await list()).body).toHaveLength(10_000)
    const { body } = await list({ page: 200, pageSize: 50 })
    expect([body.total, body.vendors.at(-1)?.vendor]).toEqual([10_000, 'Vendor 10000'])
  })

  it.each([
    ['sort', { sort: 'colour' }],
    ['page', { page: 0 }],
    ['page', { page: 'two' }],
    ['pageSize', { pageSize: 201 }],
    ['email', { email: 'nobody' }],
  ])('refuses a bad %s', async (field, bad) => {
    const { status, body } = await list(bad)
    expect([status, body.code, body.field]).toEqual([400, 'invalid_input', field])
  })

  it('is for those who create vendors', async () => {
    const { idToken: admin } = await desk.signIn(ADMIN)
    await desk.call(addAccount, {
      token: admin,
      body: { email: STRANGER, tools: ['approve_invoice'] },
    })
    const { idToken } = await desk.signIn(STRANGER)
    const { status, body } = await desk.call(listVendorMappings, { token: idToken })
    expect([status, body.code]).toEqual([403, 'tool_not_enabled'])
  })
})

describe('the marks', () => {
  const missing = async () => (await list()).body[0].missing

  it('tell which vendor and account QuickBooks no longer has', async () => {
    const { body } = await add({ vendor: 'Quill Paper Supply' })
    expect(await missing()).toEqual(['vendor'])
    await query(sql`UPDATE vendor_mapping SET qb_bill_account = 'Old Warehouse'`)
    expect(await missing()).toEqual(['vendor', 'qb_bill_account'])
    await change({ id: body.id, ...KESTREL, vendor: 'KESTREL COURIER' })
    expect(await missing()).toEqual([])
  })

  it('know an account by its short name too, if only one has it', async () => {
    await add()
    await query(sql`UPDATE vendor_mapping SET qb_bill_account = 'electricity'`)
    expect(await missing()).toEqual([])
    await query(sql`UPDATE vendor_mapping SET qb_bill_account = 'Checking'`)
    expect(await missing()).toEqual(['qb_bill_account'])
  })

  it('are gone as soon as the vendor was created here', async () => {
    await add({ vendor: 'Fern & Fable' })
    expect(await missing()).toEqual(['vendor'])
    const address = { line1: '7 Quay Street', city: 'Astoria', state: 'OR', zipCode: '97103' }
    await desk.call(createQboVendor, {
      token,
      body: { name: 'Fern & Fable', email: KESTREL.email, address },
    })
    expect(await missing()).toEqual([])
  })

  it('are left out while QuickBooks is down, and the list is not', async () => {
    await add()
    await company.connect()
    await company.fault('error', '/query', 100)
    const { body } = await list({ page: 1 })
    expect(body).toMatchObject({ total: 1, marks: 'unavailable' })
    expect(body.vendors[0].missing).toBeUndefined()
  })
})

describe('adding', () => {
  it('answers with the mapping, and records who added it', async () => {
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

  it('maps several e-mails to one vendor, but an e-mail to one vendor only, whatever its case', async () => {
    await add()
    expect((await add({ email: 'second@kestrel.example' })).status).toBe(200)
    const { status, body } = await add({
      email: 'BILLING@kestrel.example',
      vendor: 'Pier 9 Storage',
    })
    expect([status, body]).toEqual([
      409,
      {
        error: 'This e-mail is already mapped to Kestrel Courier.',
        code: 'vendor_mapping_exists',
        field: 'email',
      },
    ])
    expect((await list()).body).toHaveLength(2)
  })

  it('lets one of many win who add the same e-mail at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  it('keeps address, 1099 and the last four digits of the tax id', async () => {
    const address = { line1: '1 Pier', city: 'Astoria', state: 'OR', zipCode: '97103' }
    const { body } = await add({ address, track1099: true, taxId: TAX_ID, taxIdType: 'EIN' })
    expect(body).toMatchObject({ address, track1099: true, taxIdType: 'EIN', taxIdLast4: '6789' })
  })

  it('stores the tax id nowhere', async () => {
    await add({ track1099: true, taxId: '541-62-3308', taxIdType: 'SSN' })
    const [dump] = await query(sql`SELECT
      (SELECT string_agg(t::text, ' ') FROM vendor_mapping t) || (SELECT string_agg(t::text, ' ') FROM audit_event t)
      || coalesce((SELECT string_agg(t::text, ' ') FROM jobs.job t), '') AS text`)
    expect(String(dump?.text)).toContain('3308')
    expect(String(dump?.text)).not.toMatch(/541-?62-?3308/)
  })

  it('spells the account as QuickBooks does', async () => {
    const { body } = await add({ qbBillAccount: 'utilities:INTERNET' })
    expect(body.qb_bill_account).toBe('Utilities:Internet')
  })

  it('takes blank address fields as none, as the form sends them', async () => {
    const address = { line1: ' ', city: '', state: '', zipCode: '' }
    const { status, body } = await add({ address, taxId: '', taxIdType: 'EIN', track1099: false })
    expect([status, body.address]).toEqual([200, undefined])
  })

  it.each([
    ['email', { email: 'nobody' }, 'Please enter a valid e-mail address.'],
    ['email', { email: '   ' }, 'Please enter a valid e-mail address.'],
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
    ['taxIdType', { taxIdType: 'VAT' }, 'This is not one of the choices.'],
  ])('refuses a bad %s', async (field, bad, error) => {
    const { status, body } = await add(bad)
    expect([status, body]).toEqual([400, { error, code: 'invalid_input', field }])
    expect((await list()).body).toEqual([])
  })

  it.each(['Nowhere', 'Old Warehouse', 'Checking'])(
    'refuses %s, to which no bill can be booked',
    async (qbBillAccount) => {
      const { status, body } = await add({ qbBillAccount })
      expect([status, body.code, body.field]).toEqual([404, 'qbo_account_unknown', 'qbBillAccount'])
    },
  )

  it('takes markup in a name for text', async () => {
    const vendor = '<img src=x onerror="alert(1)">'
    const { body } = await add({ vendor })
    expect(body.vendor).toBe(vendor)
  })

  it('says so and saves nothing while QuickBooks is down, unless no account is to be checked', async () => {
    await company.fault('error', '/query', 100)
    const { status, body } = await add()
    expect([status, body.error, body.code]).toEqual([
      502,
      'Failed to fetch accounts',
      'qbo_accounts_failed',
    ])
    expect((await list()).body).toEqual([])
    expect((await add({ qbBillAccount: '' })).status).toBe(200)
  })

  it('does not create a second vendor in QuickBooks when the mapping had to be tried again', async () => {
    const address = { line1: '7 Quay Street', city: 'Astoria', state: 'OR', zipCode: '97103' }
    const vendor = { name: 'Fern & Fable', email: 'hello@fern.example', address }
    await add({ email: vendor.email })
    await desk.call(createQboVendor, { token, body: vendor })
    expect((await add({ email: vendor.email, vendor: vendor.name, address })).status).toBe(409)

    const { body } = await desk.call(findQboVendor, { token, query: { name: vendor.name } })
    expect(body.exists).toBe(true)
    expect((await desk.call(createQboVendor, { token, body: vendor })).status).toBe(409)
    const other = { email: 'other@fern.example', vendor: vendor.name, address }
    expect((await add(other)).status).toBe(200)
    const { vendors } = await company.state()
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

  it('answers with the new values and records both', async () => {
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

  it('tells the second of two people, with what the first one saved', async () => {
    expect((await changed({ vendor: 'Pier 9 Storage', version: 1 })).status).toBe(200)
    const { status, body } = await changed({ vendor: 'Dana Whitfield', version: 1 })
    expect([status, body.code]).toEqual([409, 'changed_meanwhile'])
    expect(body.mapping).toMatchObject({ id: mapping.id, vendor: 'Pier 9 Storage', version: 2 })
    expect((await list()).body[0].vendor).toBe('Pier 9 Storage')
  })

  it('lets one of many win who saw the same version', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => changed({ vendor: `Vendor ${n}`, version: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'not-an-id', ''])(
    'does not know the id %j',
    async (id) => {
      const { status, body } = await changed({ id })
      expect([status, body]).toEqual([
        404,
        { error: 'Vendor mapping not found', code: 'vendor_mapping_unknown', field: 'id' },
      ])
    },
  )

  it('refuses the e-mail of another mapping, and accepts its own', async () => {
    await add({ email: 'taken@kestrel.example' })
    const { status, body } = await changed({ email: 'Taken@Kestrel.example' })
    expect([status, body.code, body.field]).toEqual([409, 'vendor_mapping_exists', 'email'])
    expect((await changed({ email: KESTREL.email.toUpperCase() })).status).toBe(200)
    expect((await eventsOf(mapping.id)).at(-1)).toMatchObject({ action: 'vendor_mapping_changed' })
  })

  it('works while QuickBooks is down as long as the account stays', async () => {
    await company.connect()
    await company.fault('error', '/query', 100)
    expect((await changed({ vendor: 'Pier 9 Storage' })).status).toBe(200)
    const { status, body } = await changed({ qbBillAccount: 'Advertising' })
    expect([status, body.code]).toEqual([502, 'qbo_accounts_failed'])
    expect((await list()).body[0].qb_bill_account).toBe(KESTREL.qbBillAccount)
  })

  it('keeps an account that QuickBooks no longer has while other fields change', async () => {
    await query(sql`UPDATE vendor_mapping SET qb_bill_account = 'Old Warehouse'`)
    const { status, body } = await changed({
      email: 'new@kestrel.example',
      qbBillAccount: 'Old Warehouse',
    })
    expect([status, body.qb_bill_account]).toEqual([200, 'Old Warehouse'])
  })

  it('keeps the tax id that is known, asks for one that is not, and forgets that of another vendor', async () => {
    const unknown = await changed({ track1099: true })
    expect([unknown.status, unknown.body.field]).toEqual([400, 'taxId'])
    const known = await changed({ track1099: true, taxId: TAX_ID })
    expect(known.body).toMatchObject({ taxIdLast4: '6789', taxIdType: 'EIN' })
    const kept = await changed({ track1099: true, taxIdType: 'SSN' })
    expect(kept.body).toMatchObject({ taxIdLast4: '6789', taxIdType: 'EIN' })
    const other = await changed({ vendor: 'Pier 9 Storage' })
    expect(other.body.taxIdLast4).toBeUndefined()
  })
})

const linkFor = async (email: string): Promise<string> => {
  await desk.call(sendVerification, { body: { email } })
  return vi.waitFor(async () => {
    const texts = (await mailsTo(email)).map(({ text }) => text)
    const token = texts.map((text) => /token=([\w-]+)/.exec(text)?.[1]).find(Boolean)
    expect(token).toBeDefined()
    return token as string
  }, 15_000)
}
const isValid = async (link: string) =>
  (await desk.call(verifyToken, { body: { token: link } })).body.valid

describe('an address that loses its vendor', () => {
  const lose = {
    changed: (id: string) => change({ id, ...KESTREL, email: 'new@kestrel.example' }),
    deleted: (id: string) => remove({ id }),
  }
  // Mail that an earlier test set off may still arrive, so each test has an address of its own.

  it.each(['changed', 'deleted'] as const)(
    'has no working links from then on, and is told (%s)',
    async (because) => {
      const email = `${because}@kestrel.example`
      const { body: mapping } = await add({ email })
      const link = await linkFor(email)
      expect(await isValid(link)).toBe(true)
      expect((await lose[because](mapping.id)).status).toBe(200)
      expect(await isValid(link)).toBe(false)
      await vi.waitFor(async () => {
        const mail = (await mailsTo(email)).find(({ subject }) =>
          subject.includes('no longer linked'),
        )
        expect(mail?.text).toContain('Kestrel Courier')
        expect(mail?.text).not.toContain('new@kestrel.example')
      }, 15_000)
    },
  )

  it('keeps its links when only the vendor or the account changes', async () => {
    const email = 'kept@kestrel.example'
    const { body: mapping } = await add({ email })
    const link = await linkFor(email)
    await change({ id: mapping.id, ...KESTREL, email, vendor: 'Pier 9 Storage', qbBillAccount: '' })
    expect(await isValid(link)).toBe(true)
  })
})

describe('deleting', () => {
  it('removes the mapping and records it', async () => {
    const { body: mapping } = await add()
    const { status, body } = await remove({ id: mapping.id, version: 1 })
    expect([status, body]).toEqual([200, { message: 'Vendor deleted successfully' }])
    expect((await list()).body).toEqual([])
    expect((await eventsOf(mapping.id)).at(-1)).toMatchObject({
      actor: STAFF,
      action: 'vendor_mapping_deleted',
      details: KESTREL,
    })
  })

  it('fails in plain text, or in JSON for whoever names it', async () => {
    const { body: mapping } = await add()
    await remove({ id: mapping.id })
    const text = await remove({ id: mapping.id })
    expect([text.status, text.headers.get('content-type'), text.body]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'Vendor mapping not found',
    ])
    expect(text.headers.get('x-error-code')).toBe('vendor_mapping_unknown')
    const json = await remove({ id: mapping.id }, { accept: 'application/json' })
    expect([json.status, json.body]).toEqual([
      404,
      { error: 'Vendor mapping not found', code: 'vendor_mapping_unknown', field: 'id' },
    ])
    expect((await remove({})).body).toBe('This is required.')
  })

  it('does not delete what someone else has changed meanwhile', async () => {
    const { body: mapping } = await add()
    await change({ id: mapping.id, ...KESTREL, vendor: 'Pier 9 Storage' })
    const { status } = await remove({ id: mapping.id, version: 1 })
    expect(status).toBe(409)
    expect((await list()).body).toHaveLength(1)
  })
})
