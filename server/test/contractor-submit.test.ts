// A submitted invoice becomes one bill with everything that belongs to it, or nothing at all.
import { createHash } from 'node:crypto'
import { listVendorBills } from '@invoice-desk/contract/contractor'
import { addAccount, changeAccount } from '@invoice-desk/contract/identity'
import { RATE_LIMITS } from '@invoice-desk/contract/limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bill, invoiceFile } from '../src/db/schema/contractor.ts'
import { revokeVerifications } from '../src/features/contractor/queries.ts'
import { billMailJob } from '../src/mail/bill-mail.ts'
import {
  addBill,
  addContractor,
  addToken,
  beginSubmit,
  type Contractor,
  mailsTo,
  passHumanCheck,
  samplePdf,
  setFault,
  setHumanCheck,
  submit,
  waitForMail,
} from './support/contractor.ts'
import { storedFiles } from './support/stored-files.ts'
import { ADMIN, STAFF, startTestDesk, type TestDesk } from './support/test-desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
beforeEach(async () => {
  await setHumanCheck(desk, { outcome: 'pass', tokenSeconds: 120 })
  await fetch(`${desk.sandbox.url}/faults`, { method: 'DELETE' })
})
afterAll(() => desk.close())

const db = () => desk.desk.dependencies.database.db
const billsOf = async ({ email }: Contractor) =>
  db().select().from(bill).where(sql`email = ${email}`)
const file = (name = 'invoice.pdf', content: Buffer | string = samplePdf()) => ({ name, content })

/** Nothing of a refused submission remains. */
const expectNothing = async (contractor: Contractor, files: string[]) => {
  expect(await billsOf(contractor)).toEqual([])
  expect(await storedFiles(desk)).toEqual(files)
}

