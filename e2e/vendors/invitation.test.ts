// Staff invite a vendor, who sends its details, corrects them after staff sent them back, and can correct them later.
import { linkIn } from '@invoice-desk/testing/sandbox/mailbox'
import type { Page } from '@playwright/test'
import { asStaff, mailTo, openPortal } from '../support/contractor.ts'
import { expect, test } from '../support/test.ts'
import { newEmail, openVendors, vendorsNamed } from '../support/vendors.ts'

const OLD_ADDRESS = { line1: '9 Old Road', city: 'Portland', state: 'OR', zipCode: '97201' }

const formOf = (page: Page) => ({
  legalName: page.getByRole('textbox', { name: 'Legal name' }),
  ssn: page.getByRole('textbox', { name: 'Social security number (SSN)' }),
  reviewing: page.getByRole('heading', { name: 'We’re reviewing your details' }),
  signAndSend: async () => {
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('checkbox', { name: /^I certify this/ }).check()
    await page.getByRole('textbox', { name: 'Your name' }).fill('Jordan Reyes')
    await page.getByRole('button', { name: 'Send details' }).click()
    await expect(formOf(page).reviewing).toBeVisible()
  },
})

/** Everything but the tax ID. */
const fillIn = async (page: Page) => {
  await formOf(page).legalName.fill('Jordan Reyes')
  await page.getByRole('combobox', { name: 'Tax classification' }).selectOption('individual')
  await page.getByRole('combobox', { name: 'Tax ID type' }).selectOption('SSN')
  await page.getByRole('textbox', { name: 'Street address' }).fill('118 Waterfront Road')
  await page.getByRole('textbox', { name: 'City' }).fill('Astoria')
  await page.getByRole('combobox', { name: 'State' }).selectOption('Oregon')
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('97103')
}

test('an invited vendor sends its details, corrects them, and staff accept them', async ({
  page,
  desk,
  complaints,
}) => {
  test.slow()
  complaints.allow(/status of 401.*vendor-details/)
  const [email, name] = [newEmail(), `Reyes Carpentry ${Date.now()}`]
  const { legalName, ssn, reviewing, signAndSend } = formOf(page)
  const main = page.getByRole('main')
  const row = page.getByRole('row').filter({ hasText: email })
  const openReview = async () => {
    await page.goto('/vendors?tab=invitations')
    await expect(row).toContainText('To review')
    await row.getByRole('link', { name: `Review ${email}` }).click()
  }

  await test.step('staff invite it', async () => {
    await openVendors(page, desk)
    const vendor = { name, email, address: OLD_ADDRESS, taxId: '', track1099: false }
    await asStaff(desk, 'POST', '/api/qbo/vendor', vendor)
    await page.getByRole('button', { name: 'Invite Vendor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText(`We emailed a link to ${email}`)).toBeVisible()
  })

  await test.step('the email leads to the form, and the token leaves the address', async () => {
    await page.goto(linkIn(await mailTo(desk, email, 'needs your vendor details')))
    await expect(page).toHaveURL('/vendor-details')
    await expect(main).toContainText(`For ${name}`)
    await fillIn(page)
    await ssn.fill('123456789')
    await signAndSend()
    await page.reload()
    await expect(reviewing).toBeVisible()
    await expect(main).toContainText('SSN ending in 6789')
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    expect(kept).not.toMatch(/123-?45-?6789/)
  })

  await test.step('staff send the details back, which ends the link', async () => {
    await openReview()
    await page.getByRole('button', { name: 'Send back' }).click()
    const reason = page.getByRole('textbox', { name: 'What needs to be corrected?' })
    await reason.fill('The name and the number don’t match.')
    await page.getByRole('button', { name: 'Send back' }).click()
    await expect(row).toContainText('Sent back')
    await page.goto('/vendor-details')
    await expect(page.getByRole('heading', { name: 'This link isn’t valid' })).toBeVisible()
  })

  await test.step('the vendor corrects them with the link in the new email', async () => {
    await page.goto(linkIn(await mailTo(desk, email, 'need a correction')))
    await expect(page.getByRole('alert')).toContainText('The name and the number don’t match.')
    await expect(legalName).toHaveValue('Jordan Reyes')
    await legalName.fill('Jordan A. Reyes')
    await ssn.fill('123-45-6780')
    await signAndSend()
  })

  await test.step('staff compare them with QuickBooks and update the vendor', async () => {
    await openReview()
    await expect(page.getByRole('radio', { name: `Update ${name}`, exact: true })).toBeChecked()
    const changes = page.getByRole('table', { name: `What accepting changes for ${name}` })
    await expect(changes.getByRole('row', { name: /^Address/ })).toContainText(
      /9 Old Road, Portland, OR 97201.*118 Waterfront Road, Astoria, OR 97103 Changes/,
    )
    await page.getByRole('button', { name: 'Accept and update vendor' }).click()
    await expect(page.getByText(`${name} is up to date in QuickBooks`)).toBeVisible()
    await page.getByRole('link', { name: 'Vendors', exact: true }).last().click()
    await expect(row).toContainText(name)
    await expect(row).toContainText('1099, SSN ending in 6780, complete')
    const [saved, ...others] = await vendorsNamed(desk, name)
    expect(others).toEqual([])
    expect(saved).toMatchObject({
      CompanyName: 'Jordan A. Reyes',
      BillAddr: { Line1: '118 Waterfront Road', City: 'Astoria' },
      Vendor1099: true,
    })
    expect(desk.log()).not.toMatch(/123-?45-?67/)
  })

  await test.step('the portal emails a link to correct them again', async () => {
    await openPortal(page, desk, { email, vendor: name })
    await page.getByRole('button', { name: 'Your details' }).click()
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await page.goto(linkIn(await mailTo(desk, email, 'Your link to update your details')))
    await expect(main).toContainText('SSN ending in 6780')
    await expect(page.getByRole('button', { name: 'Send corrected details' })).toBeVisible()
  })
})
