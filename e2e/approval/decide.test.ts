// An approver at work: from the mail's link to a decision that stands in the books.

import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsSmallScreens } from '../support/accessible.ts'
import { asStaff } from '../support/contractor.ts'
import type { Desk } from '../support/desk.ts'
import { holdRequests } from '../support/hold.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { accountMenu, signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const VENDOR = 'Kestrel Courier Co.'
const ACCOUNT = 'Office Expenses'

type Vendor = { id: string; email: string; version: number }

/** A contractor whose bills may be booked. Needs QuickBooks to be connected. */
const addBookedContractor = async (desk: Desk) => {
  const accounts = await asStaff<{ fullyQualifiedName: string }[]>(
    desk,
    'GET',
    '/api/qbo/list-bill-accounts',
  )
  const vendors = await asStaff<{ name: string }[]>(desk, 'GET', '/api/qbo/list-vendors')
  const person = await addContractor(desk, vendors[0]?.name ?? VENDOR)
  const mappings = await asStaff<Vendor[]>(desk, 'GET', '/api/cup/vendors')
  const mapping = mappings.find(({ email }) => email === person.email)
  await asStaff(desk, 'PUT', '/api/cup/vendors', {
    id: mapping?.id,
    version: mapping?.version,
    ...person,
    qbBillAccount: accounts[0]?.fullyQualifiedName ?? ACCOUNT,
  })
  return person
}

/** What the document's frame shows, and how far Back leads, before and after the task is read again. */
const returnToTab = async (page: Page) => {
  const state = async () => ({
    src: (await page.locator('iframe').getAttribute('src')) ?? '',
    entries: await page.evaluate(() => history.length),
  })
  const before = await state()
  // As if the file had got a new address, which it does every half day.
  await page.route('**/api/cup/approve-invoice', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('?file=', '?x=1&file=') })
  })
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await expect(page.getByRole('link', { name: /^invoice\.pdf/ })).toHaveAttribute('href', /x=1/)
  await page.unroute('**/api/cup/approve-invoice')
  return { before, after: await state() }
}

