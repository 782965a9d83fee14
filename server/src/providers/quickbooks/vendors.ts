// Reads and creates vendors in QuickBooks, whose names must differ from those of customers and employees.
import { z } from 'zod'
import { isSameVendor } from '../../lib/vendor-name.ts'
import type { Client } from './client.ts'
import { is, isOneOf, parseAnswer, selectAll, selectByIds } from './query.ts'
import { currency, isActive, recordOf, textOrEmpty, versioned } from './wire.ts'

type Address = { line1: string; city: string; state: string; zipCode: string }

export type NewVendor = {
  readonly name: string
  /** As on the vendor's tax return. Its name by default. */
  readonly legalName?: string | undefined
  readonly email: string
  readonly address: Address
  /** Goes only to QuickBooks, which returns it masked. */
  readonly taxId: string | undefined
  readonly track1099: boolean
}

/** What a vendor's own details change. */
export type VendorChange = Required<Omit<NewVendor, 'name' | 'email'>> & {
  /** Undefined keeps the email. */
  readonly email: string | undefined
}

const COMPANY_NAME_LENGTH_MAX = 100

const emailAddress = z
  .object({ Address: z.string().optional() })
  .optional()
  .transform((email) => email?.Address)

const LINES = ['Line1', 'Line2', 'Line3', 'Line4', 'Line5'] as const

const address = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((parts): Address => {
    const textOf = (name: string) => String(parts?.[name] ?? '').trim()
    return {
      line1: LINES.map(textOf).filter(Boolean).join(', '),
      city: textOf('City'),
      state: textOf('CountrySubDivisionCode'),
      zipCode: textOf('PostalCode'),
    }
  })

/** QuickBooks masks tax ids, but not for every app. We never keep more. */
const lastFour = z
  .string()
  .nullish()
  .transform((taxId) => taxId?.replace(/\D/g, '').slice(-4) ?? '')

export const vendorRecord = recordOf({
  ...versioned,
  name: ['DisplayName', z.string()],
  companyName: ['CompanyName', textOrEmpty],
  address: ['BillAddr', address],
  /** Empty if QuickBooks has no tax id. */
  taxIdLast4: ['TaxIdentifier', lastFour],
  email: ['PrimaryEmailAddr', emailAddress],
  track1099: ['Vendor1099', z.boolean().default(false)],
  /** QuickBooks books all its bills in this currency. */
  currency: ['CurrencyRef', currency],
  isActive: ['Active', isActive],
})
export type Vendor = z.infer<typeof vendorRecord>
const selection = { entity: 'Vendor', record: vendorRecord } as const
const named = z.object({ DisplayName: z.string() })

const fieldsOf = ({ legalName, email, address, taxId, track1099 }: VendorChange) => ({
  ...(legalName && legalName.length <= COMPANY_NAME_LENGTH_MAX && { CompanyName: legalName }),
  ...(email === undefined ? {} : { PrimaryEmailAddr: { Address: email } }),
  BillAddr: {
    Line1: address.line1,
    City: address.city,
    CountrySubDivisionCode: address.state,
    PostalCode: address.zipCode,
  },
  Vendor1099: track1099,
  ...(taxId === undefined ? {} : { TaxIdentifier: taxId }),
})

/** Lists hide inactive entries unless the query asks for all. */
export const WITH_INACTIVE = ['Active IN (true, false)']

export type Vendors = ReturnType<typeof createVendors>

export const createVendors = (client: Client) => {
  const write = async (body: object, requestId: string, realmId?: string): Promise<Vendor> => {
    const answer = await client.write('/vendor', body, requestId, { realmId })
    return parseAnswer(z.object({ Vendor: vendorRecord }), answer, 'outcome_unknown').Vendor
  }

  return {
    /** All active vendors. */
    list: (): Promise<Vendor[]> => selectAll(client, selection),

    findByName: async (name: string): Promise<Vendor | undefined> => {
      const where = [is('DisplayName', name)]
      const found = await selectAll(client, { ...selection, where })
      return found.find((vendor) => isSameVendor(vendor.name, name))
    },

    /** Undefined if the company has no such active vendor. */
    findById: async (realmId: string, id: string): Promise<Vendor | undefined> =>
      (await selectByIds(client.readerOf(realmId), selection, [id]))[0],

    create: async (vendor: NewVendor, requestId: string): Promise<Vendor> => {
      const { name, legalName = name, ...details } = vendor
      return write({ DisplayName: name, ...fieldsOf({ ...details, legalName }) }, requestId)
    },

    /** Changes only these fields. Fails with `FAULT.stale` if someone has changed the vendor since it was read. */
    update: (
      realmId: string,
      { id, syncToken }: Vendor,
      change: VendorChange,
      requestId: string,
    ): Promise<Vendor> => {
      const version = { Id: id, SyncToken: String(syncToken), sparse: true }
      return write({ ...version, ...fieldsOf(change) }, requestId, realmId)
    },

    /** Which of these names are taken and by what, including inactive entries. */
    findNameHolders: async (names: readonly string[]): Promise<Map<string, NameHolder>> => {
      const holders = new Map<string, NameHolder>()
      for (const [entity, holder] of NAME_SPACE) {
        const where = [isOneOf('DisplayName', names), ...WITH_INACTIVE]
        const found = await selectAll(client, { entity, record: named, where })
        for (const { DisplayName } of found) holders.set(DisplayName.toLowerCase(), holder)
      }
      return holders
    },
  }
}

export type NameHolder = 'vendor' | 'customer'
const NAME_SPACE = [
  ['Vendor', 'vendor'],
  ['Customer', 'customer'],
] as const satisfies readonly (readonly [string, NameHolder])[]
