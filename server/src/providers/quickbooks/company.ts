// Reads the connected company: its name, and the accounts that a bill can be booked to.
import { z } from 'zod'
import type { Client } from './client.ts'
import { isOneOf, parseAnswer, selectAll } from './query.ts'
import type { Access, Send } from './send.ts'
import { id, recordOf } from './wire.ts'

const companyInfo = z.object({ CompanyInfo: z.object({ CompanyName: z.string() }) })

const pathOf = (realmId: string): string => `/companyinfo/${encodeURIComponent(realmId)}`

/** Reads the name with tokens that aren't stored yet, to verify that they are for this company. */
export const nameOfCompany = async (send: Send, access: Access): Promise<string> => {
  const answer = await send(access, { method: 'GET', path: pathOf(access.realmId) })
  return parseAnswer(companyInfo, answer).CompanyInfo.CompanyName
}

const BILL_ACCOUNT_TYPES = ['Expense', 'Other Expense', 'Cost of Goods Sold']

const account = recordOf({
  id: ['Id', id],
  name: ['Name', z.string()],
  fullyQualifiedName: ['FullyQualifiedName', z.string()],
})
export type BillAccount = z.infer<typeof account>

export const createCompany = (client: Client) => ({
  /** The cheapest call that proves that the connection works. */
  getName: async (realmId: string): Promise<string> =>
    parseAnswer(companyInfo, await client.read(pathOf(realmId))).CompanyInfo.CompanyName,

  listBillAccounts: async (): Promise<BillAccount[]> => {
    const where = [isOneOf('AccountType', BILL_ACCOUNT_TYPES)]
    const found = await selectAll(client, { entity: 'Account', record: account, where })
    return found.sort((a, b) => a.fullyQualifiedName.localeCompare(b.fullyQualifiedName, 'en'))
  },
})