describe('a submission', () => {
  it('becomes a bill with its file, its hash and its audit event', async () => {
    const contractor = await addContractor(desk)
    const content = samplePdf('whole')
    const answer = await submit(desk, contractor, {
      fields: { amount: '1,250.50', invoiceNumber: ' inv / 77 ', dueDate: '2030-05-01' },
      file: file('My Invoice.PDF', content),
    })
    expect([answer.status, answer.body.message]).toEqual([200, 'Invoice submitted successfully!'])
    expect(answer.body.bill).toMatchObject({
      invoiceNumber: 'inv / 77',
      amount: 1250.5,
      status: 'received',
      custom_fields: [{ name: 'Invoice Doc' }],
    })
    const [row] = await billsOf(contractor)
    expect(row).toMatchObject({
      id: answer.body.bill.id,
      vendor: contractor.vendor,
      invoiceNumberKey: 'INV77',
      amountCents: 125_050,
      dueDate: '2030-05-01',
      duplicates: [],
    })
    const [stored] = await db().select().from(invoiceFile).where(sql`id = ${row?.fileId}`)
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(stored).toMatchObject({
      name: 'My Invoice.pdf',
      type: 'application/pdf',
      bytes: content.length,
      sha256,
    })
    const { rows } = await db().execute(
      sql`SELECT actor, action, details FROM audit_event WHERE subject_id = ${row?.id} ORDER BY id`,
    )
    expect(rows[0]).toMatchObject({
      actor: contractor.email,
      action: 'bill_submitted',
      details: { amountCents: 125_050, fileSha256: sha256 },
    })
  })

  it('needs no file', async () => {
    const contractor = await addContractor(desk)
    const { status, body } = await submit(desk, contractor)
    expect([status, body.bill.custom_fields]).toEqual([200, []])
    const bills = await desk.call(listVendorBills, {
      token: contractor.token,
      body: { vendorName: contractor.vendor },
    })
    expect(bills.body.bills).toHaveLength(1)
  })

  it('takes the file wherever it stands in the form', async () => {
    const contractor = await addContractor(desk)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(samplePdf())]), 'first.pdf')
    const fields = {
      token: contractor.token,
      vendorName: contractor.vendor,
      captchaToken: await passHumanCheck(desk),
      dueDate: '2030-01-01',
      invoiceNumber: 'F-1',
      amount: '5',
      email: contractor.email,
    }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const response = await fetch(`${desk.url}/api/cup/submit-invoice`, {
      method: 'POST',
      headers: { authorization: `Bearer ${contractor.token}` },
      body: form,
    })
    expect(response.status).toBe(200)
    expect((await billsOf(contractor))[0]?.fileId).not.toBeNull()
  })

  it('may be due today, wherever on earth the contractor is', async () => {
    const contractor = await addContractor(desk)
    const dayAt = (hours: number) =>
      new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10)
    for (const dueDate of [dayAt(-11.9), dayAt(0), dayAt(14)]) {
      expect((await submit(desk, contractor, { fields: { dueDate } })).status).toBe(200)
    }
    const { status, body } = await submit(desk, contractor, { fields: { dueDate: dayAt(-37) } })
    expect([status, body.field, body.error]).toEqual([
      400,
      'dueDate',
      'The due date cannot be in the past.',
    ])
  })

  it.each([
    ['amount', '0', 'The amount must be at least 0.01.'],
    ['amount', '0.001', 'The amount must be at least 0.01.'],
    ['amount', '1e9', 'The amount can be at most $999,999,999.99.'],
    ['amount', '-1', 'The amount must be at least 0.01.'],
    ['amount', 'ten', 'Please enter an amount, such as 1250.00.'],
    ['amount', undefined, 'This is required.'],
    ['dueDate', '2020-01-01', 'The due date cannot be in the past.'],
    ['dueDate', '2030-02-30', 'Please enter a valid date.'],
    ['dueDate', undefined, 'This is required.'],
    ['invoiceNumber', '   ', 'This is required.'],
    ['invoiceNumber', 'a\u0000b', 'This must be a single line.'],
    ['invoiceNumber', 'x'.repeat(201), 'This can have at most 200 characters.'],
    ['vendorName', undefined, 'This is required.'],
    ['email', 'nobody', 'Please enter a valid e-mail address.'],
    ['confirmDuplicate', 'maybe', 'This is not one of the choices.'],
  ])('refuses %s %j and keeps nothing', async (field, value, error) => {
    const contractor = await addContractor(desk)
    const before = await storedFiles(desk)
    const { status, body } = await submit(desk, contractor, {
      fields: { [field]: value },
      file: file(),
    })
    expect([status, body]).toEqual([400, { error, code: 'invalid_input', field }])
    await expectNothing(contractor, before)
  })

  it('says in the product’s words that it failed, and keeps nothing', async () => {
    const contractor = await addContractor(desk)
    const { pool } = desk.desk.dependencies.database
    const countJobs = () => pool.query('SELECT count(*) FROM jobs.job').then(({ rows }) => rows)
    const jobs = await countJobs()
    await pool.query('ALTER TABLE audit_event RENAME TO audit_event_gone')
    try {
      const { status, body } = await submit(desk, contractor)
      expect([status, body]).toEqual([
        500,
        { error: 'Failed to submit invoice', code: 'submit_failed' },
      ])
    } finally {
      await pool.query('ALTER TABLE audit_event_gone RENAME TO audit_event')
    }
    expect(await billsOf(contractor)).toEqual([])
    expect(await countJobs()).toEqual(jobs)
  })

  it('is limited for one contractor', async () => {
    const contractor = await addContractor(desk)
    await desk.desk.dependencies.database.pool.query(
      'INSERT INTO rate_limit (key, points, expire) VALUES ($1, $2, $3)',
      [
        `submit_invoice:${contractor.email}`,
        RATE_LIMITS.submit_invoice.points,
        Date.now() + 60_000,
      ],
    )
    expect((await submit(desk, contractor)).status).toBe(429)
  })
})

