// A contractor for tests: a mapped e-mail, a token from the mailbox, and forms with files.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { sendVerification, submitInvoice } from '@invoice-desk/contract/contractor'
import { sql } from 'drizzle-orm'
import { bill, verification } from '../../src/db/schema/contractor.ts'
import { vendorMapping } from '../../src/db/schema/vendors.ts'
import type { Answer, TestDesk } from './test-desk.ts'
import { waitFor } from './wait-for.ts'

export type Contractor = { readonly email: string; readonly vendor: string; readonly token: string }

export type TestMail = {
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  messageId: string
}

const dbOf = ({ desk }: TestDesk) => desk.dependencies.database.db

let people = 0

/** A mapped contractor with a valid token of their own, unlike any other of the file. */
export const addContractor = async (desk: TestDesk, vendor?: string): Promise<Contractor> => {
  people += 1
  const email = `person${people}@vendor.example`
  const name = vendor ?? `Vendor ${people} & Sons`
  await mapVendor(desk, email, name)
  return { email, vendor: name, token: await addToken(desk, email) }
}

export const mapVendor = async (desk: TestDesk, email: string, vendor: string): Promise<void> => {
  await dbOf(desk)
    .insert(vendorMapping)
    .values({ email, vendor, qbBillAccount: 'Cost of Goods Sold:Subcontractors' })
}

export const addToken = async (
  desk: TestDesk,
  email: string,
  fields: Partial<typeof verification.$inferInsert> = {},
): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  await dbOf(desk)
    .insert(verification)
    .values({
      tokenHash: createHash('sha256').update(token).digest('hex'),
      email,
      expiresAt: new Date(Date.now() + 86_400_000),
      ...fields,
    })
  return token
}

export const addBill = async (
  desk: TestDesk,
  { email, vendor }: Pick<Contractor, 'email' | 'vendor'>,
  fields: Partial<typeof bill.$inferInsert> = {},
): Promise<string> => {
  const id = randomUUID()
  const invoiceNumber = fields.invoiceNumber ?? id.slice(0, 8)
  await dbOf(desk)
    .insert(bill)
    .values({
      id,
      email,
      vendor,
      invoiceNumber,
      invoiceNumberKey: invoiceNumber.toUpperCase().replace(/[^A-Z0-9]/g, ''),
      amountCents: 10_000,
      dueDate: '2030-01-31',
      ...fields,
    })
  return id
}

export const mailsTo = async ({ sandbox }: TestDesk, email: string): Promise<TestMail[]> => {
  const answer = await fetch(`${sandbox.url}/mail/messages?to=${encodeURIComponent(email)}`)
  return (await answer.json()) as TestMail[]
}

export const waitForMail = (desk: TestDesk, email: string, subject = ''): Promise<TestMail> =>
  waitFor(async () => {
    const mail = (await mailsTo(desk, email)).find((each) => each.subject.includes(subject))
    if (!mail) throw new Error(`no mail to ${email} about "${subject}"`)
    return mail
  })

/** Asks for a link and reads it out of the mailbox. */
export const verifyByMail = async (desk: TestDesk, email: string): Promise<string> => {
  const returnUrl = `${desk.url}/submit-invoice`
  const answer = await desk.call(sendVerification, { body: { email, returnUrl } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  const mail = await waitForMail(desk, email)
  return new URL(mail.links[0] ?? '').searchParams.get('token') ?? ''
}

export const setHumanCheck = (desk: TestDesk, settings: Record<string, unknown>) =>
  postJson(`${desk.sandbox.url}/human-check/settings`, settings)

export const setFault = (desk: TestDesk, fault: Record<string, unknown>) =>
  postJson(`${desk.sandbox.url}/faults`, fault)

/** A fresh token of the human check, as the page's script would get it. */
/** A desk as its visitors know it, in this process or another. */
type Place = Pick<TestDesk, 'url' | 'sandbox'>

export const passHumanCheck = async (
  desk: Place,
  { action = 'submit_invoice', origin = desk.url } = {},
): Promise<string> => {
  const key = desk.sandbox.settings['human-check']?.RECAPTCHA_SITE_KEY
  const answer = await postJson(`${desk.sandbox.url}/human-check/tokens`, { key, action }, origin)
  return ((await answer.json()) as { token: string }).token
}

const postJson = (url: string, body: unknown, origin?: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin ? { origin } : {}) },
    body: JSON.stringify(body),
  })

