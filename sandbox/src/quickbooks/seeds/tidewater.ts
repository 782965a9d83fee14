// Seeds Tidewater Supply Co., a small second company to connect to.

import { dayFromToday } from '../records/time.ts'
import { seedLists } from './lists.ts'
import type { Planter } from './seeds.ts'

export const seedTidewater = (planter: Planter): void => {
  const { plant, ref } = planter
  seedLists(planter)
  for (const DisplayName of ['Bayside Rope & Sail', 'Northgate Freight', 'Salt Marsh Labels'])
    plant('Vendor', DisplayName, { DisplayName })
  plant('Customer', 'Lighthouse Marina', { DisplayName: 'Lighthouse Marina' })
  plant('Invoice', 'T-501', {
    DocNumber: 'T-501',
    CustomerRef: ref('Customer', 'Lighthouse Marina'),
    TxnDate: dayFromToday(-14),
    Line: [
      {
        DetailType: 'SalesItemLineDetail',
        Amount: 420,
        SalesItemLineDetail: { ItemRef: ref('Item', 'Design'), Qty: 4, UnitPrice: 105 },
      },
    ],
  })
  plant('Bill', 'NF-9', {
    VendorRef: ref('Vendor', 'Northgate Freight'),
    DocNumber: 'NF-9',
    TxnDate: dayFromToday(-10),
    Line: [
      {
        DetailType: 'AccountBasedExpenseLineDetail',
        Amount: 88,
        AccountBasedExpenseLineDetail: {
          AccountRef: ref('Account', 'Office Expenses:Postage & Courier'),
        },
      },
    ],
  })
}
