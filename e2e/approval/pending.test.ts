// Moving through the pending invoices, choosing a vendor, and two approvers at once.
import type { Task } from '@invoice-desk/contract/approval'
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import type { Page } from '@playwright/test'
import { expectFitsSmallScreens } from '../support/accessible.ts'
import { asStaff, dayFromNow } from '../support/contractor.ts'
import { holdRequests } from '../support/hold.ts'
import { STAFF } from '../support/people.ts'
import { accountMenu, signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

/** The frame's document and the length of the history, before and after the task is reloaded. */
const returnToTab = async (page: Page) => {
  const state = async () => ({
    src: (await page.locator('iframe').getAttribute('src')) ?? '',
    entries: await page.evaluate(() => history.length),
  })
  const before = await state()
  // The file's link changes twice a day.
  await reloadWith(page, ([file]) => [{ ...file, url: `${file?.url}&x=1` }])
  await expect(page.getByRole('link', { name: /^invoice\.pdf/ })).toHaveAttribute('href', /x=1/)
  return { before, after: await state() }
}

type Files = readonly Partial<Task['details']['documents'][number]>[]

/** The page reloads the task, whose files have changed. */
const reloadWith = async (page: Page, change: (files: Files) => Files) => {
  await page.route(
    '**/api/cup/approve-invoice',
    async (route) => {
      const response = await route.fetch()
      const task: Task = await response.json()
      const details = { ...task.details, documents: change(task.details.documents) }
      await route.fulfill({ response, json: { ...task, details } })
    },
    { times: 1 },
  )
  const answered = page.waitForResponse('**/api/cup/approve-invoice')
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await answered
}

test('moves through the pending invoices by link, history and keyboard', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/404|409|500/)
  const person = await addContractor(desk)
  const first = await addBill(desk, person, { file: samplePdf('first') })
  const second = await addBill(desk, person, {
    file: samplePdf('second'),
    dueDate: dayFromNow(3),
  })
  // The tests' browser has no viewer for PDFs.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }),
  )
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
  const dueSoon = page.getByRole('button', { name: 'Due soon or overdue' })
  await dueSoon.click()
  await expect(reviews).toHaveCount(1)
  await expect(dueSoon).toHaveAttribute('aria-pressed', 'true')
  await dueSoon.click()
  await expect(reviews).toHaveCount(2)
  await reviews.first().click()

  await expect(page).toHaveURL(new RegExp(first))
  const { before, after } = await returnToTab(page)
  expect(after).toEqual(before)
  await test.step('a file is replaced by one of the same name, and another is added', async () => {
    await reloadWith(page, ([file]) => [
      { ...file, id: 'replaced', url: `${file?.url}&x=2` },
      { ...file, id: 'added', name: 'receipt.pdf' },
    ])
    await expect(page.locator('iframe')).toHaveAttribute('src', /x=2/)
    const receipt = page.getByRole('button', { name: 'receipt.pdf' })
    await receipt.press('Enter')
    await expect(page.getByTitle('Invoice file receipt.pdf')).toBeVisible()
    await expect(receipt).toBeFocused()
  })
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

  await test.step('shortcuts are off while a dialog or menu is open', async () => {
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
})

test('tells the second of two approvers that the invoice has changed', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/409/)
  const person = await addContractor(desk, `${'Featherstonehaugh'.repeat(3)} & Sons ${Date.now()}`)
  const invoiceNumber = `${'INVOICE'.repeat(5)}-1`
  const taskId = await addBill(desk, person, { invoiceNumber })
  await signIn(page, STAFF, `/approve-invoice?taskId=${taskId}`)
  await expect(page.getByRole('button', { name: 'Approve & Skip QB' })).toBeVisible()
  const rejection = { taskId, action: 'reject', message: 'Too late' }
  await asStaff(desk, 'POST', '/api/cup/approve-invoice', rejection)
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
