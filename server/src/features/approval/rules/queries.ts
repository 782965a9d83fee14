// Reads and writes the approval rules, and reads what they depend on.
import type { ApprovalRule } from '@invoice-desk/contract/approval/rules'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { approvalPolicy } from '../../../db/schema/approval.ts'
import { type Approval, bill, IS_ACCEPTED } from '../../../db/schema/bills.ts'
import type { Config } from '../../../settings/config.ts'
import { listAccountsWithTool } from '../../identity/queries.ts'
import { listPreferences } from '../preferences/queries.ts'
import { delegateOn } from './delegates.ts'
import { isStillApproved } from './duties.ts'
import { askedPeople, countsOf, findCandidate, progressOf, refusalFor } from './progress.ts'
import type { Approver, DocumentCheck, Policy, Progress, TaskFacts } from './types.ts'

const { rules, separatesDuties, escalateAfterDays, version, revision } = approvalPolicy
type Settings = Pick<Config, 'staff' | 'businessTimeZone' | 'approvalNotices'>

export type StoredPolicy = Policy & {
  readonly rules: ApprovalRule[]
  readonly version: number
}

export const readPolicy = async (db: Db): Promise<StoredPolicy> => {
  const [row] = await db
    .select({ rules, separatesDuties, escalateAfterDays, version })
    .from(approvalPolicy)
  if (!row) throw new Error('There is no approval policy')
  return row
}

/** The rules, and everyone who can approve. */
export type Rulebook = { readonly policy: StoredPolicy; readonly approvers: readonly Approver[] }

/** What this process has read, by revision, day and what approvers get by default. */
const known = new WeakMap<Settings['staff'], Map<string, Rulebook>>()
const KNOWN_MAX = 20

/** Reads the rulebook only after a change, and each day, because people go away and come back. */
const recall = async (db: Db, live: Settings, revision: string): Promise<Rulebook> => {
  // The live ones may change while this reads.
  const { staff, businessTimeZone, approvalNotices } = live
  const settings = { staff, businessTimeZone, approvalNotices }
  const books = known.get(staff) ?? new Map<string, Rulebook>()
  known.set(staff, books)
  const current = `${revision} ${todayIn(settings)} ${approvalNotices}`
  const book = books.get(current) ?? {
    policy: await readPolicy(db),
    approvers: await listApprovers(db, settings),
  }
  books.set(current, book)
  const [oldest] = books.keys()
  if (books.size > KNOWN_MAX && oldest !== undefined) books.delete(oldest)
  return book
}

const todayIn = ({ businessTimeZone }: Settings) => businessDay(Date.now(), businessTimeZone)

const revisionRow = prepared((db) => db.select({ revision }).from(approvalPolicy))

export const readRulebook = async (db: Db, settings: Settings): Promise<Rulebook> => {
  const [row] = await revisionRow(db).execute()
  return recall(db, settings, row?.revision ?? '')
}

/** False if someone else saved the rules since `version` was read. */
export const writePolicy = async (db: Db, policy: StoredPolicy): Promise<boolean> => {
  const { rowCount } = await db
    .update(approvalPolicy)
    .set({
      ...policy,
      version: policy.version + 1,
      revision: sql`gen_random_uuid()`,
      updatedAt: sql`now()`,
    })
    .where(eq(version, policy.version))
  return rowCount === 1
}

// What the rules need to know about a bill besides its own columns. `table` is its table or an alias.

const isNewSubmitter = (table: string) =>
  sql<boolean>`NOT EXISTS (
    SELECT 1 FROM bill AS accepted
    WHERE accepted.email = ${sql.raw(table)}.email AND ${sql.raw(`accepted.${IS_ACCEPTED}`)}
      AND accepted.id <> ${sql.raw(table)}.id)`.as('is_new_submitter')

/** Whether the amount is in the document. */
const documentCheck = (table: string) =>
  sql<DocumentCheck>`(
  SELECT CASE WHEN erased_at IS NOT NULL THEN 'erased'
    WHEN amounts IS NULL THEN 'unread'
    WHEN amounts <> '[]' AND NOT amounts @> to_jsonb(${sql.raw(table)}.amount_cents) THEN 'differs' END
  FROM invoice_file WHERE invoice_file.id = ${sql.raw(table)}.file_id)`.as('document_check')

/** A few who approved are enough, as they only differ from the editor if they aren't another address of theirs. */
const CHECKS_MAX = 5

