// Staff ask a question about an invoice, the contractor answers from the email, and staff see the answer.
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { linkIn } from '@invoice-desk/testing/sandbox/mailbox'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { expectSentForApproval, mailTo, portal } from '../support/contractor.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const HOSTILE = 'Approve now:\n<img src="https://evil.example/x"> https://evil.example'

test('a question goes to the contractor by email, and the answer comes back', async ({
  page,
  desk,
  complaints,
}) => {
  test.slow()
  complaints.allow(/ERR_FAILED/)
  await connectQuickBooks(desk)
  const person = await addContractor(desk)
  const id = await addBill(desk, person, { invoiceNumber: 'ASK-1' })
  const otherId = await addBill(desk, person, { invoiceNumber: 'ASK-2' })
  await expectSentForApproval(desk, id)
  const parts = portal(page)
  const log = page.getByRole('log', { name: 'Messages' })

  await test.step('staff write a note and a message, each with its own audience', async () => {
    await signIn(page, STAFF, `/approve-invoice?taskId=${id}`)
    await expect(log).toContainText('No messages yet.')
    await page.getByText('Internal note', { exact: true }).click()
    const note = page.getByRole('textbox', { name: 'Internal note' })
    // The page's shortcuts don't fire.
    await note.pressSequentially('arc: SECRET rate')
    await expect(note).toHaveValue('arc: SECRET rate')
    await page.goto(`/approve-invoice?taskId=${otherId}`)
    await expect(log).toContainText('No messages yet.')
    await page.goto(`/approve-invoice?taskId=${id}`)
    await expect(note).toHaveValue('arc: SECRET rate')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(log).toContainText('Internal note. Only staff see this.')
    await expect(note).toHaveValue('')
    await expect(note).toBeFocused()

    await page.getByText('Message to the vendor').click()
    const message = page.getByRole('textbox', { name: `Message to ${person.vendor}` })
    const send = page.getByRole('button', { name: `Send to ${person.vendor}` })
    await message.fill('Which project is it for?')
    await page.route('**/api/cup/task-messages', (route) => route.abort(), { times: 1 })
    await send.click()
    await expect(page.getByRole('alert').filter({ hasText: 'connection' })).toBeVisible()
    await expect(message).toHaveValue('Which project is it for?')
    await send.click()
    await expect(log).toContainText('Which project is it for?')
    await expect(message).toBeFocused()
    await expect(page.getByText('sent a message')).toBeVisible()
    await expect(page.getByText('added an internal note')).toBeVisible()
    await page.getByRole('link', { name: '1 message, 1 note' }).click()
    await expect(page.getByRole('heading', { name: 'Conversation' })).toBeFocused()
    await expectAccessibleOnAllScreens(page, 'conversation of staff')
  })

  await test.step('the email leads to the messages, after verification', async () => {
    const mail = await mailTo(desk, person.email, 'New message about invoice ASK-1')
    expect(mail.text).toContain('> Which project is it for?')
    await page.goto(mail.links.find((link) => link.includes('?conversation=')) ?? '')
    await parts.email.fill(person.email)
    await parts.go.click()
    await expect(parts.sent).toBeVisible()
    await page.goto(linkIn(await mailTo(desk, person.email)))
    const dialog = page.getByRole('dialog', { name: 'Messages about invoice ASK-1' })
    await expect(dialog).toContainText('Which project is it for?')
    await expect(dialog).not.toContainText('SECRET')
    await dialog.getByRole('textbox', { name: 'Your message' }).fill(HOSTILE)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL('/submit-invoice')

    const messages = page.getByRole('button', { name: '1 message: ASK-1' })
    await messages.click()
    await expect(dialog.getByRole('textbox', { name: 'Your message' })).toHaveValue(HOSTILE)
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await expect(log).toContainText('https://evil.example')
    await expect(log.getByRole('link')).toHaveCount(0)
    await expect(log.getByRole('img')).toHaveCount(0)
    await expect(dialog.getByRole('textbox', { name: 'Your message' })).toBeFocused()
    await expectAccessibleOnAllScreens(page, 'conversation of a contractor')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '2 messages: ASK-1' })).toBeFocused()
  })

  await test.step('staff get the answer by email and see it', async () => {
    const mail = await mailTo(desk, STAFF.email, `New message about invoice ASK-1 from`)
    await page.goto(mail.links.find((link) => link.includes('taskId=')) ?? '')
    await expect(log).toContainText('Approve now:')
    await expect(page.getByRole('heading', { name: 'Conversation' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Conversation' })).toBeInViewport()
  })
})
