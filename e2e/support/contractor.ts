// Shared by the tests of the contractor portal: parts of the page, and staff actions through the API.

import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { type BillForm, getLink, type Person } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { newAddress } from '@invoice-desk/testing/http/caller'
import { setHumanCheck as setOutcome } from '@invoice-desk/testing/sandbox/human-check'
import { type Mail, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { expect, type Page } from '@playwright/test'
import type { Desk } from './desk.ts'

/** Calls the API as staff, or as another account, and returns the JSON answer. */
export const asStaff = async <T = unknown>(
  desk: Desk,
  method: string,
  path: string,
  body?: unknown,
  email?: string,
): Promise<T> => {
  const answer = await fetch(desk.url + path, {
    method,
    headers: {
      'x-forwarded-for': newAddress(),
      authorization: `Bearer ${await staffTokenOf(desk, email)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

/** Waits for an email to this address with this subject. */
export const mailTo = (desk: Desk, email: string, subject = 'Verify'): Promise<Mail> =>
  waitForMail(desk, email, subject)

/** Opens the portal with a verification link and waits for the bills. */
export const openPortal = async (page: Page, desk: Desk, person: Person) => {
  await page.goto(await getLink(desk, person))
  await expect(portal(page).welcome).toContainText(person.vendor)
  await expectBills(page)
}

/** The list of bills has loaded, even if it's empty. */
export const expectBills = (page: Page) =>
  expect(page.getByText(/^Total \$/), 'the total of the bills').toBeVisible()

export const setHumanCheck = (desk: Desk, outcome: 'pass' | 'low-score' | 'fail') =>
  setOutcome(desk, { outcome })

const callTask = <T>(desk: Desk, body: Record<string, string>) =>
  asStaff<T>(desk, 'POST', '/api/cup/approve-invoice', body)

/** A job emails the approvers soon after a bill was submitted. */
export const expectSentForApproval = async (desk: Desk, taskId: string) => {
  const status = async () => {
    const task = await callTask<{ status: { name: string } }>(desk, { taskId, action: 'fetch' })
    return task.status.name
  }
  await expect.poll(status, 'the status of the bill').toBe('sent for approval')
}

/** Approves or rejects a bill as staff, once it was sent for approval. */
export const decide = async (desk: Desk, taskId: string, decision: Record<string, string>) => {
  await expectSentForApproval(desk, taskId)
  await callTask(desk, { taskId, ...decision })
}

/** A date as forms write it, in the browser's time zone. */
export const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(
    Date.now() + days * 24 * 3_600_000,
  )

/** Computed once, so that it stays the same past midnight. */
export const DUE_DATE = dayFromNow(14)

export const pdf = (name = 'invoice.pdf', buffer = samplePdf(`${name} ${Math.random()}`)) => ({
  name,
  mimeType: 'application/pdf',
  buffer,
})

/** Parts of the portal page. */
export const portal = (page: Page) => ({
  email: page.getByRole('textbox', { name: 'Email' }),
  go: page.getByRole('button', { name: 'Continue' }),
  sent: page.getByText('Please check your email for a verification link.'),
  welcome: page.getByRole('heading', { name: /^Welcome, / }),
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
  await portal(page).newBill.click()
  await expect(portal(page).form).toBeVisible()
}

/** Everything but the file. */
export const fillBill = async (page: Page, fields: Omit<BillForm, 'file'> = {}) => {
  const { amount, number, dueDate } = portal(page)
  await amount.fill(fields.amount ?? '1250.50')
  await number.fill(fields.invoiceNumber ?? `BD-${Date.now()}`)
  await dueDate.fill(fields.dueDate ?? DUE_DATE)
}
