// An invited vendor enters its details, corrects them after staff sent them back, and again from the portal.
import { addContractor, type Person } from '@invoice-desk/testing/contractor/contractors'
import { linkIn } from '@invoice-desk/testing/sandbox/mailbox'
import type { Page } from '@playwright/test'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { asStaff, mailTo, openPortal } from '../support/contractor.ts'
import type { Desk } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'

const INVITATIONS = '/api/vendors/invitations'
const SUBMIT = '**/api/vendor-details'

const partsOf = (page: Page) => ({
  legalName: page.getByRole('textbox', { name: 'Legal name' }),
  business: page.getByRole('textbox', { name: 'Business name' }),
  classification: page.getByRole('combobox', { name: 'Tax classification' }),
  street: page.getByRole('textbox', { name: 'Street address' }),
  city: page.getByRole('textbox', { name: 'City' }),
  state: page.getByRole('combobox', { name: 'State' }),
  zip: page.getByRole('textbox', { name: 'ZIP code' }),
  type: page.getByRole('combobox', { name: 'Tax ID type' }),
  ssn: page.getByRole('textbox', { name: 'Social security number (SSN)' }),
  ein: page.getByRole('textbox', { name: 'Employer identification number (EIN)' }),
  next: page.getByRole('button', { name: 'Continue' }),
  certify: page.getByRole('checkbox', { name: 'I certify this under penalties of perjury.' }),
  name: page.getByRole('textbox', { name: 'Your name' }),
  send: page.getByRole('button', { name: 'Send details' }),
  enter: page.getByRole('heading', { name: 'Enter your details' }),
  check: page.getByRole('heading', { name: 'Check and sign' }),
  reviewing: page.getByRole('heading', { name: 'We’re reviewing your details' }),
})

const sendBack = async (desk: Desk, { email }: Person, reason: string) => {
  type List = { invitations: { id: string; version: number; email: string }[] }
  const { invitations } = await asStaff<List>(desk, 'GET', `${INVITATIONS}?pageSize=200`)
  const found = invitations.find((each) => each.email === email)
  await asStaff(desk, 'POST', `${INVITATIONS}/send-back`, {
    ...{ id: found?.id, version: found?.version, reason },
  })
}

