// Three processes on one PostgreSQL with files in S3, behind a load balancer: any process can continue another's work,
// and each job runs once. At the end everything is backed up, restored and compared.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getQboConnection } from '@invoice-desk/contract/accounting/connection'
import { approveInvoice } from '@invoice-desk/contract/approval/approval'
import { listVendorBills, verifyToken } from '@invoice-desk/contract/contractor/contractor'
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { getProtected, validateGoogleSignIn } from '@invoice-desk/contract/identity/identity'
import {
  listReconciliations,
  reconcilePayments,
  resumePayments,
} from '@invoice-desk/contract/payments/admin'
import { listPaymentAttempts } from '@invoice-desk/contract/payments/list'
import { completePayment, createCardPayment } from '@invoice-desk/contract/payments/payments'
import { startServer } from '@invoice-desk/testing/app/server-process'
import { addContractor, verifyContractor } from '@invoice-desk/testing/contractor/contractors'
import { chooseAccount, createCaller } from '@invoice-desk/testing/http/caller'
import { createCookieJar } from '@invoice-desk/testing/http/cookie-jar'
import { answerBank, CHALLENGED, cardBody } from '@invoice-desk/testing/payments/requests'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { INVOICE_DATE } from '@invoice-desk/testing/quickbooks/books'
import { mailsTo } from '@invoice-desk/testing/sandbox/mailbox'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  backUp,
  compareDatabases,
  createDatabase,
  listFiles,
  restoreInto,
} from '../../bench/src/lab/backup.ts'
import { sendCanaries } from '../../bench/src/lab/canaries.ts'
import { openFleet } from '../../bench/src/lab/fleet.ts'
import { submitTo } from '../../bench/src/lab/submit-to.ts'
import { openDatabase } from '../../server/src/db/open.ts'
import { freePort } from '../lib/ports.mjs'

/** @type {import('../../bench/src/lab/fleet.ts').Fleet} */
let fleet
beforeAll(async () => {
  fleet = await openFleet(3, { LOG_LEVEL: 'trace' })
  for (const { number, amount } of [INVOICE, OTHER]) await fleet.company.addInvoice(number, amount)
}, 120_000)
afterAll(() => fleet?.close(), 60_000)

const INVOICE = { number: 'FLEET-1', amount: 60 }
const OTHER = { number: 'FLEET-2', amount: 75 }

/** @param {number} process */
const at = (process) => ({ 'x-process': String(process) })

it('starts a sign-in in one process, finishes it in another and accepts it in the third', async () => {
  const { caller } = fleet
  const jar = createCookieJar()
  const returned = await chooseAccount(caller, jar, ADMIN)
  const answer = await caller.call(validateGoogleSignIn, { jar, body: returned, headers: at(1) })
  expect(answer.status).toBe(200)
  const { idToken: token } = answer.body
  expect((await caller.call(getProtected, { token, headers: at(2) })).body.email).toBe(ADMIN)
})

it('accepts an invoice in one process, shows it in another and approves it in the third', async () => {
  const { caller, staffToken } = fleet
  const person = await verifyContractor(fleet.caller, await addContractor(fleet.caller))
  const { token } = person
  const bill = await submitTo(fleet, 0, person, 'SPREAD-1')
  const body = { vendorName: person.vendor }
  const listed = await caller.call(listVendorBills, { token, body, headers: at(1) })
  expect(listed.body.bills).toMatchObject([{ id: bill.id }])
  const link = listed.body.bills[0].custom_fields[0].value
  const file = await fetch(link, { headers: at(2) })
  expect((await file.text()).startsWith('%PDF')).toBe(true)
  const approved = await caller.call(approveInvoice, {
    token: staffToken,
    body: { taskId: bill.id, action: 'approve' },
    headers: at(2),
  })
  expect(approved.body.status.name).toBe('approved')
})

it('runs each job once: one email per approver and bill', async () => {
  const person = await verifyContractor(fleet.caller, await addContractor(fleet.caller))
  const numbers = Array.from({ length: 9 }, (_, index) => `ONCE-${index}`)
  await Promise.all(numbers.map((number, index) => submitTo(fleet, index % 3, person, number)))
  await waitFor(async () => {
    const { rows } = await fleet.pool.query(
      "SELECT count(*)::int AS n FROM bill WHERE status = 'received'",
    )
    if (rows[0]?.n !== 0) throw new Error(`${rows[0]?.n} bills are waiting for their email`)
  })
  const subjects = (await mailsTo(fleet, STAFF)).map(({ subject }) => subject)
  const counts = numbers.map((n) => subjects.filter((subject) => subject.includes(n)).length)
  expect(counts).toEqual(numbers.map(() => 1))
})

it('keeps tax ids, card numbers and tokens out of logs, rows, URLs and error responses', async () => {
  const { hits, places } = await sendCanaries(fleet, OTHER)
  expect(hits).toEqual([])
  expect(Object.entries(places).filter(([, length]) => length < 200)).toEqual([])
})

