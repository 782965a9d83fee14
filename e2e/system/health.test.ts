// An administrator tests the services of the installation, sends a test email, and checks off a step of the go-live list.
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { ADMIN } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('tests all services and the email, and the page remembers what is done', async ({
  page,
  desk,
}) => {
  const services = page.getByRole('region', { name: 'Services' })
  const list = page.getByRole('region', { name: 'Go-live checklist' })
  const backup = list.getByRole('checkbox', { name: 'Back up and restore' })
  const done = list.getByText(`by ${ADMIN.email}`)
  const save = async () => {
    const saved = page.waitForResponse('**/api/health/go-live')
    await backup.press('Space')
    await saved
  }

  await signIn(page, ADMIN, '/settings')
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  // The page has a security policy of its own, so it loads fully. The navigation must still show where the person is.
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.getByRole('button', { name: 'Test all' }).click()
  await expect(services).toContainText('10 services passed their last test.')
  await expect(list).toContainText('This list is for the real services.')

  const to = 'health.test@harborfinch.example'
  await page.getByRole('textbox', { name: 'To' }).fill(to)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await waitForMail(desk, to, 'Test email')

  await save()
  await page.reload()
  await expect(backup).toBeChecked()
  await expect(done).toBeVisible()
  await expect(services).toContainText('10 services passed their last test.')
  await expectAccessibleOnAllScreens(page, 'health', list)
  await save()
})
