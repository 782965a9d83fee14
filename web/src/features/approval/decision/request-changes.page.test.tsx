// Requesting changes to an invoice, and what staff see after the contractor corrected it.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { approvalDesk, TASK, taskPath, taskWith, withStatus } from '../../../../test/approval.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { STAFF } from '../../../../test/people.ts'

it('requests changes only with a message', async () => {
  const task = taskWith('A-1', { status: 'sent_for_approval' })
  const { answers, act } = approvalDesk(task)
  const requestedChanges = { message: 'We agreed on $95.', by: STAFF.email }
  const changed = withStatus(task, 'changes_requested')
  let isRequested = false
  const { sent } = await openPage(taskPath('a-1'), {
    answers: {
      ...answers,
      [TASK]: (body: { action: string }) => {
        isRequested ||= body.action === 'request_changes'
        return isRequested
          ? { ...changed, details: { ...task.details, requestedChanges } }
          : act(body)
      },
    },
  })
  const request = page.getByRole('button', { name: /^Request changes/ })
  const message = page.getByRole('textbox', { name: /^What needs to change\?/ })
  const send = page.getByRole('button', { name: 'Send request' })
  await expect.element(request).toBeEnabled()
  await userEvent.keyboard('c')
  await expect.element(message).toHaveFocus()
  await expect.element(send).toBeDisabled()
  await userEvent.tab()
  await expect.element(page.getByText('Please say what needs to change')).toBeVisible()
  await message.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(request).toHaveFocus()
  await request.click()
  await message.fill('We agreed on $95.')
  await expectAccessible('message box')
  await send.click()
  await expect.element(page.getByText('Status: Changes requested')).toBeVisible()
  const shown = `${STAFF.email} requested changes: We agreed on $95.`
  await expect.element(page.getByRole('main')).toMatchTextContent(shown)
  expect(sent.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ action: 'request_changes', message: 'We agreed on $95.' }),
  )
})

it('shows what the contractor changed', async () => {
  const task = taskWith('A-1', {
    details: { amount: '$95.00', changed: { amount: '$120.00' } },
    history: [
      {
        at: '2026-03-02T15:00:00Z',
        actor: 'kim@kestrel.example',
        action: 'bill_resubmitted',
        reason: 'Before: amount $120.00.',
      },
    ],
  })
  await openPage(taskPath('a-1'), { answers: approvalDesk(task).answers })
  await expect.element(page.getByText('was $120.00')).toBeVisible()
  await expect.element(page.getByText(/Before: amount \$120\.00\./)).toBeVisible()
  await expectAccessible('corrected invoice')
})