it('refreshes the QuickBooks tokens once for all processes', async () => {
  const { caller, staffToken: token, control } = fleet
  const refreshes = async () =>
    /** @type {any} */ (await control('/state')).quickbooks.oauth.refreshes
  const before = await refreshes()
  await control('/quickbooks/switches/expire-access-tokens', {})
  const answers = await Promise.all(
    Array.from({ length: 21 }, () => caller.call(getQboConnection, { token })),
  )
  expect(new Set(answers.map(({ body }) => body.status))).toEqual(new Set(['connected']))
  expect(await refreshes()).toBe(before + 1)
})

it('shares rate limits between processes', async () => {
  const { caller } = fleet
  const answers = await Promise.all(
    Array.from({ length: 90 }, () =>
      caller.call(verifyToken, { body: { token: 'x' }, from: '192.0.2.77' }),
    ),
  )
  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(60)
})

it('finishes a payment whose process was killed in another process', async () => {
  const { caller, control, processes } = fleet
  const { number, amount } = INVOICE
  const found = await caller.call(searchInvoice, {
    body: { invoiceNumber: number, date: INVOICE_DATE },
    headers: at(1),
  })
  const { id } = found.body.matchedInvoice
  const begun = await caller.call(createCardPayment.stripe, {
    headers: at(0),
    body: { ...cardBody([{ id, amount, number }]), paymentMethodId: CHALLENGED },
  })
  expect(begun.body.status).toBe('requires_action')
  processes()[0]?.process.kill('SIGKILL')
  const { clientSecret, paymentId } = begun.body
  const [intent] = clientSecret.split('_secret')
  await answerBank(fleet, clientSecret, 'complete')
  const done = await caller.call(completePayment, { body: { paymentId }, headers: at(2) })
  expect(done.body.status).toBe('succeeded')
  const receipt = await fetch(done.body.receiptUrl, { headers: at(1) })
  expect(receipt.headers.get('content-type')).toBe('application/pdf')
  await waitFor(async () => {
    const { quickbooks } = /** @type {any} */ (await control('/state'))
    const booked = quickbooks.payments.filter((/** @type {any} */ payment) =>
      payment.PrivateNote?.includes(`(ID: ${intent})`),
    )
    if (booked.length !== 1) throw new Error(`booked ${booked.length} times`)
  })
})

it('survives the loss of a database connection in use', async () => {
  const database = await openDatabase({ databaseUrl: fleet.databaseUrl, dataDir: '' })
  const cut = database.db.transaction(async (tx) => {
    const { rows } = await tx.execute('SELECT pg_backend_pid() AS pid')
    await fleet.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    // Between two statements, only the connection itself notices.
    await sleep(200)
    await tx.execute('SELECT 1')
  })
  await expect(cut).rejects.toThrow()
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await database.close()
})

it('restores everything from a backup', async () => {
  const { processes, databaseUrl, bucketDir, settings, sandbox, staffToken: token } = fleet
  await Promise.all(
    processes()
      .slice(1)
      .map(({ stop }) => stop()),
  )
  const folder = mkdtempSync(join(tmpdir(), 'desk-backup-'))
  try {
    const unmounted = mkdtempSync(join(folder, 'unmounted-'))
    const withoutFiles = backUp({ databaseUrl, bucketDir: join(unmounted, 'none') }, unmounted)
    await expect(withoutFiles).rejects.toThrow('invoice files, but')
    const backup = await backUp(fleet, folder)
    const dataDir = join(folder, 'restored')
    const refused = restoreInto(databaseUrl, dataDir, backup)
    await expect(refused).rejects.toThrow(/Other programs|already has/)
    const restored = await createDatabase(databaseUrl, 'restored')
    await restoreInto(restored, dataDir, backup)
    expect(existsSync(join(dataDir, 'restored'))).toBe(true)
    const { differences, rows, tables } = await compareDatabases(databaseUrl, restored)
    expect(differences).toEqual([])
    expect([rows > 100, tables > 15]).toEqual([true, true])
    const files = await listFiles(bucketDir)
    expect(files).not.toEqual([])
    const filesDir = join(dataDir, 'files')
    expect(await listFiles(filesDir)).toEqual(files)
    for (const file of files) {
      const [was, is] = [bucketDir, filesDir].map((dir) => readFileSync(dir + file))
      expect(is).toEqual(was)
    }
    const desk = await startServer(sandbox, await freePort(), {
      ...settings,
      DATABASE_URL: restored,
      LOG_LEVEL: 'warn',
    })
    const caller = createCaller(desk.url)
    const before = await caller.call(listReconciliations, { token })
    const books = await caller.call(reconcilePayments, { token })
    const resumed = await caller.call(resumePayments, { token })
    const attempts = await caller.call(listPaymentAttempts, { token })
    await desk.stop()
    expect(before.body.paused).toMatchObject({ canResume: false })
    expect([books.body.differences, resumed.status]).toEqual([[], 200])
    expect(attempts.body.attempts).toMatchObject([{ state: 'booked' }, { state: 'booked' }])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
