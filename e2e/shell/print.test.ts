// Printing: black on white even in dark mode, without controls.
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { STAFF } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test.use({ colorScheme: 'dark' })

const WHITE = 'rgb(255, 255, 255)'

test('a payment and an invoice under approval print without controls', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 404|409/)
  await page.goto('/payment-success?session_id=1')
  await expect(page.getByRole('button', { name: 'Pay Another Invoice' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  // Otherwise Firefox leaves the first sheet empty.
  await expect(page.getByRole('main')).toHaveCSS('display', 'block')
  await expect(page.locator('#root > div')).toHaveCSS('display', 'block')
  await expect(page.locator('body')).toHaveCSS('background-color', WHITE)
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)')

  await page.emulateMedia({ media: 'screen' })
  const taskId = await addBill(desk, await addContractor(desk))
  await signIn(page, STAFF, `/approve-invoice?taskId=${taskId}`)
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Invoice Details' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Other Pending Invoices' })).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})
