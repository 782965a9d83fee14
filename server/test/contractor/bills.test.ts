// Tests the list of a contractor's bills with exact totals, and their files.
import { ALL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { exportVendorBills, listVendorBills } from '@invoice-desk/contract/contractor/contractor'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import {
  addBill,
  addContractor,
  addToken,
  type Contractor,
} from '@invoice-desk/testing/contractor/contractors'
import { samplePdf, samplePng } from '@invoice-desk/testing/contractor/sample-files'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFileLinks } from '../../src/secrets/file-links.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

const list = ({ vendor, token }: Contractor, body: Record<string, unknown> = {}) =>
  desk.call(listVendorBills, { token, body: { vendorName: vendor, token, ...body } })

const numbersOf = (answer: { body: { bills: { invoiceNumber: string }[] } }) =>
  answer.body.bills.map(({ invoiceNumber }) => invoiceNumber)

const NONE = { count: 0, amount: 0 }

describe('the list', () => {
  it('is empty at first', async () => {
    const { status, body } = await list(await addContractor(desk))
    const totals = Object.fromEntries(ALL_STATUSES.map((each) => [each, NONE]))
    expect([status, body]).toEqual([200, { bills: [], totals, total: NONE }])
  })

  it('has every field of a bill, newest first', async () => {
    const contractor = await addContractor(desk)
    const submittedAt = new Date('2026-11-01T09:30:00Z')
    const id = await addBill(desk, contractor, {
      invoiceNumber: 'INV-1',
      amountCents: 123_456,
      dueDate: '2026-12-31',
      submittedAt,
    })
    await addBill(desk, contractor, { invoiceNumber: 'INV-2' })
    const answer = await list(contractor)
    expect(numbersOf(answer)).toEqual(['INV-2', 'INV-1'])
    expect(answer.body.bills[1]).toEqual({
      id,
      invoiceNumber: 'INV-1',
      amount: 1234.56,
      status: 'received',
      dateCreated: submittedAt.getTime(),
      dueDate: Date.parse('2026-12-31T12:00:00Z'),
      custom_fields: [],
      files: [],
      isCorrectable: false,
      isEditable: true,
      version: 1,
    })
  })

  it('shows rejected bills with their reason and counts them separately', async () => {
    const contractor = await addContractor(desk)
    const amounts = { received: 1, sent_for_approval: 20, approved: 333, paid: 4_444 } as const
    for (const [status, amountCents] of Object.entries(amounts)) {
      await addBill(desk, contractor, { status: status as 'paid', amountCents })
    }
    await addBill(desk, contractor, {
      status: 'rejected',
      amountCents: 55_555,
      rejectReason: 'Wrong project',
    })
    const { body } = await list(contractor)
    expect(body.totals).toMatchObject({
      received: { count: 1, amount: 0.01 },
      sent_for_approval: { count: 1, amount: 0.2 },
      approved: { count: 1, amount: 3.33 },
      paid: { count: 1, amount: 44.44 },
      rejected: { count: 1, amount: 555.55 },
    })
    expect(body.total).toEqual({ count: 4, amount: 47.98 })
    const rejected = body.bills.filter(({ status }: { status: string }) => status === 'rejected')
    expect(rejected).toMatchObject([{ rejectReason: 'Wrong project' }])
  })

  it('is shared by all emails of a vendor, and keeps a bill that staff moved to another vendor', async () => {
    const one = await addContractor(desk, 'Shared Ltd.')
    const two = await addContractor(desk, 'SHARED LTD.')
    await addBill(desk, one, { invoiceNumber: 'S-1' })
    expect(numbersOf(await list(two))).toEqual(['S-1'])
    const elsewhere = await addContractor(desk)
    await addBill(desk, { email: one.email, vendor: elsewhere.vendor }, { invoiceNumber: 'S-2' })
    expect(numbersOf(await list(one))).toEqual(['S-2', 'S-1'])
    expect(numbersOf(await list(elsewhere))).toEqual(['S-2'])
    expect(numbersOf(await list(two))).toEqual(['S-1'])
  })

  it('finds one bill by its id, if it is one of theirs', async () => {
    const own = await addContractor(desk)
    const colleague = await addContractor(desk, own.vendor)
    const stranger = await addContractor(desk)
    const id = await addBill(desk, own, { invoiceNumber: 'O-1', status: 'rejected' })
    await addBill(desk, own, { invoiceNumber: 'O-2', status: 'rejected' })
    const totals = { totals: { rejected: { count: 2 } } }
    for (const person of [own, colleague]) {
      const found = await list(person, { billId: ` ${id.toUpperCase()}` })
      expect(found.body).toMatchObject({ bills: [{ id, invoiceNumber: 'O-1' }], ...totals })
    }
    const unknown = await list(stranger, { billId: crypto.randomUUID() })
    expect(unknown.body).toMatchObject({ bills: [], total: NONE })
    for (const billId of [id, 'nonsense', "' OR 1=1"]) {
      const { status, body } = await list(stranger, { billId })
      expect([status, body]).toEqual([200, unknown.body])
    }
    const long = await list(own, { billId: 'x'.repeat(1_000) })
    expect([long.status, long.body.field]).toEqual([400, 'billId'])
  })

  it('pages through five thousand bills with exact totals', async () => {
    const contractor = await addContractor(desk)
    await desk.desk.dependencies.database.db.execute(sql`
      INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date, status, submitted_at)
      SELECT gen_random_uuid(), ${contractor.email}, ${contractor.vendor}, 'B-' || n, 'B' || n, n, '2030-01-01',
             (ARRAY['received', 'sent_for_approval', 'approved', 'paid', 'rejected'])[1 + n % 5],
             now() - n * interval '1 minute'
      FROM generate_series(1, 5000) n`)
    const first = await list(contractor, { limit: 20 })
    expect(first.body.bills).toHaveLength(100)
    expect(first.body.totals.paid).toEqual({ count: 1_000, amount: 25_005 })
    expect(first.body.total.count).toBe(4_000)

    const seen = new Set<string>()
    for (let offset = 0; offset < 1_000; offset += 250) {
      const page = await list(contractor, { status: 'paid', limit: 250, offset })
      expect(page.body.totals).toEqual(first.body.totals)
      for (const number of numbersOf(page)) seen.add(number)
    }
    expect(seen.size).toBe(1_000)
    const past = await list(contractor, { status: 'paid', limit: 250, offset: 1_000 })
    expect(past.body.bills).toEqual([])

    const all = await list(contractor)
    expect(all.body.bills).toHaveLength(5_000)
    expect(all.body.bills[0].invoiceNumber).toBe('B-1')
  })

  it.each([{ limit: 0 }, { limit: 501 }, { offset: -1 }, { status: 'lost' }, { limit: '5' }])(
    'refuses %j',
    async (body) => {
      const answer = await list(await addContractor(desk), body)
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    },
  )
})

