// Reads and creates vendors in QuickBooks, whose names must differ from those of customers and employees.
import { z } from 'zod'
import type { Client } from './client.ts'
import { is, isOneOf, parseAnswer, selectAll } from './query.ts'
import { currency, isActive, recordOf, versioned } from './wire.ts'

export type NewVendor = {
  readonly name: string
  readonly email: string
  readonly address: { line1: string; city: string; state: string; zipCode: string }
  /** Goes only to QuickBooks, which returns it masked. */
  readonly taxId: string | undefined
  readonly track1099: boolean
}

const COMPANY_NAME_LENGTH_MAX = 100

const emailAddress = z
  .object({ Address: z.string().optional() })
  .optional()
  .transform((email) => email?.Address)

export const vendorRecord = recordOf({
  ...versioned,
  name: ['DisplayName', z.string()],
  email: ['PrimaryEmailAddr', emailAddress],
  track1099: ['Vendor1099', z.boolean().default(false)],
  /** QuickBooks books all its bills in this currency. */
  currency: ['CurrencyRef', currency],
  isActive: ['Active', isActive],
})
export type Vendor = z.infer<typeof vendorRecord>
const selection = { entity: 'Vendor', record: vendorRecord } as const
const named = z.object({ DisplayName: z.string() })

export const createVendors = (client: Client) => ({
  /** All active vendors. */
  list: (): Promise<Vendor[]> => selectAll(client, selection),

  findByName: async (name: string): Promise<Vendor | undefined> => {
    const where = [is('DisplayName', name)]
    const [found] = await selectAll(client, { ...selection, where })
    return found
  },

  create: async (vendor: NewVendor, requestId: string): Promise<Vendor> => {
    const { line1, city, state, zipCode } = vendor.address
    const answer = await client.write(
      '/vendor',
      {
        DisplayName: vendor.name,
        ...(vendor.name.length > COMPANY_NAME_LENGTH_MAX ? {} : { CompanyName: vendor.name }),
        PrimaryEmailAddr: { Address: vendor.email },
        BillAddr: { Line1: line1, City: city, CountrySubDivisionCode: state, PostalCode: zipCode },
        Vendor1099: vendor.track1099,
        ...(vendor.taxId === undefined ? {} : { TaxIdentifier: vendor.taxId }),
      },
      requestId,
    )
    return parseAnswer(z.object({ Vendor: vendorRecord }), answer, 'outcome_unknown').Vendor
  },

  /** Which of these names are taken and by what, including inactive entries. */
  findNameHolders: async (names: readonly string[]): Promise<Map<string, NameHolder>> => {
    const holders = new Map<string, NameHolder>()
    for (const [entity, holder] of NAME_SPACE) {
      const where = [isOneOf('DisplayName', names), 'Active IN (true, false)']
      const found = await selectAll(client, { entity, record: named, where })
      for (const { DisplayName } of found) holders.set(DisplayName.toLowerCase(), holder)
    }
    return holders
  },
})

export type NameHolder = 'vendor' | 'customer'
const NAME_SPACE = [
  ['Vendor', 'vendor'],
  ['Customer', 'customer'],
] as const satisfies readonly (readonly [string, NameHolder])[]
