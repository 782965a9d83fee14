// Reads whole lists of records and what changed in them, for our copy of the company's data.
import { z } from 'zod'
import { ProviderError } from '../provider-error.ts'
import { billPaymentRecord, billRecord } from './bills.ts'
import type { Reader } from './client.ts'
import { accountRecord } from './company.ts'
import { invoiceRecord } from './invoices.ts'
import { creditMemoRecord, paymentMethodRecord, paymentRecord } from './payments.ts'
import { answerTime, countAll, parseAnswer, quote, selectByIds, selectPage } from './query.ts'
import { vendorRecord, WITH_INACTIVE } from './vendors.ts'
import { recordOf, versioned } from './wire.ts'

const customerRecord = recordOf({ ...versioned, name: ['DisplayName', z.string()] })

/** The records we copy, by QuickBooks' name in lower case. */
export const RECORDS = {
  account: { entity: 'Account', record: accountRecord, where: WITH_INACTIVE },
  paymentmethod: { entity: 'PaymentMethod', record: paymentMethodRecord, where: WITH_INACTIVE },
  customer: { entity: 'Customer', record: customerRecord, where: WITH_INACTIVE },
  vendor: { entity: 'Vendor', record: vendorRecord, where: WITH_INACTIVE },
  creditmemo: { entity: 'CreditMemo', record: creditMemoRecord, where: [] },
  invoice: { entity: 'Invoice', record: invoiceRecord, where: [] },
  payment: { entity: 'Payment', record: paymentRecord, where: [] },
  bill: { entity: 'Bill', record: billRecord, where: [] },
  billpayment: { entity: 'BillPayment', record: billPaymentRecord, where: [] },
} as const

export type RecordKind = keyof typeof RECORDS
export type RecordOf<K extends RecordKind> = z.infer<(typeof RECORDS)[K]['record']>
/** A record of any kind. */
export type Versioned = {
  readonly id: string
  readonly updatedAt: Date
  readonly syncToken: number
}

type AnyRecord = { entity: string; record: z.ZodType<Versioned>; where: readonly string[] }
const anyRecord = (kind: RecordKind): AnyRecord => RECORDS[kind]

export const RECORD_KINDS = Object.keys(RECORDS) as RecordKind[]

/** Records of one kind. One that we can't read doesn't keep us from reading the others. */
type ReadRecords = {
  readonly records: readonly Versioned[]
  readonly unreadableIds: readonly string[]
}
/** Changed records of one kind, and the ids of deleted ones. */
export type Changes = ReadRecords & {
  readonly kind: RecordKind
  readonly deletedIds: readonly string[]
}

type ChangesSince = {
  readonly changes: Changes[] | undefined
  /** QuickBooks' own time of the answer. */
  readonly time: Date | undefined
}

/** Everything that was reported, readable or not. */
export const idsOf = ({ records, unreadableIds, deletedIds }: Changes): string[] => [
  ...records.map(({ id }) => id),
  ...unreadableIds,
  ...deletedIds,
]

/** Where to go on reading a list that is ordered by the time of its last change. */
export const cursor = z.object({ since: z.iso.datetime(), position: z.number().int() })
export type Cursor = z.infer<typeof cursor>
export const LIST_START: Cursor = { since: new Date(0).toISOString(), position: 1 }

/** How far back QuickBooks reports changes. */
export const CHANGES_DAYS_MAX = 30
/** Of all kinds together. A full answer may be missing some. */
const CHANGES_MAX = 1_000
const PAGE_MAX = 1_000

const deletedRecord = z.object({ Id: z.string(), status: z.literal('Deleted') })
const isDeleted = (record: unknown) => deletedRecord.safeParse(record).success

/** If this many of a page are unreadable, and this share of it, the answer is wrong and not the records. */
const UNREADABLE_MAX = 10
const UNREADABLE_SHARE_MAX = 0.1

const namedRecord = z.object({ Id: z.string() })

const readEach = (kind: RecordKind, all: readonly unknown[]): ReadRecords => {
  const { record } = anyRecord(kind)
  const records: Versioned[] = []
  const unreadableIds: string[] = []
  for (const each of all) {
    const { data } = record.safeParse(each)
    if (data) records.push(data)
    else unreadableIds.push(parseAnswer(namedRecord, each).Id)
  }
  return { records, unreadableIds }
}

const hasTooMany = ({ records, unreadableIds: { length } }: ReadRecords): boolean =>
  length > UNREADABLE_MAX && length > (records.length + length) * UNREADABLE_SHARE_MAX

/** As QuickBooks sent it. */
const rawOf = (kind: RecordKind) => ({ ...RECORDS[kind], record: z.unknown() })

const cdcAnswer = z.object({
  CDCResponse: z.array(
    z.object({ QueryResponse: z.array(z.record(z.string(), z.unknown())).default([]) }),
  ),
  time: answerTime,
})

export const createChanges = (client: Reader) => ({
  count: (kind: RecordKind): Promise<number> => countAll(client, RECORDS[kind]),

  /**
   * A page of all records of a kind, those changed longest ago first: a record that changes during the read moves to the end,
   * and none is skipped if another one is deleted. `next` is undefined after the last page.
   */
  readPage: async (kind: RecordKind, { since, position }: Cursor) => {
    const raw = rawOf(kind)
    const field = 'MetaData.LastUpdatedTime'
    const { records: page, time } = await selectPage(
      client,
      { ...raw, where: [...raw.where, `${field} >= ${quote(since)}`], orderBy: field },
      { position, size: PAGE_MAX },
    )
    const read = readEach(kind, page)
    if (hasTooMany(read))
      throw new ProviderError('quickbooks', 'unavailable', 'too many unreadable records')
    const isLast = page.length < PAGE_MAX
    return {
      ...read,
      time,
      next: isLast ? undefined : nextAfter(read.records, { since, position }),
    }
  },

  readByIds: async (kind: RecordKind, ids: readonly string[]): Promise<ReadRecords> =>
    readEach(kind, await selectByIds(client, rawOf(kind), ids)),

  /** What changed since then. No changes if QuickBooks may have left something out, or too much is unreadable. */
  readSince: async (kinds: readonly RecordKind[], since: Date): Promise<ChangesSince> => {
    const entities = kinds.map((kind) => RECORDS[kind].entity).join(',')
    const query = { entities, changedSince: since.toISOString() }
    const { CDCResponse, time } = parseAnswer(cdcAnswer, await client.read('/cdc', query))
    const parts = CDCResponse.flatMap(({ QueryResponse }) => QueryResponse)
    const changes = kinds.map((kind) => {
      const { entity } = anyRecord(kind)
      const all = parts.flatMap((part) =>
        parseAnswer(z.array(z.unknown()).default([]), part[entity]),
      )
      const deletedIds = parseAnswer(z.array(deletedRecord), all.filter(isDeleted))
      const kept = all.filter((each) => !isDeleted(each))
      return { kind, ...readEach(kind, kept), deletedIds: deletedIds.map(({ Id }) => Id) }
    })
    const total = changes.reduce((sum, each) => sum + idsOf(each).length, 0)
    const isComplete = total < CHANGES_MAX && !changes.some(hasTooMany)
    return { changes: isComplete ? changes : undefined, time }
  },
})

/** More than a page of records may have changed in the same second, for example in an import. */
const nextAfter = (records: readonly Versioned[], { since, position }: Cursor): Cursor => {
  const lastSince = records.at(-1)?.updatedAt.toISOString() ?? since
  return lastSince === since
    ? { since, position: position + PAGE_MAX }
    : { since: lastSince, position: 1 }
}