export type SubmitOptions = {
  /** A field given as undefined is left out. */
  readonly fields?: Record<string, string | undefined>
  readonly file?: { readonly name: string; readonly content: Buffer | string } | undefined
  readonly bearer?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

let numbers = 0

/** A form as the page sends it. */
const formOf = async (
  desk: Place,
  contractor: Contractor,
  { fields = {}, file }: SubmitOptions,
): Promise<FormData> => {
  numbers += 1
  const all = {
    email: contractor.email,
    amount: '1250.50',
    invoiceNumber: `INV-${numbers}`,
    dueDate: '2030-01-31',
    captchaToken: 'captchaToken' in fields ? undefined : await passHumanCheck(desk),
    vendorName: contractor.vendor,
    token: contractor.token,
    ...fields,
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(all)) if (value !== undefined) form.append(name, value)
  if (file) form.append('file', new Blob([new Uint8Array(Buffer.from(file.content))]), file.name)
  return form
}

const headersOf = (
  contractor: Contractor,
  { bearer = contractor.token, key, headers }: SubmitOptions,
) => ({
  ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
  ...(key === undefined ? {} : { 'idempotency-key': key }),
  ...headers,
})

export const submit = async (
  desk: Place,
  contractor: Contractor,
  options: SubmitOptions = {},
): Promise<Answer> => {
  const body = await formOf(desk, contractor, options)
  const headers = headersOf(contractor, options)
  const response = await fetch(`${desk.url}${submitInvoice.path}`, {
    method: 'POST',
    headers,
    body,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Sends the first part of a form and waits; the rest is sent, or never will be. */
export const beginSubmit = async (
  desk: TestDesk,
  contractor: Contractor,
  options: SubmitOptions = {},
): Promise<{ finish(): Promise<number>; cut(): void }> => {
  const encoded = new Response(await formOf(desk, contractor, options))
  const bytes = Buffer.from(await encoded.arrayBuffer())
  const call = request(`${desk.url}${submitInvoice.path}`, {
    method: 'POST',
    headers: {
      ...headersOf(contractor, options),
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': bytes.length,
    },
  })
  const status = new Promise<number>((resolve, reject) => {
    call.once('error', reject)
    call.once('response', (answer) => resolve(answer.resume().statusCode ?? 0))
  })
  status.catch(() => {})
  const half = Math.floor(bytes.length / 2)
  await new Promise((resolve) => call.write(bytes.subarray(0, half), resolve))
  return {
    finish: () => {
      call.end(bytes.subarray(half))
      return status
    },
    cut: () => call.destroy(),
  }
}

/** The smallest PDF that readers accept, made as long as asked for. */
export const samplePdf = (text = 'Invoice', bytesMin = 0): Buffer => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
    `(${text})`,
  ]
  let body = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj${object}endobj\n`
    return offset
  })
  if (body.length < bytesMin - 300) body += `%${'x'.repeat(bytesMin - 300 - body.length)}\n`
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer<</Size 5/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  const end = `xref\n0 5\n0000000000 65535 f \n${table}${trailer}`
  return Buffer.from(`${body}${end}`, 'latin1')
}

export const countBills = async ({ desk }: TestDesk): Promise<unknown> => {
  const { rows } = await desk.dependencies.database.db.execute(
    sql`SELECT count(*)::int AS n FROM bill`,
  )
  return rows[0]?.n
}
