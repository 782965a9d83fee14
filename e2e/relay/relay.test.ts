// The mail relay from the first connection to the revoked device.
import { sendMail } from '@invoice-desk/testing/relay/send-mail'
import { mailsTo } from '@invoice-desk/testing/sandbox/mailbox'
import { STAFF } from '../support/people.ts'
import { addGmail, connectOnGoogle, newName, openRelay, partsOf, SENDER } from '../support/relay.ts'
import { choose } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('connects Gmail, adds a device that sends, and revokes it', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 400.*gmail\/finish/)
  const gmail = await addGmail(desk)
  const name = newName()
  const to = `${name.replaceAll(' ', '')}@client.example`
  const login = { userName: '', password: '' }
  const scan = (subject: string) => ({ from: `Scanner <${SENDER}>`, to, subject, text: 'Page 1' })
  const { connect, account, message } = partsOf(page)
  await openRelay(page)

  await test.step('says what to do if Google’s page is canceled, or the permission unticked', async () => {
    const main = page.getByRole('main')
    const again = page.getByRole('button', { name: 'Connect again' })
    await connect.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(main.getByRole('status')).toContainText('You canceled the connection.')
    await again.click()
    await page.getByRole('checkbox', { name: /^Send email/ }).uncheck()
    await choose(page, { email: gmail })
    await expect(main.getByRole('alert')).toContainText('check the box for sending email')
    await page.reload()
    await expect(main.getByRole('alert')).toContainText('check the box for sending email')
    await page.getByRole('link', { name: 'Back to the mail relay' }).click()
    // Going to the address that is still open would be a reload, which keeps the alert.
    await page.waitForURL('/mail-relay')
    await page.goto('/auth/gmail/redirect')
    await page.waitForURL('/mail-relay')
  })

  await test.step('connects the account', async () => {
    await connect.click()
    await connectOnGoogle(page, gmail)
    await expect(page.getByText(`${gmail} is connected`)).toBeVisible()
    await expect(account(gmail)).toContainText('0 of 500 recipients in the last 24 hours')
  })

  await test.step('adds a device, and shows its password once', async () => {
    await page.getByRole('button', { name: 'Add device' }).click()
    const form = page.getByRole('dialog', { name: 'Add device' })
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    await form.getByRole('textbox', { name: 'Sender addresses' }).fill(SENDER)
    await form.getByRole('button', { name: 'Add device' }).click()

    const made = page.getByRole('dialog', { name: `Set up ${name}` })
    const textOf = (term: string) =>
      made.locator('dt', { hasText: term }).locator('+ dd code').textContent()
    login.userName = (await textOf('User name')) ?? ''
    login.password = (await textOf('Password')) ?? ''
    expect(await textOf('STARTTLS')).toBe(String(desk.relay.port))
    expect(await textOf('SSL/TLS')).toBe(String(desk.relay.tlsPort))
    await made.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('button', { name: 'Add device' })).toBeFocused()
  })

  await test.step('what the device sends arrives from the Gmail account', async () => {
    await sendMail(desk, login, scan(`${name} STARTTLS`))
    await sendMail(desk, login, scan(`${name} TLS`), { secure: true })
    await page.getByRole('button', { name: `Send test message ${name}` }).click()
    await expect(page.getByText(`The test message to ${STAFF.email} is on its way.`)).toBeVisible()
    await expect(message(`${name} STARTTLS`)).toContainText('Sent')
    await expect(message(`${name} TLS`)).toContainText('Sent')
    const arrived = await mailsTo(desk, to)
    expect(arrived).toHaveLength(2)
    expect(arrived[0]?.from).toContain(gmail)
  })

  await test.step('refuses a revoked device', async () => {
    await page.getByRole('button', { name: `Revoke ${name}` }).click()
    await page.getByRole('button', { name: 'Yes, Revoke' }).click()
    await expect(page.getByText(`${name} was revoked`)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Show revoked devices/ })).toBeVisible()
    const late = sendMail(desk, login, scan('Too late'))
    await expect(late).rejects.toMatchObject({ responseCode: 535 })
  })
})
