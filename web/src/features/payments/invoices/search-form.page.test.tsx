// Searching for an invoice: its number and date, the address, and failures.
import { payPath } from '@invoice-desk/contract/payments/pay-path'
import { FOUND } from '@invoice-desk/testing/payments/sample-invoices'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { held, lost, refuse } from '../../../../test/answers.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { INVOICES, openInvoices, pay, SEARCH } from '../../../../test/payments/pay-page.ts'

const FOUND_PATH = payPath({ number: '1008', date: '2026-09-15' })
const address = () => location.pathname + location.search
const openEmpty = (answers = {}) => openPage('/pay-invoice', { as: null, answers })

it('requires a number and a date, and keeps them in the address', async () => {
  const { sent } = await openEmpty()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Pay Invoice')
  // The human check is invisible, so its provider requires a notice.
  await expect.element(page.getByText(/^This page is protected by reCAPTCHA\./)).toBeVisible()
  await pay.search.click()
  await expect.element(pay.number).toHaveFocus()
  await expect.element(page.getByText('This is required.').first()).toBeVisible()
  await expectAccessibleOnAllScreens()
  await pay.number.fill('1008')
  await pay.search.click()
  await expect.element(pay.date).toHaveFocus()
  expect(address()).toBe('/pay-invoice?invoice=1008')
  const entries = history.length
  await pay.date.fill('2020-01-01')
  // Typing updates the address but doesn't search.
  expect(address()).toBe(payPath({ number: '1008', date: '2020-01-01' }))
  expect(history.length).toBe(entries)
  await expect.element(pay.search).toBeVisible()
  await expect.element(pay.alert).not.toBeInTheDocument()
  expect(sent).toEqual([])
})

it('folds once an invoice is found, and can be changed', async () => {
  await openInvoices()
  await expect.element(pay.changeSearch).toBeVisible()
  await expect.element(pay.number).not.toBeInTheDocument()
  await pay.changeSearch.click()
  await expect.element(pay.number).toHaveFocus()
  await pay.number.fill('other')
  await userEvent.keyboard('{Escape}')
  await expect.element(pay.changeSearch).toHaveFocus()
  expect(address()).toBe(FOUND_PATH)
  await pay.changeSearch.click()
  await expect.element(pay.number).toHaveValue('1008')
  await expect.element(pay.date).toHaveValue('2026-09-15')
})

it('finds nothing, then finds an invoice after a human check', async () => {
  const missing = "We couldn't find an invoice with this number and date. Check both and try again."
  const { sent, answer } = await openEmpty({
    ...INVOICES,
    [SEARCH]: refuse(404, { error: missing, code: 'invoice_not_found' }),
  })
  await pay.number.fill('1008')
  await pay.date.fill('2020-01-01')
  await pay.search.click()
  await expect.element(pay.alert).toHaveTextContent(missing)
  expect(address()).toBe(payPath({ number: '1008', date: '2020-01-01' }))
  answer({
    [SEARCH]: (body: unknown) =>
      (body as { captchaToken?: string }).captchaToken
        ? FOUND
        : refuse(403, { error: 'Please confirm.', code: 'human_check_required' }),
  })
  await pay.date.fill('2026-09-15')
  await userEvent.keyboard('{Enter}')
  await expect.element(pay.row('1008')).toBeVisible()
  await expect.element(pay.alert).not.toBeInTheDocument()
  await expect.element(pay.changeSearch).toHaveFocus()
  expect(address()).toBe(FOUND_PATH)
  expect(sent.filter(({ name }) => name === SEARCH).at(-1)?.body).toEqual({
    invoiceNumber: '1008',
    date: '2026-09-15',
    captchaToken: 'human',
  })
})

it('shows the server’s message', async () => {
  const { answer } = await openInvoices()
  await expect.element(pay.changeSearch).toBeVisible()
  answer({ [SEARCH]: refuse(404, { message: 'Search is closed today.', error: 'closed' }) })
  await pay.changeSearch.click()
  await pay.search.click()
  await expect.element(pay.alert).toHaveTextContent('Search is closed today.')
})

it('shows that it’s searching, and that there was no answer', async () => {
  const { answer, release } = held(lost)
  await openPage(FOUND_PATH, { as: null, answers: { [SEARCH]: answer } })
  await expect.element(page.getByRole('button', { name: 'Searching...' })).toBeVisible()
  release()
  await expect.element(pay.alert).toMatchTextContent('Failed to search for invoice')
  await expect.element(pay.table).not.toBeInTheDocument()
  await expect.element(pay.search).toBeVisible()
})