test('approves and adds the bill, and is told to void it before rejecting the invoice after all', async ({
  page,
  desk,
}) => {
  await connectQuickBooks(desk)
  const person = await addBookedContractor(desk)
  const invoiceNumber = `A-${Date.now()}`
  const taskId = await addBill(desk, person, { invoiceNumber, file: samplePdf(invoiceNumber) })
  // As a spreadsheet might hand the link on.
  await signIn(page, STAFF, `/approve-invoice?TASK_ID=%EF%BB%BF${taskId}`)
  await expect(page.getByRole('heading', { name: 'Invoice Details' })).toBeVisible()
  await expect(page.getByText('$1,250.50').first()).toBeVisible()
  await expect(page.getByText('Not Found in QuickBooks')).toBeVisible()
  await expect(page.getByRole('link', { name: /^invoice\.pdf/ })).toHaveAttribute(
    'target',
    '_blank',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  await expect(page.getByText('Task approved successfully')).toBeVisible()
  await expect(page.getByText('Bill created in QuickBooks successfully')).toBeVisible()
  await expect(page.getByText('Exact Match in QuickBooks')).toBeVisible()
  await expect(page.getByText('Status: approved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
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
  const toVoid = page.getByRole('row').filter({ hasText: invoiceNumber })
  await expect(toVoid.getByRole('link', { name: 'Open in QuickBooks' })).toBeVisible()
  await expectAccessible(page)
  await toVoid.getByRole('button', { name: `Mark as voided: ${invoiceNumber}` }).click()
  await expect(toVoid).toHaveCount(0)

  // Sent again with another amount, while the first one's bill is still in QuickBooks.
  const corrected = await addBill(desk, person, { invoiceNumber, amount: '1300.00' })
  await page.goto(`/approve-invoice?taskId=${corrected}`)
  await expect(page.getByText('Similar Bill Found (Different Amount)')).toBeVisible()
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  const question = page.getByRole('dialog', { name: 'Add this bill too?' })
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

test('approves without QuickBooks when the vendor has no bill account, and rejects only with a reason', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED|Failed to load resource/)
  await connectQuickBooks(desk)
  const person = await addContractor(desk)
  const taskId = await addBill(desk, person)
  await signIn(page, STAFF, `/approve-invoice?taskId=${taskId}`)
  await page.route(
    '**/api/cup/check-vendor',
    (route) => route.fulfill({ json: { success: false } }),
    {
      times: 1,
    },
  )
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  await expect(page.getByRole('main').getByText('Vendor mapping not found')).toBeVisible()
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  const noAccount = page.getByText(`The vendor mapping for ${person.email} has no bill account.`)
  await expect(noAccount.first()).toBeVisible()
  await expect(page.getByText(/^Status: (received|sent for approval)$/)).toBeVisible()
  await page.getByRole('link', { name: 'Choose a bill account' }).click()
  const form = page.getByRole('form', { name: 'Edit vendor mapping' })
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
  await expect(
    page.getByRole('row').filter({ hasText: person.email }).getByText('No bill account'),
  ).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Approve & Skip QB' }).click()
  await expect(page.getByText('Status: approved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to QuickBooks' })).toBeVisible()

  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Check 1042')
  await page.getByLabel('Date paid').fill('2999-01-01')
  await note.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText("The payment date can't be in the future.")).toBeVisible()
  await expect(page.getByLabel('Date paid')).toBeFocused()
  await page.getByLabel('Date paid').fill('2026-03-11')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByRole('heading', { name: 'Paid on Mar 11, 2026' })).toBeFocused()
  await expect(page.getByText('Status: paid')).toBeVisible()
  await expect(page.getByText('marked the invoice as paid on Mar 11, 2026')).toBeVisible()
  await expect(page.getByText('Check 1042')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark as not paid' }).click()
  await expect(page.getByText('Status: approved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused()

  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const reason = page.getByRole('textbox', { name: 'Reason for rejection' })
  await expect(reason).toBeFocused()
  const confirm = page.getByRole('button', { name: 'Confirm Rejection' })
  await expect(confirm).toBeDisabled()
  await reason.blur()
  await expect(page.getByText('Please provide a reason for rejection')).toBeVisible()
  await reason.fill('The hours do not add up.')
  await expectAccessible(page)
  await page.route('**/api/cup/approve-invoice', (route) => route.abort(), { times: 1 })
  await confirm.click()
  await expect(page.getByText('Failed to reject task').first()).toBeVisible()
  await expect(reason).toHaveValue('The hours do not add up.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/approve-invoice')
  await page.goBack()
  await expect(reason).toHaveValue('The hours do not add up.')
  await confirm.click()
  await expect(page.getByText('Task rejected successfully')).toBeVisible()
  await expect(page.getByText('Reason for rejection: The hours do not add up.')).toBeVisible()
  await expect(page.getByText('Status: rejected')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Approve|Reject|Add)/ })).toHaveText(['Approve'])

  const action = { taskId, action: 'approve', postLater: true }
  await asStaff(desk, 'POST', '/api/cup/approve-invoice', action)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText("The bill wasn't added to QuickBooks.")).toBeVisible()
  }).toPass()
  await expect(page.getByText('has no bill account. Choose one').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to QuickBooks' })).toBeVisible()
})

