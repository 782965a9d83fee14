// A contractor asks for a link to correct their details.
import { requestDetailsLink } from '@invoice-desk/contract/vendors/vendor-details'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { newContractor, openPortal } from '../../../../test/contractor.ts'

it('emails a link and says where to', async () => {
  const person = newContractor()
  await openPortal(person, {
    answers: { [`POST ${requestDetailsLink.path}`]: { message: 'Sent' } },
  })
  await page.getByRole('button', { name: 'Your details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your details' })
  await dialog.getByRole('button', { name: 'Email me a link' }).click()
  await expect
    .element(dialog.getByRole('status'))
    .toMatchTextContent(`We emailed a link to ${person.email}`)
  await expect.element(dialog.getByRole('button', { name: 'Close' }).last()).toHaveFocus()
  await expectAccessibleOnAllScreens()
})
