// Working through the queue with the keyboard: moving, approving and rejecting, each followed by the next invoice.
import { addBill } from '@invoice-desk/testing/contractor/contractors'
import { samplePng } from '@invoice-desk/testing/contractor/sample-files'
import { expectAccessible } from '../support/accessible.ts'
import { addBookedContractor } from '../support/approval.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('approves and rejects by keyboard, and goes on with the next invoice', async ({
  page,
  desk,
}) => {
  await connectQuickBooks(desk)
  const person = await addBookedContractor(desk)
  const start = Date.now()
  const numbers = [`Q-${start}`, `R-${start}`, `S-${start}`] as const
  const [first, second, third] = [
    await addBill(desk, person, { invoiceNumber: numbers[0], file: samplePng }),
    await addBill(desk, person, { invoiceNumber: numbers[1] }),
    await addBill(desk, person, { invoiceNumber: numbers[2] }),
  ]
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, STAFF, `/approve-invoice?taskId=${first}`)
  const approve = page.getByRole('button', { name: 'Approve & Add to QB' })
  await expect(approve).toBeEnabled()
  await expect(approve).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page.getByRole('img', { name: /^Invoice file/ })).toHaveCSS('width', /px$/)
  await expect(page.getByText('125%')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Go to the next invoice after deciding' }).check()

  const title = page.getByRole('heading', { level: 1 })
  await title.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(first))
  await page.keyboard.press('j')
  await expect(page.getByRole('status').filter({ hasText: numbers[1] })).toBeAttached()
  await page.keyboard.press('k')
  await expect(page).toHaveURL(new RegExp(first))
  await page.keyboard.press('/')
  await page.keyboard.type('ja')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('ja')

  // Keys count once the approver can have seen the invoice.
  await expect(approve).toHaveAttribute('aria-keyshortcuts', 'A')
  await title.press('a')
  await expect(page.getByText('Task approved successfully')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(second))
  await expect(title).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: numbers[1] })).toContainText(
    'oldest first',
  )

  await page.keyboard.press('r')
  const reason = page.getByRole('textbox', { name: 'Reason for rejection' })
  await expect(reason).toBeFocused()
  await page.keyboard.type('Not ours.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Task rejected successfully')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(third))
})
