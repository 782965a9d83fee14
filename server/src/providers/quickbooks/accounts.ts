// Lists the accounts that a bill can be booked to.
import { z } from 'zod'
import type { Client } from './client.ts'
import { isOneOf, selectAll } from './query.ts'

const TYPES = ['Expense', 'Other Expense', 'Cost of Goods Sold']

const record = z
  .object({ Id: z.string(), Name: z.string(), FullyQualifiedName: z.string() })
  .transform(({ Id: id, Name: name, FullyQualifiedName: fullyQualifiedName }) => ({
    id,
    name,
    fullyQualifiedName,
  }))
export type BillAccount = Readonly<z.infer<typeof record>>

export const createAccounts = (client: Client) => ({
  listForBills: async (): Promise<BillAccount[]> => {
    const where = [isOneOf('AccountType', TYPES)]
    const found = await selectAll(client, { entity: 'Account', record, where })
    return found.sort((a, b) => a.fullyQualifiedName.localeCompare(b.fullyQualifiedName, 'en'))
  },
})
