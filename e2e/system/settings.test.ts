// An administrator changes what every page shows about the business, turns payment methods off, and goes back to the defaults.
import type { SettingsView } from '@invoice-desk/contract/business-settings'
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
  const settings = () => asStaff<SettingsView>(desk, 'GET', '/api/settings', undefined, ADMIN.email)
  const home = page.getByRole('banner').getByRole('link', { name: / home$/ })
  const save = page.getByRole('button', { name: 'Save settings' })
  const title = page.getByRole('heading', { level: 1 })
  const name = page.getByRole('textbox', { name: 'Name' })
  const useDefault = page.getByRole('button', { name: 'Use it' })

  await signIn(page, ADMIN, '/settings')
  await expect(name).toHaveValue(BUSINESS)
  await expect(useDefault).toHaveCount(0)
  await name.fill(' ')
  await save.click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill(NAME)
  await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#ffd500')
  await expect(page.getByText(/^This color is too light to read/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('hawaii')
  await page.getByRole('option', { name: 'Pacific/Honolulu' }).click()
  await page.getByRole('checkbox', { name: 'PayPal' }).uncheck()
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await expect(page.getByText('We kept what you entered.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(1)
  await expect(useDefault).toHaveCount(0)
  await save.click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(title).toBeFocused()
  await expect(home).toHaveAccessibleName(`${NAME} home`)
  await expect(page.getByText(`The server’s default is ${BUSINESS}.`)).toBeVisible()
  await expect(useDefault).toHaveCount(4)

  await test.step('a logo applies at once, and keeps what was typed', async () => {
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: samplePng }
    await page.getByLabel('Logo').setInputFiles({ ...logo, mimeType: 'image/svg+xml' })
    await expect(page.getByText('Choose a PNG or JPEG image.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Address' }).fill('1 Quay St\nSalem')
    await page.getByLabel('Logo').setInputFiles(logo)
    await expect(page.getByText('Logo saved')).toBeVisible()
    await expect(page.getByLabel('Replace the logo')).toBeFocused()
    await expect(home.getByRole('presentation')).toBeVisible()
    await expect(page.getByText('We kept what you entered.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('1 Quay St\nSalem')
  })

  const visitor = await newVisitor()
  const { invoices } = await addCustomer(desk, 81)
  const [invoice] = invoices
  if (!invoice) throw new Error('No invoice was created')
  await openInvoice(visitor, invoice)
  const parts = pay(visitor)
  await expect(
    visitor.getByRole('link', { name: `${NAME} home` }).getByRole('presentation'),
  ).toBeVisible()
  expect(
    await visitor.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-accent-7'),
    ),
  ).toBe('#5a4b00')
  await expect(parts.card).toBeVisible()
  await expect(parts.method('PayPal')).toHaveCount(0)
  await fillAll(visitor)

  await test.step('a method that was turned off since takes no payment', async () => {
    const { own, version } = await settings()
    const body = { settings: { ...own, paymentMethods: [] }, version }
    await asStaff(desk, 'PUT', '/api/settings', body, ADMIN.email)
    await parts.pay.click()
    await expect(parts.alert).toContainText("We don't accept card payments right now.")
    await expect(parts.company).toHaveValue('Juniper Hall')
    await visitor.reload()
    await expect(visitor.getByText(/^Online payment is turned off right now\./)).toBeVisible()
    await expect(parts.select(invoice.number)).toBeDisabled()
    await expect(parts.card).toHaveCount(0)
    await expectAccessibleOnAllScreens(visitor, 'payment turned off')
  })

  await test.step('keeps what someone else changed, and says what both changed', async () => {
    const warning = page.getByRole('region', { name: 'Unsaved changes' }).getByRole('alert')
    await name.fill('Fern & Oak')
    const { own, version } = await settings()
    const body = { settings: { ...own, businessName: 'Elm & Ash' }, version }
    await asStaff(desk, 'PUT', '/api/settings', body, ADMIN.email)
    await save.click()
    await expect(warning).toContainText('You and someone else both changed: Name.')
    await expect(warning).toBeInViewport()
    await expect(page.getByRole('checkbox', { name: 'Credit Card' })).not.toBeChecked()
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await expect(warning).toContainText('You and someone else both changed: Name.')
    await expect(name).toHaveValue('Fern & Oak')
    await expect(page.getByText('Someone else changed this to Elm & Ash.')).toBeVisible()
    await expectAccessibleOnAllScreens(page, 'settings')
    await save.click()
    await expect(home).toHaveAccessibleName('Fern & Oak home')
    expect((await settings()).own).toMatchObject({
      businessName: 'Fern & Oak',
      businessAddress: ['1 Quay St', 'Salem'],
      paymentMethods: [],
    })
  })

  await test.step('goes back to the defaults', async () => {
    for (let left = 5; left > 0; left -= 1) {
      await expect(useDefault).toHaveCount(left)
      await useDefault.first().click()
    }
    await expect(page.getByRole('checkbox', { name: 'Credit Card' })).toBeFocused()
    await save.click()
    await expect(home).toHaveAccessibleName(`${BUSINESS} home`)
    await page.getByRole('button', { name: 'Remove the logo' }).click()
    await page.getByRole('button', { name: 'Yes, Remove' }).click()
    await expect(page.getByText('Logo removed')).toBeVisible()
    expect(await settings()).toMatchObject({ own: {} })
    expect(await settings()).not.toHaveProperty('logo')
  })
})