test('a vendor enters its details and corrects them', async ({ page, desk, complaints }) => {
  test.slow()
  complaints.allow(/ERR_FAILED|status of 40[019].*vendor-details/)
  const person = await addContractor(desk)
  await asStaff(desk, 'POST', INVITATIONS, { email: person.email, name: 'Reyes Carpentry' })
  const parts = partsOf(page)

  await test.step('the email leads to the form, and the token leaves the address', async () => {
    const mail = await mailTo(desk, person.email, 'needs your vendor details')
    await page.goto(linkIn(mail))
    await expect(page).toHaveURL('/vendor-details')
    await expect(page.getByRole('main')).toContainText('For Reyes Carpentry')
    await parts.next.click()
    await expect(parts.legalName).toBeFocused()
    await expect(page.getByText('Choose a tax classification.')).toBeVisible()
    await expect(page.getByText('The tax ID is required.')).toBeVisible()
    await expectAccessibleOnAllScreens(page, 'form with problems')
  })

  await test.step('the classification decides the type of the tax ID', async () => {
    await parts.legalName.fill('Jordan Reyes')
    await parts.business.fill('Reyes Carpentry')
    await parts.classification.selectOption('C corporation')
    await expect(parts.ein).toBeVisible()
    await expect(parts.type).toHaveCount(0)
    await parts.classification.selectOption('individual')
    await parts.type.selectOption('SSN')
    for (const other of ['Choose a state.', 'The tax ID is required.'])
      await expect(page.getByText(other)).toBeVisible()
    await parts.street.fill('118 Waterfront Road')
    await parts.city.fill('Astoria')
    await parts.state.selectOption('Oregon')
    await parts.zip.fill('97103')
    await parts.ssn.pressSequentially('000456789')
    await parts.next.click()
    await expect(page.getByText('Invalid SSN. Please check the format.')).toBeVisible()
    await expect(parts.ssn).toBeFocused()
    await parts.ssn.fill('123456789')
    await expect(parts.ssn).toHaveValue('123-45-6789')
  })

  await test.step('everything is shown once more, and signed', async () => {
    await parts.next.click()
    await expect(parts.check).toBeFocused()
    await expect(page.getByRole('form')).toContainText('SSN 123-45-6789')
    await parts.send.click()
    await expect(parts.certify).toBeFocused()
    await expectAccessibleOnAllScreens(page, 'signature with problems')
    await parts.certify.check()
    await parts.name.fill('Jordan Reyes')
  })

  await test.step('the browser’s Back button leads to the first step', async () => {
    await page.goBack()
    await expect(parts.enter).toBeFocused()
    await expect(parts.ssn).toHaveValue('123-45-6789')
    await parts.city.fill('')
    await page.goForward()
    await parts.next.click()
    await expect(parts.city).toBeFocused()
    await parts.city.fill('Astoria')
    await parts.next.click()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(parts.enter).toBeFocused()
    await parts.next.click()
    await expect(parts.check).toBeFocused()
    await expect(parts.name).toHaveValue('Jordan Reyes')
  })

  await test.step('nothing is lost if sending fails or leaving is canceled', async () => {
    await page.route(SUBMIT, (route) => route.abort(), { times: 1 })
    await parts.send.click()
    await expect(page.getByRole('alert')).toContainText('it’s safe to send it again')
    const locked = {
      error: 'These details are being accepted right now.',
      code: 'changed_meanwhile',
    }
    await page.route(SUBMIT, (route) => route.fulfill({ status: 409, json: locked }), { times: 1 })
    await parts.send.click()
    await expect(page.getByRole('alert')).toContainText(locked.error)
    const refusal = {
      error: 'Check the ZIP code.',
      code: 'invalid_input',
      field: 'address.zipCode',
    }
    await page.route(SUBMIT, (route) => route.fulfill({ status: 400, json: refusal }), { times: 1 })
    await parts.send.click()
    await expect(parts.zip).toBeFocused()
    await expect(page.getByText('Check the ZIP code.')).toBeVisible()
    await page.getByRole('link', { name: /home$/ }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(parts.ssn).toHaveValue('123-45-6789')
    await parts.zip.fill('97103-1234')
    await parts.next.click()
    await expect(parts.name).toHaveValue('Jordan Reyes')
  })

  await test.step('after sending, a reload shows what was sent, without the tax ID', async () => {
    let requests = 0
    await page.route(SUBMIT, (route) => {
      requests += 1
      return route.continue()
    })
    // Quicker than the page can draw.
    await parts.send.evaluate((button: HTMLButtonElement) => [button.click(), button.click()])
    await expect(parts.reviewing).toBeFocused()
    expect(requests).toBe(1)
    await page.reload()
    await expect(parts.reviewing).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Astoria, OR 97103-1234')
    await expect(page.getByRole('main')).toContainText('SSN ending in 6789')
    await expectAccessibleOnAllScreens(page, 'sent details')
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    expect(kept).not.toMatch(/123-?45-?6789/)
  })

  await test.step('details that staff sent back are corrected with the link in the new email', async () => {
    await sendBack(desk, person, 'The name and the number don’t match.')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'This link isn’t valid' })).toBeVisible()
    await expectAccessibleOnAllScreens(page, 'invalid link')
    await page.goto(linkIn(await mailTo(desk, person.email, 'need a correction')))
    await expect(page.getByRole('alert')).toContainText('The name and the number don’t match.')
    await expect(parts.legalName).toHaveValue('Jordan Reyes')
    await expect(parts.state).toHaveValue('OR')
    await expect(parts.ssn).toHaveValue('')
    await expect(page.getByRole('form')).toContainText('SSN ending in 6789')
    await parts.legalName.fill('Jordan A. Reyes')
    await parts.ssn.fill('123-45-6780')
    await parts.next.click()
    await parts.certify.check()
    await parts.name.fill('Jordan Reyes')
    await parts.send.click()
    await expect(parts.reviewing).toBeFocused()
  })

  await test.step('the portal emails a link to correct them again', async () => {
    await openPortal(page, desk, person)
    await page.getByRole('button', { name: 'Your details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your details' })
    await dialog.getByRole('button', { name: 'Email me a link' }).click()
    await expect(dialog.getByRole('status')).toContainText(`We emailed a link to ${person.email}`)
    await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused()
    await expectAccessibleOnAllScreens(page, 'link to the details')
    await page.goto(linkIn(await mailTo(desk, person.email, 'Your link to update your details')))
    await expect(page.getByRole('main')).toContainText('SSN ending in 6780')
    await page.getByRole('button', { name: 'Correct your details' }).click()
    await expect(parts.enter).toBeFocused()
    await expect(parts.legalName).toHaveValue('Jordan A. Reyes')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(parts.reviewing).toBeFocused()
  })
})
