// Messages that wait because Google withdrew its permission, or because Gmail's daily limit is reached.
import { sendMail } from '@invoice-desk/testing/relay/send-mail'
import {
  addConnectedDevice,
  addGmail,
  connectOnGoogle,
  openRelay,
  partsOf,
  SENDER,
} from '../support/relay.ts'
import { expect, test } from '../support/test.ts'

const PERSONAL_LIMIT = 500

test('says why messages wait, and sends them once the account is connected again', async ({
  page,
  desk,
}) => {
  const device = await addConnectedDevice(desk)
  const { address, name } = device
  const { account, message } = partsOf(page)
  const send = (subject: string) =>
    sendMail(desk, device, { from: SENDER, to: 'bo@client.example', subject, text: 'Page 1' })
  await desk.ask('POST', '/google/consents/withdraw', { email: address })
  await send(`${name} consent`)
  await openRelay(page)

  await expect(message(`${name} consent`)).toContainText('Waiting')
  await expect(account(address)).toContainText('Consent withdrawn')
  await expect(account(address)).toContainText('Google no longer lets us send')
  await expect(send('refused')).rejects.toMatchObject({ responseCode: 451 })
  const again = page.getByRole('button', { name: `Connect again ${address}` })
  const other = await addGmail(desk)
  await again.click()
  await connectOnGoogle(page, other)
  const wrong = `You connected ${other}, but ${address} still isn’t connected.`
  await expect(page.getByText(wrong)).toBeVisible()
  await again.click()
  await connectOnGoogle(page, address)
  await expect(message(`${name} consent`)).toContainText('Sent')

  await desk.ask('POST', '/google/settings', { personalRecipientsPerDay: 1 })
  try {
    await send(`${name} limit`)
    await expect(message(`${name} limit`)).toContainText('Waiting')
    await expect(message(`${name} limit`)).toContainText('Next try')
    await expect(account(address)).toContainText('Gmail’s daily limit is reached. Messages wait')
    await page.getByRole('button', { name: `Send test message ${name}` }).click()
    await expect(page.getByText(/^The test message to .* waits until .* daily limit/)).toBeVisible()
  } finally {
    await desk.ask('POST', '/google/settings', { personalRecipientsPerDay: PERSONAL_LIMIT })
  }
})
