// The review of a vendor's details: what accepting changes, warnings, refusals, and sending them back.
import {
  acceptVendorDetails,
  reviewVendorInvitation,
  sendBackVendorDetails,
} from '@invoice-desk/contract/vendors/vendor-invitations'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectAccessibleOnAllScreens } from '../../../../../test/accessible.ts'
import { refuse } from '../../../../../test/answers.ts'
import { openPage } from '../../../../../test/open-page.tsx'
import { DETAILS, invitationOf, similarOf } from '../../../../../test/vendor-invitations.ts'
import { INVITATIONS, mappingOf, parts, serveVendors } from '../../../../../test/vendors.ts'

const REVIEW = `GET ${reviewVendorInvitation.path}`
const ACCEPT = `POST ${acceptVendorDetails.path}`
const SEND_BACK = `POST ${sendBackVendorDetails.path}`

const EMAIL = 'fern@mapped.example'
const NAME = 'Fern & Fable'
const submittedAt = '2026-11-17T12:00:00.000Z'
const INVITATION = invitationOf(EMAIL, { state: 'submitted', submittedAt })
const SIMILAR = similarOf(NAME, { email: EMAIL })

const button = (name: string) => page.getByRole('button', { name })
const title = page.getByRole('heading', { name: `Review details from ${NAME}` })
const alert = page.getByRole('alert')

const openReview = (reviewed: object = {}) =>
  openPage(`/vendors?review=${INVITATION.id}`, {
    answers: {
      ...serveVendors([]),
      [INVITATIONS]: { invitations: [INVITATION], total: 1, toReview: 1 },
      [REVIEW]: { invitation: INVITATION, details: DETAILS, similar: [], ...reviewed },
    },
  })

it('compares the details with a similar vendor, and updates that one', async () => {
  const { answer, sent } = await openReview({ similar: [SIMILAR] })
  await expect.element(title).toHaveFocus()
  await expect.element(page.getByText('EIN ending in 4417').first()).toBeVisible()
  const update = page.getByRole('radio', { name: `Update ${NAME}`, exact: true })
  await expect.element(update).toBeChecked()
  const changes = page.getByRole('table', { name: `What accepting changes for ${NAME}` })
  await expect
    .element(changes.getByRole('row', { name: /^Address/ }))
    .toMatchTextContent(/9 Old Road, Portland, OR 97201.*7 Quay Street, Astoria, OR 97103 Changes/)
  await expect.element(changes.getByRole('row', { name: /^Tax ID/ })).toMatchTextContent('None')
  await expect.element(changes.getByRole('row', { name: /^Email/ })).toMatchTextContent('No change')
  await expectAccessibleOnAllScreens()

  await page.getByRole('radio', { name: 'Create a new vendor' }).click()
  await expect
    .element(alert)
    .toHaveTextContent(`${NAME} may be the same vendor. A new one could be a duplicate.`)
  const error = `QuickBooks already has a vendor named ${NAME}.`
  answer({ [ACCEPT]: refuse(409, { error, code: 'qbo_name_taken' }) })
  await button('Accept and create vendor').click()
  const name = page.getByRole('textbox', { name: 'Vendor name' })
  await expect.element(name).toHaveAccessibleDescription(error)
  await expect.element(name).toHaveFocus()
  await update.click()

  // Enter in a field accepts nothing while someone writes what to correct.
  const accepted = () => sent.filter((each) => each.name === ACCEPT)
  await button('Send back').click()
  parts.account.element().focus()
  await userEvent.keyboard('{Enter}')
  await button('Cancel').click()
  expect(accepted()).toHaveLength(1)

  await parts.account.fill('advert')
  await parts.option('Advertising').click()
  answer({
    [ACCEPT]: { mapping: mappingOf(EMAIL, { vendor: NAME }), isNew: false },
    [INVITATIONS]: { invitations: [], total: 0, toReview: 0 },
  })
  await button('Accept and update vendor').click()
  await expect.element(page.getByText(new RegExp(`^${NAME} is up to date in`))).toBeVisible()
  expect(location.search).toBe('?tab=invitations')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(page.getByText('No open invitations.')).toBeVisible()
  expect(accepted()[1]?.body).toEqual({
    ...{ id: INVITATION.id, version: 1, vendorId: NAME, name: NAME, mappingVersion: 0 },
    ...{ qbBillAccount: 'Advertising', track1099: true },
  })
})

it('starts over if the mapping has changed since', async () => {
  const mapping = mappingOf(EMAIL, { vendor: 'Gull Rock' })
  const { answer } = await openReview({ mapping })
  const warning = (vendor: string) =>
    `This email is mapped to ${vendor}. Accepting changes that to ${NAME}.`
  await expect.element(alert).toHaveTextContent(warning('Gull Rock'))
  const changed = { ...mapping, vendor: 'Gull Rock Inc', version: 2 }
  const reviewed = { invitation: INVITATION, details: DETAILS, similar: [] }
  answer({
    [ACCEPT]: refuse(409, { error: 'Someone else changed this.', code: 'changed_meanwhile' }),
    [REVIEW]: { ...reviewed, mapping: changed },
  })
  await button('Accept and create vendor').click()
  await button('Load current details').click()
  await expect.element(button('Load current details')).not.toBeInTheDocument()
  await expect.element(title).toHaveFocus()
  await expect.element(alert).toHaveTextContent(warning('Gull Rock Inc'))
})

it('sends details back with a reason, which is kept while someone looks something up', async () => {
  const { answer, sent } = await openReview()
  await button('Send back').click()
  const reason = page.getByRole('textbox', { name: 'What needs to be corrected?' })
  await expect.element(reason).toHaveFocus()
  await button('Send back').click()
  await expect.element(page.getByText('Tell the vendor what to correct.')).toBeVisible()
  await expectAccessible()
  await reason.fill('Please enter your full legal name.')
  await page.getByRole('link', { name: 'All invitations' }).click()
  await page.getByRole('link', { name: `Review ${EMAIL}` }).click()
  await expect.element(reason).toHaveValue('Please enter your full legal name.')

  const sentBack = { ...INVITATION, state: 'sent_back' }
  answer({
    [SEND_BACK]: { invitation: sentBack },
    [INVITATIONS]: { invitations: [sentBack], total: 1, toReview: 0 },
    [REVIEW]: { invitation: sentBack, details: DETAILS, similar: [] },
  })
  await button('Send back').click()
  await expect.element(page.getByText(`We asked ${EMAIL} to correct the details`)).toBeVisible()
  await expect.element(parts.row(EMAIL)).toMatchTextContent('Sent back')
  const { body } = sent.find((each) => each.name === SEND_BACK) ?? {}
  expect(body).toMatchObject({ reason: 'Please enter your full legal name.' })
  window.history.back()
  await expect.element(page.getByText(/^These details were sent back to the vendor/)).toBeVisible()
})
