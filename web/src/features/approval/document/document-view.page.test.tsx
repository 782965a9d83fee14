// The file beside the details of an invoice: zoom, renewed links, and files that were replaced or added.
import type { Task } from '@invoice-desk/contract/approval/approval'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { approvalDesk, taskPath, taskWith } from '../../../../test/approval.ts'
import { openPage } from '../../../../test/open-page.tsx'

type Documents = Task['details']['documents']

const PIXEL = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>'
const pdf = (id: string, name = 'invoice.pdf', url = `data:text/plain,${id}`) => ({
  ...{ id, name, url, type: 'application/pdf' },
})

// The tests' browser has no viewer for PDFs.
beforeEach(() => {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'pdfViewerEnabled')
})

const frame = page.getByTitle('Invoice file invoice.pdf')
const srcOf = () => document.querySelector('iframe')?.src ?? ''

/** The page reloads the task, as when someone returns to the tab. */
const returnToTab = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))

it('keeps the file in view while its link changes, and shows one that replaces it', async () => {
  const { answers, change } = approvalDesk(
    taskWith('A-1', { nextTaskId: 'a-2', details: { documents: [pdf('first')] } }),
    taskWith('A-2', { details: { documents: [pdf('second')] } }),
  )
  const setFiles = (...documents: Documents) => {
    change('a-1', (task) => ({ ...task, details: { ...task.details, documents } }))
    returnToTab()
  }
  await openPage(taskPath('a-1'), { answers })
  await expect.element(frame).toBeVisible()
  const before = { src: srcOf(), entries: history.length }
  // The file's link changes twice a day.
  setFiles(pdf('first', 'invoice.pdf', 'data:text/plain,first&x=1'))
  await expect
    .element(page.getByRole('link', { name: /^invoice\.pdf/ }))
    .toHaveAttribute('href', expect.stringContaining('x=1'))
  expect({ src: srcOf(), entries: history.length }).toEqual(before)

  setFiles(pdf('replaced'), pdf('added', 'receipt.pdf'))
  await expect.poll(srcOf).toMatch(/replaced/)
  const receipt = page.getByRole('button', { name: 'receipt.pdf' })
  await receipt.click()
  await expect.element(page.getByTitle('Invoice file receipt.pdf')).toBeVisible()
  await expect.element(receipt).toHaveFocus()

  await page.getByRole('link', { name: 'Next pending' }).click()
  await expect.poll(srcOf).toMatch(/second/)
})

it('zooms an image, and keeps the decision in view beside it', async () => {
  const image = { id: '1', name: 'a-1.png', url: PIXEL, type: 'image/svg+xml' }
  const { answers } = approvalDesk(taskWith('A-1', { details: { documents: [image] } }))
  await page.viewport(1280, 800)
  await openPage(taskPath('a-1'), { answers })
  const approve = page.getByRole('button', { name: /^Approve & Add to QB/ })
  await expect.element(approve).toBeEnabled()
  await expect.element(approve).toBeInViewport({ ratio: 1 })
  const shown = page.getByRole('img', { name: /^Invoice file/ })
  await expect.element(shown).toBeVisible()
  const width = () => shown.element().getBoundingClientRect().width
  const fit = width()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.element(page.getByText('125%')).toBeVisible()
  await expect.poll(() => Math.round((100 * width()) / fit)).toBe(125)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('125%')).not.toBeInTheDocument()
})

it('says when the file and the messages were erased', async () => {
  const history = [{ at: '2020-01-02T15:00:00Z', actor: 'x', action: 'bill_message_sent' }]
  const filesErasedAt = '2026-03-02T15:00:00Z'
  const task = taskWith('A-1', { history, details: { documents: [], filesErasedAt } })
  const { answers } = approvalDesk(task)
  await openPage(taskPath('a-1'), {
    answers: { ...answers, 'GET /api/cup/task-messages': { messages: [] } },
  })
  await expect.element(page.getByText(/^The file was erased on Mar 2, 2026, because/)).toBeVisible()
  await expect.element(page.getByText('Erased on Mar 2, 2026', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^The earlier messages were erased/)).toBeVisible()
})
