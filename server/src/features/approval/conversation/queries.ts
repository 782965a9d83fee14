// Reads and writes the messages and notes of a bill.
import { MESSAGES_MAX } from '@invoice-desk/contract/values/limits'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { AuditEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import { prepared, preparedFor } from '../../../db/prepared.ts'
import { type NewJob, recordChange } from '../../../db/record.ts'
import { bill, billMessage } from '../../../db/schema/bills.ts'
import { staffAccount } from '../../../db/schema/identity.ts'
import { vendorMapping } from '../../../db/schema/vendors.ts'
import { isOwnBill } from '../../bills/queries.ts'

const given = sql.placeholder
const { id, author, kind, text, createdAt } = billMessage

/** Staff see all bills, with their notes. Contractors see their own bills, and never a note. */
export type Reader = 'staff' | { readonly email: string; readonly vendor: string }
type Side = 'staff' | 'contractor'

const sideOf = (reader: Reader): Side => (reader === 'staff' ? 'staff' : 'contractor')
const valuesOf = (reader: Reader) => (reader === 'staff' ? {} : reader)

const isReadable = (side: Side) =>
  and(
    eq(bill.id, given('billId')),
    side === 'staff' ? undefined : isOwnBill(given('vendor'), given('email')),
  )

const isSeen = (side: Side) =>
  and(eq(billMessage.billId, bill.id), side === 'staff' ? undefined : ne(kind, 'note'))

const thread = preparedFor((db, side: Side) =>
  db
    .select({
      invoiceNumber: bill.invoiceNumber,
      ...{ id, author, kind, text, createdAt },
      name: staffAccount.name,
    })
    .from(bill)
    .leftJoin(billMessage, isSeen(side))
    .leftJoin(staffAccount, eq(staffAccount.email, author))
    .where(isReadable(side))
    .orderBy(createdAt, id),
)

/** What this reader may see, oldest first. Undefined if there's no such bill, or it isn't theirs. */
export const findConversation = async (db: Db, reader: Reader, billId: string) => {
  const rows = await thread(db, sideOf(reader)).execute({ billId, ...valuesOf(reader) })
  const [first] = rows
  if (!first) return undefined
  // A bill without messages is one row without a message.
  const messages = rows.flatMap(({ id, author, kind, text, createdAt, name }) =>
    id && author && kind && text && createdAt ? [{ id, author, kind, text, createdAt, name }] : [],
  )
  return { invoiceNumber: first.invoiceNumber, messages }
}
export type Conversation = NonNullable<Awaited<ReturnType<typeof findConversation>>>

/** Counted apart, so that a contractor can't silence staff, nor tell from the limit that there are notes. */
const isSameKind = sql`earlier.kind = ${given('kind')}`

const messageInsert = preparedFor((db, side: Side) => {
  const changed = db.$with('changed', {}).as(sql`
    INSERT INTO bill_message (id, bill_id, author, kind, text, key)
    SELECT ${given('id')}::uuid, bill.id, ${given('author')}, ${given('kind')}, ${given('text')}, ${given('key')}
    FROM bill
    WHERE ${isReadable(side)} AND (
      SELECT count(*) FROM bill_message AS earlier WHERE earlier.bill_id = bill.id AND ${isSameKind}
    ) < ${sql.raw(String(MESSAGES_MAX))}
    ON CONFLICT (author, key) DO NOTHING
    RETURNING id`)
  const recorded = { events: given('events'), jobs: given('jobs') }
  return recordChange(db, changed, recorded).select({ id: sql<string>`id` }).from(sql`changed`)
})

type NewMessage = Omit<typeof billMessage.$inferInsert, 'createdAt'>

/**
 * The message with its audit event and its job. False if the reader can't see the bill, it has too many messages, or this
 * author has used the key. Messages at the same moment may exceed the limit by a few.
 */
export const insertMessage = async (
  db: Db,
  reader: Reader,
  row: NewMessage,
  { events, jobs }: { events: readonly AuditEvent[]; jobs: readonly NewJob[] },
): Promise<boolean> => {
  const rows = await messageInsert(db, sideOf(reader)).execute({
    ...row,
    ...valuesOf(reader),
    events: JSON.stringify(events),
    jobs: JSON.stringify(jobs),
  })
  return rows.length > 0
}

/** The message that this author sent with this key. */
export const findByKey = async (db: Db, { author, key }: Pick<NewMessage, 'author' | 'key'>) => {
  const [row] = await db
    .select()
    .from(billMessage)
    .where(and(eq(billMessage.author, author), eq(billMessage.key, key)))
  return row
}

const messageById = prepared((db) =>
  db
    .select({ billId: billMessage.billId, author, kind, text, name: staffAccount.name })
    .from(billMessage)
    .leftJoin(staffAccount, eq(staffAccount.email, author))
    .where(eq(id, given('id'))),
)

export const findMessage = async (db: Db, messageId: string) => {
  const [row] = await messageById(db).execute({ id: messageId })
  return row
}

/** Staff who wrote a message or a note. */
export const listStaffWriters = async (db: Db, billId: string): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ author })
    .from(billMessage)
    .where(and(eq(billMessage.billId, billId), inArray(kind, ['staff', 'note'])))
  return rows.map((row) => row.author)
}

/**
 * The submitter and the contractors who wrote a message, or everyone at the bill's vendor if none of them can see the
 * bill anymore.
 */
export const listContractors = async (db: Db, billId: string): Promise<string[]> => {
  const { email } = vendorMapping
  const wrote = db
    .select({ author })
    .from(billMessage)
    .where(and(eq(billMessage.billId, billId), eq(kind, 'contractor')))
  const rows = await db
    .select({ email, tookPart: sql<boolean>`${email} = ${bill.email} OR ${inArray(email, wrote)}` })
    .from(bill)
    .innerJoin(vendorMapping, isOwnBill(vendorMapping.vendor, email))
    .where(eq(bill.id, billId))
  const involved = rows.filter(({ tookPart }) => tookPart)
  return (involved.length > 0 ? involved : rows).map((row) => row.email)
}