describe('who may submit', () => {
  it('refuses what is not the bearer’s own token, e-mail or vendor', async () => {
    const [one, other] = [await addContractor(desk), await addContractor(desk)]
    const errorOf = async (options: Parameters<typeof submit>[2]) => {
      const { status, body } = await submit(desk, one, options)
      return [status, body.error]
    }
    expect(await errorOf({ bearer: '' })).toEqual([401, 'No token provided'])
    expect(await errorOf({ bearer: 'wrong' })).toEqual([401, 'Invalid token'])
    expect(await errorOf({ fields: { token: undefined } })).toEqual([401, 'No token provided'])
    expect(await errorOf({ fields: { token: other.token } })).toEqual([401, 'Invalid token'])
    expect(await errorOf({ fields: { token: one.token.slice(0, 20) } })).toEqual([
      401,
      'Invalid token',
    ])
    expect((await errorOf({ fields: { email: other.email } }))[0]).toBe(403)
    expect((await errorOf({ fields: { vendorName: other.vendor } }))[0]).toBe(403)
    expect(await errorOf({ bearer: other.token })).toEqual([401, 'Invalid token'])
    expect(await billsOf(one)).toEqual([])
    expect(await billsOf(other)).toEqual([])
  })

  it('refuses an expired and a revoked token', async () => {
    const contractor = await addContractor(desk)
    const expired = await addToken(desk, contractor.email, { expiresAt: new Date(0) })
    const late = await submit(desk, { ...contractor, token: expired })
    expect([late.status, late.body.error]).toEqual([401, 'Token has expired'])
    await revokeVerifications(db(), contractor.email)
    const revoked = await submit(desk, contractor)
    expect([revoked.status, revoked.body.error]).toEqual([401, 'Invalid token'])
  })

  it('refuses who is not approved', async () => {
    const email = 'unapproved@vendor.example'
    const contractor = { email, vendor: 'Anything', token: await addToken(desk, email) }
    const { status, body } = await submit(desk, contractor)
    expect([status, body.error]).toEqual([
      403,
      'You must be an approved contractor to submit invoices',
    ])
  })

  it('notices that the link was revoked while the file was on its way', async () => {
    const contractor = await addContractor(desk)
    const before = await storedFiles(desk)
    const upload = await beginSubmit(desk, contractor, { file: file() })
    await revokeVerifications(db(), contractor.email)
    expect(await upload.finish()).toBe(401)
    await expectNothing(contractor, before)
  })
})

describe('the human check', () => {
  const refused = async (fields: Record<string, string | undefined>) => {
    const contractor = await addContractor(desk)
    const before = await storedFiles(desk)
    const { status, body } = await submit(desk, contractor, { fields, file: file() })
    await expectNothing(contractor, before)
    return [status, body.error]
  }
  const ROBOT = [403, 'Failed to verify you are human. Please try again.']
  const NO_VERDICT = 'Failed to verify the human check. Please try again.'

  it('refuses a missing, made-up, used and stale token', async () => {
    expect(await refused({ captchaToken: undefined })).toEqual([400, NO_VERDICT])
    expect(await refused({ captchaToken: 'made-up' })).toEqual(ROBOT)
    const captchaToken = await passHumanCheck(desk)
    const first = await submit(desk, await addContractor(desk), { fields: { captchaToken } })
    expect(first.status).toBe(200)
    expect(await refused({ captchaToken })).toEqual(ROBOT)
    const stale = await passHumanCheck(desk)
    await setHumanCheck(desk, { tokenSeconds: 0 })
    expect(await refused({ captchaToken: stale })).toEqual(ROBOT)
  })

  it('refuses a token of another action or another site', async () => {
    const action = await passHumanCheck(desk, { action: 'login' })
    expect(await refused({ captchaToken: action })).toEqual(ROBOT)
    const site = await passHumanCheck(desk, { origin: 'http://127.0.0.1:1' })
    expect(await refused({ captchaToken: site })).toEqual(ROBOT)
  })

  it.each(['low-score', 'fail'])('refuses a verdict of %s', async (outcome) => {
    await setHumanCheck(desk, { outcome })
    expect(await refused({})).toEqual(ROBOT)
  })

  it.each(['error', 'throttle', 'cut', 'timeout'])('takes no answer (%s) for no', async (mode) => {
    await setFault(desk, { provider: 'human-check', match: 'POST /siteverify', mode })
    expect(await refused({})).toEqual([502, NO_VERDICT])
  })
})

