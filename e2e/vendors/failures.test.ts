// QuickBooks fails or refuses the connection: the list still works.
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'
import { addMapping, listOf, parts } from '../support/vendors.ts'

const DOWN = { provider: 'quickbooks', mode: 'error', match: '/query', times: 1_000 } as const

test('mappings can be changed while QuickBooks is down, and a notice leads to reconnecting it', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/50[02]|409/)
  const { email: address } = await addMapping(desk)
  const { error, row, edit, email, update, add } = parts(page)
  await connectQuickBooks(desk)
  await desk.addFault(DOWN)
  await signIn(page, STAFF, listOf(address))
  await expect(error).toHaveText('Error: Failed to fetch accounts')
  await page.getByRole('button', { name: 'Back to the vendors' }).click()
  await edit(address).click()
  await expect(error).toHaveText('Error: Failed to fetch accounts')
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await email.fill(`new.${address}`)
  await update.click()
  await expect(row(`new.${address}`)).toContainText('Kestrel Courier')

  await test.step('without a connection', async () => {
    await desk.clearFaults()
    await connectQuickBooks(desk)
    await desk.ask('POST', '/quickbooks/switches/kill-refresh-tokens', {})
    await desk.ask('POST', '/quickbooks/switches/expire-access-tokens', {})
    await page.reload()
    await expect(row(`new.${address}`)).toBeVisible()
    await expect(page.getByText(/reconnect QuickBooks/)).toBeVisible()
    await add.click()
    await page.getByRole('link', { name: 'Manage connections' }).click()
    await expect(page).toHaveURL('/connections')
  })
})
