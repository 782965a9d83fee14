// Tests invitations: the link, the details that vendors send, and that the tax id doesn't stay.
import {
  openVendorDetails,
  requestDetailsLink,
} from '@invoice-desk/contract/vendors/vendor-details'
import { inviteVendor } from '@invoice-desk/contract/vendors/vendor-invitations'
import { addContractor, addToken } from '@invoice-desk/testing/contractor/contractors'
import { DETAILS, nextToken, sendDetails } from '@invoice-desk/testing/contractor/vendor-details'
import { CONTACT, STAFF } from '@invoice-desk/testing/people'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useInvitations } from '../support/invitations.ts'

const opened = useInvitations()
const { call, eventsOf, invited, list, query, remove, rowOf, runSweep, sendBack, submitted } =
  opened

const open = (token: string) => opened.desk.call(openVendorDetails, { body: { token } })
const kept = (token: string) => open(token).then(({ body }) => body.details)
const { taxId, isCertified, ...KEPT } = DETAILS
const DIGITS = taxId.replace('-', '')

describe('an invitation', () => {
  it('is emailed with a link that shows what the vendor is asked for, and changes nothing', async () => {
    const vendor = await invited({ email: 'hello@fern.example', name: 'Fern & Fable' })
    const mail = await waitForMail(opened.desk, vendor.email)
    expect(mail.subject).toBe('Harbor & Finch Studio needs your vendor details')
    for (const fact of ['Fern & Fable', STAFF]) expect(mail.text).toContain(fact)
    const before = await rowOf(vendor.id)
    const { status, body } = await open(vendor.token)
    expect([status, body]).toEqual([
      200,
      {
        email: 'hello@fern.example',
        name: 'Fern & Fable',
        state: 'invited',
        expiresAt: vendor.expiresAt,
      },
    ])
    expect(await rowOf(vendor.id)).toEqual(before)
    expect(Date.parse(vendor.expiresAt) - Date.parse(vendor.sentAt)).toBeCloseTo(
      14 * 86_400_000,
      -5,
    )
    expect(JSON.stringify(before)).not.toContain(vendor.token)
    expect(await eventsOf(vendor.id)).toEqual([{ actor: STAFF, action: 'vendor_invited' }])
  })

  it('is listed until it is accepted, with those to review first', async () => {
    const waiting = await invited()
    const sent = await submitted()
    const { body } = await list()
    expect(body).toMatchObject({ total: 2, toReview: 1 })
    expect(body.invitations.map(({ id, state }: Record<string, string>) => [id, state])).toEqual([
      [sent.id, 'submitted'],
      [waiting.id, 'invited'],
    ])
  })

  it('can be sent again, which replaces the link', async () => {
    const vendor = await invited()
    const { body } = await call(inviteVendor, { body: { email: vendor.email, name: 'Other name' } })
    expect(body.invitation).toMatchObject({ id: vendor.id, name: 'Other name', version: 2 })
    const token = await nextToken(opened.desk, vendor.email, [vendor.token])
    expect((await open(token)).body.name).toBe('Other name')
    expect(await open(vendor.token)).toMatchObject({ status: 401, body: { code: 'token_invalid' } })
  })

  it('can be removed with everything that came by it', async () => {
    const { id, version, token } = await submitted()
    expect((await remove({ id, version: version - 1 })).body.code).toBe('changed_meanwhile')
    expect((await remove({ id, version })).status).toBe(200)
    expect(await rowOf(id)).toBeUndefined()
    expect((await open(token)).body.code).toBe('token_invalid')
    expect((await remove({ id, version })).status).toBe(404)
    expect((await remove({ id: 'x', version })).status).toBe(404)
  })

  it.each(['', 'x', 'x'.repeat(201), '%00', "' OR 1=1"])('has no token %j', async (token) => {
    expect([400, 401]).toContain((await open(token)).status)
    expect([400, 401]).toContain((await sendDetails(opened.desk, token)).status)
  })

  it('expires', async () => {
    const vendor = await invited()
    await query(sql`UPDATE vendor_invitation SET link_expires_at = now() - interval '1 second'`)
    expect(await open(vendor.token)).toMatchObject({ status: 401, body: { code: 'token_expired' } })
    expect((await sendDetails(opened.desk, vendor.token)).body.code).toBe('token_expired')
    await runSweep()
    expect((await list()).body.invitations[0]).toMatchObject({ id: vendor.id, state: 'expired' })
  })
})