describe('an invoice that was here before', () => {
  const NUMBER = { invoiceNumber: 'INV-7', amount: '120.00' }

  it('is refused as a repeat of an open bill, with its date and status', async () => {
    const contractor = await addContractor(desk)
    await addBill(desk, contractor, {
      invoiceNumber: 'Inv 7',
      invoiceNumberKey: 'INV7',
      amountCents: 12_000,
      status: 'approved',
      submittedAt: new Date('2026-03-04T12:00:00Z'),
    })
    const before = await storedFiles(desk)
    for (const confirmDuplicate of ['false', 'true']) {
      const { status, body } = await submit(desk, contractor, {
        fields: { ...NUMBER, confirmDuplicate },
        file: file(),
      })
      expect([status, body]).toEqual([
        409,
        {
          error:
            'Invoice Inv 7 for $120.00 was already submitted on Mar 4, 2026. Its status is Approved.',
          code: 'bill_exists',
          field: 'invoiceNumber',
          bills: [
            {
              invoiceNumber: 'Inv 7',
              amount: 120,
              status: 'approved',
              dateCreated: Date.parse('2026-03-04T12:00:00Z'),
              because: 'same_number',
            },
          ],
        },
      ])
    }
    expect(await billsOf(contractor)).toHaveLength(1)
    expect(await storedFiles(desk)).toEqual(before)
  })

  it('is accepted once confirmed when it is only similar, and flagged for staff', async () => {
    const contractor = await addContractor(desk)
    const first = await submit(desk, contractor, { fields: NUMBER, file: file() })
    const similar = { ...NUMBER, amount: '121.00' }
    const asked = await submit(desk, contractor, { fields: similar })
    expect([asked.status, asked.body.code, asked.body.bills]).toEqual([
      409,
      'similar_bill',
      [expect.objectContaining({ invoiceNumber: 'INV-7', because: 'same_number', amount: 120 })],
    ])
    const confirmed = await submit(desk, contractor, {
      fields: { ...similar, confirmDuplicate: 'true' },
    })
    expect(confirmed.status).toBe(200)
    const row = (await billsOf(contractor)).find(({ id }) => id === confirmed.body.bill.id)
    expect(row?.duplicates).toEqual([{ billId: first.body.bill.id, because: 'same_number' }])
  })

  it('is noticed by its file under another number', async () => {
    const contractor = await addContractor(desk)
    const content = samplePdf('the same paper')
    await submit(desk, contractor, { file: file('one.pdf', content) })
    const before = await storedFiles(desk)
    const asked = await submit(desk, contractor, { file: file('two.pdf', content) })
    expect([asked.status, asked.body.bills[0].because]).toEqual([409, 'same_file'])
    expect(await storedFiles(desk)).toEqual(before)
  })

  it('is asked about when the earlier one was paid, and welcome when it was rejected', async () => {
    const contractor = await addContractor(desk)
    const invoice = { invoiceNumber: 'INV-7', amountCents: 12_000 }
    const id = await addBill(desk, contractor, { ...invoice, status: 'rejected' })
    const again = await submit(desk, contractor, { fields: NUMBER })
    expect(again.status).toBe(200)
    const row = (await billsOf(contractor)).find((each) => each.id === again.body.bill.id)
    expect(row?.duplicates).toEqual([{ billId: id, because: 'same_number' }])
    const other = await addContractor(desk)
    await addBill(desk, other, { ...invoice, status: 'paid' })
    expect((await submit(desk, other, { fields: NUMBER })).body.code).toBe('similar_bill')
  })

  it('is a matter for staff alone when another vendor sent the same file', async () => {
    const content = samplePdf('passed around')
    const first = await submit(desk, await addContractor(desk), { file: file('a.pdf', content) })
    const contractor = await addContractor(desk)
    const { status, body } = await submit(desk, contractor, { file: file('b.pdf', content) })
    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('same_file')])
    expect((await billsOf(contractor))[0]?.duplicates).toEqual([
      { billId: first.body.bill.id, because: 'same_file' },
    ])
  })

  it('of another vendor with the same number is nothing special', async () => {
    await submit(desk, await addContractor(desk), { fields: NUMBER })
    const contractor = await addContractor(desk)
    expect((await submit(desk, contractor, { fields: NUMBER })).status).toBe(200)
    expect((await billsOf(contractor))[0]?.duplicates).toEqual([])
  })
})

