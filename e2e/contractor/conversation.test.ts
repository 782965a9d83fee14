// Staff ask a question about an invoice, the contractor answers from the email, and staff see the answer.
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { linkIn } from '@invoice-desk/testing/sandbox/mailbox'
import { expectSentForApproval, mailTo, portal } from '../support/contractor.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('a question goes to the contractor by email, and the answer comes back', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/)
  await connectQuickBooks(desk)
  const person = await addContractor(desk)
  const id = await addBill(desk, person, { invoiceNumber: 'ASK-1' })
  await expectSentForApproval(desk, id)
  const parts = portal(page)
  const log = page.getByRole('log', { name: 'Messages' })

  await test.step('staff write a note and a message, each with its own audience', async () => {
    await signIn(page, STAFF, `/approve-invoice?taskId=${id}`)
    await page.getByText('Internal note', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Internal note' }).fill('SECRET rate')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(log).toContainText('SECRET rate')
    await page.getByText('To the vendor', { exact: true }).click()
    const message = page.getByRole('textbox', { name: `Message to ${person.vendor}` })
    await message.fill('Which project is it for?')
    await page.getByRole('button', { name: `Send to ${person.vendor}` }).click()
    await expect(log).toContainText('Which project is it for?')
    await expect(page.getByText('sent a message')).toBeVisible()
  })

  await test.step('the email leads to the messages, after verification', async () => {
    const mail = await mailTo(desk, person.email, 'New message about invoice ASK-1')
    expect(mail.text).toContain('> Which project is it for?')
    await page.goto(mail.links.find((link) => link.includes('?conversation=')) ?? '')
    await parts.email.fill(person.email)
    await parts.go.click()
    await expect(parts.sent).toBeVisible()
    await page.goto(linkIn(await mailTo(desk, person.email)))
    const dialog = page.getByRole('dialog', { name: 'Invoice ASK-1' })
    const box = dialog.getByRole('textbox', { name: 'Your message' })
    await expect(dialog).toContainText('Which project is it for?')
    await expect(dialog).not.toContainText('SECRET')
    await box.fill('For the lobby.')

    // The message arrives, but its answer is lost. After a reload, it's still the same message.
    const lost = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
    await page.route(
      (url) => url.pathname === '/api/cup/bill-messages',
      async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await route.fetch()
        await route.abort()
      },
    )
    const send = dialog.getByRole('button', { name: 'Send message' })
    await send.click()
    await lost
    await page.unrouteAll()
    await page.reload()
    await expect(box).toHaveValue('For the lobby.')
    await send.click()
    await expect(box).toHaveValue('')
    await expect(log.getByText('For the lobby.')).toHaveCount(1)
  })

  await test.step('staff get the answer by email and see it', async () => {
    const mail = await mailTo(desk, STAFF.email, `New message about invoice ASK-1 from`)
    await page.goto(mail.links.find((link) => link.includes('taskId=')) ?? '')
    await expect(log).toContainText('For the lobby.')
    await expect(page.getByRole('heading', { name: 'Conversation' })).toBeFocused()
  })
})
