// The search over everything: opened with the keyboard on any staff page, also while typing.
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { expectAccessible } from '../support/accessible.ts'
import { STAFF } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('finds an invoice by its number with the keyboard, and opens it', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED|status of 409/)
  const person = await addContractor(desk)
  const invoiceNumber = `FIND-${Date.now()}`
  const taskId = await addBill(desk, person, { invoiceNumber })
  await signIn(page, STAFF, '/invoices')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = page.getByRole('combobox', { name: 'Search' })
  const options = page.getByRole('option')

  // From the header, and back to it.
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await button.click()
  await expect(field).toBeFocused()
  await expect(page.getByRole('group', { name: 'Pages' }).getByText('Vendors')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()

  // While typing. Enter right away waits for the answer.
  const list = page.getByRole('searchbox', { name: 'Search' })
  await list.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await page.keyboard.type(`no ${invoiceNumber}`)
  await expect(page.getByText(`Nothing found for “no ${invoiceNumber}”.`)).toBeVisible()
  await field.fill(person.vendor)
  const vendor = page.getByRole('group', { name: 'Vendors' }).getByRole('option')
  await expect(vendor).toContainText(person.email)
  await page.keyboard.press('ArrowUp')
  await expect(vendor).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await vendor.getAttribute('id')) ?? '',
  )
  await expectAccessible(page)

  await page.route('**/api/search*', (route) => route.abort(), { times: 3 })
  await field.fill(invoiceNumber.toLowerCase())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(options).toHaveCount(1)
  await expect(options).toContainText(invoiceNumber)
  await field.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`/approve-invoice?taskId=${taskId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('conn')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/connections')
})