describe('a double click', () => {
  it('makes one bill, and both clicks are answered with it', async () => {
    const contractor = await addContractor(desk)
    const options = { fields: { invoiceNumber: 'D-1' }, file: file(), key: crypto.randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => submit(desk, contractor, options)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.bill.id)).size).toBe(1)
    const [row, ...more] = await billsOf(contractor)
    expect(more).toEqual([])
    const { rows } = await db().execute(sql`SELECT id FROM invoice_file WHERE id = ${row?.fileId}`)
    expect(rows).toHaveLength(1)
  })

  it('without a key makes one bill, and the second click reads why', async () => {
    const contractor = await addContractor(desk)
    const before = (await storedFiles(desk)).length
    const options = { fields: { invoiceNumber: 'D-2' }, file: file('x.pdf', samplePdf('D-2')) }
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit(desk, contractor, options)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await billsOf(contractor)).toHaveLength(1)
    expect(await storedFiles(desk)).toHaveLength(before + 1)
  })

  it('cannot be used to change what was sent', async () => {
    const contractor = await addContractor(desk)
    const key = crypto.randomUUID()
    await submit(desk, contractor, { fields: { invoiceNumber: 'D-3' }, key })
    const changed = await submit(desk, contractor, {
      fields: { invoiceNumber: 'D-3', amount: '9.99' },
      key,
    })
    expect([changed.status, changed.body.code]).toEqual([409, 'submission_key_reused'])
    const other = await addContractor(desk)
    expect((await submit(desk, other, { key })).status).toBe(200)
    expect((await submit(desk, other, { key: 'short' })).status).toBe(400)
  })
})

