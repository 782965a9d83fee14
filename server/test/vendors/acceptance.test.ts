// Tests accepting a vendor's details: QuickBooks, the mapping, and what happens when QuickBooks fails.
import {
  openVendorDetails,
  requestDetailsLink,
} from '@invoice-desk/contract/vendors/vendor-details'
import { listVendorMappings } from '@invoice-desk/contract/vendors/vendors'
import { addToken } from '@invoice-desk/testing/contractor/contractors'
import { DETAILS, nextToken, sendDetails } from '@invoice-desk/testing/contractor/vendor-details'
import { STAFF } from '@invoice-desk/testing/people'
import type { Entity } from '@invoice-desk/testing/quickbooks/books'
import { HARBOR, TIDEWATER } from '@invoice-desk/testing/quickbooks/connect'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createTaxIdVault, resealTaxIds } from '../../src/features/vendors/invitations/tax-id.ts'
import { useInvitations } from '../support/invitations.ts'

const opened = useInvitations()
const { accept, call, eventsOf, query, review, rowOf, submitted } = opened

const ACCOUNT = 'Office Expenses:Postage & Courier'
const choose = ({ id, version }: { id: string; version: number }, choice: object = {}) => ({
  id,
  version,
  mappingVersion: 0,
  qbBillAccount: ACCOUNT,
  track1099: true,
  ...choice,
})
const vendorNamed = async (name: string): Promise<Entity | undefined> =>
  (await opened.company.state()).vendors?.find(({ DisplayName }) => DisplayName === name)
const idOf = async (name: string): Promise<string> => String((await vendorNamed(name))?.Id)
const mappingOf = async (email: string) =>
  (await call(listVendorMappings, { query: { email } })).body[0]

const ADDRESS = {
  Line1: DETAILS.address.line1,
  City: DETAILS.address.city,
  CountrySubDivisionCode: DETAILS.address.state,
  PostalCode: DETAILS.address.zipCode,
}

