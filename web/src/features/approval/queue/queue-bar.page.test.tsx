// The keys of the approval page, and going on with the next invoice after a decision.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { approvalDesk, taskPath, taskWith } from '../../../../test/approval.ts'
import { openPage } from '../../../../test/open-page.tsx'

const title = page.getByRole('heading', { level: 1 })
const opens = (id: string) => expect.poll(() => location.search).toBe(`?taskId=${id}`)
const position = (text: string) =>
  expect.element(page.getByRole('status').filter({ hasText: text }))

const openQueue = (id: string) =>
  openPage(taskPath(id), {
    answers: approvalDesk(
      taskWith('Q-1', { nextTaskId: 'r-1' }),
      taskWith('R-1', { previousTaskId: 'q-1', nextTaskId: 's-1' }),
      taskWith('S-1', { previousTaskId: 'r-1' }),
    ).answers,
  })

it('moves with keys, but not while the list of keys is open or someone types', async () => {
  await openQueue('q-1')
  await position('Q-1').toBeInTheDocument()
  await userEvent.keyboard('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(sheet).toBeVisible()
  await expectAccessibleOnAllScreens()
  await userEvent.keyboard('j{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  expect(location.search).toBe('?taskId=q-1')
  await userEvent.keyboard('j')
  await position('R-1').toMatchTextContent('2 of 3, oldest first')
  await userEvent.keyboard('k')
  await opens('q-1')
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toBeVisible()
  await userEvent.keyboard('/ja')
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('ja')
  expect(location.search).toBe('?taskId=q-1')
})

it('approves once the invoice can have been seen, and goes on with the next', async () => {
  await openQueue('q-1')
  await page.getByRole('checkbox', { name: 'Go to the next invoice after deciding' }).click()
  const approve = page.getByRole('button', { name: /^Approve & Add to QB/ })
  await expect.element(approve).toHaveAttribute('aria-keyshortcuts', 'A')
  await userEvent.keyboard('a')
  await expect.element(page.getByText('Task approved successfully')).toBeVisible()
  await opens('r-1')
  await expect.element(title).toHaveFocus()
  await position('R-1').toMatchTextContent('oldest first')
  // A second press for the invoice before.
  await userEvent.keyboard('a')
  await expect.element(approve).toHaveAttribute('aria-keyshortcuts', 'A')
  expect(location.search).toBe('?taskId=r-1')

  await userEvent.keyboard('r')
  await expect.element(page.getByRole('textbox', { name: /^Reason for rejection/ })).toHaveFocus()
  await userEvent.keyboard('Not ours.{Tab}{Enter}')
  await expect.element(page.getByText('Task rejected successfully')).toBeVisible()
  await opens('s-1')
})
