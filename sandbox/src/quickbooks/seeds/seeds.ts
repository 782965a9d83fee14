// Seeds the sample companies.
import type { Books, Company } from '../records/books.ts'
import { seedHarborFinch } from './harbor-finch.ts'
import { createPlanter } from './planter.ts'
import { seedTidewater } from './tidewater.ts'

export const COMPANIES = [
  { realmId: '9341453100000001', name: 'Harbor & Finch Studio', multiCurrency: true },
  { realmId: '9341453100000002', name: 'Tidewater Supply Co.', multiCurrency: false },
] as const satisfies readonly Company[]

export const seedBooks = (books: Books): void => {
  const seeds = books.company.realmId === COMPANIES[0].realmId ? seedHarborFinch : seedTidewater
  books.together(() => seeds(createPlanter(books)))
}
