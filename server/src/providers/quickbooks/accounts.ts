// The accounts that a bill may be booked to.
import { z } from 'zod'
import type { Client } from './client.ts'
import { isOneOf, selectAll } from './query.ts'

export type BillAccount = {
  readonly id: string
  readonly name: string
  readonly fullyQualifiedName: string
}

const TYPES = ['Expense', 'Other Expense', 'Cost of Goods Sold']

const record = z.object({ Id: z.string(), Name: z.string(), FullyQualifiedName: z.string() })

export const createAccounts = (client: Client) => ({
  listForBills: async (): Promise<BillAccount[]> => {
    const where = [isOneOf('AccountType', TYPES)]
    const found = await selectAll(client, { entity: 'Account', record, where })
    return found
      .map((account) => ({
        id: account.Id,
        name: account.Name,
        fullyQualifiedName: account.FullyQualifiedName,
      }))
      .sort((a, b) => a.fullyQualifiedName.localeCompare(b.fullyQualifiedName, 'en'))
  },
})
