// Tests mapping vendors that are already in QuickBooks.
import {
  type ImportableVendor,
  importVendors,
  listImportableVendors,
} from '@invoice-desk/contract/vendors/vendor-import'
import { countStatements } from '@invoice-desk/testing/app/statements'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { TIDEWATER } from '@invoice-desk/testing/quickbooks/connect'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { KESTREL, useVendorDesk } from '../support/vendors.ts'

const opened = useVendorDesk()
const { add, change, eventsOf, list, query } = opened

const importable = async () => {
  const { desk, token } = opened.company
  return desk.call(listImportableVendors, { token })
}
const vendorsToImport = async (): Promise<ImportableVendor[]> => (await importable()).body.vendors
const idOf = async (name: string): Promise<string> =>
  (await vendorsToImport()).find((vendor) => vendor.name === name)?.id ?? ''

const send = (body: Record<string, unknown>, token = opened.company.token) =>
  opened.company.desk.call(importVendors, { token, body })

/** As many vendors with an email, only in our copy of QuickBooks. */
const fill = (count: number) =>
  query(sql`INSERT INTO qbo_record (realm_id, kind, id, updated_at, sync_token, data)
    SELECT realm_id, 'vendor', 'x' || n, now(), 0, jsonb_build_object('id', 'x' || n, 'name', 'Vendor ' || n,
      'email', 'v' || n || '@bulk.example', 'track1099', false, 'currency', 'USD', 'isActive', true)
    FROM qbo_connection, generate_series(1, ${count}) AS n`)

beforeEach(() => opened.company.refreshCopy())

describe('the list', () => {
  it('has the active vendors with one email that are not mapped, by name', async () => {
    await add({ vendor: 'KESTREL courier', email: 'other@x.example' })
    await add({ vendor: 'Someone Else', email: 'OFFICE@pier9.example' })
    await opened.company.write('vendor', { DisplayName: 'No Email' })
    await opened.company.write('vendor', {
      DisplayName: 'Loud Email',
      PrimaryEmailAddr: { Address: 'Hello@Loud.example' },
    })
    await opened.company.refreshCopy()
    // QuickBooks' own pages accept several.
    await query(sql`UPDATE qbo_record SET data = data || '{"email": "a@two.example, b@two.example"}'
      WHERE kind = 'vendor' AND data ->> 'name' = 'Beacon Web Services'`)
    const { status, body } = await importable()
    expect([status, body.withoutEmail]).toEqual([200, 2])
    const names = body.vendors.map(({ name }: ImportableVendor) => name)
    expect(names).toEqual([...names].sort())
    expect(names).toHaveLength(10)
    expect(names).not.toContain('Kestrel Courier')
    expect(names).not.toContain('Pier 9 Storage')
    expect(names).not.toContain('Beacon Web Services')
    expect(names.join()).not.toContain('Quill')
    expect(body.vendors).toContainEqual({
      id: expect.any(String),
      name: 'Loud Email',
      email: 'hello@loud.example',
      track1099: false,
      taxIdLast4: '',
    })
    expect(body.vendors).toContainEqual(
      expect.objectContaining({ name: 'Dana Whitfield', track1099: true, taxIdLast4: '3308' }),
    )
  })

  it('has nothing of another company', async () => {
    await opened.company.connect(TIDEWATER)
    await opened.company.refreshCopy()
    expect((await importable()).body).toEqual({ vendors: [], withoutEmail: 3 })
  })

  it('says so if QuickBooks cannot be asked and there is no copy', async () => {
    await opened.company.connect()
    await opened.company.fault('error', '/query', 100)
    const { status, body } = await importable()
    expect([status, body.code]).toEqual([502, 'qbo_vendors_failed'])
  })
})

