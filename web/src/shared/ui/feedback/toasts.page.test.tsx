// A toast covers no controls, whatever the page's layout, and controls beside it can be tapped.
import { ATTEMPT_LIST, RECONCILIATION } from '@invoice-desk/testing/payments/sample-attempts'
import { expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { refuse } from '../../../../test/answers.ts'
import { approvalDesk, TASK, taskPath, taskWith } from '../../../../test/approval.ts'
import {
  beginBill,
  choose,
  fillBill,
  newContractor,
  pdf,
  portal,
  SUBMIT,
} from '../../../../test/contractor.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { fillPayer, openInvoices, pay } from '../../../../test/payments/pay-page.ts'
import { ADMIN, asAdmin } from '../../../../test/people.ts'

const DESKTOP = [1280, 800] as const
const PHONE = [390, 844] as const

/** A message of several lines. */
const FAILED = refuse(500, {
  error: 'This did not work. Check your connection, wait for a moment, then try it again.',
  code: 'internal',
})

const button = (name: string | RegExp) => page.getByRole('button', { name }).first()

/** The controls under the toasts when the page is scrolled to the top. */
const listCovered = (): string[] => {
  window.scrollTo(0, 0)
  const toasts = [...document.querySelectorAll('.mantine-Notification-root')]
  const isCovered = (element: Element) => {
    const box = element.getBoundingClientRect()
    return toasts.some((toast) => {
      const { top, right, bottom, left } = toast.getBoundingClientRect()
      return box.top < bottom && box.bottom > top && box.left < right && box.right > left
    })
  }
  const controls = [...document.querySelectorAll('main :is(a, button, input, textarea)')]
  const covered = controls.filter((element) => element.checkVisibility() && isCovered(element))
  return covered.map((element) => element.ariaLabel ?? element.textContent ?? '')
}

/** A click would scroll until it works. */
const canBeTapped = (control: Element): boolean => {
  control.scrollIntoView({ block: 'center' })
  const { x, y, width, height } = control.getBoundingClientRect()
  return control.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

/** With a toast in view, and a control that people need next. */
const expectUncovered = async (control: Locator) => {
  await expect
    .poll(() => document.querySelector('.mantine-Notification-root')?.checkVisibility())
    .toBe(true)
  for (const [width, height] of [DESKTOP, PHONE]) {
    await page.viewport(width, height)
    expect(listCovered(), `covered at ${width} px`).toEqual([])
  }
  expect(canBeTapped(control.element()), 'can be tapped').toBe(true)
}

it('leaves an invoice under approval in reach', async () => {
  await page.viewport(...PHONE)
  const { answers, act } = approvalDesk(taskWith('A-1', { status: 'sent_for_approval' }))
  const decide = (body: unknown) =>
    (body as { action: string }).action === 'fetch' ? act(body) : FAILED
  await openPage(taskPath('a-1'), { answers: { ...answers, [TASK]: decide } })
  await button(/^Approve &/).click()
  await expectUncovered(button('Reject'))
})

it('leaves a bill that could not be submitted in reach', async () => {
  await page.viewport(...PHONE)
  await beginBill(newContractor(), { answers: { [SUBMIT]: FAILED } })
  await fillBill('A-1')
  choose(portal.file.element(), pdf('a-1.pdf'))
  await portal.submit.click()
  await expectUncovered(portal.amount)
})

it('leaves the payment form in reach', async () => {
  await page.viewport(...PHONE)
  await openInvoices({ 'POST /api/paypal/create-order': FAILED })
  await pay.chooseMethod('PayPal')
  await fillPayer()
  await pay.wallet.click()
  await expectUncovered(pay.company)
})

it('leaves the question in reach whether to delete a vendor', async () => {
  await page.viewport(...PHONE)
  await openPage('/vendors', {
    answers: {
      'GET /api/saved-views': { views: [] },
      'GET /api/vendors/invitations': { invitations: [], total: 0, toReview: 0 },
      'GET /api/qbo/copy': { state: 'empty', isOld: false },
      'GET /api/cup/vendors': [
        { id: '1', email: 'kim@kestrel.example', vendor: 'Kestrel', qb_bill_account: 'Rent' },
      ],
      'GET /api/qbo/list-bill-accounts': [{ name: 'Rent', fullyQualifiedName: 'Rent' }],
      'DELETE /api/cup/vendors': FAILED,
    },
  })
  await button(/^Delete /).click()
  await button('Yes, Delete').click()
  await expectUncovered(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
})

it('leaves the list of payments in reach', async () => {
  await page.viewport(...PHONE)
  await openPage('/payments/admin', {
    as: ADMIN,
    answers: {
      ...asAdmin,
      'GET /api/saved-views': { views: [] },
      'GET /api/payments/admin/attempts': ATTEMPT_LIST,
      'GET /api/payments/admin/reconciliations': { reconciliations: [RECONCILIATION] },
      'POST /api/payments/admin/reconcile': FAILED,
    },
  })
  await button('Reconcile now').click()
  await expectUncovered(button('Reconcile now'))
})
