// Tests what the vendor list says about 1099 details, the links of vendors that were unmapped, and reading them again.
import { readFile } from 'node:fs/promises'
import { openVendorDetails } from '@invoice-desk/contract/vendors/vendor-details'
import { deleteVendorMapping, listVendorMappings } from '@invoice-desk/contract/vendors/vendors'
import { compareCopy } from '@invoice-desk/testing/quickbooks/copy'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useInvitations } from '../support/invitations.ts'

const opened = useInvitations()
const { call, invited, query, submitted } = opened

const map = (email: string, vendor: string, track1099 = false) =>
  query(
    sql`INSERT INTO vendor_mapping (email, vendor, track_1099, tax_id_last4) VALUES (${email}, ${vendor}, ${track1099}, '1234')`,
  )
const list = async (filter: Record<string, unknown> = {}) =>
  Object.fromEntries(
    (await call(listVendorMappings, { query: filter })).body.map(
      ({ email, details }: Record<string, string>) => [email, details],
    ),
  )

it('says what QuickBooks lacks for a 1099 form, once we know', async () => {
  await map('tracked@x.example', 'Kestrel Courier', true)
  await map('complete@x.example', 'ALDER & ASH Carpentry')
  await map('untracked@x.example', 'Pier 9 Storage')
  await map('missing@x.example', 'Not in QuickBooks', true)
  await opened.company.write('vendor', {
    DisplayName: 'No Address LLC',
    Vendor1099: true,
    TaxIdentifier: '12-3456789',
  })
  await map('address@x.example', 'No Address LLC')
  expect(Object.values(await list())).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  await opened.company.refreshCopy()
  const known = {
    'tracked@x.example': 'lacking',
    'complete@x.example': 'complete',
    'untracked@x.example': undefined,
    'missing@x.example': 'lacking',
    'address@x.example': 'lacking',
  }
  expect(await list()).toEqual(known)
  expect(Object.keys(await list({ details: 'complete' }))).toEqual(['complete@x.example'])
  expect(Object.keys(await list({ track1099: 'no' }))).toEqual(['untracked@x.example'])
  await invited({ email: 'tracked@x.example' })
  expect(await list({ details: 'lacking' })).toMatchObject({ 'tracked@x.example': 'invited' })
  await query(sql`DELETE FROM vendor_invitation`)
  // Until a vendor has been read again, an older copy doesn't say.
  await query(sql`UPDATE qbo_record SET data = data - 'taxIdLast4' WHERE kind = 'vendor'`)
  expect((await list())['tracked@x.example']).toBeUndefined()
})

it('shows where an invitation is', async () => {
  const waiting = await invited()
  const sent = await submitted()
  await map(waiting.email, 'Kestrel Courier')
  await map(sent.email, 'Pier 9 Storage')
  expect(await list()).toEqual({ [waiting.email]: 'invited', [sent.email]: 'to_review' })
})

it('ends the link of an email that is unmapped', async () => {
  const vendor = await submitted()
  await map(vendor.email, 'Kestrel Courier')
  const open = () => opened.desk.call(openVendorDetails, { body: { token: vendor.token } })
  expect((await open()).status).toBe(200)
  const [mapping] = (await call(listVendorMappings)).body
  await call(deleteVendorMapping, { body: { id: mapping.id } })
  expect((await open()).body.code).toBe('token_invalid')
})

it('misses no change in QuickBooks when the update reads vendors again', async () => {
  await opened.company.refreshCopy()
  await query(sql`UPDATE qbo_copy SET checked_at = now() - interval '1 hour'`)
  const [customer] = (await opened.company.state()).customers ?? []
  const version = { Id: customer?.Id, SyncToken: customer?.SyncToken, sparse: true }
  await opened.company.write('customer', { ...version, DisplayName: 'Renamed' })
  const url = new URL('../../src/db/migrations/0031_vendor_invitations.sql', import.meta.url)
  const migration = await readFile(url, 'utf8')
  await query(sql.raw(migration.slice(migration.indexOf('UPDATE "qbo_copy"'))))
  await opened.company.refreshCopy({ overlapMs: 0 })
  expect(await compareCopy(opened)).toEqual([])
})