describe('details', () => {
  it('are kept without the tax id, which is sealed', async () => {
    const { id, token } = await submitted()
    const details = { ...KEPT, taxIdLast4: '4417', submittedAt: expect.any(String) }
    expect((await open(token)).body).toMatchObject({ state: 'submitted', details })
    const [dump] = await query(sql`SELECT
      (SELECT string_agg(t::text, ' ') FROM vendor_invitation t) || (SELECT string_agg(t::text, ' ') FROM audit_event t)
      || coalesce((SELECT string_agg(t::text, ' ') FROM jobs.job t), '') AS text`)
    expect(String(dump?.text)).toContain('4417')
    expect(String(dump?.text)).not.toContain(DIGITS)
    expect(String(dump?.text)).not.toContain(taxId)
    expect((await rowOf(id))?.sealed_tax_id).toEqual(expect.any(String))
    expect(await eventsOf(id)).toEqual([
      { actor: STAFF, action: 'vendor_invited' },
      { actor: expect.stringContaining('@fern.example'), action: 'vendor_details_submitted' },
    ])
  })

  it('are announced once to the person who invited the vendor', async () => {
    const { id, token, email } = await submitted({}, { name: 'Quince Glass' })
    const mail = await waitForMail(opened.desk, STAFF, 'Quince Glass sent vendor details')
    expect(mail.links).toContain(`${opened.desk.url}/vendors?review=${id}`)
    expect(mail.text).toContain(email)
    expect(mail.text + mail.html).not.toContain('4417')
    await sendDetails(opened.desk, token)
    const [jobs] = await query(
      sql`SELECT count(*)::int AS count FROM jobs.job WHERE name = 'vendor-details-notice' AND data ->> 'invitationId' = ${id}`,
    )
    expect(jobs?.count).toBe(1)
  })

  it('can be corrected while they wait', async () => {
    const { id, version, token } = await submitted()
    await sendDetails(opened.desk, token, { legalName: 'Fable Fern LLC', taxId: '12-3456789' })
    expect(await kept(token)).toMatchObject({ legalName: 'Fable Fern LLC', taxIdLast4: '6789' })
    expect((await sendBack({ id, version, reason: 'Old' })).body.code).toBe('changed_meanwhile')
  })

  it.each([
    ['legalName', { legalName: ' ' }],
    ['legalName', { legalName: 'x'.repeat(101) }],
    ['address.state', { address: { ...DETAILS.address, state: 'Oregon' } }],
    ['address.zipCode', { address: { ...DETAILS.address, zipCode: '9710' } }],
    ['classification', { classification: 'company' }],
    ['taxIdType', { taxIdType: 'SSN', taxId: '541-62-3308' }],
    ['taxId', { taxId: '' }],
    ['taxId', { taxId: '07-1234567' }],
    ['taxId', { taxId: 'XXXXX4417' }],
    ['legalName', { legalName: 'Fern 93-1204417' }],
    ['address.line1', { address: { ...DETAILS.address, line1: '931204417 Main' } }],
    ['signedBy', { signedBy: '' }],
    ['isCertified', { isCertified: false }],
  ])('are refused for their %s: %j', async (field, change) => {
    const { id, token } = await invited()
    const { status, body } = await sendDetails(opened.desk, token, change)
    expect([status, body.field]).toEqual([400, field])
    expect(JSON.stringify(body)).not.toMatch(/07-1234567|XXXXX4417|3308/)
    expect((await rowOf(id))?.state).toBe('invited')
  })

  it('of a person may have an SSN', async () => {
    const { token } = await submitted({
      classification: 'individual',
      taxIdType: 'SSN',
      taxId: '541-62-3308',
    })
    expect(await kept(token)).toMatchObject({ taxIdType: 'SSN', taxIdLast4: '3308' })
  })

  it('are sent back with a reason and a new link, and the tax id is erased', async () => {
    const { id, version, token, email } = await submitted()
    const reason = 'The legal name <b>must</b> match your W-9.'
    const { status, body } = await sendBack({ id, version, reason })
    expect([status, body.invitation.state]).toEqual([200, 'sent_back'])
    expect(await rowOf(id)).toMatchObject({ sealed_tax_id: null, reason })
    expect((await open(token)).body.code).toBe('token_invalid')
    const next = await nextToken(opened.desk, email, [token])
    const mail = await waitForMail(opened.desk, email, 'need a correction')
    expect(mail.text).toContain(reason)
    expect(mail.html).not.toContain('<b>must</b>')
    expect((await open(next)).body).toMatchObject({ state: 'sent_back', reason, details: KEPT })
    expect((await sendDetails(opened.desk, next)).status).toBe(200)
    expect((await open(next)).body).toMatchObject({ state: 'submitted' })
    expect((await open(next)).body.reason).toBeUndefined()
  })

  it('that no one reviews expire after 14 days, which staff are told', async () => {
    const { id, version, email } = await submitted()
    const other = await submitted()
    await query(
      sql`UPDATE vendor_invitation SET submitted_at = now() - interval '13 days 22 hours' WHERE id = ${other.id}`,
    )
    await query(
      sql`UPDATE vendor_invitation SET submitted_at = now() - interval '13 days 23 hours 1 minute' WHERE id = ${id}`,
    )
    await runSweep()
    expect(await rowOf(id)).toMatchObject({ state: 'expired', sealed_tax_id: null })
    expect(await rowOf(other.id)).toMatchObject({ state: 'submitted' })
    expect((await sendBack({ id, version, reason: 'Late' })).body.code).toBe('changed_meanwhile')
    const mail = await waitForMail(opened.desk, STAFF, 'expired')
    expect(mail.text).toContain(email)
    expect((await eventsOf(id)).at(-1)).toEqual({
      actor: 'system',
      action: 'vendor_details_expired',
    })
  })

  it('make a new invitation wait for the review', async () => {
    const { id, email, token } = await submitted()
    const { status, body } = await call(inviteVendor, { body: { email, name: 'Again' } })
    expect([status, body]).toEqual([
      409,
      {
        error: 'Fern & Fable has already sent details. Review them first.',
        code: 'changed_meanwhile',
        field: 'email',
        invitationId: id,
      },
    ])
    expect((await open(token)).body.name).toBe('Fern & Fable')
  })

  it('stay in the one row that many requests at once write', async () => {
    const { token } = await invited()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        sendDetails(opened.desk, token, { legalName: `Fern ${index}` }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await list()).body.total).toBe(1)
  })
})

