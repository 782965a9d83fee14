// The staff's payments page: finding a payment, opening and checking it, resolving it, and reconciling.
import {
  ATTEMPT,
  ATTEMPT_LIST,
  RECONCILIATION,
} from '@invoice-desk/testing/payments/sample-attempts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { held, lost, refuse } from '../../test/answers.ts'
import { openPage } from '../../test/open-page.tsx'

const LIST = 'GET /api/payments/admin/attempts'
const CHECK = 'POST /api/payments/admin/attempt/check'
const RECONCILE = 'POST /api/payments/admin/reconcile'
const NONE = { ...ATTEMPT_LIST, attempts: [], total: 0 }
const ANSWERS = {
  'GET /api/saved-views': { views: [] },
  [LIST]: ATTEMPT_LIST,
  'GET /api/payments/admin/attempt': ATTEMPT,
  'GET /api/payments/admin/reconciliations': { reconciliations: [RECONCILIATION] },
}

const open = (path: string, answers = {}) =>
  openPage(`/payments/admin${path}`, { answers: { ...ANSWERS, ...answers } })

const dialog = page.getByRole('dialog')
const filter = (name: string) => page.getByRole('search').getByRole('button', { name, exact: true })
const details = page.getByRole('link', {
  name: 'Details of the payment by Cobalt Coffee Roasters for 1009',
})
const address = () => location.pathname + location.search

it('narrows the list by filters that the address keeps', async () => {
  const list = (_body: unknown, { searchParams }: URL) =>
    searchParams.get('view') === 'open' ? NONE : ATTEMPT_LIST
  await open('?search=1009', { [LIST]: list })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Payments')
  const row = page.getByRole('row').filter({ has: details })
  await expect.element(row).toMatchTextContent('$504.00')
  await filter('Received').click()
  await page.getByRole('button', { name: 'This month' }).click()
  await filter('Method').click()
  await page.getByRole('checkbox', { name: 'Credit Card' }).click()
  await expect.poll(address).toBe('/payments/admin?search=1009&method=stripe&received=this-month')
  await expect
    .element(page.getByRole('region', { name: 'Totals' }))
    .toMatchTextContent('$2,568.20 received')
  await filter('Progress').click()
  await page.getByRole('button', { name: 'In progress', exact: true }).click()
  await expect.element(page.getByText('No payments match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Progress: in progress' }).click()
  await expect.element(row).toBeVisible()
})

it('opens a payment, which closes with Back and Escape', async () => {
  await open('')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  const link = page.getByRole('link', { name: 'Payments', exact: true })
  await expect.element(link).toHaveAttribute('href', '/payments/admin')
  await userEvent.keyboard('{Escape}')
  await details.click()
  await expect.poll(address).toMatch(/attempt=3f2a9c01/)
  await expect.element(dialog).toMatchTextContent(ATTEMPT.providerId)
  await expect.element(dialog).toMatchTextContent(ATTEMPT.qboPaymentId)
  const line = dialog.getByRole('row').filter({ hasText: '1008' })
  await expect.element(line).toMatchTextContent('$0.00')
  await expect
    .element(dialog.getByRole('listitem').last())
    .toMatchTextContent('started the payment')
  await expect
    .element(dialog.getByRole('link', { name: 'Receipt' }))
    .toHaveAttribute('href', ATTEMPT.receiptUrl)
  history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  await details.click()
  await expect.element(dialog).toMatchTextContent(ATTEMPT.providerId)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(details).toHaveFocus()
})

