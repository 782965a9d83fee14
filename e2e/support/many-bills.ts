// A stubbed list of thousands of bills, which would take hours to submit.
import { ALL_STATUSES, type BillStatus, COUNTED_STATUSES } from '@invoice-desk/contract/bill-status'
import type { Page } from '@playwright/test'

const billOf = (index: number) => ({
  id: `bill-${index}`,
  invoiceNumber: `N-${index}`,
  amount: Math.round(500 + index * 401) / 100,
  status: COUNTED_STATUSES[index % COUNTED_STATUSES.length] ?? 'received',
  dateCreated: Date.parse('2026-11-15T12:00:00Z') - index * 3_600_000,
  dueDate: Date.parse('2026-12-15T12:00:00Z'),
  custom_fields: [{ name: 'Invoice Doc', value: `https://desk.example/api/files?file=${index}` }],
})

type BillQuery = { readonly status?: BillStatus; readonly limit?: number; readonly offset?: number }

/** Answers each request for bills, with its filter and page. */
export const stubManyBills = async (page: Page, count: number) => {
  const bills = Array.from({ length: count }, (_, index) => billOf(index))
  const of = (status: string) => bills.filter((bill) => bill.status === status)
  const totalOf = (chosen: typeof bills) => ({
    count: chosen.length,
    amount: Math.round(chosen.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100,
  })
  const totals = Object.fromEntries(ALL_STATUSES.map((status) => [status, totalOf(of(status))]))
  await page.route('**/api/cup/vendor-bills', (route) => {
    const { status, limit = count, offset = 0 }: BillQuery = route.request().postDataJSON()
    const part = (status ? [status] : COUNTED_STATUSES).flatMap((each) =>
      of(each).slice(offset, offset + limit),
    )
    return route.fulfill({ json: { bills: part, totals, total: totalOf(bills) } })
  })
  return { numbersOf: (status: BillStatus) => of(status).map(({ invoiceNumber }) => invoiceNumber) }
}
