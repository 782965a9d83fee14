// Approving an invoice and adding its bill to QuickBooks: success, similar bills, and QuickBooks down.
import { addBill } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { addBookedContractor } from '../support/approval.ts'
import { holdRequests } from '../support/hold.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

/** The paths of the calls that the page makes from now on. */
const listCalls = (page: Page): readonly string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  return calls
}

test('adds the bill, asks to void it after a rejection, and asks about similar bills', async ({
  page,
  desk,
}) => {
  await connectQuickBooks(desk)
  const person = await addBookedContractor(desk)
  const invoiceNumber = `A-${Date.now()}`
  const taskId = await addBill(desk, person, { invoiceNumber, file: samplePdf(invoiceNumber) })
  // Links copied from a spreadsheet can look like this.
  await signIn(page, STAFF, `/approve-invoice?TASK_ID=%EF%BB%BF${taskId}`)
  await expect(page.getByRole('heading', { name: 'Invoice Details' })).toBeVisible()
  await expect(page.getByText('$1,250.50').first()).toBeVisible()
  await expect(page.getByText('Not Found in QuickBooks')).toBeVisible()
  await expect(page.getByRole('link', { name: /^invoice\.pdf/ })).toHaveAttribute(
    'target',
    '_blank',
  )
  await expectAccessible(page)
  // No one waits for the next check of the bill.
  const release = await holdRequests(page, '**/api/qbo/bill?*')
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  await expect(page.getByText('Task approved successfully')).toBeVisible()
  await expect(page.getByText('Bill created in QuickBooks successfully')).toBeVisible()
  await expect(page.getByText('Status: approved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeEnabled()
  release()
  await expect(page.getByText('Exact Match in QuickBooks')).toBeVisible()
  await expect(page.getByRole('button', { name: /Approve|Add to QuickBooks/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Choose Existing Vendor' })).toHaveCount(0)
  await expect(page.getByText(`${STAFF.email} approved the invoice`)).toBeVisible()

  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const note = `A bill for this invoice is in QuickBooks (${invoiceNumber}, $1,250.50).`
  await expect(page.getByText(note)).toBeVisible()
  await page.getByRole('textbox', { name: 'Reason for rejection' }).fill('Sent twice.')
  await page.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(page.getByText('Task rejected successfully')).toBeVisible()
  await expect(page.getByText('its bill is still in QuickBooks')).toBeVisible()
  const toVoid = page
    .getByRole('table', { name: 'Bills to void in QuickBooks' })
    .getByRole('row')
    .filter({ hasText: invoiceNumber })
  await expect(toVoid.getByRole('link', { name: 'Open in QuickBooks' })).toBeVisible()
  await expectAccessible(page)
  await toVoid.getByRole('button', { name: `Mark as voided: ${invoiceNumber}` }).click()
  await expect(toVoid).toHaveCount(0)

  // Submitted again with another amount while the first bill is still in QuickBooks.
  const corrected = await addBill(desk, person, { invoiceNumber, amount: '1300.00' })
  const calls = listCalls(page)
  await page.goto(`/approve-invoice?taskId=${corrected}`)
  await expect(page.getByText('Similar Bill Found (Different Amount)')).toBeVisible()
  await page.waitForLoadState('networkidle')
  // Each once. The bill's status says how current it is.
  expect(calls.toSorted()).toEqual([
    '/api/account',
    '/api/cup/approve-invoice',
    '/api/cup/pending-invoices',
    '/api/cup/task-messages',
    '/api/overview/counts',
    '/api/qbo/bill',
    '/api/qbo/bills-to-void',
  ])
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  const question = page.getByRole('group', { name: 'Add this bill too?' })
  await expect(question).toContainText(
    `QuickBooks already has bill ${invoiceNumber} for $1,250.50. Add this one for $1,300.00 as well?`,
  )
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Approve & Add to QB' })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Add this bill too' }).click()
  await expect(page.getByText('Status: approved')).toBeVisible()
  await expect(page.getByText('Exact Match in QuickBooks')).toBeVisible()
})

test('reports a failed bill while QuickBooks is down, and can approve the invoice anyway', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/502/)
  await connectQuickBooks(desk)
  const person = await addBookedContractor(desk)
  const taskId = await addBill(desk, person)
  const ended = await addBill(desk, person, { invoiceNumber: `E-${Date.now()}` })
  await signIn(page, STAFF, `/approve-invoice?taskId=${ended}`)
  await page.route('**/api/qbo/bill', (route) =>
    route.fulfill({ status: 502, json: { error: 'Token refresh failed: invalid_grant' } }),
  )
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  const warning = 'Please reconnect QuickBooks and add the bill later.'
  await expect(page.getByText(`QuickBooks connection is invalid. ${warning}`).first()).toBeVisible()
  await expect(page.getByText('Status: approved')).toBeVisible()
  await page.unroute('**/api/qbo/bill')

  // Neither our copy nor QuickBooks can answer.
  const lookUp = '**/api/qbo/bill?*'
  const failure = { error: 'Failed to check QuickBooks status', code: 'qbo_bill_check_failed' }
  await page.route(lookUp, (route) => route.fulfill({ status: 502, json: failure }))
  await page.goto(`/approve-invoice?taskId=${taskId}`)
  await expect(page.getByText(failure.error)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve & Skip QB' })).toBeEnabled()
  await page.unroute(lookUp)
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await expect(page.getByText('Not Found in QuickBooks')).toBeVisible()

  await desk.addFault({ provider: 'quickbooks', mode: 'error', times: 500 })
  await page.goto(`/approve-invoice?taskId=${taskId}`)
  // The last known status, from our copy.
  await expect(page.getByText('Not Found in QuickBooks')).toBeVisible()
  await expect(page.getByText(/^QuickBooks data as of /)).toBeVisible()
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  await expect(page.getByText(/^Failed to create bill in QuickBooks/).first()).toBeVisible()
  await expect(page.getByText(/^Status: (received|sent for approval)$/i)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve and add the bill later' }).click()
  await expect(page.getByText('Task approved successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Action' })).toBeFocused()
  await expect(page.getByText("We're waiting for QuickBooks.")).toBeVisible()
})
