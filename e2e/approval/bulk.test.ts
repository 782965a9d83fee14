// Deciding several pending invoices at once: warnings first, each on its own, failures stay selected.
import type { Task } from '@invoice-desk/contract/approval'
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { expectAccessible, expectFitsSmallScreens } from '../support/accessible.ts'
import { addBookedContractor } from '../support/approval.ts'
import { asStaff } from '../support/contractor.ts'
import type { Desk } from '../support/desk.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const readTask = (desk: Desk, taskId: string) =>
  asStaff<Task>(desk, 'POST', '/api/cup/approve-invoice', { taskId, action: 'fetch' })

test('approves and rejects several invoices, naming those with a warning first', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/422|502|ERR_FAILED/)
  await connectQuickBooks(desk)
  const person = await addBookedContractor(desk)
  const unbooked = await addContractor(desk)
  const name = `BULK${Date.now()}`
  const add = (suffix: string, amount: string, by = person) => {
    const invoiceNumber = `${name}-${suffix}`
    return addBill(desk, by, { invoiceNumber, amount, confirmDuplicate: 'true' })
  }
  const good = await add('good', '100.00')
  const refused = await add('refused', '200.00')
  const again = await add('good', '100.50')
  await add('unbooked', '300.00', unbooked)
  const offline = await add('offline', '50.00')
  const lost = await add('lost', '60.00')
  const moved = await add('moved', '70.00')

  await signIn(page, STAFF, '/approve-invoice')
  await page.getByRole('searchbox', { name: 'Search' }).fill(name)
  await expect(page.getByText('7 pending invoices', { exact: true })).toBeVisible()
  const bar = page.getByRole('region', { name: 'Selected invoices' })
  await expect(bar).toHaveCount(0)
  const all = page.getByRole('checkbox', { name: 'Select all invoices in the list' })
  await all.check()
  await bar.getByRole('button', { name: 'Clear' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await all.check()
  await expect(bar).toContainText('7 invoices, $880.50')
  await expectFitsSmallScreens(page)

  const vendors = await asStaff<{ name: string }[]>(desk, 'GET', '/api/qbo/list-vendors')
  const vendor = vendors.find(({ name }) => name !== person.vendor)?.name ?? ''
  const choice = { taskId: moved, action: 'update_vendor', vendor }
  await asStaff(desk, 'POST', '/api/cup/approve-invoice', choice)
  // QuickBooks refuses one bill and loses its connection at another, and one answer doesn't arrive.
  const answers: Readonly<Record<string, object>> = {
    [refused]: {
      status: 422,
      json: { error: 'QuickBooks refused the bill: the period is closed.' },
    },
    [offline]: { status: 502, json: { error: 'Token refresh failed: invalid_grant' } },
  }
  await page.route('**/api/qbo/bill', (route) => {
    const answer = answers[route.request().postDataJSON().taskId]
    return answer ? route.fulfill(answer) : route.continue()
  })
  await page.route('**/api/cup/approve-invoice', (route) => {
    const { taskId, action } = route.request().postDataJSON()
    return taskId === lost && action === 'approve' ? route.abort() : route.continue()
  })
  await bar.getByRole('button', { name: 'Approve & Add to QB' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve & Add to QB' })
  const entry = (text: string) => dialog.getByRole('listitem').filter({ hasText: text })
  await expect(entry('$100.50')).toContainText('has the same invoice number.')
  await expect(entry('$300.00')).toContainText('has no bill account.')
  await expect(entry('$70.00')).toContainText(`The vendor is now ${vendor}.`)
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Approve 4 invoices' }).click()

  await expect(dialog.getByRole('alert')).toHaveText(
    "2 of 4 invoices approved. We couldn't finish these:",
  )
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(entry(`${name}-lost`)).toContainText("We couldn't confirm this decision.")
  await expect(page.getByText('Please reconnect QuickBooks and add the bill later.')).toBeVisible()
  await expect(entry(`${name}-refused`)).toContainText('the period is closed.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toContainText('5 invoices, $730.50')
  // The server added the second bill later.
  for (const id of [good, offline]) {
    const approved = { status: { name: 'approved' }, posting: { state: 'created' } }
    await expect.poll(() => readTask(desk, id)).toMatchObject(approved)
  }

  await bar.getByRole('button', { name: 'Reject' }).click()
  const rejection = page.getByRole('dialog', { name: 'Reject' })
  // The bill of the decision whose answer was lost is in QuickBooks.
  const left = rejection.getByRole('listitem').filter({ hasText: `${name}-lost` })
  await expect(left).toContainText('A bill for this invoice is in QuickBooks')
  await expect(rejection.getByRole('button', { name: 'Reject 4 invoices' })).toBeVisible()
  await left.getByRole('checkbox').check()
  const confirm = rejection.getByRole('button', { name: 'Reject 5 invoices' })
  await expect(confirm).toBeDisabled()
  await rejection.getByRole('textbox', { name: 'Reason for rejection' }).fill('Sent twice.')
  await confirm.click()
  await expect(page.getByText('5 invoices rejected.')).toBeVisible()
  await expect(page.getByText('No pending invoices match.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect((await readTask(desk, again)).details.rejectReason).toBe('Sent twice.')
})
