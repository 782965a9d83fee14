// The form where an invited vendor enters its details: its steps, problems and failures, and where a link leads.
import {
  openVendorDetails,
  submitVendorDetails,
} from '@invoice-desk/contract/vendors/vendor-details'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { type Answers, lost, refuse } from '../../../../test/answers.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { DETAILS } from '../../../../test/vendor-invitations.ts'
import { takeLinkToken } from '../../../shared/navigation/link-token.ts'

const PATH = '/vendor-details'
const OPEN = `POST ${openVendorDetails.path}`
const SEND = `POST ${submitVendorDetails.path}`

const field = (name: string) => page.getByRole('textbox', { name })
const choice = (name: string) => page.getByRole('combobox', { name })
const heading = (name: string) => page.getByRole('heading', { name })

const legalName = field('Legal name')
const city = field('City')
const zip = field('ZIP code')
const ssn = field('Social security number (SSN)')
const signer = field('Your name')
const certify = page.getByRole('checkbox', { name: /^I certify this under penalties of perjury\./ })
const next = page.getByRole('button', { name: 'Continue' })
const send = page.getByRole('button', { name: 'Send details' })
const enter = heading('Enter your details')
const check = heading('Check and sign')
const reviewing = heading('We’re reviewing your details')

const INVITED = {
  email: 'jordan@reyes.example',
  name: 'Reyes Carpentry',
  state: 'invited',
  expiresAt: '2030-01-01T12:00:00.000Z',
}
const SENT = {
  ...DETAILS,
  legalName: 'Jordan Reyes',
  classification: 'individual',
  taxIdType: 'SSN',
  taxIdLast4: '6789',
} as const

/** As after the link in the email. */
const openLink = (opened: object, answers: Answers = {}) => {
  const location = { pathname: PATH, search: '?token=from-the-email', hash: '' }
  takeLinkToken([PATH], { location, history: { state: null, replaceState: () => {} } })
  return openPage(PATH, { as: null, answers: { [OPEN]: opened, ...answers } })
}

const fillIn = async () => {
  await legalName.fill('Jordan Reyes')
  await choice('Tax classification').selectOptions('individual')
  await choice('Tax ID type').selectOptions('SSN')
  await field('Street address').fill('118 Waterfront Road')
  await city.fill('Astoria')
  await choice('State').selectOptions('Oregon')
  await zip.fill('97103')
  await ssn.fill('123456789')
}

const fillAndSign = async () => {
  await fillIn()
  await next.click()
  await certify.click()
  await signer.fill('Jordan Reyes')
}

it('shows all problems, and the classification decides the type of the tax ID', async () => {
  const { sent } = await openLink(INVITED)
  await expect.element(page.getByRole('main')).toMatchTextContent('For Reyes Carpentry')
  expect(sent[0]?.body).toEqual({ token: 'from-the-email' })
  await next.click()
  await expect.element(legalName).toHaveFocus()
  await expect.element(page.getByText('Choose a tax classification.')).toBeVisible()
  await expect.element(page.getByText('The tax ID is required.')).toBeVisible()
  await expectAccessibleOnAllScreens()

  await choice('Tax classification').selectOptions('C corporation')
  await expect.element(field('Employer identification number (EIN)')).toBeVisible()
  await expect.element(choice('Tax ID type')).not.toBeInTheDocument()
  await choice('Tax classification').selectOptions('individual')
  await choice('Tax ID type').selectOptions('SSN')
  for (const other of ['Choose a state.', 'The tax ID is required.'])
    await expect.element(page.getByText(other)).toBeVisible()
  await fillIn()
  await ssn.fill('000456789')
  await next.click()
  await expect.element(page.getByText('Invalid SSN. Please check the format.')).toBeVisible()
  await expect.element(ssn).toHaveFocus()
  await ssn.fill('123456789')
  await expect.element(ssn).toHaveValue('123-45-6789')
})

