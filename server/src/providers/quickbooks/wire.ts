// Parts of QuickBooks' JSON that several records share.
import { centsOf, HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import { z } from 'zod'

type Fields = Record<string, readonly [theirName: string, type: z.ZodType]>
type Renamed<F extends Fields> = { [Name in keyof F]: z.infer<F[Name][1]> }

/** Reads a record and gives its fields our names. */
export const recordOf = <const F extends Fields>(fields: F): z.ZodType<Readonly<Renamed<F>>> => {
  const ours = Object.entries(fields)
  const shape = Object.fromEntries(ours.map(([name, [, type]]) => [name, type]))
  const rename = (record: unknown) => {
    const theirs = Object(record)
    return Object.fromEntries(ours.map(([name, [theirName]]) => [name, theirs[theirName]]))
  }
  return z.preprocess(rename, z.object(shape)) as unknown as z.ZodType<Readonly<Renamed<F>>>
}

const ref = z.object({ value: z.string(), name: z.string().default('') })
/** A reference to another record: its id or its name. */
export const refId = ref.transform(({ value }) => value)
export const refName = ref.transform(({ name }) => name)

const id = z.string()
export const textOrEmpty = z.string().default('')

const metaData = z.object({ LastUpdatedTime: z.coerce.date() })

/** What every record we copy has. Two versions from the same second differ by their token. */
export const versioned = {
  id: ['Id', id],
  /** When QuickBooks last changed the record. */
  updatedAt: [
    'MetaData',
    metaData.transform(({ LastUpdatedTime }) => LastUpdatedTime).catch(new Date(0)),
  ],
  syncToken: ['SyncToken', z.coerce.number().int().catch(0)],
} as const

export const cents = z.number().transform(centsOf)

/** Companies with one currency may leave it out. */
export const currency = ref
  .nullish()
  .transform((named) => named?.value.trim().toUpperCase() || HOME_CURRENCY)

/** Queries return only active entries of a list, unless they ask for all. */
export const isActive = z.boolean().default(true)

export const linkedTxns = z.array(z.object({ TxnId: z.string(), TxnType: z.string() })).default([])

/** The ids of the linked transactions of this type. */
export const linkedIds = (links: z.infer<typeof linkedTxns>, type: string): string[] =>
  links.filter(({ TxnType }) => TxnType === type).map(({ TxnId }) => TxnId)
