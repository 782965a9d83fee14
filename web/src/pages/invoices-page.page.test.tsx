// Finding invoices among all of them: filters in the address, saved views, and the export.
import type { ListedInvoice, listInvoices } from '@invoice-desk/contract/approval/approval-invoices'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { approvalDesk, taskWith } from '../../test/approval.ts'
import { openPage } from '../../test/open-page.tsx'

const LIST = 'GET /api/cup/invoices'
const VIEWS = 'GET /api/saved-views'
const NONE = 'No invoices match these filters.'

const invoiceOf = (invoiceNumber: string, amount: number): ListedInvoice => ({
  ...{ id: invoiceNumber.toLowerCase(), invoiceNumber, amount, vendor: 'Kestrel' },
  ...{ email: 'kim@kestrel.example', status: 'received', dueDate: '2031-12-01' },
  ...{ dateCreated: '2026-11-02T15:00:00.000Z', posting: { state: 'none' } },
})
const INVOICES = [invoiceOf('S-1', 999.99), invoiceOf('L-1', 1250)]

/** As the server does: everything is submitted this week, and nothing is rejected. */
const list = (_: unknown, { searchParams }: URL): ResponseOf<typeof listInvoices> => {
  const least = Number((searchParams.get('amountFrom') ?? '0').replaceAll(/[$,]/g, ''))
  const isOther = searchParams.has('submittedFrom') || searchParams.get('status') === 'rejected'
  const invoices = isOther ? [] : INVOICES.filter(({ amount }) => amount >= least)
  const totalAmount = invoices.reduce((sum, { amount }) => sum + amount, 0)
  return { invoices, total: invoices.length, totalAmount, byStatus: [] }
}

const filters = page.getByRole('search')
const rows = page.getByRole('rowheader')
const chip = page.getByRole('button', { name: 'Remove filter Amount: $1,000.00 or more' })
const shownCount = (count: number) => expect.poll(() => rows.elements()).toHaveLength(count)
const addressIs = (search: string) => expect.poll(() => location.search).toBe(search)

const openList = (path = '/invoices', answers = {}) =>
  openPage(path, {
    answers: {
      ...approvalDesk(taskWith('L-1')).answers,
      ...{ [LIST]: list, [VIEWS]: { views: [] }, ...answers },
    },
  })

afterEach(() => vi.restoreAllMocks())

it('filters by words, days and amounts, and totals what is left', async () => {
  await openList()
  await shownCount(2)
  await expect.element(page.getByRole('region', { name: 'Totals' })).toMatchTextContent('$2,249.99')
  await page.getByRole('searchbox', { name: 'Search' }).fill('kim@kestrel.example')
  await addressIs('?search=kim%40kestrel.example')
  await filters.getByRole('button', { name: 'Submitted' }).click()
  await page.getByRole('button', { name: 'Last week' }).click()
  await expect.element(page.getByText(NONE)).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Submitted: last week' }).click()
  await shownCount(2)
  await filters.getByRole('button', { name: 'Amount' }).click()
  await page.getByLabelText('At least').fill('$1,000')
  await userEvent.keyboard('{Enter}')
  await shownCount(1)
  await expect.element(chip).toBeVisible()
})

it('has its filter in the address, which Back restores', async () => {
  await openList('/invoices?amount=1000..')
  await expect.element(chip).toBeVisible()
  await page.getByRole('link', { name: 'L-1' }).click()
  await addressIs('?taskId=l-1')
  await expect.element(rows).not.toBeInTheDocument()
  window.history.back()
  await shownCount(1)
  await expect.element(chip).toBeVisible()
})

it('saves a view, which restores the filter, and deletes it', async () => {
  const saved = { id: '0b6e4b8e-6a55-4f0e-9a57-0c7f1f6f6a01', name: 'Mine', query: 'amount=1000..' }
  const { answer, sent } = await openList('/invoices?amount=1000..&sort=due', {
    'POST /api/saved-views': saved,
    'DELETE /api/saved-views': { deleted: true },
  })
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
  const query = 'amount=1000..&sort=due'
  answer({ [VIEWS]: { views: [{ ...saved, query }] } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect(sent.find(({ name }) => name === 'POST /api/saved-views')?.body).toMatchObject({
    ...{ page: 'invoices', name: 'Mine', query },
  })
  const view = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Mine' })
  await expect.element(view).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Rejected' }).click()
  await addressIs('?status=rejected')
  await expect.element(page.getByText(NONE)).toBeVisible()
  await view.click()
  await shownCount(1)
  answer({ [VIEWS]: { views: [] } })
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect.element(view).not.toBeInTheDocument()
})

it('exports what is filtered, in a file with the date in its name', async () => {
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  let asked = ''
  await openList('/invoices?amount=1000..', {
    'GET /api/cup/invoices.csv': (_: unknown, { search }: URL) => {
      asked = search
      return new Response('Invoice #\r\nL-1\r\n', { headers: { 'content-type': 'text/csv' } })
    },
  })
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.poll(() => download.mock.contexts.length).toBe(1)
  expect(asked).toContain('amountFrom=1000')
  const [link] = download.mock.contexts as HTMLAnchorElement[]
  expect(link?.download).toMatch(/^invoices-\d{4}-\d{2}-\d{2}\.csv$/)
})

it('has the filters in a drawer on phones', async () => {
  await page.viewport(390, 844)
  await openList('/invoices?amount=1000..')
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  const drawer = page.getByRole('dialog')
  await expect.element(drawer).toBeInViewport({ ratio: 1 })
  await drawer.getByRole('checkbox', { name: 'Rejected' }).click()
  await page.getByRole('button', { name: 'Show invoices' }).click()
  await expect.element(page.getByText(NONE)).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await addressIs('')
  await shownCount(2)
  await expectAccessibleOnAllScreens()
})
