// The mail relay: its accounts, devices and messages, with long texts, and with the keyboard only.
import { listWideElements } from '@invoice-desk/testing/browser/appearance'
import {
  LONG_MESSAGE,
  LONG_RELAY,
  NEW_DEVICE,
  RELAY,
  RELAY_MESSAGES,
} from '@invoice-desk/testing/relay/sample-relay'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { openPage } from '../../test/open-page.tsx'
import { ADMIN, asAdmin } from '../../test/people.ts'

const WIDTHS = [390, 768, 1280]

const SAMPLES = {
  'GET /api/mail-relay': RELAY,
  'GET /api/mail-relay/messages': RELAY_MESSAGES,
}

it('shows accounts, devices and messages, and the password of a new device', async () => {
  await openPage('/mail-relay', {
    as: ADMIN,
    answers: { ...asAdmin, ...SAMPLES, 'POST /api/mail-relay/devices': NEW_DEVICE },
  })
  await expect.element(page.getByRole('table', { name: 'Recent messages' })).toBeVisible()
  await expectAccessibleOnAllScreens('mail relay')

  await page.getByRole('button', { name: 'Add device' }).click()
  const form = page.getByRole('dialog', { name: 'Add device' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Scanner, 2nd floor')
  await form.getByRole('button', { name: 'Add device' }).click()
  await expect.element(page.getByRole('dialog', { name: /^Set up/ })).toBeVisible()
  await expectAccessibleOnAllScreens('password of a new device')
})

it('marks a sender address that is none, and goes to it', async () => {
  await openPage('/mail-relay', { as: ADMIN, answers: { ...asAdmin, ...SAMPLES } })
  await page.getByRole('button', { name: 'Add device' }).click()
  const form = page.getByRole('dialog', { name: 'Add device' })
  const senders = form.getByRole('textbox', { name: 'Sender addresses' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Scanner')
  await senders.fill('scanner@harborfinch.example\nscanner')
  await form.getByRole('button', { name: 'Add device' }).click()
  await expect.element(form).toMatchTextContent('scanner: Enter a valid email address.')
  await expect.element(senders).toHaveFocus()
})

it('is never wider than the screen, and keeps focus when a button goes away', async () => {
  let message = LONG_MESSAGE
  await openPage('/mail-relay', {
    answers: {
      'GET /api/mail-relay': LONG_RELAY,
      'GET /api/mail-relay/messages': () => ({ messages: [message] }),
      'POST /api/mail-relay/messages/resend': () => {
        message = { ...LONG_MESSAGE, state: 'queued', canResend: false }
        return message
      },
    },
  })
  const again = page.getByRole('button', { name: /^Send again/ })
  await expect.element(again).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Edit/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Send test/ })).not.toBeInTheDocument()
  const table = page.getByRole('table').element()
  for (const width of WIDTHS) {
    await page.viewport(width, 800)
    await expect.poll(listWideElements, { message: `wider than ${width} px` }).toEqual([])
    // A table can scroll in its frame, but this one never needs to.
    const frame = table.parentElement?.clientWidth ?? 0
    expect(table.scrollWidth - frame, `${width} px`).toBeLessThanOrEqual(0)
  }

  again.element().focus()
  await userEvent.keyboard('{Enter}')
  const row = page.getByRole('row').filter({ hasText: 'Super' })
  await expect.element(row).toMatchTextContent('Waiting')
  await expect.element(page.getByRole('heading', { name: 'Recent messages' })).toHaveFocus()
})
