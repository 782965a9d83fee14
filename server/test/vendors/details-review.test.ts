// Tests what staff see of a vendor's details before they accept them.
import type { Entity } from '@invoice-desk/testing/quickbooks/books'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useInvitations } from '../support/invitations.ts'

const opened = useInvitations()
const { query, review, submitted } = opened

const idOf = async (name: string): Promise<string> => {
  const vendors = ((await opened.company.state()).vendors ?? []) as Entity[]
  return String(vendors.find(({ DisplayName }) => DisplayName === name)?.Id)
}

describe('the review', () => {
  it('shows the details next to similar vendors, without the tax id', async () => {
    await opened.company.refreshCopy()
    await query(
      sql`INSERT INTO vendor_mapping (email, vendor) VALUES ('other@alderash.example', 'Alder & Ash Carpentry')`,
    )
    const vendor = await submitted({ legalName: 'Alder and Ash Carpentry LLC' })
    const { status, body } = await review(vendor.id)
    expect(status).toBe(200)
    expect(body.invitation).toMatchObject({ id: vendor.id, state: 'submitted' })
    expect(body.details).toMatchObject({
      legalName: 'Alder and Ash Carpentry LLC',
      taxIdLast4: '4417',
    })
    expect(body.similar[0]).toEqual({
      id: await idOf('Alder & Ash Carpentry'),
      name: 'Alder & Ash Carpentry',
      companyName: 'Alder & Ash Carpentry',
      email: 'office@alderash.example',
      address: { line1: '120 Main Street', city: 'Portland', state: 'OR', zipCode: '97201' },
      taxIdLast4: '4417',
      track1099: true,
      mappedEmails: ['other@alderash.example'],
      similarities: ['tax_id', 'name'],
    })
    expect(JSON.stringify(body)).not.toContain('931204417')
  })

  it('also works before the copy of QuickBooks is filled', async () => {
    const vendor = await submitted({ legalName: 'Kestrel Courier', taxId: '12-3456789' })
    expect((await review(vendor.id)).body.similar[0]).toMatchObject({ name: 'Kestrel Courier' })
  })

  it.each(['x', crypto.randomUUID()])('of %s does not exist', async (id) => {
    expect((await review(id)).status).toBe(404)
  })
})
