// The dialog for pay links: finding an invoice or a customer with the keyboard, and the link with its QR code.
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import type { findPayLinks } from '@invoice-desk/contract/payments/pay-links'
import { payPath } from '@invoice-desk/contract/payments/pay-path'
import { ATTEMPT_LIST } from '@invoice-desk/testing/payments/sample-attempts'
import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { lost } from '../../../../test/answers.ts'
import { emulateMedia } from '../../../../test/media.ts'
import { openPage } from '../../../../test/open-page.tsx'

type Links = ResponseOf<typeof findPayLinks>

const LINKS = 'GET /api/payments/admin/pay-links'
const NOTHING: Links = { invoices: [], customers: [] }
const NAME = 'Juniper Hall'

const openInvoice = (id: string, number: string, balance: number): Links['invoices'][number] => ({
  id,
  number,
  date: '2026-11-02',
  dueDate: '2099-12-02',
  customerId: '3',
  customer: NAME,
  balance,
  currency: 'USD',
  url: location.origin + payPath({ number, date: '2026-11-02' }),
})
const FIRST = openInvoice('11', '2001', 120)
const SECOND = openInvoice('12', '2002', 80.5)
const CUSTOMER: Links['customers'][number] = {
  id: '3',
  name: NAME,
  invoices: 2,
  balances: [{ currency: 'USD', amount: 200.5 }],
  url: FIRST.url,
}

/** As the server: by text, one invoice, or one customer. */
const find = (_body: unknown, { searchParams }: URL): Links => {
  if (searchParams.get('invoice') === '12') return { invoices: [SECOND], customers: [CUSTOMER] }
  if (searchParams.has('invoice')) return NOTHING
  if (searchParams.has('customer')) return { invoices: [], customers: [CUSTOMER] }
  if (searchParams.get('search')?.startsWith('no such')) return NOTHING
  return { invoices: [FIRST, SECOND], customers: [CUSTOMER] }
}

const open = (more = '', links: unknown = find) =>
  openPage(`/payments/admin?view=open${more}`, {
    answers: {
      'GET /api/saved-views': { views: [] },
      'GET /api/payments/admin/attempts': { ...ATTEMPT_LIST, attempts: [], total: 0 },
      'GET /api/payments/admin/reconciliations': { reconciliations: [] },
      [LINKS]: links,
    },
  })

const dialog = page.getByRole('dialog', { name: 'Pay link' })
const field = dialog.getByRole('searchbox', { name: 'Invoice number or customer' })
const row = (text: string) => dialog.getByRole('link').filter({ hasText: text })
const address = () => location.pathname + location.search

it('finds open invoices and customers with the keyboard', async () => {
  const { answer } = await open('', lost)
  await page.getByRole('link', { name: 'Pay link' }).click()
  await expect.element(field).toHaveFocus()
  const tryAgain = dialog.getByRole('button', { name: 'Try again' })
  await expect.element(tryAgain).toBeVisible()
  answer({ [LINKS]: find })
  await tryAgain.click()
  await expect.element(dialog.getByRole('heading', { name: 'Open invoices' })).toBeVisible()
  await field.fill('no such invoice')
  await expect.element(dialog).toMatchTextContent('No open invoices for “no such invoice”.')
  await field.fill(NAME)
  await expect.element(row(NAME).first()).toMatchTextContent('2 open invoices $200.50')
  await expectAccessibleOnAllScreens('finding a pay link')
  await field.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(row('2 open invoices')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.poll(address).toBe('/payments/admin?view=open&link=invoice-12')
  await expect.element(dialog.getByRole('heading', { name: 'Invoice 2002' })).toHaveFocus()
  await expect.element(dialog).toMatchTextContent('$80.50')
  await expect.element(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(SECOND.url ?? '')

  await dialog.getByRole('link', { name: 'Choose another invoice or customer' }).click()
  await expect.element(field).toHaveValue(NAME)
  await expect.element(field).toHaveFocus()
  await row('2001').click()
  await expect.element(dialog).toMatchTextContent('Nothing to pay')
  expect(document.activeElement?.textContent).toContain('Nothing to pay')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(address).toBe('/payments/admin?view=open')
  history.back()
  await expect.poll(address).toBe('/payments/admin?view=open')
  await expect.element(dialog).not.toBeInTheDocument()
})

it('says what the link of a customer opens with', async () => {
  await open('&link=customer-3')
  await expect.element(dialog).toMatchTextContent('2 open invoices')
  await expect.element(dialog).toMatchTextContent('Opens with invoice 2001 selected.')
  await expect.element(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(FIRST.url ?? '')
})

it('prints a link and its QR code as a sheet for the customer', async () => {
  await open('&link=invoice-12')
  const code = page.getByRole('img', { name: /^QR code/ })
  await expect.element(code).toBeVisible()
  await expectAccessibleOnAllScreens('a pay link')
  await emulateMedia('print')
  onTestFinished(async () => void (await emulateMedia('')))
  await expect.element(code).toBeVisible()
  await expect.element(page.getByText(SECOND.url ?? '', { exact: true })).toBeVisible()
  await expect.element(page.getByText('No payments in progress.')).not.toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})

it('revokes earlier links after a confirmation, and shows a new one', async () => {
  const REVOKE = 'POST /api/payments/admin/pay-links/revoke'
  const { answer, sent } = await open('&link=customer-3')
  answer({ [REVOKE]: lost })
  await dialog.getByRole('button', { name: 'Revoke earlier links' }).click()
  const confirm = page.getByRole('dialog', { name: 'Revoke earlier links?' })
  await expect.element(confirm).toMatchTextContent(NAME)
  expect(sent.some(({ name }) => name === REVOKE)).toBe(false)
  await confirm.getByRole('button', { name: 'Revoke links' }).click()
  await expect.element(confirm.getByRole('alert')).toBeVisible()
  const url = `${FIRST.url}#key=new`
  answer({ [REVOKE]: {}, [LINKS]: { invoices: [], customers: [{ ...CUSTOMER, url }] } })
  await confirm.getByRole('button', { name: 'Revoke links' }).click()
  await expect.element(confirm).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(url)
  expect(sent.filter(({ name }) => name === REVOKE).at(-1)?.body).toEqual({ customer: '3' })
})
