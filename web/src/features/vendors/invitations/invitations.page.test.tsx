// Inviting vendors, the list of invitations, and removing one.
import {
  inviteVendor,
  removeVendorInvitation,
} from '@invoice-desk/contract/vendors/vendor-invitations'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { refuse } from '../../../../test/answers.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { invitationOf } from '../../../../test/vendor-invitations.ts'
import { INVITATIONS, mappingOf, parts, serveVendors } from '../../../../test/vendors.ts'

const INVITE = `POST ${inviteVendor.path}`
const REMOVE = `DELETE ${removeVendorInvitation.path}`
const EMAIL = 'fern@mapped.example'

const invite = page.getByRole('button', { name: 'Invite Vendor' })
const dialog = page.getByRole('dialog')
const email = dialog.getByRole('textbox', { name: 'Email' })
const name = dialog.getByRole('textbox', { name: 'Name' })
const send = dialog.getByRole('button', { name: 'Send link' })

it('invites a vendor once its email is valid', async () => {
  const { sent } = await openPage('/vendors', {
    answers: { ...serveVendors([]), [INVITE]: { invitation: invitationOf(EMAIL) } },
  })
  await invite.click()
  await name.fill('Fern & Fable')
  await send.click()
  await expect.element(dialog.getByText('Enter a valid email address.')).toBeVisible()
  await expect.element(email).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard(`${EMAIL}{Enter}`)
  await expect.element(page.getByText(`We emailed a link to ${EMAIL}`)).toBeVisible()
  await expect.element(invite).toHaveFocus()
  const { body } = sent.find((each) => each.name === INVITE) ?? {}
  expect(body).toEqual({ email: EMAIL, name: 'Fern & Fable' })
})

it('asks for what a 1099 form lacks, and leads to details that were already sent', async () => {
  const lacking = mappingOf(EMAIL, { isTracked: true, details: 'lacking' })
  const id = invitationOf(EMAIL).id
  const error = `${EMAIL} has already sent details.`
  await openPage('/vendors', {
    answers: {
      ...serveVendors([lacking]),
      [INVITE]: refuse(409, { error, code: 'changed_meanwhile', invitationId: id }),
    },
  })
  await page.getByRole('button', { name: `Ask for details: ${EMAIL}` }).click()
  await expect.element(email).toHaveValue(EMAIL)
  await expect.element(name).toHaveValue('Kestrel Courier')
  await send.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('has already sent details')
  const review = dialog.getByRole('link', { name: 'Review the details' })
  await expect.element(review).toHaveAttribute('href', `/vendors?review=${id}`)
})

it('has its button in a menu on a phone, which gets the focus back', async () => {
  await openPage('/vendors', { answers: serveVendors([]) })
  await page.viewport(390, 844)
  const more = page.getByRole('button', { name: 'Actions', exact: true })
  await more.click()
  await invite.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(more).toHaveFocus()
  await page.viewport(1280, 800)
})

it('lists invitations with those to review, and removes one', async () => {
  const invited = invitationOf(EMAIL)
  const submitted = invitationOf('moss@mapped.example', {
    id: '0b6e4b8e-6a55-4f0e-9a57-0c7f1f6f6a03',
    state: 'submitted',
    submittedAt: '2026-11-17T12:00:00.000Z',
  })
  const { answer, sent } = await openPage('/vendors', {
    answers: {
      ...serveVendors([]),
      [INVITATIONS]: { invitations: [submitted, invited], total: 2, toReview: 1 },
      [REMOVE]: { message: 'Removed' },
    },
  })
  await page.getByRole('link', { name: /^Invitations ?1 to review$/ }).click()
  const { row } = parts
  await expect.element(row(EMAIL)).toMatchTextContent('Fern & Fable')
  await expect.element(row(EMAIL)).toMatchTextContent('Invited')
  await expect.element(row(EMAIL)).toMatchTextContent('Link works until')
  await expect.element(row(submitted.email)).toMatchTextContent('To review')
  const review = page.getByRole('link', { name: `Review ${submitted.email}` })
  await expect.element(review).toHaveAttribute('href', `/vendors?review=${submitted.id}`)
  await expectAccessibleOnAllScreens()

  await page.getByRole('button', { name: `Remove ${EMAIL}` }).click()
  answer({ [INVITATIONS]: { invitations: [submitted], total: 1, toReview: 1 } })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('Invitation removed')).toBeVisible()
  await expect.element(row(EMAIL)).not.toBeInTheDocument()
  const { body } = sent.find((each) => each.name === REMOVE) ?? {}
  expect(body).toEqual({ id: invited.id, version: 1 })
})
