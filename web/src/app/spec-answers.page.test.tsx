// The pages work with responses that have only the specification's fields.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  BILLS,
  choose,
  fillBill,
  newContractor,
  openPortal,
  pdf,
  portal,
  SUBMIT,
} from '../../test/contractor.ts'
import { openPage } from '../../test/open-page.tsx'

const TASK = '0196f0a0-0000-7000-8000-000000000001'
const main = page.getByRole('main')
const shows = (text: string) => expect.element(page.getByText(text).first()).toBeVisible()

const EMPTY = () => new Response('')

it('totals bills without totals, and submits one without an answer', async () => {
  const bill = (id: number, amount: number | string, status: string) => ({
    id,
    invoiceNumber: `BILL-${id}`,
    amount,
    status,
    dateCreated: 1_790_000_000_000,
    dueDate: 1_800_000_000_000,
    custom_fields: [],
  })
  const bills = [
    bill(1, 0.1, 'Received'),
    bill(2, '0.20', 'received'),
    bill(3, 5, 'Sent for Approval'),
  ]
  await openPortal(newContractor('Acme'), { answers: { [BILLS]: { bills }, [SUBMIT]: EMPTY } })
  await expect.element(portal.welcome).toHaveTextContent('Welcome, Acme')
  await expect.element(portal.bills).toMatchTextContent('Total $5.30 · 3 bills')
  await expect.element(portal.summary('Received')).toHaveTextContent('Received$0.302 bills')
  await portal.newBill.click()
  await fillBill('BILL-4')
  choose(portal.file.element(), pdf('bill-4.pdf'))
  await portal.submit.click()
  await shows('Invoice submitted successfully!')
})

it('shows a connection with an unknown status', async () => {
  await openPage('/connections', {
    answers: {
      'GET /api/auth/qbo/validate': { status: 'asleep' },
      'GET /api/qbo/copy': { state: 'empty', isOld: false },
    },
  })
  await expect.element(main.getByText('Unknown Status')).toBeVisible()
})

it('approves a task that has only a status and details', async () => {
  const details = {
    vendor: 'Acme',
    invoiceNumber: 'A-1',
    amount: '250',
    email: 'kim@acme.example',
    documents: [{ name: 'a-1.pdf', url: 'https://files.example/a-1.pdf' }],
  }
  let name = 'In Review'
  const { sent } = await openPage(`/approve-invoice?taskId=${TASK}`, {
    answers: {
      'POST /api/cup/approve-invoice': (body: unknown) => {
        if ((body as { action: string }).action === 'fetch')
          return { status: { name, color: '#dbeafe' }, details }
        name = 'Approved'
        return EMPTY()
      },
      'GET /api/qbo/bill': { exists: false },
      'GET /api/cup/pending-invoices': {
        invoices: [{ id: 't2', invoiceNumber: 'A-2', vendor: 'Acme', amount: 12.5 }],
      },
      'POST /api/cup/check-vendor': { vendor: 'Acme' },
      'GET /api/cup/task-messages': new Response('', { status: 404 }),
      'GET /api/qbo/bills-to-void': new Response('', { status: 404 }),
    },
  })
  await expect.element(main).toMatchTextContent('$250.00')
  await expect.element(page.getByRole('link', { name: /^a-1.pdf/ })).toBeVisible()
  await expect
    .element(page.getByRole('row').filter({ hasText: 'A-2' }))
    .toMatchTextContent('$12.50')
  for (const part of ['History', 'Conversation'])
    await expect.element(page.getByRole('heading', { name: part })).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Approve & Skip QB/ }).click()
  await shows('Task approved successfully')
  await shows('Status: Approved')
  const banner = page.getByText('Status: Approved').element().parentElement
  expect(banner?.getAttribute('style')).toContain('#dbeafe')
  const approval = sent
    .map(({ body }) => body)
    .find((body) => JSON.stringify(body).includes('"approve"'))
  expect(approval).not.toHaveProperty('version')
})

it('deletes a mapping from a plain list', async () => {
  await openPage('/vendors', {
    answers: {
      'GET /api/saved-views': { views: [] },
      'GET /api/vendors/invitations': { invitations: [], total: 0, toReview: 0 },
      'GET /api/qbo/copy': { state: 'empty', isOld: false },
      'GET /api/cup/vendors': [
        { id: 1, email: 'kim@acme.example', vendor: 'Acme', qb_bill_account: 'Rent' },
      ],
      'GET /api/qbo/list-bill-accounts': [{ name: 'Rent', fullyQualifiedName: 'Rent' }],
      'DELETE /api/cup/vendors': () => new Response('Deleted'),
    },
  })
  await page
    .getByRole('row')
    .filter({ hasText: 'Acme' })
    .getByRole('button', { name: /Delete/ })
    .click()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await shows('Vendor deleted successfully')
})

it('lists invoices without a currency', async () => {
  const invoice = {
    id: '91',
    invoiceNumber: '1001',
    date: '2026-10-01',
    amount: 100,
    balance: 40.5,
  }
  await openPage('/pay-invoice?invoice=1001&date=2026-10-01', {
    as: null,
    answers: {
      'POST /api/qbo/search-invoice': {
        matchedInvoice: invoice,
        relatedInvoices: [],
        customer: { name: 'Jane' },
      },
      'POST /api/qbo/invoice-details': new Response('', { status: 404 }),
    },
  })
  await expect.element(page.getByRole('region', { name: 'Customer' })).toMatchTextContent('$40.50')
  await expect.element(page.getByRole('checkbox', { name: 'Select invoice 1001' })).toBeChecked()
})

it('shows an error in a response with status 200', async () => {
  await openPage('/amazon-transactions', {
    answers: { 'GET /api/amazon/list-transactions': { error: 'The retailer is asleep' } },
  })
  await shows('The retailer is asleep')
})