describe('an import', () => {
  it("maps the vendors with QuickBooks' data and records who did it", async () => {
    const vendorIds = [await idOf('Dana Whitfield'), await idOf('Kestrel Courier')]
    const { status, body } = await send({ vendorIds, qbBillAccount: 'utilities:INTERNET' })
    expect([status, body]).toEqual([200, { added: 2, invited: 0, skipped: [] }])
    const { body: mappings } = await list()
    expect(mappings).toEqual([
      expect.objectContaining({
        email: 'dana@whitfield.example',
        vendor: 'Dana Whitfield',
        qb_bill_account: 'Utilities:Internet',
        track1099: true,
        taxIdLast4: '3308',
        address: { line1: '120 Main Street', city: 'Eugene', state: 'OR', zipCode: '97401' },
      }),
      expect.objectContaining({ email: KESTREL.email, vendor: KESTREL.vendor, track1099: false }),
    ])
    expect(await eventsOf(mappings[0].id)).toMatchObject([
      { actor: STAFF, action: 'vendor_mapping_added', details: { vendor: 'Dana Whitfield' } },
    ])
    // Whoever mapped the vendors can't be the only one who approves their next invoice.
    expect(
      await query(sql`SELECT name FROM payee_editor WHERE editor = ${STAFF}
      AND name IN ('dana@whitfield.example', ${KESTREL.email}, 'dana whitfield')`),
    ).toHaveLength(3)
  })

  it('adds nothing the second time, and says why', async () => {
    const vendorIds = [await idOf('Kestrel Courier'), await idOf('Kestrel Courier')]
    expect((await send({ vendorIds })).body).toMatchObject({ added: 1, skipped: [] })
    expect((await send({ vendorIds })).body).toEqual({
      added: 0,
      invited: 0,
      skipped: [{ name: KESTREL.vendor, reason: `It's already mapped to ${KESTREL.email}.` }],
    })
    expect((await list()).body).toHaveLength(1)
  })

  it('skips vendors that changed since the list was read, and maps the others', async () => {
    const shared = { PrimaryEmailAddr: { Address: 'ap@shared.example' } }
    await opened.company.write('vendor', { DisplayName: 'Shared A', ...shared })
    await opened.company.write('vendor', { DisplayName: 'Shared B', ...shared })
    const { Id: bare } = await opened.company.write('vendor', { DisplayName: 'Bare' })
    await opened.company.refreshCopy()
    const names = ['Shared A', 'Shared B', 'Dana Whitfield', 'Beacon Web Services']
    const vendorIds = [...(await Promise.all(names.map(idOf))), bare, 'x', "'; --"]
    await add({ vendor: 'dana whitfield', email: 'dana@other.example' })
    const { status, body } = await send({ vendorIds })
    const reason = 'QuickBooks has no active vendor with this ID.'
    expect([status, body]).toEqual([
      200,
      {
        added: 2,
        invited: 0,
        skipped: [
          { name: 'Shared B', reason: 'ap@shared.example is already mapped to Shared A.' },
          { name: 'Dana Whitfield', reason: "It's already mapped to dana@other.example." },
          { name: 'Bare', reason: 'QuickBooks has no email for it, or more than one.' },
          { name: 'Vendor x', reason },
          { name: "Vendor '; --", reason },
        ],
      },
    ])
  })

  it('maps each vendor once if two people import the same at once', async () => {
    const ids = (await vendorsToImport()).map(({ id }) => id)
    const { idToken: other } = await opened.company.desk.signIn(ADMIN)
    const [first, second] = await Promise.all([
      send({ vendorIds: ids }),
      send({ vendorIds: ids.toReversed() }, other),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body.added + second.body.added).toBe(ids.length)
    expect(first.body.skipped.length + second.body.skipped.length).toBe(ids.length)
    expect((await list()).body).toHaveLength(ids.length)
  })

  it('maps 500 vendors with few statements', async () => {
    await fill(500)
    const vendorIds = Array.from({ length: 500 }, (_, n) => `x${n + 1}`)
    const { statements, commits } = await countStatements(opened.company.desk, async () => {
      const { body } = await send({ vendorIds, qbBillAccount: KESTREL.qbBillAccount })
      expect(body).toMatchObject({ added: 500, skipped: [] })
    })
    expect([statements < 15, commits]).toEqual([true, 1])
  })

  it.each([
    ['vendorIds', { vendorIds: [] }],
    ['vendorIds', { vendorIds: Array.from({ length: 501 }, (_, n) => String(n)) }],
    ['vendorIds.0', { vendorIds: ['x'.repeat(65)] }],
    ['vendorIds', {}],
    ['qbBillAccount', { vendorIds: ['1'], qbBillAccount: 'two\nlines' }],
    ['invite', { vendorIds: ['1'], invite: 'yes' }],
  ])('refuses a bad %s', async (field, bad) => {
    const { status, body } = await send(bad)
    expect([status, body.code, body.field]).toEqual([400, 'invalid_input', field])
  })

  it.each(['Nowhere', 'Checking'])('maps nothing to the account %s', async (qbBillAccount) => {
    const { status, body } = await send({
      vendorIds: [await idOf('Kestrel Courier')],
      qbBillAccount,
    })
    expect([status, body.code, body.field]).toEqual([404, 'qbo_account_unknown', 'qbBillAccount'])
    expect((await list()).body).toEqual([])
  })

  it('tracks a 1099 vendor without a tax id, and its mapping can be changed', async () => {
    await send({ vendorIds: [await idOf('Elm Grove Landscaping')] })
    const [{ id, email, vendor, track1099, taxIdLast4 }] = (await list()).body
    expect([track1099, taxIdLast4]).toEqual([true, undefined])
    const answer = await change({ id, email, vendor, track1099, qbBillAccount: 'Advertising' })
    expect([answer.status, answer.body.track1099]).toEqual([200, true])
  })

  it('invites those that were mapped if wanted, except those whose details wait for review', async () => {
    const names = ['Kestrel Courier', 'Pier 9 Storage', 'Dana Whitfield']
    const vendorIds = await Promise.all(names.map(idOf))
    await add()
    await query(sql`INSERT INTO vendor_invitation (email, name, state, link_expires_at, details, submitted_at, sealed_tax_id)
      VALUES ('dana@whitfield.example', 'Dana', 'submitted', now(), '{}', now(), 'sealed')`)
    const { body } = await send({ vendorIds, invite: true })
    expect(body).toMatchObject({ added: 2, invited: 1, skipped: [{ name: 'Kestrel Courier' }] })
    const mail = await waitForMail(opened.company.desk, 'office@pier9.example')
    expect(mail.text).toContain('/vendor-details')
    expect(await mailsTo(opened.company.desk, 'dana@whitfield.example')).toEqual([])
  })

  it('does not keep an incomplete address', async () => {
    const { Id } = await opened.company.write('vendor', {
      DisplayName: 'Half Known',
      PrimaryEmailAddr: { Address: 'half@x.example' },
      BillAddr: { Line1: '1 Pier', City: 'Astoria' },
    })
    await opened.company.refreshCopy()
    expect((await send({ vendorIds: [Id] })).body.added).toBe(1)
    expect((await list()).body[0].address).toBeUndefined()
  })
})
