// The 1099 report: who was paid how much, what their form lacks, and asking them for it.
import { type Form1099Vendor, readForm1099 } from '@invoice-desk/contract/vendors/form-1099'
import { inviteVendor } from '@invoice-desk/contract/vendors/vendor-invitations'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { invitationOf } from '../../../../test/vendor-invitations.ts'
import { parts, serveVendors } from '../../../../test/vendors.ts'

const REPORT = `GET ${readForm1099.path}`
const INVITE = `POST ${inviteVendor.path}`

const ELM: Form1099Vendor = {
  id: '1',
  name: 'Elm Grove Landscaping',
  email: 'pay@elmgrove.example',
  taxIdLast4: '',
  lacks: ['tax_id'],
  paidCents: 264_000,
  paidByCardCents: 0,
  isReportable: true,
}

const reportOf = (...vendors: readonly Form1099Vendor[]) => ({
  year: 2026,
  thresholdCents: 200_000,
  isThresholdKnown: true,
  state: 'known',
  vendors,
})

it('says what is missing for the form, and asks the vendor for it', async () => {
  const answers = { ...serveVendors([]), [REPORT]: reportOf(ELM) }
  const { answer, sent } = await openPage('/vendors', { answers })
  await page.getByRole('link', { name: '1099', exact: true }).click()
  const elm = parts.row(ELM.name)
  await expect.element(page.getByText(/\$2,000/).first()).toBeVisible()
  for (const text of ['$2,640.00', 'To report', 'No tax ID'])
    await expect.element(elm).toMatchTextContent(text)
  await expectAccessibleOnAllScreens()

  const invitation = invitationOf(ELM.email, { name: ELM.name })
  answer({ [INVITE]: { invitation }, [REPORT]: reportOf({ ...ELM, invitation: 'invited' }) })
  await page.getByRole('button', { name: `Ask for details from ${ELM.name}` }).click()
  const ask = page.getByRole('dialog', { name: 'Ask for details' })
  await expect.element(ask.getByRole('textbox', { name: 'Email' })).toHaveValue(ELM.email)
  await ask.getByRole('button', { name: 'Send link' }).click()
  await expect.element(page.getByText(`We emailed a link to ${ELM.email}`)).toBeVisible()
  await expect.element(elm).toMatchTextContent('Invited')
  const { body } = sent.find(({ name }) => name === INVITE) ?? {}
  expect(body).toEqual({ email: ELM.email, name: ELM.name })
})