it('says what a check found, or that a provider doesn’t respond', async () => {
  const { answer } = await open(`?attempt=${ATTEMPT.id}`, { [CHECK]: ATTEMPT })
  const check = dialog.getByRole('button', { name: 'Check now' })
  await check.click()
  await expect.element(page.getByText('Checked. Nothing has changed.')).toBeVisible()
  answer({ [CHECK]: { ...ATTEMPT, unanswered: 'Stripe' } })
  await check.click()
  await expect.element(page.getByText(/^Stripe isn't responding/)).toBeVisible()
})

it('needs a note to resolve a payment, keeps it after a reload, and closes with the review', async () => {
  const resolved = { ...ATTEMPT, review: '' }
  const { sent, answer, reload } = await open(`?attempt=${ATTEMPT.id}`)
  await expect.element(dialog).toMatchTextContent('$120.00 was refunded at the provider.')
  const resolve = dialog.getByRole('button', { name: 'Mark as resolved' })
  const note = dialog.getByLabelText(/^What did you do\?/)
  await resolve.click()
  await expect.element(note).toHaveFocus()
  await expect.element(resolve).toBeDisabled()
  await note.fill('Entered a refund receipt.')
  await reload()
  await expect.element(note).toHaveValue('Entered a refund receipt.')
  answer({
    'POST /api/payments/admin/attempt/resolve': resolved,
    'GET /api/payments/admin/attempt': resolved,
  })
  await resolve.click()
  await expect
    .element(dialog.getByRole('heading', { name: 'Needs review' }))
    .not.toBeInTheDocument()
  expect(sent.find(({ name }) => name.endsWith('resolve'))?.body).toEqual({
    id: ATTEMPT.id,
    note: 'Entered a refund receipt.',
  })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(address).toBe('/payments/admin')
})

it('releases the invoices of a payment of unknown outcome after a look at the provider', async () => {
  const waiting = { ...ATTEMPT, state: 'unknown', review: '' }
  const released = { ...waiting, state: 'failed' }
  const refused = refuse(409, { error: 'No answer.', code: 'attempt_unanswered' })
  const { sent, answer } = await open(`?attempt=${ATTEMPT.id}`, {
    'GET /api/payments/admin/attempt': waiting,
    'POST /api/payments/admin/attempt/resolve': refused,
  })
  const release = dialog.getByRole('button', { name: 'Release invoices' })
  await release.click()
  await dialog.getByLabelText(/^What did you do\?/).fill('The customer called.')
  await release.click()
  await dialog.getByLabelText(/Nothing was charged\.$/).click()
  answer({
    'POST /api/payments/admin/attempt/resolve': released,
    'GET /api/payments/admin/attempt': released,
  })
  await release.click()
  await expect.element(dialog.getByText('Invoices on hold')).not.toBeInTheDocument()
  expect(sent.filter(({ name }) => name.endsWith('resolve')).at(-1)?.body).toMatchObject({
    note: 'The customer called.',
    lookedUp: true,
  })
})

it('shows an error when the list fails to load, and can be retried', async () => {
  const { answer } = await open('', { [LIST]: lost })
  await expect.element(page.getByText(/We can't reach the server\./).first()).toBeVisible()
  answer({ [LIST]: ATTEMPT_LIST })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(details).toBeVisible()
  answer({ [LIST]: NONE })
  const view = page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: /^Needs review/ })
  await view.click()
  await expect.element(view).toHaveAttribute('aria-current', 'page')
  await expect.element(details).not.toBeInTheDocument()
})

it('reconciles for as long as it takes, and links to the payments that differ', async () => {
  const { answer, release } = held(RECONCILIATION)
  await open('', { [RECONCILE]: answer })
  await page.getByRole('button', { name: 'Reconcile now' }).click()
  await expect
    .element(page.getByRole('button', { name: 'Reconciling...' }))
    .toHaveAttribute('aria-busy', 'true')
  const card = page.getByRole('region', { name: 'Reconciliation' })
  await expect.element(card).toMatchTextContent('it continues if you leave this page')
  await expect
    .element(page.getByRole('status').filter({ hasText: "We're comparing" }))
    .toBeInTheDocument()
  release()
  await expect.element(page.getByText(/^Reconciled\. Some records don't match/)).toBeVisible()
  await expect.element(card).toMatchTextContent('3 differences')
  await card.getByRole('link', { name: /^View payment: \$120/ }).click()
  await expect.element(dialog).toMatchTextContent('1008')
})

it('lets customers pay again once staff have reconciled a restored database', async () => {
  const lists = (canResume?: boolean) => ({
    'GET /api/payments/admin/reconciliations': {
      reconciliations: [RECONCILIATION],
      ...(canResume !== undefined && { paused: { since: '2026-11-15T12:00:00.000Z', canResume } }),
    },
  })
  const { answer, sent } = await open('', lists(false))
  const notice = page.getByRole('alert').filter({ hasText: "Customers can't pay right now" })
  const resume = notice.getByRole('button', { name: 'Take payments again' })
  await expect.element(notice).toMatchTextContent('Use “Reconcile now” to find them.')
  await expect.element(resume).toBeDisabled()
  answer({ [RECONCILE]: RECONCILIATION, ...lists(true) })
  await page.getByRole('button', { name: 'Reconcile now' }).click()
  await expect.element(notice).toMatchTextContent('Read the reconciliation below')
  answer({ 'POST /api/payments/admin/resume': {}, ...lists() })
  await resume.click()
  await expect.element(page.getByText('Customers can pay again.')).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
  expect(sent.map(({ name }) => name)).toContain('POST /api/payments/admin/resume')
})
