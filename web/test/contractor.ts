// The contractor portal in tests of pages: someone whose email is verified, their bills, and the parts of the page.
import {
  type ContractorBill,
  checkVendor,
  INVOICE_DOC_FIELD,
  listVendorBills,
  verifyToken,
} from '@invoice-desk/contract/contractor/contractor'
import { submitInvoice } from '@invoice-desk/contract/contractor/submission'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { TOKEN_KEY } from '../src/features/contractor/verification/token-store.ts'
import type { Answers } from './answers.ts'
import { openPage } from './open-page.tsx'

export type Contractor = ReturnType<typeof newContractor>

let people = 0

/** Drafts are kept by email, so each test has its own. */
export const newContractor = (vendor = 'Bluebird & Sons') => {
  people += 1
  return { email: `kim.${people}@bluebird.example`, vendor, token: `token-${people}` }
}

let bills = 0

export const billOf = (fields: Partial<ContractorBill> = {}): ContractorBill => {
  bills += 1
  return {
    id: `0b6e4b8e-6a55-4f0e-9a57-${String(bills).padStart(12, '0')}`,
    invoiceNumber: `N-${bills}`,
    amount: 100,
    status: 'sent_for_approval',
    dateCreated: Date.parse('2026-03-02T15:00:00Z'),
    dueDate: Date.parse('2030-02-28T12:00:00Z'),
    custom_fields: [],
    isCorrectable: false,
    isEditable: false,
    version: 1,
    files: [],
    ...fields,
  }
}

/** The field with the link to a bill's file. */
export const linkTo = (value: string) => [{ name: INVOICE_DOC_FIELD, value }]

/** Answers requests for these bills, or for one of them. */
export const answerBills = (list: readonly ContractorBill[]) => (body: unknown) => {
  const { billId } = body as { billId?: string }
  return { bills: list.filter(({ id }) => billId === undefined || id === billId) }
}

export const BILLS = `POST ${listVendorBills.path}`
export const VERIFY = `POST ${verifyToken.path}`
export const CHECK = `POST ${checkVendor.path}`

/** What the server says to a valid link. */
export const verified = ({ email, vendor }: Contractor): Answers => ({
  [VERIFY]: { valid: true, email, currentTime: new Date().toISOString() },
  [CHECK]: { vendor },
})

/** As the browser keeps it. */
export const storedToken = (token: string, ageDays = 0) => ({
  [TOKEN_KEY]: JSON.stringify({ token, timestamp: Date.now() - ageDays * 24 * 3_600_000 }),
})

type PortalOptions = {
  readonly bills?: readonly ContractorBill[]
  readonly answers?: Answers
  readonly path?: string
}

/** Opens the portal in a browser that has a token. */
export const openPortal = (person: Contractor, options: PortalOptions = {}) => {
  const { bills: list = [], answers = {}, path = '/submit-invoice' } = options
  return openPage(path, {
    as: null,
    stored: storedToken(person.token),
    answers: { ...verified(person), [BILLS]: answerBills(list), ...answers },
  })
}

export const portal = {
  verify: page.getByRole('region', { name: 'Verify Your Email' }),
  email: page.getByRole('textbox', { name: 'Email' }),
  go: page.getByRole('button', { name: 'Continue' }),
  sent: page.getByText('Please check your email for a verification link.'),
  welcome: page.getByRole('heading', { name: /^Welcome, / }),
  changeEmail: page.getByRole('button', { name: 'Change Email' }),
  bills: page.getByRole('region', { name: 'Your Bills' }),
  newBill: page.getByRole('button', { name: 'Submit New Bill' }),
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
  dueDate: page.getByLabelText(/^Due Date/),
  file: page.getByLabelText('Invoice File'),
  submit: page.getByRole('button', { name: 'Submit Invoice' }),
  cancel: page.getByRole('button', { name: 'Cancel' }),
  alert: page.getByRole('main').getByRole('alert'),
}

/** Everything but the file. */
export const fillBill = async (number: string, dueDate = '2030-01-31') => {
  await portal.amount.fill('1250.50')
  await portal.number.fill(number)
  await portal.dueDate.fill(dueDate)
}

/** Opens an empty form. */
export const beginBill = async (person: Contractor, options: PortalOptions = {}) => {
  const opened = await openPortal(person, options)
  await portal.newBill.click()
  await expect.element(portal.form).toBeVisible()
  return opened
}

export const pdf = (name: string, content: BlobPart = '%PDF-1.7') =>
  new File([content], name, { type: 'application/pdf' })

const transferOf = (files: readonly File[]) => {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  return transfer
}

/** Chooses files in an input. Large ones needn't go through the test runner. */
export const choose = (input: Element, ...files: readonly File[]) => {
  if (!(input instanceof HTMLInputElement)) throw new Error('not an input')
  input.files = transferOf(files).files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

export const drop = (target: Element, ...files: readonly File[]) => {
  const dataTransfer = transferOf(files)
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
  target.dispatchEvent(event)
  return event
}

export const SUBMIT = `POST ${submitInvoice.path}`

/** A field of a form that was sent. */
export const sentField = (body: unknown, name: string): string | undefined =>
  new RegExp(`name="${name}"\\r\\n\\r\\n(.*)\\r\\n`).exec(String(body))?.[1]

/** The names of the files in a form that was sent. */
export const sentFiles = (body: unknown): string[] =>
  [...String(body).matchAll(/filename="(.*)"/g)].map(([, name = '']) => name)

/** Accepts a bill as it's sent. */
export const acceptBill = (body: unknown) => ({
  message: 'Submitted',
  bill: billOf({
    status: 'received',
    invoiceNumber: sentField(body, 'invoiceNumber') ?? '',
    amount: Number(sentField(body, 'amount')),
    dueDate: Date.parse(`${sentField(body, 'dueDate')}T12:00:00Z`),
  }),
})

/** The text of the toast. Screen readers announce it only if its region existed before. */
export const toast = () => {
  const region = document.querySelector('main ~ [aria-live="polite"]')
  return region?.querySelector('.mantine-Notification-root')
}
