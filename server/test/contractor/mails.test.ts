// Tests emails to contractors and approvers, and which addresses we accept.

import { randomUUID } from 'node:crypto'
import { createQboVendor } from '@invoice-desk/contract/accounting/accounting-vendors'
import { getPreferences, savePreferences } from '@invoice-desk/contract/approval/preferences'
import {
  checkVendor,
  sendVerification,
  signOutEverywhere,
} from '@invoice-desk/contract/contractor/contractor'
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import {
  acceptGoogleAccount,
  addAccount,
  changeAccount,
  signOutAccount,
} from '@invoice-desk/contract/identity/accounts'
import { createCardPayment, createWalletOrder } from '@invoice-desk/contract/payments/payments'
import { inviteVendor } from '@invoice-desk/contract/vendors/vendor-invitations'
import {
  addVendorMapping,
  changeVendorMapping,
  listVendorMappings,
} from '@invoice-desk/contract/vendors/vendors'
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { setFault } from '@invoice-desk/testing/sandbox/control'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { billMailJob } from '../../src/features/bills/job-kinds.ts'
import { createMailer } from '../../src/providers/mail.ts'
import { useIntake } from '../support/intake.ts'

const intake = useIntake()
const { db, billsOf } = intake

describe('email', () => {
  it('goes to the contractor and the approvers, and then the bill is sent for approval', async () => {
    const contractor = await addContractor(intake.desk)
    const { body } = await submit(intake.desk, contractor, {
      fields: { invoiceNumber: 'M-1 <b>', amount: '1234.5', dueDate: '2030-05-01' },
    })
    const receipt = await waitForMail(intake.desk, contractor.email, 'received')
    expect(receipt.subject).toBe('Invoice M-1 <b> received')
    for (const fact of ['M-1 <b>', '$1,234.50', 'May 1, 2030']) expect(receipt.text).toContain(fact)
    expect(receipt.html).toContain('M-1 &lt;b&gt;')
    expect(receipt.messageId).toBe(`<bill-${body.bill.id}-received-1@harborfinch.example>`)
    const notice = await waitForMail(intake.desk, STAFF, 'M-1')
    expect(notice.to).toBe(`${ADMIN}, ${STAFF}`)
    expect(notice.links).toContain(`${intake.desk.url}/approve-invoice?taskId=${body.bill.id}`)
    expect(notice.text).toContain(contractor.vendor)
    const row = await vi.waitFor(async () => {
      const [found] = await billsOf(contractor)
      expect(found?.status).toBe('sent_for_approval')
      return found
    }, 20_000)
    // An approver who already has it open can still decide.
    expect(row?.version).toBe(1)
    const { rows } = await db().execute(
      sql`SELECT action FROM audit_event WHERE subject_id = ${body.bill.id} ORDER BY id`,
    )
    expect(rows).toEqual([{ action: 'bill_submitted' }, { action: 'bill_sent_for_approval' }])
  })

  it('warns the approvers about a bill that looks like another', async () => {
    const contractor = await addContractor(intake.desk)
    await addBill(intake.desk, contractor, { invoiceNumber: 'W-1', status: 'rejected' })
    await submit(intake.desk, contractor, { fields: { invoiceNumber: 'w 1' } })
    const notice = await waitForMail(intake.desk, STAFF, `w 1 from ${contractor.vendor}`)
    expect(notice.text).toContain('It looks like an earlier bill.')
  })

  it('goes only to staff who may approve', async () => {
    const { idToken: token } = await intake.desk.signIn(ADMIN)
    const add = (email: string, tools: string[]) =>
      intake.desk.call(addAccount, { token, body: { email, tools } })
    await add('approver@harborfinch.example', ['approve_invoice'])
    await add('vendors@harborfinch.example', ['create_vendor'])
    await add('disabled@harborfinch.example', ['approve_invoice'])
    const disabled = {
      email: 'disabled@harborfinch.example',
      tools: ['approve_invoice'],
      version: 1,
    }
    await intake.desk.call(changeAccount, { token, body: { ...disabled, disabled: true } })
    // One bad address doesn't stop the email to the others.
    await db().execute(
      sql`INSERT INTO staff_account (email, tools) VALUES ('a1<x@x.com>', '{approve_invoice}')`,
    )
    const contractor = await addContractor(intake.desk)
    await submit(intake.desk, contractor)
    const notice = await waitForMail(intake.desk, STAFF, contractor.vendor)
    expect(notice.to.split(', ').sort()).toEqual([ADMIN, 'approver@harborfinch.example', STAFF])
  })

  it('is retried, and the bill stays received until the approvers get it', async () => {
    const contractor = await addContractor(intake.desk)
    // One fault for the contractor's email and one for the approvers'.
    for (const match of [contractor.email, `from ${contractor.vendor}`]) {
      await setFault(intake.desk, { provider: 'mail', mode: 'error', match })
    }
    expect((await submit(intake.desk, contractor)).status).toBe(200)
    await vi.waitFor(async () => {
      const faults = await (await fetch(`${intake.desk.sandbox.url}/faults`)).json()
      expect(faults).toEqual([])
    }, 30_000)
    expect((await billsOf(contractor))[0]?.status).toBe('received')
    await waitForMail(intake.desk, contractor.email, 'received')
    await waitForMail(intake.desk, STAFF, contractor.vendor)
    await vi.waitFor(async () => {
      expect((await billsOf(contractor))[0]?.status).toBe('sent_for_approval')
    }, 30_000)
  }, 90_000)

  it('does not go to approvers if the bill has already been decided', async () => {
    const contractor = await addContractor(intake.desk)
    await setFault(intake.desk, { provider: 'mail', mode: 'error', match: contractor.vendor })
    await submit(intake.desk, contractor)
    await db().execute(sql`UPDATE bill SET status = 'approved' WHERE email = ${contractor.email}`)
    await waitForMail(intake.desk, contractor.email, 'received')
    await vi.waitFor(async () => {
      const { rows } = await db().execute(
        sql`SELECT state FROM jobs.job WHERE name = 'approver-notice' ORDER BY created_on DESC LIMIT 1`,
      )
      expect(rows).toEqual([{ state: 'completed' }])
    }, 30_000)
    const notices = await mailsTo(intake.desk, STAFF)
    expect(notices.some(({ subject }) => subject.includes(contractor.vendor))).toBe(false)
    expect((await billsOf(contractor))[0]?.status).toBe('approved')
  }, 90_000)

  it.each([
    ['approved', 'approved', 'was approved'],
    ['rejected', 'rejected', 'Reason: No <purchase> order'],
    ['paid', 'paid', 'We paid your invoice'],
  ] as const)('tells the contractor that a bill was %s', async (step, subject, text) => {
    const contractor = await addContractor(intake.desk)
    const billId = await addBill(intake.desk, contractor, { invoiceNumber: `T-${step}` })
    const reason = step === 'rejected' ? { reason: 'No <purchase> order' } : {}
    await db().execute(sql`UPDATE bill SET status = ${step} WHERE id = ${billId}`)
    const { jobs } = intake.desk.desk.dependencies
    await jobs.send(db(), billMailJob, { billId, step, version: 3, ...reason })
    const mail = await waitForMail(intake.desk, contractor.email, `Invoice T-${step} ${subject}`)
    expect(mail.text).toContain(text)
    expect(mail.html).not.toContain('<purchase>')
    expect(mail.messageId).toBe(`<bill-${billId}-${step}-3@harborfinch.example>`)
  })

  it('is not sent without TLS when TLS is required', async () => {
    const { config } = intake.desk.desk.dependencies
    const mailer = createMailer({ ...config, mail: { ...config.mail, requireTls: true } })
    const to = 'tls@payer.example'
    const mail = { messageId: 'tls', to: [to], subject: 'TLS', text: 'text', html: 'html' }
    await expect(mailer.send(mail)).rejects.toThrow('the email was not sent')
    await mailer.close()
    expect(await mailsTo(intake.desk, to)).toEqual([])
    await intake.desk.desk.dependencies.mailer.send(mail)
    expect(await mailsTo(intake.desk, to)).toHaveLength(1)
  })
})

