// Staff give a customer a link or QR code for an invoice, from the payments page or the search over everything.
import { readFile } from 'node:fs/promises'
import { payPath } from '@invoice-desk/contract/payments/pay-path'
import { addCustomer, expectBalance, type Invoice, pay } from '../support/payments.ts'
import { STAFF } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('staff copy the pay link of an invoice, and a customer finds the invoice with it', async ({
  page,
  desk,
}) => {
  const { name, invoices } = await addCustomer(desk, 120, 80.5)
  const [first, second] = invoices
  if (!first || !second) throw new Error('the customer needs two invoices')
  // Then our copy of QuickBooks has both invoices.
  await expectBalance(desk, second, 80.5)
  const dialog = page.getByRole('dialog', { name: 'Pay link' })
  const field = dialog.getByRole('searchbox', { name: 'Invoice number or customer' })
  const link = dialog.getByRole('textbox', { name: 'Link' })
  const opens = ({ number }: Invoice) =>
    new RegExp(`/pay-invoice\\?invoice=${number}&date=.+#key=[\\w-]+$`)
  const row = (text: string) => dialog.getByRole('link').filter({ hasText: text })

  await test.step('from the payments page', async () => {
    await signIn(page, STAFF, '/payments/admin?view=open')
    await page.getByRole('link', { name: 'Pay link' }).click()
    await field.fill(name)
    await expect(row(name).first()).toContainText('2 open invoices $200.50')
    await row(second.number).click()
    await expect(page).toHaveURL(`/payments/admin?view=open&link=invoice-${second.id}`)
    await expect(link).toHaveValue(opens(second))
  })

  await test.step('copies the link, and downloads its QR code', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download QR code' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`qr-invoice-${second.number}.svg`)
    const svg = await readFile(await download.path(), 'utf8')
    const code = dialog.getByRole('img', { name: 'QR code' }).locator('path')
    expect(svg).toContain(await code.getAttribute('d'))
  })

  await test.step('from the search over everything', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('pay link')
    await page.getByRole('option', { name: 'Create a pay link' }).click()
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search' }).fill(name)
    const hits = page.getByRole('group', { name: 'Pay links' }).getByRole('option')
    await expect(hits).toHaveCount(3)
    await expect(hits.nth(1)).toContainText(`Pay link for invoice ${first.number}`)
    await hits.filter({ hasText: `Pay link for ${name}` }).click()
    await expect(dialog).toContainText('2 open invoices')
    await expect(dialog).toContainText(`Opens with invoice ${first.number} selected.`)
    await expect(link).toHaveValue(opens(first))
  })

  await test.step('the customer finds the invoices', async () => {
    const opening = page.waitForEvent('popup')
    await dialog.getByRole('link', { name: 'Open' }).click()
    const opened = await opening
    await expect(pay(opened).row(first.number)).toBeVisible()
    await expect(pay(opened).row(second.number)).toBeVisible()
    // With what's on them, and without the key in the address.
    await expect(pay(opened).panel(first.number).getByRole('list')).toContainText('$120.00')
    await expect(opened).toHaveURL(payPath(first))
  })
})
