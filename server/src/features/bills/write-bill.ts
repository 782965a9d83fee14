// The only module that writes submitted invoices: inserts them, and carries out the events of the table of transitions.
import { isTurnedDown } from '@invoice-desk/contract/bills/bill-status'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { billEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import { type NewJob, recordChange } from '../../db/record.ts'
import { bill, invoiceFile } from '../../db/schema/bills.ts'
import { newJob } from '../../jobs/queue.ts'
import { approverNoticeJob, billMailJob } from './job-kinds.ts'
import type { BillRow } from './queries.ts'
import { type BillEvent, type BillValues, changeOf, transitionOf } from './transitions.ts'

type NewBill = typeof bill.$inferInsert & { readonly id: string }
type NewFile = typeof invoiceFile.$inferInsert

/** A new bill with its files, its audit event, and the emails to its contractor and its approvers. */
export const insertBill = async (
  db: Db,
  row: NewBill,
  [file, ...others]: readonly NewFile[],
  details: Record<string, unknown>,
): Promise<BillRow> => {
  await insertFiles(db, others)
  const { id, email } = row
  const changed = db.$with('changed').as(db.insert(bill).values(row).returning())
  const stored = file ? [db.$with('stored').as(db.insert(invoiceFile).values(file))] : []
  const recorded = {
    events: [billEvent({ id, actor: email, action: 'bill_submitted', details })],
    jobs: [
      newJob(billMailJob, { billId: id, step: 'received', version: 1 }),
      newJob(approverNoticeJob, { billId: id, version: 1 }),
    ],
  }
  const [inserted] = await recordChange(db, changed, recorded, stored).select().from(changed)
  if (!inserted) throw new Error('the bill was not inserted')
  return inserted
}

export const insertFiles = async (db: Db, rows: NewFile[]): Promise<void> => {
  if (rows.length > 0) await db.insert(invoiceFile).values(rows)
}

/** Stores the new version in a job whose data has one. */
const WITH_VERSION = sql`jsonb_set(new.data, '{version}', to_jsonb(changed.version), false)`

type Move = {
  readonly id: string
  /** The version that the actor has seen. */
  readonly version?: number | undefined
  readonly actor: string
  readonly values?: BillValues
  /** For the audit log. The reason for turning it down is also in the email to the contractor. */
  readonly details?: Record<string, unknown>
  /** Besides that email. Their version is filled in. */
  readonly jobs?: readonly NewJob[]
  /** What else must be true of the bill. */
  readonly where?: SQL | undefined
}

/**
 * Carries out an event, with its audit event and jobs, in one statement. Undefined if the bill isn't in a status in which
 * that can happen, or isn't as expected.
 */
export const moveBill = async (
  db: Db,
  event: BillEvent,
  { id, version, actor, values, details = {}, jobs = [], where }: Move,
): Promise<BillRow | undefined> => {
  const { from, to, action, mail, keepsVersion } = transitionOf(event)
  const set = { ...changeOf(event), ...values }
  const isExpected = and(
    eq(bill.id, id),
    inArray(bill.status, [...from]),
    version === undefined ? undefined : eq(bill.version, version),
    where,
  )
  const update = db
    .update(bill)
    .set(keepsVersion ? set : { ...set, version: sql`${bill.version} + 1` })
    .where(isExpected)
  const changed = db.$with('changed').as(update.returning())
  const reason = to && isTurnedDown(to) ? String(details.reason) : undefined
  const mails = mail ? [newJob(billMailJob, { billId: id, step: mail, version: 0, reason })] : []
  const recorded = {
    events: action ? [billEvent({ id, actor, action, details })] : [],
    jobs: [...mails, ...jobs],
    jobData: WITH_VERSION,
  }
  const [row] = await recordChange(db, changed, recorded).select().from(changed)
  return row
}

/** Condition: no correction came since the bill was read. */
export const isSameRound = ({ changes }: Pick<BillRow, 'changes'>): SQL =>
  sql`${bill.changes} ->> 'resubmittedAt' IS NOT DISTINCT FROM ${changes.resubmittedAt ?? null}::text`
