// Staff create a vendor in QuickBooks and map an email to it, change the mapping, and delete it.
import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/test.ts'
import {
  fillAddress,
  listOf,
  newEmail,
  openVendors,
  parts,
  vendorsNamed,
} from '../support/vendors.ts'

test('a new vendor is created once in QuickBooks, even if the answer is lost, and mapped', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/)
  const [old, name] = [newEmail(), `Fern & Fable ${Date.now()}`]
  const email = `new.${old}`
  await openVendors(page, desk, listOf(old))
  const fields = parts(page)

  await test.step('creating it', async () => {
    await fields.add.click()
    await fields.email.fill(old)
    await fields.vendor.fill(name)
    await fields.vendor.blur()
    await expect(page.getByText('No matching vendor found in QuickBooks')).toBeVisible()
    await fillAddress(page)
    await fields.track.check()
    await fields.taxId.fill('123456789')
    const answerIsLost = { times: 1 }
    await page.route(
      '**/api/qbo/vendor',
      async (route) => {
        await route.fetch()
        await route.abort('failed')
      },
      answerIsLost,
    )
    await fields.create.click()
    await expect(fields.error).toHaveText('Error: Failed to create vendor in QuickBooks')
    await page.getByRole('button', { name: 'Back to the form' }).click()
    await fields.create.click()
    await expect(fields.row(old)).toContainText('1099, EIN ending in 6789')
    const found = await vendorsNamed(desk, name)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      PrimaryEmailAddr: { Address: old },
      BillAddr: { Line1: '7 Quay Street', City: 'Astoria', PostalCode: '97103' },
      Vendor1099: true,
      TaxIdentifier: 'XXXXX6789',
    })
    expect(desk.log()).not.toMatch(/12-?3456789/)
  })

  await test.step('changing it, which the old address is told', async () => {
    await fields.edit(old).click()
    await fields.email.fill(email)
    await fields.account.fill('meals')
    await page.getByRole('option', { name: 'Meals & Entertainment' }).click()
    await fields.update.click()
    await expect(fields.row(email)).toContainText('Meals & Entertainment')
    const mails = async () => (await desk.mails()).filter(({ to }) => to === old).length
    await expect.poll(mails).toBe(1)
  })

  await test.step('finding it again, and its export', async () => {
    await page.goto(`${listOf(email)}&hasAccount=yes`)
    await expect(page.getByRole('main').getByRole('status')).toHaveText('1 vendor')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^vendors-\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([email])
  })

  await test.step('deleting it', async () => {
    await fields.remove(email).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, Delete' }).click()
    await expect(page.getByText('No vendors match these filters.')).toBeVisible()
  })
})