it('shows everything once more before it is signed, and Back leads to the first step', async () => {
  await openLink(INVITED)
  await fillIn()
  await next.click()
  await expect.element(check).toHaveFocus()
  await expect.element(page.getByRole('form')).toMatchTextContent('SSN 123-45-6789')
  await send.click()
  await expect.element(certify).toHaveFocus()
  await expectAccessibleOnAllScreens()
  await signer.fill('Jordan Reyes')

  window.history.back()
  await expect.element(enter).toHaveFocus()
  await expect.element(ssn).toHaveValue('123-45-6789')
  await city.fill('')
  // The browser's Forward button doesn't skip the check of the first step.
  window.history.forward()
  await next.click()
  await expect.element(city).toHaveFocus()
  await city.fill('Astoria')
  await next.click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(enter).toHaveFocus()
  await next.click()
  await expect.element(check).toHaveFocus()
  await expect.element(signer).toHaveValue('Jordan Reyes')
})

it('loses nothing if sending fails or leaving is canceled', async () => {
  const { answer } = await openLink(INVITED, { [SEND]: lost })
  await fillAndSign()
  const alert = page.getByRole('alert')
  await send.click()
  await expect.element(alert).toMatchTextContent('it’s safe to send it again')
  const error = 'These details are being accepted right now.'
  answer({ [SEND]: refuse(409, { error, code: 'changed_meanwhile' }) })
  await send.click()
  await expect.element(alert).toMatchTextContent(error)
  const refusal = { error: 'Check the ZIP code.', code: 'invalid_input', field: 'address.zipCode' }
  answer({ [SEND]: refuse(400, refusal) })
  await send.click()
  await expect.element(zip).toHaveFocus()
  await expect.element(page.getByText('Check the ZIP code.')).toBeVisible()
  await page.getByRole('link', { name: /home$/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(ssn).toHaveValue('123-45-6789')
  await zip.fill('97103-1234')
  await next.click()
  await expect.element(signer).toHaveValue('Jordan Reyes')
})

it('sends once, and a reload shows what was sent, without the tax ID', async () => {
  const answered = { message: 'Thanks', details: SENT }
  const { sent, answer, reload } = await openLink(INVITED, { [SEND]: answered })
  await fillAndSign()
  // Quicker than the page can draw.
  const button = send.element() as HTMLButtonElement
  button.click()
  button.click()
  await expect.element(reviewing).toHaveFocus()
  const posts = sent.filter(({ name }) => name === SEND)
  expect(posts).toHaveLength(1)
  expect(posts[0]?.body).toMatchObject({ token: 'from-the-email', taxId: '123-45-6789' })
  const kept = JSON.stringify({ ...sessionStorage, ...localStorage })
  expect(kept).toContain('from-the-email')
  expect(kept).not.toMatch(/123-?45-?6789/)

  answer({ [OPEN]: { ...INVITED, state: 'submitted', details: SENT } })
  await reload()
  await expect.element(reviewing).toBeVisible()
  const main = page.getByRole('main')
  await expect.element(main).toMatchTextContent('Astoria, OR 97103')
  await expect.element(main).toMatchTextContent('SSN ending in 6789')
  await expectAccessibleOnAllScreens()

  await page.getByRole('button', { name: 'Correct your details' }).click()
  await expect.element(enter).toHaveFocus()
  await expect.element(legalName).toHaveValue('Jordan Reyes')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(reviewing).toHaveFocus()
})

it('says why staff sent details back, and asks for the tax ID again', async () => {
  const reason = 'The name and the number don’t match.'
  await openLink({ ...INVITED, state: 'sent_back', reason, details: SENT })
  await expect.element(page.getByRole('alert')).toMatchTextContent(reason)
  await expect.element(legalName).toHaveValue('Jordan Reyes')
  await expect.element(choice('State')).toHaveValue('OR')
  await expect.element(ssn).toHaveValue('')
  await expect.element(page.getByRole('form')).toMatchTextContent('SSN ending in 6789')
})

it('says that a link is not valid, has expired or is needed', async () => {
  await openLink(refuse(401, { error: 'x', code: 'token_invalid' }))
  await expect.element(heading('This link isn’t valid')).toBeVisible()
  await expectAccessibleOnAllScreens()
  await openLink(refuse(401, { error: 'x', code: 'token_expired' }))
  await expect.element(heading('This link has expired')).toBeVisible()
  await openPage(PATH, { as: null })
  await expect.element(heading('Open the link in your email')).toBeVisible()
})
