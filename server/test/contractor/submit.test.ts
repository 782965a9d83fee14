// Tests submitting an invoice: the resulting bill, who may submit, and the human check.

import { createHash } from 'node:crypto'
import { listVendorBills } from '@invoice-desk/contract/contractor/contractor'
import { storedFiles } from '@invoice-desk/testing/app/stored-files'
import {
  addContractor,
  addToken,
  type Contractor,
} from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { setFault } from '@invoice-desk/testing/sandbox/control'
import { passHumanCheck, setHumanCheck } from '@invoice-desk/testing/sandbox/human-check'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { invoiceFile } from '../../src/db/schema/bills.ts'
import { revokeVerifications } from '../../src/features/contractor/queries.ts'
import { RATE_LIMITS } from '../../src/http/rate-limits.ts'
import { beginSubmit } from '../support/begin-submit.ts'
import { pdfFile, useIntake } from '../support/intake.ts'

const intake = useIntake()
const { db, billsOf } = intake

/** Checks that a refused submission left nothing behind. */
const expectNothing = async (contractor: Contractor, files: string[]) => {
  expect(await billsOf(contractor)).toEqual([])
  expect(await storedFiles(intake.desk)).toEqual(files)
}

describe('a submission', () => {
  it('becomes a bill with its file, its hash and its audit event', async () => {
    const contractor = await addContractor(intake.desk)
    const content = samplePdf('whole')
    const answer = await submit(intake.desk, contractor, {
      fields: { amount: '1,250.50', invoiceNumber: ' inv / 77 ', dueDate: '2030-05-01' },
      file: pdfFile('My Invoice.PDF', content),
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
    const contractor = await addContractor(intake.desk)
    const { status, body } = await submit(intake.desk, contractor)
    expect([status, body.bill.custom_fields]).toEqual([200, []])
    const bills = await intake.desk.call(listVendorBills, {
      token: contractor.token,
      body: { vendorName: contractor.vendor },
    })
    expect(bills.body.bills).toHaveLength(1)
  })

  it('accepts the file anywhere in the form', async () => {
    const contractor = await addContractor(intake.desk)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(samplePdf())]), 'first.pdf')
    const fields = {
      token: contractor.token,
      vendorName: contractor.vendor,
      captchaToken: await passHumanCheck(intake.desk),
      dueDate: '2030-01-01',
      invoiceNumber: 'F-1',
      amount: '5',
      email: contractor.email,
    }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const response = await fetch(`${intake.desk.url}/api/cup/submit-invoice`, {
      method: 'POST',
      headers: { authorization: `Bearer ${contractor.token}` },
      body: form,
    })
    expect(response.status).toBe(200)
    expect((await billsOf(contractor))[0]?.fileId).toEqual(expect.any(String))
  })

  it.each([
    ['amount', '0', 'The amount must be at least 0.01.'],
    ['amount', '0.001', 'The amount must be at least 0.01.'],
    ['amount', '1e9', 'The amount can be at most $999,999,999.99.'],
    ['amount', '-1', 'The amount must be at least 0.01.'],
    ['amount', 'ten', 'Please enter an amount, such as 1250.00.'],
    ['amount', undefined, 'This is required.'],
    ['dueDate', '2020-01-01', "The due date can't be in the past."],
    ['dueDate', '2030-02-30', 'Enter the date as year-month-day, such as 2026-11-30.'],
    ['dueDate', undefined, 'This is required.'],
    ['invoiceNumber', '   ', 'This is required.'],
    ['invoiceNumber', 'a\u0000b', 'This must be a single line.'],
    ['invoiceNumber', 'x'.repeat(201), 'This can have at most 200 characters.'],
    ['vendorName', undefined, 'This is required.'],
    ['email', 'nobody', 'Enter a valid email address.'],
    ['confirmDuplicate', 'maybe', "This isn't one of the options."],
  ])('refuses %s %j and stores nothing', async (field, value, error) => {
    const contractor = await addContractor(intake.desk)
    const before = await storedFiles(intake.desk)
    const { status, body } = await submit(intake.desk, contractor, {
      fields: { [field]: value },
      file: pdfFile(),
    })
    expect([status, body]).toEqual([400, { error, code: 'invalid_input', field }])
    await expectNothing(contractor, before)
  })

  it('returns the specified error when it fails, and stores nothing', async () => {
    const contractor = await addContractor(intake.desk)
    const { pool } = intake.desk.desk.dependencies.database
    const countJobs = () => pool.query('SELECT count(*) FROM jobs.job').then(({ rows }) => rows)
    const jobs = await countJobs()
    await pool.query('ALTER TABLE audit_event RENAME TO audit_event_renamed')
    try {
      const { status, body } = await submit(intake.desk, contractor)
      expect([status, body]).toEqual([
        500,
        { error: 'Failed to submit invoice', code: 'submit_failed' },
      ])
    } finally {
      await pool.query('ALTER TABLE audit_event_renamed RENAME TO audit_event')
    }
    expect(await billsOf(contractor)).toEqual([])
    expect(await countJobs()).toEqual(jobs)
  })

  it('is rate-limited per contractor', async () => {
    const contractor = await addContractor(intake.desk)
    await intake.desk.desk.dependencies.database.pool.query(
      'INSERT INTO rate_limit (key, points, expire) VALUES ($1, $2, $3)',
      [
        `submit_invoice:${contractor.email}`,
        RATE_LIMITS.submit_invoice.points,
        Date.now() + 60_000,
      ],
    )
    expect((await submit(intake.desk, contractor)).status).toBe(429)
  })
})

