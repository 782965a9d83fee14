// The pages work with responses that have only the specification's fields.
import type { Page } from '@playwright/test'
import { fillBill, openForm, portal, setHumanCheck } from '../support/contractor.ts'
import { STAFF } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const TASK = '0196f0a0-0000-7000-8000-000000000001'
const bill = (id: number, amount: number | string, status: string) => ({
  id,
  invoiceNumber: `BILL-${id}`,
  amount,
  status,
  dateCreated: 1_790_000_000_000,
  dueDate: 1_800_000_000_000,
  custom_fields: [],
})
const DETAILS = {
  vendor: 'Acme',
  invoiceNumber: 'A-1',
  amount: '250',
  email: 'kim@acme.example',
  documents: [{ name: 'a-1.pdf', url: 'https://files.example/a-1.pdf' }],
}
const INVOICE = { id: '91', invoiceNumber: '1001', date: '2026-10-01', amount: 100, balance: 40.5 }

const ANSWERS: Readonly<Record<string, unknown>> = {
  'POST /api/cup/verify-token': { valid: true, email: 'kim@acme.example' },
  'POST /api/cup/check-vendor': { vendor: 'Acme' },
  'POST /api/cup/vendor-bills': {
    bills: [bill(1, 0.1, 'Received'), bill(2, '0.20', 'received'), bill(3, 5, 'Sent for Approval')],
  },
  'POST /api/cup/submit-invoice': '',
  'GET /api/auth/qbo/validate': { status: 'asleep' },
  'GET /api/qbo/bill': { exists: false },
  'GET /api/cup/pending-invoices': {
    invoices: [{ id: 't2', invoiceNumber: 'A-2', vendor: 'Acme', amount: 12.5 }],
  },
  'GET /api/cup/vendors': [
    { id: 1, email: 'kim@acme.example', vendor: 'Acme', qb_bill_account: 'Rent' },
  ],
  'GET /api/qbo/list-bill-accounts': [{ name: 'Rent', fullyQualifiedName: 'Rent' }],
  'DELETE /api/cup/vendors': 'Deleted',
  'POST /api/qbo/search-invoice': {
    matchedInvoice: INVOICE,
    relatedInvoices: [],
    customer: { name: 'Jane' },
  },
  'GET /api/amazon/list-transactions': { error: 'The retailer is asleep' },
}

const stubAnswers = async (page: Page) => {
  let status = 'In Review'
  await page.route('**/api/**', (route) => {
    const request = route.request()
    const name = `${request.method()} ${new URL(request.url()).pathname}`
    if (name === 'POST /api/cup/approve-invoice') {
      const { action, ...rest } = request.postDataJSON()
      if (action === 'fetch') {
        return route.fulfill({
          json: { status: { name: status, color: '#dbeafe' }, details: DETAILS },
        })
      }
      expect(rest).not.toHaveProperty('version')
      status = 'Approved'
      return route.fulfill({ body: '' })
    }
    const answer = ANSWERS[name]
    if (answer === undefined) return route.fallback()
    return route.fulfill(typeof answer === 'string' ? { body: answer } : { json: answer })
  })
}

test('every page works with responses that have only the specification’s fields', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 40[04].*(task-messages|invoice-details)/)
  await setHumanCheck(desk, 'pass')
  await stubAnswers(page)
  const { welcome, summary, bills, toast, submit } = portal(page)
  const main = page.getByRole('main')

  await test.step('bills without totals, and a submission without an answer', async () => {
    await page.goto('/submit-invoice?token=plain')
    await expect(welcome).toHaveText('Welcome, Acme')
    await expect(bills).toContainText('Total $5.30 · 3 bills')
    await expect(summary('Received')).toHaveText('Received$0.302 bills')
    await openForm(page)
    await fillBill(page, { invoiceNumber: 'BILL-4' })
    await submit.click()
    await expect(toast).toHaveText('Invoice submitted successfully!')
  })

  await test.step('a connection with an unknown status', async () => {
    await signIn(page, STAFF, '/connections')
    await expect(main.getByText('Unknown Status', { exact: true })).toBeVisible()
  })

  await test.step('a task with only a status and details is approved', async () => {
    await page.goto(`/approve-invoice?taskId=${TASK}`)
    await expect(main).toContainText('$250.00')
    await expect(page.getByRole('link', { name: /^a-1.pdf/ })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'A-2' })).toContainText('$12.50')
    await expect(page.getByRole('heading', { name: 'History' })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Conversation' })).toBeHidden()
    await page.getByRole('button', { name: 'Approve & Skip QB' }).click()
    await expect(toast).toHaveText('Task approved successfully')
    await expect(main).toContainText('Status: Approved')
    const banner = page.getByText('Status: Approved').locator('..')
    await expect(banner).toHaveAttribute('style', /#dbeafe/)
  })

  await test.step('mappings as a plain list, one of which is deleted', async () => {
    await page.goto('/vendors')
    await page
      .getByRole('row')
      .filter({ hasText: 'Acme' })
      .getByRole('button', { name: /Delete/ })
      .click()
    await page.getByRole('button', { name: 'Yes, Delete' }).click()
    await expect(toast).toHaveText('Vendor deleted successfully')
  })

  await test.step('invoices without a currency', async () => {
    await page.goto('/pay-invoice?invoice=1001&date=2026-10-01')
    await expect(page.getByRole('region', { name: 'Customer' })).toContainText('$40.50')
    await expect(page.getByRole('checkbox', { name: 'Select invoice 1001' })).toBeChecked()
  })

  await test.step('an error in a response with status 200', async () => {
    await page.goto('/amazon-transactions')
    await expect(toast).toHaveText('The retailer is asleep')
  })
})
