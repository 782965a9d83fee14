// Rejecting an invoice with a reason, and what two approvers see who decide about it at once.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { lost, refuse } from '../../../../test/answers.ts'
import {
  approvalDesk,
  billOf,
  found,
  LOOKUP,
  TASK,
  taskPath,
  taskWith,
} from '../../../../test/approval.ts'
import { openPage } from '../../../../test/open-page.tsx'

const REASON = 'The hours do not add up.'
const reason = page.getByRole('textbox', { name: /^Reason for rejection/ })
const confirm = page.getByRole('button', { name: 'Confirm Rejection' })
const reject = page.getByRole('button', { name: /^Reject/ })
const shows = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()

it('rejects only with a reason, and keeps the reason until then', async () => {
  const { answers, act } = approvalDesk(taskWith('A-1'), taskWith('A-2'))
  const { answer, sent } = await openPage(taskPath('a-1'), { answers })
  await reject.click()
  await expect.element(reason).toHaveFocus()
  await expect.element(confirm).toBeDisabled()
  await page.getByRole('heading', { name: 'Invoice Details' }).click()
  await shows('Please provide a reason for rejection')
  await reason.fill(REASON)
  await expectAccessible()
  answer({ [TASK]: (body: { action: string }) => (body.action === 'fetch' ? act(body) : lost()) })
  await confirm.click()
  await shows('Failed to reject task')
  await expect.element(reason).toHaveValue(REASON)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(reason).not.toBeInTheDocument()

  await page.getByRole('link', { name: 'Review A-2' }).click()
  await expect.element(page.getByRole('link', { name: 'Review A-1' })).toBeVisible()
  window.history.back()
  await expect.element(reason).toHaveValue(REASON)
  answer({ [TASK]: act })
  await confirm.click()
  await shows('Task rejected successfully')
  await shows(`Reason for rejection: ${REASON}`)
  await shows('Rejected')
  const buttons = page.getByRole('button', { name: /^(Approve|Reject|Add)/ })
  await expect.element(buttons).toMatchTextContent(/^Approve/)
  expect(sent.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ action: 'reject', message: REASON }),
  )
})

it('names the bill that a rejection leaves in QuickBooks', async () => {
  const left = { state: 'created', leftByReject: 'yes', isToVoid: false } as const
  const task = taskWith('A-1', { status: 'approved', posting: left })
  const { answers, act } = approvalDesk(task)
  const toVoid = { taskId: 'a-1', invoiceNumber: 'A-1', vendor: 'Kestrel', amount: '$1,250.50' }
  const row = { ...toVoid, isPaid: false, since: '2026-11-03T15:00:00.000Z', url: '/bill' }
  const { answer, sent } = await openPage(taskPath('a-1'), {
    answers: { ...answers, [LOOKUP]: found(billOf(task)) },
  })
  await reject.click()
  await shows(/^A bill for this invoice is in QuickBooks \(A-1, \$1,250\.50\)\./)
  await reason.fill('Sent twice.')
  const posting = { ...left, isToVoid: true }
  answer({
    [TASK]: (body: unknown) => ({ ...(act(body) as typeof task), posting }),
    'GET /api/qbo/bills-to-void': { bills: [row] },
    'POST /api/qbo/bills-to-void': { bills: [] },
  })
  await confirm.click()
  await shows(/its bill is still in QuickBooks/)
  expect(sent.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ action: 'reject', billAcknowledged: true }),
  )
  const bill = page
    .getByRole('table', { name: 'Bills to void in QuickBooks' })
    .getByRole('row')
    .filter({ hasText: 'A-1' })
  await expect.element(bill.getByRole('link', { name: 'Open in QuickBooks' })).toBeVisible()
  await expectAccessibleOnAllScreens()
  answer({ 'GET /api/qbo/bills-to-void': { bills: [] } })
  await bill.getByRole('button', { name: 'Mark as voided: A-1' }).click()
  await expect.element(bill).not.toBeInTheDocument()
})

it('tells the second of two approvers that the invoice has changed', async () => {
  const details = {
    vendor: `${'Featherstonehaugh'.repeat(3)} & Sons`,
    invoiceNumber: `${'INVOICE'.repeat(5)}-1`,
  }
  const { answers, act } = approvalDesk(taskWith('A-1', { details }))
  const { answer } = await openPage(taskPath('a-1'), { answers })
  const error = 'Someone else changed this invoice. Please check it again.'
  answer({
    [TASK]: (body: { action: string }) => {
      if (body.action === 'fetch') return act(body)
      act({ taskId: 'a-1', action: 'reject', message: 'Too late' })
      return refuse(409, { error, code: 'changed_meanwhile' })
    },
  })
  await page.getByRole('button', { name: 'Approve & Skip QB' }).click()
  await shows(`Failed to approve task. ${error}`)
  await shows('Rejected')

  const { invoiceNumber } = details
  answer({ [TASK]: act, [LOOKUP]: found({ ...billOf(taskWith('A-1'), 1), invoiceNumber }) })
  await page.getByRole('button', { name: /^Approve/ }).click()
  await shows('Task approved successfully')
  await shows('Approved')
  await shows('Similar Bill Found (Different Amount)')
  await reject.click()
  await expectAccessibleOnAllScreens()
})
