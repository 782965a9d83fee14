// Reads the connected company: its name, and the accounts that a bill can be booked to.
import { z } from 'zod'
import type { Client } from './client.ts'
import { isOneOf, parseAnswer, selectAll } from './query.ts'
import { asJson } from './receive.ts'
import type { Access, Send } from './send.ts'
import { isActive, recordOf, versioned } from './wire.ts'

const companyInfo = z.object({ CompanyInfo: z.object({ CompanyName: z.string() }) })

const companySettings = z.object({
  CompanyInfo: z.object({ CompanyName: z.string(), DefaultTimeZone: z.string().optional() }),
})
const preferences = z.object({
  Preferences: z.object({
    CurrencyPrefs: z
      .object({
        HomeCurrency: z.object({ value: z.string() }).optional(),
        MultiCurrencyEnabled: z.boolean().default(false),
      })
      .default({ MultiCurrencyEnabled: false }),
  }),
})

const pathOf = (realmId: string): string => `/companyinfo/${encodeURIComponent(realmId)}`

/** Reads the company with tokens that aren't stored yet, to verify that they are for it. */
export const readCompany = async (send: Send, access: Access) => {
  const read = (path: string) => send(access, { method: 'GET', path }, asJson)
  const [info, prefs] = await Promise.all([read(pathOf(access.realmId)), read('/preferences')])
  const { CurrencyPrefs } = parseAnswer(preferences, prefs).Preferences
  return {
    name: parseAnswer(companyInfo, info).CompanyInfo.CompanyName,
    homeCurrency: CurrencyPrefs.HomeCurrency?.value,
  }
}

const BILL_ACCOUNT_TYPES = ['Expense', 'Other Expense', 'Cost of Goods Sold']

export const accountRecord = recordOf({
  ...versioned,
  name: ['Name', z.string()],
  fullyQualifiedName: ['FullyQualifiedName', z.string()],
  /** A bill can be booked to it. */
  isForBills: ['AccountType', z.string().transform((type) => BILL_ACCOUNT_TYPES.includes(type))],
  isActive: ['Active', isActive],
})
export type Account = z.infer<typeof accountRecord>

export const createCompany = (client: Client) => ({
  /** The cheapest call that proves that the connection works. */
  getName: async (realmId: string): Promise<string> =>
    parseAnswer(companyInfo, await client.read(pathOf(realmId))).CompanyInfo.CompanyName,

  /** What people set in QuickBooks about their company. QuickBooks may leave out the time zone and the currency. */
  getSettings: async (realmId: string) => {
    const info = parseAnswer(companySettings, await client.read(pathOf(realmId))).CompanyInfo
    const { CurrencyPrefs } = parseAnswer(
      preferences,
      await client.read('/preferences'),
    ).Preferences
    return {
      name: info.CompanyName,
      timeZone: info.DefaultTimeZone,
      homeCurrency: CurrencyPrefs.HomeCurrency?.value,
      isMultiCurrency: CurrencyPrefs.MultiCurrencyEnabled,
    }
  },

  listBillAccounts: (): Promise<Account[]> => {
    const where = [isOneOf('AccountType', BILL_ACCOUNT_TYPES)]
    return selectAll(client, { entity: 'Account', record: accountRecord, where })
  },
})
