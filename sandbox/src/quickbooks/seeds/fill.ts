// Generates records in bulk, to test the app with a lot of data.
import { writeEntity } from '../bookkeeping/write.ts'
import type { Books } from '../records/books.ts'
import { dayFromToday } from '../records/time.ts'
import { fillCustomers, fillSales } from './fill-sales.ts'
import { expenseLine } from './planter.ts'

export type FillCounts = {
  readonly vendors: number
  readonly bills: number
  readonly customers: number
  readonly invoices: number
  /** Each is applied to one of the invoices that are added with it. */
  readonly payments: number
}

export const fillBooks = (books: Books, counts: FillCounts): void => {
  if (counts.payments > 0 && counts.invoices === 0)
    throw Object.assign(new Error('Payments need invoices that they pay. Add both together.'), {
      statusCode: 400,
    })
  books.together(() => {
    fillPurchases(books, counts)
    fillCustomers(books, counts.customers)
    fillSales(books, counts)
  })
}

/** Adds vendors such as `Filler Vendor 00001`, and bills spread over all vendors. */
const fillPurchases = (books: Books, { vendors, bills }: FillCounts): void => {
  const expense = books.list('Account').find((account) => account.AccountType === 'Expense')
  const number = (count: string | number) => String(count).padStart(5, '0')
  for (let index = 0; index < vendors; index += 1)
    writeEntity(books, 'Vendor', {
      DisplayName: `Filler Vendor ${number(books.nextId('Vendor'))}`,
    })
  const holders = books.list('Vendor').filter((vendor) => vendor.Active)
  for (let index = 0; index < bills; index += 1)
    writeEntity(books, 'Bill', {
      VendorRef: { value: holders[index % holders.length]?.Id ?? '' },
      DocNumber: `FILL-${number(books.nextId('Bill'))}`,
      TxnDate: dayFromToday(-(index % 90)),
      Line: [expenseLine(10 + (index % 500), { value: expense?.Id ?? '' })],
    })
}