describe('who may see it', () => {
  it('refuses the token of one vendor with the name of another', async () => {
    const [one, other] = [await addContractor(desk), await addContractor(desk)]
    await addBill(desk, other, { invoiceNumber: 'SECRET-1' })
    const answer = await list({ ...one, vendor: other.vendor })
    expect([answer.status, answer.body.code]).toEqual([403, 'other_vendor'])
    const mixed = await desk.call(listVendorBills, {
      token: one.token,
      body: { vendorName: one.vendor, token: other.token },
    })
    expect([mixed.status, mixed.body.error]).toEqual([401, 'Invalid token'])
  })

  it('refuses missing, wrong, expired and staff tokens with the errors the page expects', async () => {
    const contractor = await addContractor(desk)
    const expired = await addToken(desk, contractor.email, { expiresAt: new Date(0) })
    const { idToken } = await desk.signIn(STAFF)
    const body = { vendorName: contractor.vendor }
    const errorOf = async (options: object) =>
      (await desk.call(listVendorBills, { body, ...options })).body.error
    expect(await errorOf({})).toBe('No token provided')
    expect(await errorOf({ headers: { authorization: 'Bearer ' } })).toBe('No token provided')
    expect(await errorOf({ token: contractor.token.slice(1) })).toBe('Invalid token')
    expect(await errorOf({ token: expired })).toBe('Token has expired')
    expect(await errorOf({ token: idToken })).toBe('Invalid token')
  })

  it('refuses a contractor who is no longer mapped', async () => {
    const token = await addToken(desk, 'unmapped@vendor.example')
    const answer = await desk.call(listVendorBills, { token, body: { vendorName: 'Any' } })
    expect([answer.status, answer.body.code]).toEqual([403, 'contractor_not_approved'])
  })

  it("returns the specified error when the bills can't be read", async () => {
    const contractor = await addContractor(desk)
    const { pool } = desk.desk.dependencies.database
    await pool.query('ALTER TABLE bill RENAME TO bill_renamed')
    try {
      const { status, body } = await list(contractor)
      expect([status, body]).toEqual([
        500,
        { error: 'Failed to fetch bills', code: 'bills_failed' },
      ])
    } finally {
      await pool.query('ALTER TABLE bill_renamed RENAME TO bill')
    }
  })
})

