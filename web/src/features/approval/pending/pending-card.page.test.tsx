// The list of pending invoices: search and filter, and the way through them by link, history and keyboard.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { approvalDesk, PENDING, taskPath, taskWith } from '../../../../test/approval.ts'
import { openPage } from '../../../../test/open-page.tsx'

const reviews = page.getByRole('link', { name: /^Review / })
const search = page.getByRole('searchbox', { name: 'Search' })
const opens = (id: string) => expect.poll(() => location.search).toBe(`?taskId=${id}`)
const shownCount = (count: number) => expect.poll(() => reviews.elements()).toHaveLength(count)

const [FIRST, SECOND] = [
  taskWith('A-1', { nextTaskId: 'a-2' }),
  taskWith('A-2', { previousTaskId: 'a-1' }),
]

it('finds invoices by words and by due date', async () => {
  const { answers } = approvalDesk(FIRST, SECOND, taskWith('B-1', { details: { vendor: 'Other' } }))
  const { answer } = await openPage('/approve-invoice', { answers })
  await expect.element(page.getByRole('heading', { name: 'Other Pending Invoices' })).toBeVisible()
  await expect.element(page.getByText(/^Choose an invoice below/)).toBeVisible()
  await shownCount(3)
  await search.fill('nothing like it')
  await expect.element(page.getByText('No pending invoices match.')).toBeVisible()
  await search.fill('kestrel')
  await shownCount(2)
  await expect.element(page.getByText('2 pending invoices', { exact: true })).toBeVisible()
  const all = answers[PENDING] as (body: unknown, url: URL) => { invoices: unknown[] }
  answer({
    [PENDING]: (body: unknown, url: URL) => {
      const { invoices } = all(body, url)
      return { invoices: url.searchParams.get('dueWithinDays') === '7' ? [invoices[0]] : invoices }
    },
  })
  const dueSoon = page.getByRole('button', { name: 'Due soon or overdue' })
  await dueSoon.click()
  await shownCount(1)
  await expect.element(dueSoon).toHaveAttribute('aria-pressed', 'true')
  await dueSoon.click()
  await shownCount(2)
  await reviews.first().click()
  await opens('a-1')
})

it('goes through the invoices by link, history and key', async () => {
  const { answers } = approvalDesk(FIRST, SECOND)
  await openPage(taskPath('a-1'), { answers })
  await page.getByRole('link', { name: 'Next pending' }).click()
  await opens('a-2')
  window.history.back()
  await opens('a-1')
  window.history.forward()
  await opens('a-2')
  const previous = page.getByRole('link', { name: 'Previous pending' })
  await expect.element(previous).toHaveAttribute('href', taskPath('a-1'))
  await expect.element(page.getByText(/^Submitted /).first()).toBeVisible()
  await userEvent.keyboard('p')
  await opens('a-1')
  // The open invoice isn't among the others.
  await search.fill('kestrel')
  await shownCount(1)
})