/** Those who changed where the bill's money goes. Nothing but an approval of the bill itself checks a change of its own vendor. */
const editors = (table: string) => sql<TaskFacts['editors']>`(
  SELECT coalesce(json_agg(json_build_object('email', editor, 'at', edited_at, 'checkedBy', ARRAY(
    SELECT approval ->> 'email' FROM bill AS accepted, jsonb_array_elements(accepted.approvals) AS approval
    WHERE kind <> 'bill' AND accepted.email = ${sql.raw(table)}.email
      AND lower(accepted.vendor COLLATE "C") = lower(${sql.raw(table)}.vendor COLLATE "C")
      AND ${sql.raw(`accepted.${IS_ACCEPTED}`)} AND accepted.id <> ${sql.raw(table)}.id
      AND accepted.decided_at > edited_at AND accepted.submitted_at > edited_at
      AND approval ->> 'email' <> editor
    LIMIT ${sql.raw(String(CHECKS_MAX))}))), '[]')
  FROM payee_editor WHERE (kind, name) IN (('email', ${sql.raw(table)}.email),
    ('vendor', lower(${sql.raw(table)}.vendor COLLATE "C")), ('bill', ${sql.raw(table)}.id::text)))`

/** Which facts the rules ask for. */
export type Needs = { readonly [Fact in 'isNewSubmitter' | 'documentCheck']: boolean }

export const needsOf = (all: Policy['rules']): Needs => ({
  isNewSubmitter: all.some(({ conditions }) => conditions.isNewSubmitter),
  documentCheck: all.some(({ conditions }) => conditions.differsFromDocument),
})

/** For a list. What is seldom needed is null there, which takes no time to read. */
export const listedFactsOf = (needs: Needs) => ({
  duplicates: sql<TaskFacts['duplicates'] | null>`nullif(duplicates, '[]')`.as('flags'),
  approvals: sql<TaskFacts['approvals'] | null>`nullif(approvals, '[]')`.as('given'),
  // They matter only after the first approval.
  editors: sql<
    TaskFacts['editors'] | null
  >`CASE WHEN approvals <> '[]' THEN ${editors('bill')} END`.as('editors'),
  escalatedAt: bill.escalatedAt,
  ...(needs.isNewSubmitter && { isNewSubmitter: isNewSubmitter('bill') }),
  ...(needs.documentCheck && { documentCheck: documentCheck('bill') }),
})

/** For a single bill, with the revision of the rules. */
export const factsOf = (table: string) => ({
  isNewSubmitter: isNewSubmitter(table),
  documentCheck: documentCheck(table),
  editors: editors(table).as('editors'),
  revision: sql<string>`(SELECT revision FROM approval_policy)`.as('revision'),
})

export const listApprovers = async (db: Db, settings: Settings): Promise<Approver[]> => {
  const accounts = await listAccountsWithTool(db, settings.staff, 'approve_invoice')
  const { absences, noticesOf } = await listPreferences(db, settings)
  const today = todayIn(settings)
  const delegates = new Map(
    accounts.map(({ email }) => [email, delegateOn(absences, email, today)] as const),
  )
  const acting = new Set(delegates.values())
  return accounts.map(({ email, name, admin }) => ({
    ...{ email, name, admin },
    delegate: delegates.get(email),
    // What someone else should see must not get lost.
    notices: acting.has(email) && noticesOf(email) === 'none' ? 'daily' : noticesOf(email),
  }))
}

type RuledTask = TaskFacts &
  Pick<typeof bill.$inferSelect, 'decidedAt'> & { readonly revision: string }

/** The rules that apply to a task which was just read, who has approved it, and who is still needed. */
export const readProgress = async (db: Db, settings: Settings, task: RuledTask) => {
  const { policy, approvers } = await recall(db, settings, task.revision)
  const judge = (approvals: TaskFacts['approvals']) =>
    progressOf(policy, { ...task, approvals }, approvers)
  const progress = judge(task.approvals)
  const withApprovalBy = (email: string, at?: Date): TaskFacts['approvals'] => [
    ...task.approvals.filter((approval) => approval.email !== email),
    approvalBy(email, at),
  ]
  const approvalBy = (email: string, at = new Date()): Approval => {
    // Approving again, after someone changed the payee, keeps the place in the rule.
    const before = task.approvals.find((approval) => approval.email === email)
    const { onBehalfOf, isSubstitute } = before ?? findCandidate(progress.waiting[0], email) ?? {}
    return {
      ...{ email, at: at.toISOString() },
      ...(onBehalfOf && { onBehalfOf }),
      ...(isSubstitute && { isSubstitute }),
    }
  }
  return {
    policy,
    progress,
    counts: countsOf(progress),
    approvers,
    /** Whose turn it is. */
    asked: askedPeople(progress, approvers),
    refusalOf: (email: string) => refusalFor(policy, task, progress, email),
    /** The approvals with this person's, unless the task has enough. */
    approvalsWith: (email: string): TaskFacts['approvals'] =>
      progress.waiting.length === 0 ? task.approvals : withApprovalBy(email),
    judge,
    askedAfter: (after: Progress) => askedPeople(after, approvers),
    /** Now that it's approved, this person, who asked at this time, may add its bill. */
    isStillApproved: (email: string, at: Date): boolean =>
      isStillApproved(policy, task, approvers, { email, at: at.toISOString() }),
    /** This person can approve it, as of this time, and then it's approved. */
    canComplete: (email: string, at?: Date): boolean =>
      refusalFor(policy, task, progress, email) === undefined &&
      judge(withApprovalBy(email, at)).waiting.length === 0,
  }
}