describe('accepting as a new vendor', () => {
  it('creates it in QuickBooks, maps the email, erases the tax id and tells the vendor', async () => {
    const vendor = await submitted()
    const { status, body } = await accept(choose(vendor, { name: 'Fern & Fable' }))
    expect([status, body.isNew]).toEqual([200, true])
    expect(await vendorNamed('Fern & Fable')).toMatchObject({
      CompanyName: DETAILS.legalName,
      PrimaryEmailAddr: { Address: vendor.email },
      BillAddr: ADDRESS,
      TaxIdentifier: 'XXXXX4417',
      Vendor1099: true,
    })
    expect(await mappingOf(vendor.email)).toMatchObject({
      vendor: 'Fern & Fable',
      qb_bill_account: ACCOUNT,
      track1099: true,
      address: DETAILS.address,
      taxIdType: 'EIN',
      taxIdLast4: '4417',
      details: 'complete',
    })
    expect(await rowOf(vendor.id)).toMatchObject({
      state: 'accepted',
      sealed_tax_id: null,
      decided_by: STAFF,
      vendor_id: await idOf('Fern & Fable'),
    })
    const mail = await waitForMail(opened.desk, vendor.email, 'accepted your details')
    expect(mail.links).toContain(`${opened.desk.url}/submit-invoice`)
    expect((await eventsOf(vendor.id)).at(-1)?.action).toBe('vendor_details_accepted')
    const edits = await query(sql`SELECT kind, name FROM payee_editor WHERE editor = ${STAFF}`)
    expect(edits).toContainEqual({ kind: 'email', name: vendor.email })
    expect(edits).toContainEqual({ kind: 'vendor', name: 'fern & fable' })
  })

  it('is refused twice', async () => {
    const vendor = await submitted()
    const choice = choose(vendor, { name: 'Fern & Fable' })
    const answers = await Promise.all([accept(choice), accept(choice)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { vendors = [] } = await opened.company.state()
    expect(vendors.filter(({ DisplayName }) => DisplayName === 'Fern & Fable')).toHaveLength(1)
  })

  it('keeps the vendor and colleagues from changing the details until QuickBooks has answered', async () => {
    const vendor = await submitted()
    await opened.company.fault('timeout', '/vendor', 1)
    const accepting = accept(choose(vendor, { name: 'Fern & Fable' }))
    await waitFor(async () => {
      if ((await rowOf(vendor.id))?.claimed_until === null) throw new Error('not claimed')
    })
    const { id, version } = vendor
    const others = await Promise.all([
      accept(choose(vendor, { name: 'Fern Two' })),
      sendDetails(opened.desk, vendor.token),
      opened.sendBack({ id, version, reason: 'No' }),
      opened.remove({ id, version }),
    ])
    await query(sql`UPDATE vendor_invitation SET submitted_at = now() - interval '14 days'`)
    await opened.runSweep()
    expect(others.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    expect((await accepting).status).toBe(200)
    expect(await vendorNamed('Fern Two')).toBeUndefined()
  })

  it('suggests another name if QuickBooks has this one', async () => {
    const vendor = await submitted()
    const { status, body } = await accept(choose(vendor, { name: 'Kestrel Courier' }))
    expect([status, body.code, body.field]).toEqual([409, 'qbo_name_taken', 'name'])
    expect((await rowOf(vendor.id))?.state).toBe('submitted')
    expect(await mappingOf(vendor.email)).toBeUndefined()
  })

  it('is finished by trying again when QuickBooks did the work and no answer came', async () => {
    const vendor = await submitted()
    await opened.company.fault('timeout-after', '/vendor', 3)
    const first = await accept(choose(vendor, { name: 'Fern & Fable' }))
    await opened.company.clearFaults()
    const second =
      first.status === 200 ? first : await accept(choose(vendor, { name: 'Fern & Fable' }))
    expect(second.status).toBe(200)
    const { vendors = [] } = await opened.company.state()
    expect(vendors.filter(({ DisplayName }) => DisplayName === 'Fern & Fable')).toHaveLength(1)
  })

  it('keeps the details when QuickBooks is down', async () => {
    const vendor = await submitted()
    await opened.company.fault('error', '/vendor', 10)
    const { status, body } = await accept(choose(vendor, { name: 'Fern & Fable' }))
    expect([status, body.code]).toEqual([502, 'qbo_vendor_failed'])
    expect((await rowOf(vendor.id))?.sealed_tax_id).toEqual(expect.any(String))
    await opened.company.clearFaults()
    expect((await accept(choose(vendor, { name: 'Fern & Fable' }))).status).toBe(200)
  })
})

describe('accepting for a vendor in QuickBooks', () => {
  it('updates what the vendor sent and nothing else', async () => {
    const before = await vendorNamed('Beacon Web Services')
    const vendor = await submitted()
    const { status, body } = await accept(
      choose(vendor, { vendorId: before?.Id, name: 'Beacon Web Services', track1099: false }),
    )
    expect([status, body.isNew, body.mapping.vendor]).toEqual([200, false, 'Beacon Web Services'])
    const after = await vendorNamed('Beacon Web Services')
    expect(after).toMatchObject({
      Id: before?.Id,
      CompanyName: DETAILS.legalName,
      BillAddr: ADDRESS,
      TaxIdentifier: 'XXXXX4417',
      Vendor1099: false,
      // People in the business entered it there.
      PrimaryEmailAddr: { Address: 'billing@beaconweb.example' },
    })
    const told = await waitForMail(opened.desk, 'billing@beaconweb.example', 'were changed')
    expect(told.text).toContain(vendor.email)
  })

  it('reads it again if someone changed it at the same time', async () => {
    const vendor = await submitted()
    const vendorId = await idOf('Beacon Web Services')
    await Promise.all([
      accept(choose(vendor, { vendorId, name: 'Beacon Web Services' })),
      ...Array.from({ length: 2 }, async () => {
        const current = await vendorNamed('Beacon Web Services')
        const note = { Id: vendorId, SyncToken: current?.SyncToken, sparse: true, Notes: 'Edited' }
        await opened.company.write('vendor', note).catch(() => {})
      }),
    ])
    expect((await rowOf(vendor.id))?.state).toBe('accepted')
    expect((await vendorNamed('Beacon Web Services'))?.TaxIdentifier).toBe('XXXXX4417')
  })

  it.each([
    ['was renamed', 'Kestrel Courier', 'Kestrel Express', HARBOR],
    ['is in another company', 'Alder & Ash Carpentry', 'Alder & Ash Carpentry', TIDEWATER],
  ])('is refused if it %s', async (_why, name, seen, realmId) => {
    const vendor = await submitted()
    const vendorId = await idOf(name)
    await opened.company.connect(realmId)
    const answer = await accept(choose(vendor, { vendorId, name: seen, qbBillAccount: '' }))
    expect(answer.body.code).toBe('changed_meanwhile')
    expect(JSON.stringify(await opened.company.state())).not.toContain(DETAILS.legalName)
  })

  it('is refused if it is inactive', async () => {
    const vendor = await submitted()
    const { Id, SyncToken } = (await vendorNamed('Beacon Web Services')) as Entity
    await opened.company.write('vendor', { Id, SyncToken, sparse: true, Active: false })
    const answer = await accept(choose(vendor, { vendorId: Id, name: 'Beacon Web Services' }))
    expect([answer.status, answer.body.code]).toEqual([404, 'qbo_vendor_unknown'])
  })

  it('is refused if QuickBooks does not have it', async () => {
    const vendor = await submitted()
    const { status, body } = await accept(choose(vendor, { vendorId: '999999', name: 'Fern' }))
    expect([status, body.code]).toEqual([404, 'qbo_vendor_unknown'])
  })

  it('changes the mapping that the email has', async () => {
    const vendor = await submitted()
    await query(
      sql`INSERT INTO vendor_mapping (email, vendor, qb_bill_account) VALUES (${vendor.email}, 'Old Name', 'Utilities')`,
    )
    const vendorId = await idOf('Beacon Web Services')
    const choice = { vendorId, name: 'Beacon Web Services', qbBillAccount: '' }
    expect((await accept(choose(vendor, choice))).body.code).toBe('changed_meanwhile')
    await accept(choose(vendor, { ...choice, mappingVersion: 1 }))
    expect(await mappingOf(vendor.email)).toMatchObject({
      vendor: 'Beacon Web Services',
      qb_bill_account: '',
      version: 2,
    })
  })
})

it.each([
  [400, 'name', {}],
  [400, 'name', { name: 'Fern: Fable' }],
  [404, 'qbBillAccount', { name: 'Fern', qbBillAccount: 'No Such Account' }],
  [409, undefined, { name: 'Fern', version: 99 }],
  [404, undefined, { name: 'Fern', id: crypto.randomUUID() }],
  [404, undefined, { name: 'Fern', id: 'x' }],
])('answers %i about %s for %j', async (status, field, choice) => {
  const vendor = await submitted()
  const answer = await accept(choose(vendor, choice))
  expect([answer.status, answer.body.field]).toEqual([status, field])
  expect((await rowOf(vendor.id))?.state).toBe('submitted')
})

it('accepts corrected details later, in the same way, but not by the link that was used', async () => {
  const vendor = await submitted()
  await accept(choose(vendor, { name: 'Fern & Fable' }))
  const address = { ...DETAILS.address, line1: '8 Quay Street' }
  const corrected = { address, taxId: '12-3456789' }
  const again = await sendDetails(opened.desk, vendor.token, corrected)
  expect([again.status, again.body.code]).toEqual([401, 'token_invalid'])
  const contractor = await addToken(opened.desk, vendor.email)
  await opened.desk.call(requestDetailsLink, { token: contractor })
  const link = await nextToken(opened.desk, vendor.email, [vendor.token])
  await sendDetails(opened.desk, link, corrected)
  expect(await mappingOf(vendor.email)).toMatchObject({ details: 'to_review', taxIdLast4: '4417' })
  const { body } = await review(vendor.id)
  expect(body.similar[0]).toMatchObject({
    name: 'Fern & Fable',
    similarities: ['mapping', 'email', 'name'],
  })
  const { version } = body.invitation
  const choice = { vendorId: await idOf('Fern & Fable'), name: 'Fern & Fable', mappingVersion: 1 }
  expect((await accept(choose({ ...vendor, version }, choice))).status).toBe(200)
  expect(await vendorNamed('Fern & Fable')).toMatchObject({
    BillAddr: { Line1: '8 Quay Street' },
    TaxIdentifier: 'XXXXX6789',
  })
  await opened.desk.call(requestDetailsLink, { token: contractor })
  const token = await nextToken(opened.desk, vendor.email, [vendor.token, link])
  const { body: shown } = await opened.desk.call(openVendorDetails, { body: { token } })
  expect(shown).toMatchObject({ state: 'accepted', details: { taxIdLast4: '6789' } })
})

it('still reads the tax id after the key was changed and the old one removed', async () => {
  const { id } = await submitted()
  const { dependencies } = opened.desk.desk
  const { config } = dependencies
  const current = Buffer.alloc(32, 7)
  const keyring = { current, previous: [config.keyring.current] }
  await resealTaxIds({ ...dependencies, config: { ...config, keyring } })
  const vault = createTaxIdVault({ keyring: { current, previous: [] } })
  const sealed = String((await rowOf(id))?.sealed_tax_id)
  expect(vault.open(id, sealed)).toBe('931204417')
  expect(vault.open(crypto.randomUUID(), sealed)).toBeUndefined()
})
