// Printing: black on white even in dark mode, without controls.
import { afterEach, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { refuse } from '../../../test/answers.ts'
import { approvalDesk, taskPath, taskWith } from '../../../test/approval.ts'
import { openPage } from '../../../test/open-page.tsx'

const emulate = (media: string, scheme = '') =>
  cdp().send('Emulation.setEmulatedMedia', {
    media,
    features: [{ name: 'prefers-color-scheme', value: scheme }],
  })

afterEach(() => emulate(''))

const styleOf = (selector: string) =>
  getComputedStyle(document.querySelector(selector) ?? document.body)
const buttons = page.getByRole('button')

it('prints a payment without controls, in black on white', async () => {
  await emulate('screen', 'dark')
  await openPage('/payment-success?session_id=1', {
    as: null,
    answers: {
      'POST /api/payments/complete': refuse(404, { error: 'Unknown', code: 'not_found' }),
    },
  })
  await expect.element(page.getByRole('button', { name: 'Pay Another Invoice' })).toBeVisible()
  expect(styleOf('body').backgroundColor).not.toBe('rgb(255, 255, 255)')
  await emulate('print', 'dark')
  await expect.element(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect.element(buttons).not.toBeInTheDocument()
  // Otherwise Firefox leaves the first sheet empty.
  expect([styleOf('main').display, styleOf('#root > div').display]).toEqual(['block', 'block'])
  expect(styleOf('body').backgroundColor).toBe('rgb(255, 255, 255)')
  expect(styleOf('body').color).toBe('rgb(0, 0, 0)')
})

it('prints an invoice under approval without controls and other invoices', async () => {
  const event = {
    at: '2026-11-03T15:00:00.000Z',
    actor: 'kim@kestrel.example',
    action: 'bill_submitted',
  }
  const { answers } = approvalDesk(
    taskWith('A-1', { status: 'sent_for_approval', history: [event] }),
    taskWith('A-2', { status: 'sent_for_approval' }),
  )
  await openPage(taskPath('a-1'), { answers })
  const others = page.getByRole('heading', { name: 'Other Pending Invoices' })
  await expect.element(page.getByRole('button', { name: 'Reject' })).toBeVisible()
  await expect.element(others).toBeVisible()
  await emulate('print')
  await expect.element(page.getByRole('heading', { name: 'Invoice Details' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect.element(others).not.toBeInTheDocument()
  await expect.element(buttons).not.toBeInTheDocument()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
})
