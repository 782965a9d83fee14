// The bills dashboard: statuses, totals, files, reasons, failures, search, and thousands of bills.
import {
  ALL_STATUSES,
  type BillStatus,
  COUNTED_STATUSES,
} from '@invoice-desk/contract/bills/bill-status'
import { type ContractorBill, totalsOf } from '@invoice-desk/contract/contractor/contractor'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { held, lost, refuse } from '../../../../test/answers.ts'
import {
  answerBills,
  BILLS,
  billOf,
  linkTo,
  newContractor,
  openPortal,
  portal,
} from '../../../../test/contractor.ts'

const { alert, bills, email, newBill, row, summary, table } = portal

it('shows each status with its total, table and files, and what was turned down separately', async () => {
  await openPortal(newContractor(`Bluebird & Sons ${'Interior'.repeat(6)}`), {
    bills: [
      billOf({ amount: 380, invoiceNumber: `NO-FILE-${'9'.repeat(60)}` }),
      billOf({
        status: 'approved',
        amount: 14_400,
        invoiceNumber: 'WITH-FILE',
        // The next day in UTC.
        dateCreated: Date.parse('2026-03-03T02:00:00Z'),
        custom_fields: linkTo('https://desk.example/api/files?file=1'),
      }),
      billOf({
        status: 'rejected',
        amount: 720,
        invoiceNumber: 'WRONG',
        rejectReason: `The hours do not match. ${'x'.repeat(120)}`,
      }),
      billOf({
        status: 'changes_requested',
        invoiceNumber: 'FIX-ME',
        requestedChanges: 'We agreed on $95.',
        isCorrectable: true,
        isEditable: true,
      }),
    ],
  })
  await expect.element(bills).toMatchTextContent('Total $14,780.00 · 2 bills')
  await expect.element(summary('Approved')).toHaveTextContent('Approved$14,400.001 bill')
  await expect.element(summary('Paid')).toHaveTextContent('Paid$0.000 bills')
  const totals = page.getByRole('list', { name: 'Totals by status' })
  await expect.element(totals).not.toMatchTextContent('Rejected')

  const cells = {
    'Invoice #': 'WITH-FILE',
    Submitted: 'Mar 2, 2026',
    Amount: '$14,400.00',
    'Due Date': 'Feb 28, 2030',
    Actions: 'View Invoice',
  }
  const texts = (elements: Iterable<Element>) => [...elements].map((each) => each.textContent)
  const headers = texts(table('Approved').getByRole('columnheader').elements())
  expect(headers).toEqual(Object.keys(cells))
  expect(texts(row('WITH-FILE').element().children)).toEqual(Object.values(cells))
  const link = row('WITH-FILE').getByRole('link')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('href', 'https://desk.example/api/files?file=1')
  await expect.element(row('NO-FILE')).toMatchTextContent('No file')
  await expect.element(row('NO-FILE').getByRole('link')).not.toBeInTheDocument()
  await expect.element(table('Rejected')).toMatchTextContent('The hours do not match.')
  await expect.element(page.getByRole('link', { name: 'Submit again: WRONG' })).toBeVisible()
  await expect.element(table('Changes requested')).toMatchTextContent('We agreed on $95.')
  const correct = page.getByRole('link', { name: 'Correct and resubmit: FIX-ME' })
  await expect.element(correct).toBeVisible()
  await expectAccessibleOnAllScreens('bills', correct)
})

it('invites a contractor without bills to submit the first one', async () => {
  const person = newContractor()
  await openPortal(person)
  await expect.element(bills).toMatchTextContent('No bills found.')
  await expect.element(bills).toMatchTextContent('Total $0.00 · 0 bills')
  await expect.element(summary('Paid')).toHaveTextContent('Paid$0.000 bills')
  await expect.element(page.getByRole('main')).toMatchTextContent(person.email)
  await expect.element(newBill).toBeVisible()
  await expectAccessibleOnAllScreens('no bills')
  await page.getByRole('button', { name: 'Submit Your First Bill' }).click()
  await expect.element(portal.form).toBeVisible()
})

