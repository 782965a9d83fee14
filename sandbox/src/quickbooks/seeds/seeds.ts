// Seeds the sample companies, and generates records in bulk.
import { writeEntity } from '../bookkeeping/write.ts'
import type { Books, Company } from '../records/books.ts'
import { dayFromToday } from '../records/time.ts'
import { seedHarborFinch } from './harbor-finch.ts'
import { createPlanter, expenseLine } from './planter.ts'
import { seedTidewater } from './tidewater.ts'

export const COMPANIES = [
  { realmId: '9341453100000001', name: 'Harbor & Finch Studio', multiCurrency: true },
  { realmId: '9341453100000002', name: 'Tidewater Supply Co.', multiCurrency: false },
] as const satisfies readonly Company[]

export const seedBooks = (books: Books): void => {
  const seeds = books.company.realmId === COMPANIES[0].realmId ? seedHarborFinch : seedTidewater
  books.together(() => seeds(createPlanter(books)))
}

/** Adds vendors such as `Filler Vendor 00001`, and bills spread over all vendors. */
export const fillBooks = (books: Books, vendors: number, bills: number): void => {
  const expense = books.list('Account').find((account) => account.AccountType === 'Expense')
  const number = (count: string | number) => String(count).padStart(5, '0')
  books.together(() => {
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
  })
}