describe('mail', () => {
  it('thanks the contractor, tells the approvers, and then the bill is sent for approval', async () => {
    const contractor = await addContractor(desk)
    const { body } = await submit(desk, contractor, {
      fields: { invoiceNumber: 'M-1 <b>', amount: '1234.5', dueDate: '2030-05-01' },
    })
    const receipt = await waitForMail(desk, contractor.email, 'received')
    expect(receipt.subject).toBe('Invoice M-1 <b> received')
    for (const fact of ['M-1 <b>', '$1,234.50', 'May 1, 2030']) expect(receipt.text).toContain(fact)
    expect(receipt.html).toContain('M-1 &lt;b&gt;')
    expect(receipt.messageId).toBe(`<bill-${body.bill.id}-received-1@harborfinch.example>`)
    const notice = await waitForMail(desk, STAFF, 'M-1')
    expect(notice.to).toBe(`${ADMIN}, ${STAFF}`)
    expect(notice.links).toContain(`${desk.url}/approve-invoice?taskId=${body.bill.id}`)
    expect(notice.text).toContain(contractor.vendor)
    const row = await vi.waitFor(async () => {
      const [found] = await billsOf(contractor)
      expect(found?.status).toBe('sent_for_approval')
      return found
    }, 20_000)
    expect(row?.version).toBe(2)
    const { rows } = await db().execute(
      sql`SELECT action FROM audit_event WHERE subject_id = ${body.bill.id} ORDER BY id`,
    )
    expect(rows).toEqual([{ action: 'bill_submitted' }, { action: 'bill_sent_for_approval' }])
  })

  it('warns the approvers of a bill that resembles another', async () => {
    const contractor = await addContractor(desk)
    await addBill(desk, contractor, { invoiceNumber: 'W-1', status: 'rejected' })
    await submit(desk, contractor, { fields: { invoiceNumber: 'w 1' } })
    const notice = await waitForMail(desk, STAFF, `w 1 of ${contractor.vendor}`)
    expect(notice.text).toContain('It resembles an earlier bill.')
  })

  it('goes to just those who may approve', async () => {
    const { idToken: token } = await desk.signIn(ADMIN)
    const add = (email: string, tools: string[]) =>
      desk.call(addAccount, { token, body: { email, tools } })
    await add('approver@harborfinch.example', ['approve_invoice'])
    await add('vendors@harborfinch.example', ['create_vendor'])
    await add('gone@harborfinch.example', ['approve_invoice'])
    const gone = { email: 'gone@harborfinch.example', tools: ['approve_invoice'], version: 1 }
    await desk.call(changeAccount, { token, body: { ...gone, disabled: true } })
    const contractor = await addContractor(desk)
    await submit(desk, contractor)
    const notice = await waitForMail(desk, STAFF, contractor.vendor)
    expect(notice.to.split(', ').sort()).toEqual([ADMIN, 'approver@harborfinch.example', STAFF])
  })

  it('leaves the bill received while nobody could be told, and loses nothing', async () => {
    const contractor = await addContractor(desk)
    await setFault(desk, { provider: 'mail', mode: 'error', match: '', times: 2 })
    expect((await submit(desk, contractor)).status).toBe(200)
    await vi.waitFor(async () => {
      const faults = await (await fetch(`${desk.sandbox.url}/faults`)).json()
      expect(faults).toEqual([])
    }, 30_000)
    expect((await billsOf(contractor))[0]?.status).toBe('received')
    await waitForMail(desk, contractor.email, 'received')
    await waitForMail(desk, STAFF, contractor.vendor)
    await vi.waitFor(async () => {
      expect((await billsOf(contractor))[0]?.status).toBe('sent_for_approval')
    }, 30_000)
  }, 90_000)

  it('does not tell approvers of a bill that is decided already', async () => {
    const contractor = await addContractor(desk)
    await setFault(desk, { provider: 'mail', mode: 'error', match: contractor.vendor })
    await submit(desk, contractor)
    await db().execute(sql`UPDATE bill SET status = 'approved' WHERE email = ${contractor.email}`)
    await waitForMail(desk, contractor.email, 'received')
    await vi.waitFor(async () => {
      const { rows } = await db().execute(
        sql`SELECT state FROM jobs.job WHERE name = 'approver-notice' ORDER BY created_on DESC LIMIT 1`,
      )
      expect(rows).toEqual([{ state: 'completed' }])
    }, 30_000)
    const notices = await mailsTo(desk, STAFF)
    expect(notices.some(({ subject }) => subject.includes(contractor.vendor))).toBe(false)
    expect((await billsOf(contractor))[0]?.status).toBe('approved')
  }, 90_000)

  it.each([
    ['approved', 'approved', 'was approved'],
    ['rejected', 'rejected', 'Reason: No <purchase> order'],
    ['paid', 'paid', 'has been paid'],
  ] as const)('tells the contractor that a bill was %s', async (step, subject, text) => {
    const contractor = await addContractor(desk)
    const billId = await addBill(desk, contractor, { invoiceNumber: `T-${step}` })
    const reason = step === 'rejected' ? { reason: 'No <purchase> order' } : {}
    const { jobs } = desk.desk.dependencies
    await jobs.send(db(), billMailJob, { billId, step, version: 3, ...reason })
    const mail = await waitForMail(desk, contractor.email, `Invoice T-${step} ${subject}`)
    expect(mail.text).toContain(text)
    expect(mail.html).not.toContain('<purchase>')
    expect(mail.messageId).toBe(`<bill-${billId}-${step}-3@harborfinch.example>`)
  })
})