it('explains why bills are missing, and loads them on retry', async () => {
  const loading = held(lost)
  const opened = await openPortal(newContractor(), { answers: { [BILLS]: loading.answer } })
  const status = page.getByRole('status').filter({ hasText: 'Loading your bills...' })
  await expect.element(status).toBeVisible()
  await expect.element(newBill).toBeVisible()
  loading.release()
  await expect.element(alert).toMatchTextContent('Failed to fetch bills')
  const again = alert.getByRole('button', { name: 'Try again' })
  opened.answer({ [BILLS]: refuse(403, { error: 'Not today', code: 'other_vendor' }) })
  await again.click()
  await expect.element(alert).toMatchTextContent('Not today')
  opened.answer({ [BILLS]: answerBills([billOf({ invoiceNumber: 'STILL-HERE' })]) })
  await again.click()
  await expect.element(table('Sent for Approval')).toMatchTextContent('STILL-HERE')
})

it('reloads when the tab is shown, and asks to verify again without a token', async () => {
  const person = newContractor()
  const bill = billOf({ invoiceNumber: 'MOVES' })
  const opened = await openPortal(person, { bills: [bill] })
  await expect.element(table('Sent for Approval')).toMatchTextContent('MOVES')
  let now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
  const lookAgain = () => {
    // What was loaded less than 30 seconds ago is fresh.
    now += 40_000
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }
  opened.answer({ [BILLS]: answerBills([{ ...bill, status: 'approved' }]) })
  lookAgain()
  await expect.element(table('Approved')).toMatchTextContent('MOVES')
  localStorage.clear()
  lookAgain()
  await expect.element(alert).toMatchTextContent('No authentication token found')
  clock.mockRestore()
  await alert.getByRole('button', { name: 'Verify your email again' }).click()
  await expect.element(email).toHaveValue(person.email)
})

it('loads thousands of bills while scrolling, with exact totals', async () => {
  const { all, answer } = manyBills(5_000)
  await openPortal(newContractor(), { answers: { [BILLS]: answer } })
  await expect.element(bills).toMatchTextContent('Total $50,139,975.00 · 5,000 bills')
  await expect.element(summary('Received')).toMatchTextContent('1,250 bills')
  // Roles of hundreds of rows take long to find.
  const rows = () => [...table('Received').element().querySelectorAll('tbody tr')]
  const count = () => rows().length
  await expect.poll(count).toBe(25)
  const section = page.getByRole('region', { name: /^Received/ })
  await expect.element(section).toMatchTextContent('Showing 25 of 1,250')
  for (const next of [225, 425, 625]) {
    rows().at(-1)?.scrollIntoView()
    await expect.poll(count).toBe(next)
  }
  await page.getByRole('button', { name: 'Show more: Received bills' }).click()
  await expect.poll(count).toBe(825)
  expect(rows().map((each) => each.querySelector('th')?.textContent)).toEqual(
    all('received')
      .slice(0, 825)
      .map(({ invoiceNumber }) => invoiceNumber),
  )
  expect(table('Paid').getByRole('row').elements()).toHaveLength(1 + 25)
})

it('searches bills', async () => {
  const [open, paid] = [billOf({ invoiceNumber: 'OPEN-1' }), billOf({ invoiceNumber: 'PAID-1' })]
  await openPortal(newContractor(), {
    answers: {
      [BILLS]: (body: unknown) => {
        const { search = '' } = body as { search?: string }
        return { bills: search === 'nothing' ? [] : search === '123.45' ? [paid] : [open, paid] }
      },
    },
  })
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('123.45')
  await expect.element(row('OPEN-1')).not.toBeInTheDocument()
  await expect.element(row('PAID-1')).toBeVisible()
  await search.fill('nothing')
  await expect.element(page.getByText('No bills match “nothing”.')).toBeVisible()
})

type Query = { readonly status?: BillStatus; readonly limit?: number; readonly offset?: number }

/** Each request gets the part that it asks for. */
const manyBills = (count: number) => {
  const list = Array.from({ length: count }, (_, index) =>
    billOf({
      invoiceNumber: `N-${index}`,
      amount: Math.round(500 + index * 401) / 100,
      status: COUNTED_STATUSES[index % COUNTED_STATUSES.length] ?? 'received',
      custom_fields: linkTo(`https://desk.example/api/files?file=${index}`),
    }),
  )
  const byStatus = Map.groupBy(list, ({ status }) => status)
  const all = (status: BillStatus): ContractorBill[] => byStatus.get(status) ?? []
  const sums = ALL_STATUSES.map((status) => ({
    status,
    count: all(status).length,
    amountCents: all(status).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0),
  }))
  const answer = (body: unknown) => {
    const { status, limit = count, offset = 0 } = body as Query
    const part = (status ? [status] : COUNTED_STATUSES).flatMap((each) =>
      all(each).slice(offset, offset + limit),
    )
    return { bills: part, ...totalsOf(sums) }
  }
  return { all, answer }
}