test('says that the bill was not created while QuickBooks is down, and approves all the same when told to', async ({
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

  await desk.addFault({ provider: 'quickbooks', mode: 'error', times: 500 })
  await page.goto(`/approve-invoice?taskId=${taskId}`)
  await expect(page.getByText('Failed to check QuickBooks status')).toBeVisible()
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  await expect(page.getByText(/^Failed to create bill in QuickBooks\./).first()).toBeVisible()
  await expect(page.getByText(/^Status: (received|sent for approval)$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve and add the bill later' }).click()
  await expect(page.getByText('Task approved successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Action' })).toBeFocused()
  await expect(page.getByText("We're waiting for QuickBooks.")).toBeVisible()
})

test('leads from the list through the pending ones, and tells the second of two approvers', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/404|409|500/)
  const person = await addContractor(desk, `${'Featherstonehaugh'.repeat(3)} & Sons ${Date.now()}`)
  const invoiceNumber = `${'INVOICE'.repeat(5)}-1`
  const first = await addBill(desk, person, { invoiceNumber, file: samplePdf('first') })
  const second = await addBill(desk, person, { file: samplePdf('second') })
  await signIn(page, STAFF, '/approve-invoice?taskId=nonsense')
  await expect(page.getByRole('heading', { name: 'Failed to fetch task' })).toBeVisible()
  await page.goto('/approve-invoice')
  await expect(page.getByRole('heading', { name: 'Other Pending Invoices' })).toBeVisible()
  await expect(page.getByText('Choose an invoice below')).toBeVisible()
  const reviews = page.getByRole('link', { name: /^Review / })
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill(person.vendor)
  await expect(reviews).toHaveCount(2)
  await expect(page.getByText('2 pending invoices', { exact: true })).toBeVisible()
  await reviews.first().click()

  await expect(page).toHaveURL(new RegExp(first))
  const { before, after } = await returnToTab(page)
  expect(after).toEqual(before)
  await page.getByRole('link', { name: 'Next pending' }).click()
  await expect(page).toHaveURL(new RegExp(second))
  await expect(page.locator('iframe')).not.toHaveAttribute('src', before.src)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(first))
  await page.goForward()
  await expect(page).toHaveURL(new RegExp(second))
  await expect(page.getByRole('link', { name: 'Previous pending' })).toHaveAttribute(
    'href',
    new RegExp(first),
  )
  await page.getByRole('heading', { level: 1 }).press('p')
  await expect(page).toHaveURL(new RegExp(first))
  await search.fill(person.vendor)
  await expect(reviews).toHaveCount(1)

  await test.step('keys typed into a dialog or with a menu open stay there', async () => {
    await accountMenu(page).press('Enter')
    await page.keyboard.press('n')
    await page.keyboard.press('Escape')
    const vendors = ['Pinecone Catering', 'Quarry Stone'].map((name) => ({
      id: name,
      name,
      track1099: false,
    }))
    const answers = [{ status: 500, json: {} }, { json: vendors }]
    const release = await holdRequests(page, '**/api/qbo/list-vendors', (route) =>
      route.fulfill(answers.shift()),
    )
    await page.getByRole('button', { name: 'Choose Existing Vendor' }).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByRole('combobox', { name: 'Vendor in QuickBooks' })
    await expect(name).toBeFocused()
    await page.keyboard.type('pine')
    release()
    await expect(dialog.getByRole('alert')).toContainText('Failed to load vendors')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('pine')
    await page.getByRole('option', { name: 'Pinecone Catering' }).click()
    await expect(dialog.getByRole('button', { name: 'Use this vendor' })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(new RegExp(first))
  })

  await expect(page.getByRole('button', { name: 'Approve & Skip QB' })).toBeVisible()
  const message = 'Too late'
  await asStaff(desk, 'POST', '/api/cup/approve-invoice', {
    taskId: first,
    action: 'reject',
    message,
  })
  await page.getByRole('button', { name: 'Approve & Skip QB' }).click()
  const refusal = page.getByText(/Failed to approve task\. Someone else changed this/)
  await expect(refusal.first()).toBeVisible()
  await expect(page.getByText('Status: rejected')).toBeVisible()
  const [date, dueDate] = ['2026-01-02', '2026-02-02']
  const bill = { id: '1', invoiceNumber, amount: 1, currency: 'USD', date, dueDate, status: 'Paid' }
  await page.route('**/api/qbo/bill?*', (route) =>
    route.fulfill({ json: { exists: true, bills: [bill] } }),
  )
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Task approved successfully')).toBeVisible()
  await expect(page.getByText('Status: approved')).toBeVisible()
  await expect(page.getByText('Similar Bill Found (Different Amount)')).toBeVisible()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expectFitsSmallScreens(page)
})