describe('a link that the vendor asks for', () => {
  const ask = (token: string) => opened.desk.call(requestDetailsLink, { token })

  it('leads to what we have, and what is sent goes to the contact address', async () => {
    const contractor = await addContractor(opened.desk, 'Kestrel Courier')
    expect((await ask(contractor.token)).body.message).toBe(
      `We emailed a link to ${contractor.email}.`,
    )
    const token = await nextToken(opened.desk, contractor.email)
    expect((await open(token)).body).toMatchObject({ name: 'Kestrel Courier', state: 'invited' })
    await sendDetails(opened.desk, token)
    await waitForMail(opened.desk, CONTACT, 'Kestrel Courier sent vendor details')
    const received = await waitForMail(opened.desk, contractor.email, 'got your details')
    expect(received.text).toContain(`If it wasn't you, contact ${CONTACT}`)
    const subjects = (await mailsTo(opened.desk, contractor.email)).map(({ subject }) => subject)
    expect(subjects.at(-1)).toContain('update your details')
  })

  it('keeps details that wait for review', async () => {
    const vendor = await submitted()
    await query(sql`INSERT INTO vendor_mapping (email, vendor) VALUES (${vendor.email}, 'Fern')`)
    const { id, version } = vendor
    expect((await ask(await addToken(opened.desk, vendor.email))).status).toBe(200)
    const token = await nextToken(opened.desk, vendor.email, [vendor.token])
    expect((await open(token)).body.state).toBe('submitted')
    expect((await sendBack({ id, version, reason: 'Checked' })).status).toBe(200)
  })

  it('is refused to people without a vendor, and limited', async () => {
    expect((await ask(await addToken(opened.desk, 'new@fern.example'))).status).toBe(403)
    const contractor = await addContractor(opened.desk)
    const answers = []
    for (let tries = 0; tries < 6; tries += 1) answers.push((await ask(contractor.token)).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  })
})