// We accept and email only plain addresses. This one would reach victim@x.com.
const DISGUISED = 'a1<victim@x.com>'

const account = { name: '', admin: false, tools: [] }
const address = { line1: '1 Quay', city: 'Portland', state: 'ME', zipCode: '04101' }
const invoices = [{ id: 'x', amount: 5, number: '1' }]
const payer = { companyName: 'Juniper', payerName: 'Pat', invoiceNumbers: '1' }
const walletPayer = { name: { given_name: 'Pat', surname: ' ' }, company_name: 'Juniper' }

type Call = [endpoint: Endpoint, parts: { query?: object; body?: object }, field?: string]

const callsWith = (email: string): Call[] => [
  [sendVerification, { body: { email } }],
  [checkVendor, { body: { email, auth_type: 'google' } }],
  [listVendorMappings, { query: { email } }],
  [addVendorMapping, { body: { email, vendor: 'Kestrel' } }],
  [changeVendorMapping, { body: { id: randomUUID(), email, vendor: 'Kestrel' } }],
  [inviteVendor, { body: { email, name: 'Kestrel' } }],
  [createQboVendor, { body: { name: 'Kestrel', email, address } }],
  [addAccount, { body: { email, ...account } }],
  [acceptGoogleAccount, { body: { email } }],
  [signOutAccount, { body: { email } }],
  [getPreferences, { query: { email } }],
  [savePreferences, { body: { email, notices: 'each', absence: null, version: 0 } }],
  [changeAccount, { body: { email, ...account, disabled: false, version: 0 } }],
  [
    createCardPayment.stripe,
    { body: { paymentMethodId: 'pm_1', invoices, amount: 5, email, ...payer } },
  ],
  [
    createWalletOrder,
    { body: { invoices, payer: { ...walletPayer, email_address: email } } },
    'payer.email_address',
  ],
]

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

