// Mapping vendors that are already in QuickBooks, and the 1099 report.
import { readFile } from 'node:fs/promises'
import { asStaff } from '../support/contractor.ts'
import { expect, test } from '../support/test.ts'
import { addMapping, listOf, openVendors, parts } from '../support/vendors.ts'

const address = { line1: '7 Quay Street', city: 'Astoria', state: 'OR', zipCode: '97103' }

test('vendors are imported from QuickBooks, and the 1099 report says what is missing', async ({
  page,
  desk,
}) => {
  const mark = `imp${Date.now()}`
  const emailOf = (name: string) => `${name}.${mark}@import.example`
  await openVendors(page, desk, listOf(mark))
  for (const name of ['fern', 'moss', 'ivy', 'ivy shop'])
    await asStaff(desk, 'POST', '/api/qbo/vendor', {
      name: `${name} ${mark}`,
      email: emailOf(name.slice(0, 4).trim()),
      address,
    })
  const dialog = page.getByRole('dialog', { name: 'Import from QuickBooks' })

  await test.step('choose vendors', async () => {
    await page.getByRole('button', { name: 'Import from QuickBooks' }).click()
    await dialog.getByRole('searchbox', { name: 'Search' }).fill(mark)
    await dialog.getByRole('checkbox', { name: /^Select all 2 vendors found/ }).check()
    await dialog.getByRole('combobox', { name: 'Bill account for all of them' }).fill('advert')
    await page.getByRole('option', { name: 'Advertising' }).click()
    await dialog.getByRole('checkbox', { name: /^Also ask them for their details/ }).check()
  })

  await test.step('a vendor that was mapped since is skipped', async () => {
    await addMapping(desk, { vendor: `MOSS ${mark}`, email: `other.${mark}@import.example` })
    await dialog.getByRole('button', { name: 'Import 2 vendors' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      '1 vendor imported. 1 invitation sent. 1 vendor skipped:',
    )
    await expect(dialog.getByRole('listitem')).toContainText(
      `It's already mapped to other.${mark}@import.example.`,
    )
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toBeHidden()
    await expect(parts(page).row(emailOf('fern'))).toContainText('Advertising')
  })

  await test.step('the 1099 report', async () => {
    await page.getByRole('link', { name: '1099', exact: true }).click()
    const paidAt = new Date(Date.now() - 28 * 24 * 60 * 60_000)
    await page.getByRole('combobox', { name: 'Year' }).selectOption(String(paidAt.getFullYear()))
    await expect(page.getByText('$2,000', { exact: false }).first()).toBeVisible()
    const elm = parts(page).row('Elm Grove Landscaping')
    await expect(elm).toContainText('$2,640.00')
    await expect(elm).toContainText('To report')
    await expect(elm).toContainText('No tax ID')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    expect(csv).toContain('Elm Grove Landscaping,pay@elmgrove.example,,Tax ID,2640.00,0.00,Yes')
    await page.getByRole('button', { name: 'Ask for details from Elm Grove Landscaping' }).click()
    const ask = page.getByRole('dialog', { name: 'Ask for details' })
    await expect(ask.getByRole('textbox', { name: 'Email' })).toHaveValue('pay@elmgrove.example')
    await ask.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('We emailed a link to pay@elmgrove.example')).toBeVisible()
    await expect(elm).toContainText('Invited')
  })
})
