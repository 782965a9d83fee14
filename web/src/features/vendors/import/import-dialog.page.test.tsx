// Mapping vendors that are already in QuickBooks: choosing them, an error, and what was skipped.
import { importVendors, listImportableVendors } from '@invoice-desk/contract/vendors/vendor-import'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { held, lost } from '../../../../test/answers.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { parts, serveVendors } from '../../../../test/vendors.ts'

const IMPORT = `POST ${importVendors.path}`

const vendorNamed = (name: string, email = name) => ({
  id: name,
  name,
  email: `${email}@import.example`,
  track1099: false,
  taxIdLast4: '',
})

const dialog = page.getByRole('dialog', { name: 'Import from QuickBooks' })
const checkbox = (name: string | RegExp) => dialog.getByRole('checkbox', { name })
const button = (name: string) => dialog.getByRole('button', { name })

it('maps the chosen vendors, keeps the choice after an error, and says what was skipped', async () => {
  const vendors = [
    ...['oak', 'fern shop', 'moss shop', 'ivy shop'].map((name) => vendorNamed(name)),
    vendorNamed('ivy shop two', 'ivy shop'),
  ]
  const { answer, sent } = await openPage('/vendors', {
    answers: {
      ...serveVendors([]),
      [`GET ${listImportableVendors.path}`]: { vendors, withoutEmail: 1 },
    },
  })
  await page.getByRole('button', { name: 'Import from QuickBooks' }).click()
  await dialog.getByRole('searchbox', { name: 'Search' }).fill('shop')
  await checkbox("Select all 2 vendors found that don't share an email").click()
  await expect.element(dialog.getByText('Same email as ivy shop', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('2 selected')).toBeVisible()
  await checkbox('moss shop').click()
  await expect.element(button('Import 1 vendor')).toBeVisible()
  await checkbox('moss shop').click()
  await dialog.getByRole('combobox', { name: 'Bill account for all of them' }).fill('advert')
  await parts.option('Advertising').click()
  await checkbox(/^Also ask them for their details/).click()
  await expectAccessibleOnAllScreens()

  // It stays open until the answer.
  const failing = held(lost)
  answer({ [IMPORT]: failing.answer })
  const map = button('Import 2 vendors')
  await map.click()
  await expect.poll(() => dialog.element().querySelector('[aria-busy="true"]')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  failing.release()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent("We can't reach the server.")

  const reason = "It's already mapped to other@import.example."
  answer({ [IMPORT]: { added: 1, invited: 1, skipped: [{ name: 'moss shop', reason }] } })
  await map.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('1 vendor imported. 1 invitation sent. 1 vendor skipped:')
  await expect.element(dialog.getByRole('listitem')).toMatchTextContent(reason)
  expect(sent.findLast(({ name }) => name === IMPORT)?.body).toEqual({
    vendorIds: ['fern shop', 'moss shop'],
    qbBillAccount: 'Advertising',
    invite: true,
  })
  await button('Close').last().click()
  await expect.element(dialog).not.toBeInTheDocument()
})
