// Seeds Tidewater Supply Co., a small second company to connect to.
import { dayFromToday } from '../records/time.ts'
import { seedLists } from './lists.ts'
import { expenseLine, type Planter } from './planter.ts'

export const seedTidewater = (planter: Planter): void => {
  const { plant, ref, saleLine } = planter
  seedLists(planter)
  for (const DisplayName of ['Bayside Rope & Sail', 'Northgate Freight', 'Salt Marsh Labels'])
    plant('Vendor', DisplayName, { DisplayName })
  plant('Customer', 'Lighthouse Marina', { DisplayName: 'Lighthouse Marina' })
  plant('Invoice', 'T-501', {
    DocNumber: 'T-501',
    CustomerRef: ref('Customer', 'Lighthouse Marina'),
    TxnDate: dayFromToday(-14),
    Line: [saleLine('Design', 4, 105, 'Harbor chart for the office')],
  })
  plant('Bill', 'NF-9', {
    VendorRef: ref('Vendor', 'Northgate Freight'),
    DocNumber: 'NF-9',
    TxnDate: dayFromToday(-10),
    Line: [expenseLine(88, ref('Account', 'Office Expenses:Postage & Courier'))],
  })
}
