// The search over everything: opened with the keyboard on any staff page, also while typing.
import { ALL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { FOUND_ANYTHING } from '@invoice-desk/testing/sample-search'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { type Answers, held, lost, refuse } from '../../../test/answers.ts'
import { openPage } from '../../../test/open-page.tsx'

const SEARCH = 'GET /api/search'
const dialog = page.getByRole('dialog', { name: 'Search' })
const field = page.getByRole('combobox', { name: 'Search' })
const options = page.getByRole('option')
const title = page.getByRole('heading', { level: 1 })

const [INVOICE] = FOUND_ANYTHING.invoices ?? []
if (!INVOICE) throw new Error('The sample has no invoice')
const FOUND = { invoices: [INVOICE] }
const LISTED = {
  ...INVOICE,
  email: 'billing@vendor.example',
  dateCreated: '2026-11-04T15:00:00.000Z',
  posting: { state: 'none' },
}

const UNKNOWN = refuse(404, { error: 'There is no such invoice.', code: 'not_found' })

/** The pages that these tests leave for have nothing to show. */
const openInvoices = (answers: Answers) =>
  openPage('/invoices', {
    answers: {
      'GET /api/cup/invoices': {
        invoices: [LISTED],
        total: 1,
        totalAmount: LISTED.amount,
        byStatus: ALL_STATUSES.map((status) => ({ status, count: 0, amount: 0 })),
      },
      'GET /api/saved-views': { views: [] },
      'POST /api/cup/approve-invoice': UNKNOWN,
      'GET /api/cup/pending-invoices': { invoices: [] },
      'GET /api/qbo/bills-to-void': { bills: [] },
      'GET /api/auth/qbo/validate': { status: 'disconnected' },
      'GET /api/qbo/copy': { state: 'empty', isOld: false },
      ...answers,
    },
  })

it('opens from the header, and closes back to it', async () => {
  await openInvoices({})
  const button = page.getByRole('button', { name: /^Search/ })
  await button.click()
  await expect.element(field).toHaveFocus()
  const pages = page.getByRole('group', { name: 'Pages' })
  await expect.element(pages.getByText('Vendors')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

it('finds things with the keyboard, also while typing elsewhere', async () => {
  const { answer } = await openInvoices({ [SEARCH]: {} })
  await page.getByRole('searchbox', { name: 'Search' }).click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('no FIND-1')
  await expect.element(page.getByText('Nothing found for “no FIND-1”.')).toBeVisible()

  answer({ [SEARCH]: FOUND_ANYTHING })
  await field.fill('kestrel')
  const vendor = page.getByRole('group', { name: 'Vendors' }).getByRole('option')
  await expect.element(vendor).toMatchTextContent('kim@kestrel.example')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(vendor).toHaveAttribute('aria-selected', 'true')
  await expect.element(field).toHaveAttribute('aria-activedescendant', vendor.element().id)
  await expectAccessible()
})

it('tries again, and opens what it found', async () => {
  const { answer } = await openInvoices({ [SEARCH]: lost })
  await expect.element(title).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('co-1042')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  answer({ [SEARCH]: FOUND })
  await again.click()
  await expect.element(options).toMatchTextContent('CO-1042')
  await field.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .poll(() => location.pathname + location.search)
    .toBe(`/approve-invoice?taskId=${INVOICE.id}`)
  await expect.element(title).toHaveTextContent('Invoice Approval')
  await expect.element(title).toHaveFocus()
})

it('opens the first hit when Enter comes before the answer', async () => {
  const { answer, release } = held(FOUND)
  await openInvoices({ [SEARCH]: answer })
  await expect.element(title).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('co-1042{Enter}')
  await expect.element(page.getByText('Searching…')).toBeInTheDocument()
  release()
  await expect.poll(() => location.search).toBe(`?taskId=${INVOICE.id}`)
})

it('opens a page by a part of its name', async () => {
  await openInvoices({ [SEARCH]: {} })
  await expect.element(title).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('conn{Enter}')
  await expect.poll(() => location.pathname).toBe('/connections')
})
