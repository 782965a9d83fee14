// Staff give a customer a link or QR code for an invoice, from the payments page or the search over everything.
import { readFile } from 'node:fs/promises'
import { payPath } from '@invoice-desk/contract/pay-path'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { addCustomer, expectBalance, pay } from '../support/payments.ts'
import { STAFF } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('staff copy the pay link of an invoice, and a customer finds the invoice with it', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/)
  const { name, invoices } = await addCustomer(desk, 120, 80.5)
  const [first, second] = invoices
  if (!first || !second) throw new Error('the customer needs two invoices')
  // By then, our copy of QuickBooks has it.
  await expectBalance(desk, second, 80.5)
  const dialog = page.getByRole('dialog', { name: 'Pay link' })
  const field = dialog.getByRole('searchbox', { name: 'Invoice number or customer' })
  const link = dialog.getByRole('textbox', { name: 'Link' })
  const row = (text: string) => dialog.getByRole('link').filter({ hasText: text })

  await test.step('from the payments page with the keyboard', async () => {
    await page.route('**/api/payments/admin/pay-links*', (route) => route.abort(), { times: 3 })
    await signIn(page, STAFF, '/payments/admin?view=open')
    await page.getByRole('link', { name: 'Pay link' }).click()
    await expect(field).toBeFocused()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('heading', { name: 'Open invoices' })).toBeVisible()
    await field.fill('no such invoice')
    await expect(dialog).toContainText('No open invoices for “no such invoice”.')
    await field.fill(name)
    await expect(row(name).first()).toContainText('2 open invoices $200.50')
    await expectAccessibleOnAllScreens(page, 'finding a pay link')
    await field.press('ArrowDown')
    await expect(row('2 open invoices')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/payments/admin?view=open&link=invoice-${second.id}`)
    await expect(dialog.getByRole('heading', { name: `Invoice ${second.number}` })).toBeFocused()
    await expect(dialog).toContainText('$80.50')
    await expect(link).toHaveValue(desk.url + payPath(second))
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
    await expectAccessibleOnAllScreens(page, 'a pay link')
    // A sheet for the customer.
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
    await expect(page.getByText(desk.url + payPath(second))).toBeVisible()
    await expect(page.getByText('No payments in progress.')).toBeHidden()
    await expect(page.getByRole('button')).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('back to the results, and closed', async () => {
    await dialog.getByRole('link', { name: 'Choose another invoice or customer' }).click()
    await expect(field).toHaveValue(name)
    await expect(field).toBeFocused()
    const json = { invoices: [], customers: [] }
    await page.route('**/pay-links?invoice=*', (route) => route.fulfill({ json }), { times: 1 })
    await row(first.number).click()
    await expect(dialog.locator(':focus')).toContainText('Nothing to pay')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/payments/admin?view=open')
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/payments/admin?view=open')
  })

  await test.step('from the search over everything', async () => {
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
    await expect(link).toHaveValue(desk.url + payPath(first))
  })

  await test.step('the customer finds the invoices', async () => {
    const opening = page.waitForEvent('popup')
    await dialog.getByRole('link', { name: 'Open' }).click()
    const opened = await opening
    await expect(pay(opened).row(first.number)).toBeVisible()
    await expect(pay(opened).row(second.number)).toBeVisible()
  })
})
