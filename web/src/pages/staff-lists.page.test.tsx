// The lists of staff, with rows in every state: accessible, and never wider than the screen.
import {
  ATTEMPT,
  ATTEMPT_LIST,
  RECONCILIATION,
} from '@invoice-desk/testing/payments/sample-attempts'
import { INVOICE_LIST } from '@invoice-desk/testing/sample-invoice-list'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { approvalDesk, taskWith } from '../../test/approval.ts'
import { openPage } from '../../test/open-page.tsx'

const VIEWS = { 'GET /api/saved-views': { views: [] } }
const table = page.getByRole('table')

it('lists the invoices that wait for approval', async () => {
  const tasks = ['A-1', 'A-2', 'A-3'].map((number) => taskWith(number))
  await openPage('/approve-invoice', { answers: approvalDesk(...tasks).answers })
  await expect.element(table.getByRole('row').filter({ hasText: 'A-3' })).toBeVisible()
  await expectAccessibleOnAllScreens()
})

it('lists invoices in every status', async () => {
  const answers = { ...VIEWS, 'GET /api/cup/invoices': INVOICE_LIST }
  await openPage('/invoices?amount=50..', { answers })
  await expect.element(table.getByRole('row').filter({ hasText: 'DW-014' })).toBeVisible()
  await expectAccessibleOnAllScreens()
})

it('lists payments in every state, and shows one of them', async () => {
  await openPage('/payments/admin?started=2026-11-01..2026-11-30', {
    answers: {
      ...VIEWS,
      'GET /api/payments/admin/attempts': ATTEMPT_LIST,
      'GET /api/payments/admin/attempt': ATTEMPT,
      'GET /api/payments/admin/reconciliations': { reconciliations: [RECONCILIATION] },
    },
  })
  await expect.element(table.first()).toBeVisible()
  await expectAccessibleOnAllScreens('payments')

  await page.getByRole('link', { name: /^Details of the payment .* 1009$/ }).click()
  await page.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect.element(page.getByLabelText(/^What did you do/)).toBeVisible()
  await expectAccessibleOnAllScreens('a payment')
})
