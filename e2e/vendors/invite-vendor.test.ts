// Staff invite vendors, compare what they send with QuickBooks, and accept it or send it back.
import { nextToken, sendDetails } from '@invoice-desk/testing/contractor/vendor-details'
import { expectAccessible, expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { asStaff, mailTo } from '../support/contractor.ts'
import { SCREENS, setScreen } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import {
  addMapping,
  listOf,
  newEmail,
  openVendors,
  parts,
  vendorsNamed,
} from '../support/vendors.ts'

const OLD_ADDRESS = { line1: '9 Old Road', city: 'Portland', state: 'OR', zipCode: '97201' }

test('invites a vendor, compares its details with a similar vendor, and updates that one', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/409/)
  const email = newEmail()
  const name = `Fern & Fable ${Date.now()}`
  await openVendors(page, desk)
  const vendor = { name, email, address: OLD_ADDRESS, taxId: '', track1099: false }
  await asStaff(desk, 'POST', '/api/qbo/vendor', vendor)
  const invite = page.getByRole('button', { name: 'Invite Vendor' })
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('row').filter({ hasText: email })

  await test.step('staff invite it', async () => {
    await invite.click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect(dialog.getByText('Enter a valid email address.')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`We emailed a link to ${email}`)).toBeVisible()
    await expect(invite).toBeFocused()
    await page.getByRole('link', { name: /^Invitations/ }).click()
    await expect(row).toContainText(name)
    await expect(row).toContainText('Invited')
    await expect(row).toContainText('Link works until')
  })

  expect((await sendDetails(desk, await nextToken(desk, email))).status).toBe(200)
  await page.reload()
  await expect(row).toContainText('To review')
  await expect(page.getByRole('link', { name: /^Invitations ?\d+ to review$/ })).toBeVisible()
  await expectAccessibleOnAllScreens(page, 'invitations')

  await test.step('the review shows what would change', async () => {
    await row.getByRole('link', { name: `Review ${email}` }).click()
    await expect(page.getByRole('heading', { name: `Review details from ${name}` })).toBeFocused()
    await expect(page.getByText('EIN ending in 4417').first()).toBeVisible()
    const update = page.getByRole('radio', { name: `Update ${name}`, exact: true })
    await expect(update).toBeChecked()
    const changes = page.getByRole('table', { name: `What accepting changes for ${name}` })
    await expect(changes.getByRole('row', { name: /^Address/ })).toContainText(
      /9 Old Road, Portland, OR 97201.*7 Quay Street, Astoria, OR 97103 Changes/,
    )
    await expect(changes.getByRole('row', { name: /^Tax ID/ })).toContainText('None')
    await expect(changes.getByRole('row', { name: /^Email/ })).toContainText('No change')
    await expectAccessibleOnAllScreens(page, 'review')
    await page.getByRole('radio', { name: 'Create a new vendor' }).check()
    await expect(page.getByRole('alert')).toHaveText(
      `${name} may be the same vendor. A new one could be a duplicate.`,
    )
    await page.getByRole('textbox', { name: 'Vendor name' }).fill(name)
    await page.getByRole('button', { name: 'Accept and create vendor' }).click()
    await expect(page.getByText('QuickBooks already has a vendor named')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Vendor name' })).toBeFocused()
    await update.check()
    await page.getByRole('button', { name: 'Send back' }).click()
    await parts(page).account.press('Enter')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await parts(page).account.fill('advert')
  await page.getByRole('option', { name: 'Advertising', exact: true }).click()
  await page.getByRole('button', { name: 'Accept and update vendor' }).click()
  await expect(page.getByText(`${name} is up to date in QuickBooks`)).toBeVisible()
  await expect(page).toHaveURL(/\/vendors\?tab=invitations$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(row).toBeHidden()

  await page.getByRole('link', { name: 'Vendors', exact: true }).last().click()
  await expect(row).toContainText(name)
  await expect(row).toContainText('1099, EIN ending in 4417, complete')
  await expect(row).toContainText('Advertising')
  const [saved, ...others] = await vendorsNamed(desk, name)
  expect(others).toEqual([])
  expect(saved).toMatchObject({
    CompanyName: 'Fern & Fable Bookbinding LLC',
    BillAddr: { Line1: '7 Quay Street', City: 'Astoria' },
    Vendor1099: true,
  })
})

test('asks a vendor for what its 1099 form lacks, and sends its details back', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/409/)
  // QuickBooks has no address for it.
  const lacking = { vendor: `Gull Rock ${Date.now()}`, track1099: true, taxId: '93-1204417' }
  const { email, vendor, id } = await addMapping(desk, lacking)
  await openVendors(page, desk, `${listOf(email)}&details=lacking`)
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Lacks 1099 data')
  await expectAccessibleOnAllScreens(page, 'marks')
  const ask = page.getByRole('button', { name: `Ask for details: ${email}` })
  await ask.click()
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  const token = nextToken(desk, email)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`We emailed a link to ${email}`)).toBeVisible()

  const own = { legalName: 'Gull Rock', businessName: '', taxId: '93-1207731' }
  expect((await sendDetails(desk, await token, own)).status).toBe(200)

  // On a phone, the button is in a menu.
  await setScreen(page, SCREENS[2])
  const more = page.getByRole('button', { name: 'Actions', exact: true })
  await more.click()
  await page.getByRole('button', { name: 'Invite Vendor' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(more).toBeFocused()
  await setScreen(page, SCREENS[0])
  await page.getByRole('button', { name: 'Invite Vendor' }).click()
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Gull Rock')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByRole('alert')).toContainText('has already sent details')
  await dialog.getByRole('link', { name: 'Review the details' }).click()

  await expect(page.getByRole('alert')).toHaveText(
    `This email is mapped to ${vendor}. Accepting changes that to Gull Rock.`,
  )
  await test.step('if the mapping has changed since, the review starts over', async () => {
    const vendorNow = `${vendor} Inc`
    await asStaff(desk, 'PUT', '/api/cup/vendors', {
      ...lacking,
      id,
      email,
      vendor: vendorNow,
      qbBillAccount: '',
    })
    await page.getByRole('button', { name: 'Accept and create vendor' }).click()
    const load = page.getByRole('button', { name: 'Load current details' })
    await load.click()
    await expect(page.getByRole('heading', { name: 'Review details from' })).toBeFocused()
    // The new details are drawn before the form starts over.
    await expect(load).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveText(
      `This email is mapped to ${vendorNow}. Accepting changes that to Gull Rock.`,
    )
  })
  await page.getByRole('button', { name: 'Send back' }).click()
  const reason = page.getByRole('textbox', { name: 'What needs to be corrected?' })
  await expect(reason).toBeFocused()
  await page.getByRole('button', { name: 'Send back' }).click()
  await expect(page.getByText('Tell the vendor what to correct.')).toBeVisible()
  await expectAccessible(page)
  await reason.fill('Please enter your full legal name.')
  // Someone who looks something up first finds the reason again.
  await page.getByRole('link', { name: 'All invitations' }).click()
  await row.getByRole('link', { name: `Review ${email}` }).click()
  await expect(reason).toHaveValue('Please enter your full legal name.')
  await page.getByRole('button', { name: 'Send back' }).click()
  await expect(page.getByText(`We asked ${email} to correct the details`)).toBeVisible()
  await expect(row).toContainText('Sent back')
  expect((await mailTo(desk, email, 'need a correction')).text).toContain(
    'Please enter your full legal name.',
  )

  await page.goBack()
  await expect(page.getByText('These details were sent back to the vendor')).toBeVisible()
  await page.getByRole('link', { name: 'All invitations' }).click()
  await page.getByRole('button', { name: `Remove ${email}` }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Invitation removed')).toBeVisible()
  await expect(row).toBeHidden()
})