describe('addresses', () => {
  it('refuses a disguised address in every call that takes an email, and names the field', async () => {
    const { desk } = intake
    const { idToken: token } = await desk.signIn(ADMIN)
    const answers: [string, number, string][] = []
    for (const [endpoint, parts] of callsWith(DISGUISED)) {
      const { status, body } = await desk.call(endpoint, { token, ...parts } as object)
      answers.push([nameOf(endpoint), status, body.field])
    }
    const contractor = await addContractor(desk)
    const body = { email: DISGUISED }
    const signedOut = await desk.call(signOutEverywhere, { token: contractor.token, body })
    answers.push([nameOf(signOutEverywhere), signedOut.status, signedOut.body.field])
    const submitted = await submit(desk, contractor, { fields: { email: DISGUISED } })
    answers.push(['POST /api/cup/submit-invoice', submitted.status, submitted.body.field])
    const calls = callsWith(DISGUISED)
    expect(answers).toEqual([
      ...calls.map(([endpoint, , field = 'email']) => [nameOf(endpoint), 400, field]),
      ['POST /api/cup/sign-out', 400, 'email'],
      ['POST /api/cup/submit-invoice', 400, 'email'],
    ])

    // Makes sure that the list above has every call that takes an email.
    const { paths } = await (await fetch(`${desk.url}/api/openapi.json`)).json()
    const callsWithEmail = Object.entries<Record<string, object>>(paths).flatMap(
      ([path, operations]) =>
        Object.entries<{ requestBody?: object; parameters?: object }>(operations)
          .filter(([, { requestBody, parameters }]) =>
            /"email(_address)?":|"name":"email"/.test(JSON.stringify([requestBody, parameters])),
          )
          .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    expect(answers.map(([name]) => name).sort()).toEqual(callsWithEmail.sort())
  })

  it('emails only a plain address, unchanged', async () => {
    const { desk } = intake
    const { mailer, jobs } = desk.desk.dependencies
    const content = { messageId: randomUUID(), subject: 'To the letter', text: 'x', html: 'x' }
    const plain = ["pat.o'brien+ap@vendor.example", 'vera@xn--mnchen-3ya.example']
    await mailer.send({ ...content, to: plain })
    expect((await waitForMail(desk, plain[0] ?? '')).to).toBe(plain.join(', '))
    for (const other of [DISGUISED, 'victim@x.com, b@x.com', '"victim"@x.com', 'victim@x.com\r\n'])
      await expect(mailer.send({ ...content, to: [plain[0] ?? '', other] })).rejects.toMatchObject({
        provider: 'mail',
        kind: 'rejected',
      })

    // A bill that was stored before we refused such addresses.
    const billId = await addBill(desk, { email: DISGUISED, vendor: 'Old' })
    await jobs.send(db(), billMailJob, { billId, step: 'approved', version: 1 })
    await waitFor(async () => {
      const { rows } = await desk.desk.dependencies.database.pool.query(
        `SELECT state FROM jobs.job WHERE name = 'bill-mail' AND data->>'billId' = $1`,
        [billId],
      )
      if (rows[0]?.state !== 'retry') throw new Error(`the job is ${rows[0]?.state}`)
    })
    expect(await mailsTo(desk, 'victim@x.com')).toEqual([])
  })
})
