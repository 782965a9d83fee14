// What the journeys of the contractor portal share: contractors made without it, their mail, and the page's parts.
import { expect, type Page, request } from '@playwright/test'
import type { Desk, Mail } from './desk.ts'
import { STAFF } from './people.ts'

export type Person = { readonly email: string; readonly vendor: string }

let made = 0

/** Someone whose e-mail is mapped to a vendor of their own. */
export const addContractor = async (desk: Desk, vendor?: string): Promise<Person> => {
  made += 1
  const id = `${made}.${process.pid}.${Date.now()}`
  const person = { email: `kim.${id}@bluebird.example`, vendor: vendor ?? `Bluebird Design ${id}` }
  await asStaff(desk, 'POST', '/api/cup/vendors', { ...person, qbBillAccount: '' })
  return person
}

const tokens = new WeakMap<Desk, Promise<string>>()

/** A call as the sample business's staff; the answer's JSON. */
export const asStaff = async <T = unknown>(
  desk: Desk,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> => send(desk, method, path, body, await staffTokenOf(desk))

/** The bearer token of the sample business's staff. */
export const staffTokenOf = (desk: Desk): Promise<string> => {
  const token = tokens.get(desk) ?? staffToken(desk)
  tokens.set(desk, token)
  return token
}

const staffToken = async (desk: Desk): Promise<string> => {
  const browser = await request.newContext({ baseURL: desk.url })
  const started = await (await browser.get('/api/auth/google/start')).json()
  const chooser = await browser.get(started.url)
  const account = new RegExp(`value="(\\d+)">${STAFF.email}<`).exec(await chooser.text())?.[1] ?? ''
  const chosen = await browser.post(chooser.url(), { form: { account } })
  const data = Object.fromEntries(new URL(chosen.url()).searchParams)
  const answer = await browser.post('/api/auth/google/validate', { data })
  const { idToken } = await answer.json()
  await browser.dispose()
  return idToken
}

const send = async <T>(
  desk: Desk,
  method: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<T> => {
  const answer = await fetch(desk.url + path, {
    method,
    headers: {
      'x-forwarded-for': `10.9.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

/** The newest mail to this address about this, as soon as it is there. */
export const mailTo = async (desk: Desk, email: string, subject = 'Verify'): Promise<Mail> => {
  let found: Mail | undefined
  await expect
    .poll(async () => {
      found = (await desk.mails()).find(
        (mail) => mail.to.includes(email) && mail.subject.includes(subject),
      )
      return found?.subject
    }, `the mail to ${email}`)
    .toBeDefined()
  if (!found) throw new Error(`no mail to ${email}`)
  return found
}

/** The address in the newest verification mail. */
export const linkIn = (mail: Mail): string => mail.links.find((link) => /token=/.test(link)) ?? ''

/** A link of their own, asked for without the page. */
export const getLink = async (desk: Desk, { email }: Pick<Person, 'email'>): Promise<string> => {
  const returnUrl = `${desk.url}/submit-invoice`
  await send(desk, 'POST', '/api/cup/send-verification', { email, returnUrl })
  return linkIn(await mailTo(desk, email))
}

/** Opens the portal by a link, up to the bills. */
export const openPortal = async (page: Page, desk: Desk, person: Person) => {
  await page.goto(await getLink(desk, person))
  await expect(portal(page).welcome).toContainText(person.vendor)
  await expectBills(page)
}

/** The bills are there, be it none of them. */
export const expectBills = (page: Page) =>
  expect(page.getByText(/^Total \$/), 'the total of the bills').toBeVisible()

type NewBill = {
  amount?: string
  invoiceNumber?: string
  dueDate?: string
  file?: Buffer | undefined
}

/** A bill that is there already, submitted as the page does it. */
export const addBill = async (
  desk: Desk,
  person: Person,
  fields: NewBill = {},
): Promise<string> => {
  const token = new URL(await getLink(desk, person)).searchParams.get('token') ?? ''
  const form = new FormData()
  made += 1
  const { file, ...given } = fields
  const values = {
    email: person.email,
    vendorName: person.vendor,
    token,
    captchaToken: await humanToken(desk),
    amount: '1250.50',
    invoiceNumber: `BD-${made}`,
    dueDate: dayFromNow(30),
    ...given,
  }
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  if (file) form.append('file', new Blob([new Uint8Array(file)]), 'invoice.pdf')
  const answer = await fetch(`${desk.url}/api/cup/submit-invoice`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const body = await answer.json()
  if (!answer.ok) throw new Error(`The bill was refused: ${JSON.stringify(body)}`)
  return body.bill.id
}

const humanToken = async (desk: Desk): Promise<string> => {
  const settings = await desk.ask<Record<string, Record<string, string>>>('GET', '/settings')
  const answer = await fetch(`${desk.sandboxUrl}/human-check/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: desk.url },
    body: JSON.stringify({
      key: settings['human-check']?.RECAPTCHA_SITE_KEY,
      action: 'submit_invoice',
    }),
  })
  return (await answer.json()).token
}

export const setHumanCheck = (desk: Desk, outcome: 'pass' | 'low-score' | 'fail') =>
  desk.ask('POST', '/human-check/settings', { outcome })

/** What staff decide about a bill, once it has reached them. */
export const decide = async (desk: Desk, id: string, decision: Record<string, string>) => {
  const ask = <T>(body: object) =>
    asStaff<T>(desk, 'POST', '/api/cup/approve-invoice', { taskId: id, ...body })
  const status = async () =>
    (await ask<{ status: { name: string } }>({ action: 'fetch' })).status.name
  await expect.poll(status, 'the bill goes to its approvers').toBe('sent for approval')
  await ask(decision)
}

/** A day as forms write it, in the time zone the browser is in. */
export const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(
    Date.now() + days * 24 * 3_600_000,
  )

/** The same all the while, also when a journey goes past midnight. */
export const DUE_DATE = dayFromNow(14)

/** The smallest PDF that readers accept, made as long as asked for. */
export const samplePdf = (text = 'Invoice', bytes = 0): Buffer => {
  const start = `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n%${text} `
  const end = `\ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n0\n%%EOF\n`
  const padding = 'x'.repeat(Math.max(0, bytes - start.length - end.length))
  return Buffer.from(start + padding + end, 'latin1')
}

export const pdf = (name = 'invoice.pdf', buffer = samplePdf(`${name} ${Math.random()}`)) => ({
  name,
  mimeType: 'application/pdf',
  buffer,
})

/** One pixel. */
export const samplePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The parts of the portal's page. */
export const portal = (page: Page) => ({
  verify: page.getByRole('region', { name: 'Verify Your Email' }),
  email: page.getByRole('textbox', { name: 'Email' }),
  go: page.getByRole('button', { name: 'Continue' }),
  sent: page.getByText('Please check your email for a verification link.'),
  welcome: page.getByRole('heading', { name: /^Welcome, / }),
  changeEmail: page.getByRole('button', { name: 'Change Email' }),
  bills: page.getByRole('region', { name: 'Your Bills' }),
  newBill: page.getByRole('button', { name: 'Submit New Bill' }),
  firstBill: page.getByRole('button', { name: 'Submit Your First Bill' }),
  table: (status: string) => page.getByRole('table', { name: `${status} bills` }),
  row: (number: string) => page.getByRole('row').filter({ hasText: number }),
  summary: (status: string) =>
    page
      .getByRole('list', { name: 'Totals by status' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: status, exact: true }) }),
  form: page.getByRole('form', { name: 'New Bill' }),
  amount: page.getByRole('spinbutton', { name: 'Invoice Amount' }),
  number: page.getByRole('textbox', { name: 'Invoice Number' }),
  dueDate: page.getByLabel('Due Date'),
  file: page.getByLabel('Invoice File'),
  submit: page.getByRole('button', { name: 'Submit Invoice' }),
  cancel: page.getByRole('button', { name: 'Cancel' }),
  alert: page.getByRole('main').getByRole('alert'),
  toast: page.locator('.mantine-Notification-root'),
})

export const openForm = async (page: Page) => {
  await expectBills(page)
  await page.getByRole('button', { name: /^Submit (New|Your First) Bill$/ }).click()
  await expect(portal(page).form).toBeVisible()
}

/** Everything but the file. */
export const fillBill = async (page: Page, fields: Omit<NewBill, 'file'> = {}) => {
  const { amount, number, dueDate } = portal(page)
  await amount.fill(fields.amount ?? '1250.50')
  await number.fill(fields.invoiceNumber ?? `BD-${Date.now()}`)
  await dueDate.fill(fields.dueDate ?? DUE_DATE)
}
