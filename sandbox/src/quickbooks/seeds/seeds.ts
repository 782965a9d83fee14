// Seeds the sample companies, and generates records in bulk.

import { writeEntity } from '../bookkeeping/write.ts'
import type { Books, Company } from '../records/books.ts'
import type { EntityName, Ref } from '../records/entities.ts'
import { dayFromToday } from '../records/time.ts'
import { seedHarborFinch } from './harbor-finch.ts'
import { seedTidewater } from './tidewater.ts'

export const COMPANIES = [
  { realmId: '9341453100000001', name: 'Harbor & Finch Studio', multiCurrency: true },
  { realmId: '9341453100000002', name: 'Tidewater Supply Co.', multiCurrency: false },
] as const satisfies readonly Company[]

export const seedBooks = (books: Books): void => {
  const seeds = books.company.realmId === COMPANIES[0].realmId ? seedHarborFinch : seedTidewater
  books.together(() => seeds(planter(books)))
}

export type Planter = ReturnType<typeof planter>

/** Writes records by the API's rules and lets later ones refer to earlier ones by name. */
const planter = (books: Books) => {
  const ids = new Map<string, string>()
  const plant = (name: EntityName, label: string, body: Record<string, unknown>): void => {
    ids.set(`${name}/${label}`, writeEntity(books, name, body).Id)
  }
  const ref = (name: EntityName, label: string): Ref => {
    const value = ids.get(`${name}/${label}`)
    if (!value) throw new Error(`The seeds use ${name} ${label} before it exists`)
    return { value }
  }
  return {
    plant,
    ref,
    link: (TxnType: 'Invoice' | 'CreditMemo' | 'Bill', label: string, Amount: number) => ({
      Amount,
      LinkedTxn: [{ TxnId: ref(TxnType, label).value, TxnType }],
    }),
    retire: (name: 'Vendor' | 'Account', label: string): void => {
      const { value: Id } = ref(name, label)
      const SyncToken = books.find(name, Id)?.SyncToken
      writeEntity(books, name, { Id, SyncToken, sparse: true, Active: false })
    },
  }
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
        Line: [
          {
            DetailType: 'AccountBasedExpenseLineDetail',
            Amount: 10 + (index % 500),
            AccountBasedExpenseLineDetail: { AccountRef: { value: expense?.Id ?? '' } },
          },
        ],
      })
  })
}
