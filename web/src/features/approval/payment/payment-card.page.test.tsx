// Marking an approved invoice without a bill as paid, and undoing that.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { approvalDesk, TASK, taskPath, taskWith, withStatus } from '../../../../test/approval.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { STAFF } from '../../../../test/people.ts'

it('marks an invoice as paid with a plausible date, and undoes it', async () => {
  const approved = taskWith('A-1', { status: 'approved' })
  const note = 'Check 1042'
  const history = [
    {
      ...{ at: '2026-03-12T15:00:00.000Z', actor: STAFF.email, action: 'bill_marked_paid' },
      ...{ detail: '2026-03-11', reason: note },
    },
  ]
  const payment = { date: '2026-03-11', markedBy: STAFF.email, note }
  let task = approved
  const { sent } = await openPage(taskPath('a-1'), {
    answers: {
      ...approvalDesk().answers,
      [TASK]: ({ action }: { action: string }) => {
        if (action === 'mark_paid') task = { ...withStatus(approved, 'paid'), payment, history }
        if (action === 'unmark_paid') task = { ...approved, history }
        return task
      },
    },
  })
  const field = page.getByRole('textbox', { name: /^Note for staff/ })
  const date = page.getByLabelText(/^Date paid/)
  await field.fill(note)
  await date.fill('2999-01-01')
  await field.click()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByText("The payment date can't be in the future.")).toBeVisible()
  await expect.element(date).toHaveFocus()
  await date.fill('2026-03-11')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect.element(page.getByRole('heading', { name: 'Paid on Mar 11, 2026' })).toHaveFocus()
  expect(sent.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ action: 'mark_paid', paidDate: '2026-03-11', note }),
  )
  await expect.element(page.getByText('Paid', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/marked the invoice as paid on Mar 11, 2026/)).toBeVisible()
  await expect.poll(() => page.getByText(note).elements()).toHaveLength(2)
  await expectAccessibleOnAllScreens()
  await page.getByRole('button', { name: 'Mark as not paid' }).click()
  await expect.element(page.getByText('Approved', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Payment' })).toHaveFocus()
})