describe('the file of a bill', () => {
  const open = (link: string) => fetch(link)
  const linkOf = async (contractor: Contractor): Promise<string> =>
    (await list(contractor)).body.bills[0].custom_fields[0].value

  it('opens by its link with its real type, isolated from our site', async () => {
    const contractor = await addContractor(desk)
    const content = samplePdf('Ünïcode')
    await submit(desk, contractor, { file: { name: 'Rechnung «7» (März).pdf', content } })
    const { body } = await list(contractor)
    expect(body.bills[0].custom_fields).toEqual([
      { name: 'Invoice Doc', value: expect.stringContaining(`${desk.url}/api/files?file=`) },
    ])
    const response = await open(body.bills[0].custom_fields[0].value)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content)
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent('Rechnung «7» ')}%28M%C3%A4rz%29.pdf`,
    })
    // Safari doesn't show a sandboxed PDF.
    const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    expect(headers['content-security-policy']).toBe(policy)
    // The content determines the type, so a file that only claims to be a PDF stays in the sandbox.
    await submit(desk, contractor, { file: { name: 'claims.pdf', content: samplePng } })
    const image = await open(await linkOf(contractor))
    expect(image.headers.get('content-type')).toBe('image/png')
    expect(image.headers.get('content-security-policy')).toBe(`sandbox; ${policy}`)
  })

  it("can't be opened by an altered, expired or forged link", async () => {
    const contractor = await addContractor(desk)
    await submit(desk, contractor, { file: { name: 'a.pdf', content: samplePdf() } })
    const link = await linkOf(contractor)
    const { config } = desk.desk.dependencies
    const links = createFileLinks(config)
    const fileId = links.fileOf(new URL(link).searchParams.get('file') ?? '') ?? ''
    const bad = [
      `${link.slice(0, -8)}AAAAAAAA`,
      `${desk.url}/api/files?file=${fileId}`,
      links.urlOf(fileId, Date.now() - 24 * 3_600_000),
      createFileLinks({ ...config, keyring: { current: Buffer.alloc(32, 1), previous: [] } }).urlOf(
        fileId,
      ),
    ]
    for (const url of bad) {
      const response = await open(url)
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ code: 'file_link_invalid' })
    }
    expect((await open(links.urlOf(fileId, Date.now() - 11 * 3_600_000))).status).toBe(200)
    expect((await open(`${desk.url}/api/files`)).status).toBe(400)
    const unknown = await open(links.urlOf(crypto.randomUUID()))
    expect(unknown.status).toBe(404)
  })
})

describe('the search', () => {
  it.each([
    ['inv 10', ['INV-10']],
    ['v-1', ['INV-10', 'INV-1']],
    ['12.50', ['INV-1']],
    ['%', []],
    ['', ['X/2', 'INV-10', 'INV-1']],
  ])('%j finds %j, in the list and in the file', async (search, found) => {
    const contractor = await addContractor(desk)
    await addBill(desk, contractor, { invoiceNumber: 'INV-1', amountCents: 1_250 })
    await addBill(desk, contractor, { invoiceNumber: 'INV-10', amountCents: 9_900 })
    await addBill(desk, contractor, { invoiceNumber: 'X/2', amountCents: 100 })
    await addBill(desk, await addContractor(desk), { invoiceNumber: 'INV-1' })
    const listed = await list(contractor, { search })
    expect(numbersOf(listed)).toEqual(found)
    expect(listed.body.total.count).toBe(found.length)
    const url = `${desk.url}${exportVendorBills.path}?search=${encodeURIComponent(search)}`
    const headers = { authorization: `Bearer ${contractor.token}` }
    const csv = await fetch(url, { headers })
    const lines = (await csv.text()).trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[0])).toEqual(found)
  })
})
