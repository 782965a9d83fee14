// The public list of purchases: columns, filters, loading on scroll, and its dialogs and failures.
import { listTransactions } from '@invoice-desk/contract/retailer/retailer'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { lost, refuse } from '../../test/answers.ts'
import { openPage } from '../../test/open-page.tsx'
import { STAFF } from '../../test/people.ts'
import { listed, transaction, transactionsNamed } from '../../test/transactions.ts'

const PATH = '/amazon-transactions'
const LIST = `GET ${listTransactions.path}`

const rows = page.getByRole('table', { name: 'Amazon transactions' }).getByRole('row')
const search = page.getByRole('searchbox', { name: 'Search' })

it('shows a visitor date, amount, card, order and a safe link to the order', async () => {
  await openPage(PATH, {
    as: null,
    answers: {
      [LIST]: listed([
        transaction('111-0000000'),
        transaction('222-0000000', { amount: -7.25 }),
        transaction('111-0000009', { order_url: 'http://www.amazon.com/order' }),
      ]),
    },
  })
  const title = page.getByRole('heading', { name: 'Amazon Transactions', level: 1 })
  await expect.element(title).toBeVisible()
  await expect.element(rows).toHaveLength(4)
  const headers = page.getByRole('columnheader').elements()
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    'Date',
    'Amount',
    'Card Used',
    'Order ID',
    'Actions',
  ])
  const first = rows.nth(1)
  for (const text of ['12/31/2024', '$1.50', 'Visa ending in 4840', '111-0000000'])
    await expect.element(first).toMatchTextContent(text)
  const link = first.getByRole('link', { name: /^View Order 111-0000000/ })
  await expect.element(link).toHaveAttribute('href', 'https://www.amazon.com/order/111-0000000')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(rows.nth(2)).toMatchTextContent('Refund-$7.25')
  await expect.element(rows.nth(3)).toMatchTextContent('No link')
  await expect.element(rows.nth(3).getByRole('link')).not.toBeInTheDocument()
  await expect.element(page.getByText('3 transactions')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Import transactions' }))
    .not.toBeInTheDocument()
  await expectAccessibleOnAllScreens()
})

it('says that scraping is coming, and either button closes the dialog', async () => {
  await openPage(PATH, { as: null, answers: { [LIST]: transactionsNamed('111-1') } })
  const scrape = page.getByRole('button', { name: 'Scrape New Transactions' })
  const dialog = page.getByRole('dialog', { name: 'Coming Soon' })
  await scrape.click()
  await expect
    .element(dialog)
    .toMatchTextContent(
      'Amazon transaction scraping will be available soon through browser extensions.',
    )
  await expectAccessible()
  for (const name of ['Got it', 'Close']) {
    await dialog.getByRole('button', { name, exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(scrape).toHaveFocus()
    if (name === 'Got it') await scrape.click()
  }
})

it('asks for what the address says, and keeps every choice in the address', async () => {
  const asked: string[] = []
  const all = Array.from({ length: 160 }, (_, n) => transaction(`111-${n}`))
  const answer = (_body: unknown, { searchParams }: URL) => {
    const { page: number, pageSize: _size, ...filter } = Object.fromEntries(searchParams)
    asked.push(new URLSearchParams(filter).toString())
    if (filter.search === 'nowhere') return listed([])
    const from = 100 * (Number(number) - 1)
    return listed(all.slice(from, from + 100), { count: 160, amount: 12_960 })
  }
  const open = (query: string) => openPage(PATH + query, { as: null, answers: { [LIST]: answer } })
  await open('?search=111')
  await expect.element(search).toHaveValue('111')
  await expect.element(page.getByText('160 transactions')).toBeVisible()
  await expect.element(page.getByText('Total: $12,960.00')).toBeVisible()
  page.getByRole('contentinfo').element().scrollIntoView()
  await expect.element(rows).toHaveLength(161)
  await expect.element(page.getByText(/^Showing/)).not.toBeInTheDocument()
  expect(asked.at(-1)).toBe('search=111&sort=-date')

  await page.getByRole('button', { name: 'Amount' }).click()
  const amount = page.getByRole('columnheader', { name: 'Amount' })
  await expect.element(amount).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => asked.at(-1)).toBe('search=111&sort=-amount')

  const dates = page.getByRole('search').getByRole('button', { name: 'Date', exact: true })
  await dates.click()
  await page.getByLabelText('From').fill('2024-12-29')
  await page.getByLabelText('To', { exact: true }).fill('2024-12-30')
  const range = 'from=2024-12-29&to=2024-12-30'
  await expect.poll(() => asked.at(-1)).toBe(`search=111&sort=-amount&${range}`)

  await open(location.search)
  const chosen = 'Remove filter Date: Dec 29, 2024 to Dec 30, 2024'
  await expect.element(page.getByRole('button', { name: chosen })).toBeVisible()
  expect(asked.at(-1)).toBe(`search=111&sort=-amount&${range}`)
  await dates.click()
  const before = asked.length
  await page.getByLabelText('To', { exact: true }).fill('2024-12-01')
  const problem = page.getByText("The end date can't be before the start date.")
  await expect.element(problem).toBeVisible()
  expect(asked).toHaveLength(before)

  await search.fill('nowhere')
  await expect.element(page.getByText('No transactions found.')).toBeVisible()
  const left = new URLSearchParams(location.search)
  expect(left.get('search')).toBe('nowhere')
  expect(left.get('sort')).toBe('-amount')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.element(search).toHaveValue('')
  await expect.poll(() => asked.at(-1)).toBe('sort=-amount')
})

it('says why it cannot load, and tries again', async () => {
  const { answer } = await openPage(PATH, { as: null, answers: { [LIST]: lost } })
  const toast = page.getByRole('alert').filter({ hasText: 'Failed to fetch transactions' })
  await expect.element(toast).toBeVisible()
  await expect
    .element(page.getByText('We couldn’t load the list. Trying again usually helps.'))
    .toBeVisible()
  // The business may show its list only to staff.
  answer({ [LIST]: refuse(401, { error: 'Please sign in.', code: 'sign_in_required' }) })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/Sign in above to see the transactions\.$/)).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  await expectAccessible()
})

it('has no import for an account without the tool', async () => {
  await openPage(PATH, {
    answers: {
      [LIST]: transactionsNamed(),
      'GET /api/account': { ...STAFF, admin: false, tools: ['create_vendor'] },
    },
  })
  await expect.element(page.getByText('No transactions found.')).toBeVisible()
  // The navigation shows that the account has loaded.
  await expect.element(page.getByRole('link', { name: 'Vendors' })).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Import transactions' }))
    .not.toBeInTheDocument()
})
