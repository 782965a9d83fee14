// Staff ask a question about an invoice, the contractor answers from the email, and staff see the answer.
import { postTaskMessage } from '@invoice-desk/contract/conversation'
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { linkIn } from '@invoice-desk/testing/sandbox/mailbox'
import type { Page, Route } from '@playwright/test'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { expectSentForApproval, mailTo, portal } from '../support/contractor.ts'
import { ADMIN, STAFF } from '../support/people.ts'
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
    const message = page.getByRole('textbox', { name: `Message to ${person.vendor}` })
    await signIn(page, STAFF, `/approve-invoice?taskId=${id}`)
    await expect(log).toContainText('No messages yet.')
    await page.getByText('Internal note', { exact: true }).click()
    const note = page.getByRole('textbox', { name: 'Internal note' })
    // The page's shortcuts don't fire, even if the text box wasn't clicked.
    await page.keyboard.type('arc: SECRET rate')
    await expect(note).toHaveValue('arc: SECRET rate')
    await page.goto(`/approve-invoice?taskId=${otherId}`)
    await expect(log).toContainText('No messages yet.')
    await expect(message).toHaveValue('')
    await page.goto(`/approve-invoice?taskId=${id}`)
    await expect(note).toHaveValue('arc: SECRET rate')
    await page.getByRole('radio', { name: 'Internal note' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('r')
    await expect(log).toContainText('No messages yet.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(log).toContainText('Internal note. Only staff see this.')
    await expect(note).toHaveValue('')
    await expect(note).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Reason for rejection' })).toHaveCount(0)

    await page.getByText('To the vendor', { exact: true }).click()
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
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/message|note/i, { useInnerText: true })
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('link', { name: '1 message, 1 note' }).click()
    await expect(page.getByRole('heading', { name: 'Conversation' })).toBeFocused()
    const decision = page.getByRole('button', { name: 'Approve & Add to QB' })
    await expectAccessibleOnAllScreens(page, 'conversation of staff', decision)
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
    await box.fill(HOSTILE)
    await page.reload()
    await expect(box).toHaveValue(HOSTILE)

    // The message arrives, but its answer is lost.
    const close = dialog.getByRole('button', { name: 'Close' })
    const send = dialog.getByRole('button', { name: 'Send message' })
    const lose = await holdAnswer(page)
    await send.click()
    await close.click()
    await expect(page).toHaveURL('/submit-invoice')
    await expect(dialog).toHaveCount(0)
    await lose((route) => route.abort())
    await expect(page.getByRole('alert').filter({ hasText: 'ASK-1: ' })).toBeVisible()
    await page.getByRole('button', { name: '1 message: ASK-1' }).click()
    await expect(box).toHaveValue(HOSTILE)
    const deliver = await holdAnswer(page)
    await send.click()
    await close.click()
    await page.getByRole('button', { name: /message.*: ASK-1/ }).click()
    await expect(box).toHaveValue(HOSTILE)
    await deliver((route) => route.fallback())
    await expect(box).toHaveValue('')
    await expect(log).toContainText('https://evil.example')
    await expect(log.getByText('Approve now:')).toHaveCount(1)
    await expect(log.getByRole('link')).toHaveCount(0)
    await expect(log.getByRole('img')).toHaveCount(0)
    // The bar at the bottom must not cover a part of it.
    const exportBehind = page.getByRole('button', { name: 'Export CSV' })
    await expectAccessibleOnAllScreens(page, 'conversation of a contractor', exportBehind)
    await page.keyboard.press('Escape')
    const messages = page.getByRole('button', { name: '2 messages: ASK-1' })
    await expect(messages).toBeFocused()

    await messages.click()
    await box.fill('UNSENT')
    await close.click()
    await parts.changeEmail.click()
    await expect(parts.email).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('UNSENT')
  })

  await test.step('staff get the answer by email and see it', async () => {
    const mail = await mailTo(desk, STAFF.email, `New message about invoice ASK-1 from`)
    await page.goto(mail.links.find((link) => link.includes('taskId=')) ?? '')
    await expect(log).toContainText('Approve now:')
    await expect(page.getByRole('heading', { name: 'Conversation' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Conversation' })).toBeInViewport()

    // Someone who reads earlier messages stays there.
    await log.evaluate((box) => {
      box.style.maxHeight = '4rem'
      box.scrollTop = 1
    })
    await desk.call(postTaskMessage, {
      token: await staffTokenOf(desk, ADMIN.email),
      body: { taskId: id, kind: 'note', text: 'One more thing' },
    })
    // A read that was under way doesn't have it, and the next one only starts after that.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect(log).toContainText('One more thing', { timeout: 1_000 })
    }).toPass()
    expect(await log.evaluate((box) => box.scrollTop)).toBe(1)
  })
})

/** Lets the next message arrive, and holds its answer until it's told what to do with it. */
const holdAnswer = async (page: Page) => {
  let arrive = (_route: Route) => {}
  const arrived = new Promise<Route>((resolve) => {
    arrive = resolve
  })
  await page.route(
    (url) => url.pathname === '/api/cup/bill-messages',
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      arrive(route)
    },
  )
  return async (answer: (route: Route) => Promise<void>) => {
    await answer(await arrived)
    await page.unrouteAll()
  }
}