describe('who may submit', () => {
  it("refuses another contractor's token, email or vendor", async () => {
    const [one, other] = [await addContractor(intake.desk), await addContractor(intake.desk)]
    const errorOf = async (options: Parameters<typeof submit>[2]) => {
      const { status, body } = await submit(intake.desk, one, options)
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
    const contractor = await addContractor(intake.desk)
    const expired = await addToken(intake.desk, contractor.email, { expiresAt: new Date(0) })
    const late = await submit(intake.desk, { ...contractor, token: expired })
    expect([late.status, late.body.error]).toEqual([401, 'Token has expired'])
    await revokeVerifications(db(), contractor.email)
    const revoked = await submit(intake.desk, contractor)
    expect([revoked.status, revoked.body.error]).toEqual([401, 'Invalid token'])
  })

  it('refuses an unapproved contractor', async () => {
    const email = 'unapproved@vendor.example'
    const contractor = { email, vendor: 'Anything', token: await addToken(intake.desk, email) }
    const { status, body } = await submit(intake.desk, contractor)
    expect([status, body.error]).toEqual([
      403,
      'You must be an approved contractor to submit invoices',
    ])
  })

  it('refuses a link that was revoked during the upload', async () => {
    const contractor = await addContractor(intake.desk)
    const before = await storedFiles(intake.desk)
    const upload = await beginSubmit(intake.desk, contractor, { file: pdfFile() })
    await revokeVerifications(db(), contractor.email)
    expect(await upload.finish()).toBe(401)
    await expectNothing(contractor, before)
  })
})

describe('the human check', () => {
  const refused = async (fields: Record<string, string | undefined>) => {
    const contractor = await addContractor(intake.desk)
    const before = await storedFiles(intake.desk)
    const { status, body } = await submit(intake.desk, contractor, { fields, file: pdfFile() })
    await expectNothing(contractor, before)
    return [status, body.error]
  }
  const ROBOT = [403, 'Failed to verify you are human. Please try again.']
  const NO_VERDICT = 'Failed to verify the human check. Please try again.'

  it('refuses a missing, forged, used and stale token', async () => {
    expect(await refused({ captchaToken: undefined })).toEqual([400, NO_VERDICT])
    expect(await refused({ captchaToken: 'made-up' })).toEqual(ROBOT)
    const captchaToken = await passHumanCheck(intake.desk)
    const first = await submit(intake.desk, await addContractor(intake.desk), {
      fields: { captchaToken },
    })
    expect(first.status).toBe(200)
    expect(await refused({ captchaToken })).toEqual(ROBOT)
    const stale = await passHumanCheck(intake.desk)
    await setHumanCheck(intake.desk, { tokenSeconds: 0 })
    expect(await refused({ captchaToken: stale })).toEqual(ROBOT)
  })

  it('refuses a token for another action or site', async () => {
    const action = await passHumanCheck(intake.desk, { action: 'login' })
    expect(await refused({ captchaToken: action })).toEqual(ROBOT)
    const site = await passHumanCheck(intake.desk, { origin: 'http://127.0.0.1:1' })
    expect(await refused({ captchaToken: site })).toEqual(ROBOT)
  })

  it.each(['low-score', 'fail'])('refuses a verdict of %s', async (outcome) => {
    await setHumanCheck(intake.desk, { outcome })
    expect(await refused({})).toEqual(ROBOT)
  })

  it.each(['error', 'throttle', 'cut', 'timeout'])(
    'refuses when the check does not answer (%s)',
    async (mode) => {
      await setFault(intake.desk, { provider: 'human-check', match: 'POST /siteverify', mode })
      expect(await refused({})).toEqual([502, NO_VERDICT])
    },
  )
})
