// An administrator changes what every page shows about the business, and turns payment methods off.
import type { SettingsView } from '@invoice-desk/contract/system/business-settings'
import { samplePng } from '@invoice-desk/testing/contractor/sample-files'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { asStaff } from '../support/contractor.ts'
import { addCustomer, fillAll, openInvoice, pay } from '../support/payments.ts'
import { ADMIN, BUSINESS } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const NAME = 'Quill & Anchor'

test('changes the business everywhere, and its payment methods', async ({
  page,
  desk,
  newVisitor,
  complaints,
}) => {
  complaints.allow(/status of (402|409)/)
  const call = (method: string, body?: unknown) =>
    asStaff<SettingsView>(desk, method, '/api/settings', body, ADMIN.email)
  const home = page.getByRole('banner').getByRole('link', { name: / home$/ })
  const { invoices } = await addCustomer(desk, 81)
  const [invoice] = invoices
  if (!invoice) throw new Error('No invoice was created')

  await signIn(page, ADMIN, '/settings')
  await page.getByRole('textbox', { name: 'Name' }).fill(NAME)
  await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#ffd500')
  await page.getByRole('checkbox', { name: 'PayPal' }).uncheck()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(home).toHaveAccessibleName(`${NAME} home`)

  await test.step('a logo applies at once, and keeps what was typed', async () => {
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: samplePng }
    const address = page.getByRole('textbox', { name: 'Address' })
    await address.fill('1 Quay St\nSalem')
    await page.getByLabel('Logo').setInputFiles({ ...logo, mimeType: 'image/svg+xml' })
    await expect(page.getByText('Choose a PNG or JPEG image.')).toBeVisible()
    await page.getByLabel('Logo').setInputFiles(logo)
    await expect(page.getByText('Logo saved')).toBeVisible()
    await expect(page.getByLabel('Replace the logo')).toBeFocused()
    await expect(home.getByRole('presentation')).toBeVisible()
    await expect(page.getByText('We kept what you entered.')).toBeVisible()
    await expect(address).toHaveValue('1 Quay St\nSalem')
  })

  const visitor = await newVisitor()
  const parts = pay(visitor)
  await test.step('customers see both, and no method that was turned off', async () => {
    await openInvoice(visitor, invoice)
    const link = visitor.getByRole('link', { name: `${NAME} home` })
    await expect(link.getByRole('presentation')).toBeVisible()
    const accent = () =>
      getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-accent-7')
    expect(await visitor.evaluate(accent)).toBe('#5a4b00')
    await expect(parts.card).toBeVisible()
    await expect(parts.method('PayPal')).toHaveCount(0)
  })

  await test.step('a method that was turned off since takes no payment', async () => {
    await fillAll(visitor)
    const { own, version } = await call('GET')
    await call('PUT', { settings: { ...own, paymentMethods: [] }, version })
    await parts.pay.click()
    await expect(parts.alert).toContainText("We don't accept card payments right now.")
    await expect(parts.company).toHaveValue('Juniper Hall')
    await visitor.reload()
    await expect(visitor.getByText(/^Online payment is turned off right now\./)).toBeVisible()
    await expect(parts.select(invoice.number)).toBeDisabled()
    await expect(parts.card).toHaveCount(0)
    await expectAccessibleOnAllScreens(visitor, 'payment turned off')
  })

  await test.step('goes back to the defaults', async () => {
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Remove the logo' }).click()
    await page.getByRole('button', { name: 'Yes, Remove' }).click()
    await expect(page.getByText('Logo removed')).toBeVisible()
    const { version, logo } = await call('GET')
    expect(logo).toBeUndefined()
    await call('PUT', { settings: {}, version })
    await page.reload()
    await expect(home).toHaveAccessibleName(`${BUSINESS} home`)
  })
})
