// What approval rules are decided from, and what follows: the people, the facts about a task, and what it still needs.
import type { Notices } from '@invoice-desk/contract/approval/preferences'
import type { ApprovalRule } from '@invoice-desk/contract/approval/rules'
import type { bill } from '../../../db/schema/bills.ts'

export type Policy = {
  readonly rules: readonly ApprovalRule[]
  readonly separatesDuties: boolean
  /** In business days; null if invoices are never escalated. */
  readonly escalateAfterDays: number | null
}

/** Someone who can approve invoices: an enabled account with the tool. */
export type Approver = {
  readonly email: string
  readonly name: string
  readonly admin: boolean
  /** Acts for them today, because they're away. */
  readonly delegate?: string | undefined
  readonly notices: Notices
}

/** `differs`: its document has amounts, but not this one. `erased`: no one can tell anymore. Null if it has this one, or none that can be read. */
export type DocumentCheck = 'unread' | 'differs' | 'erased' | null

export type TaskFacts = Pick<
  typeof bill.$inferSelect,
  'email' | 'vendor' | 'amountCents' | 'duplicates' | 'approvals' | 'escalatedAt'
> & {
  /** Nothing from this email has been approved yet. */
  readonly isNewSubmitter: boolean
  readonly documentCheck: DocumentCheck
  readonly editors: readonly PayeeEditor[]
}

/** Someone who changed where its money goes. */
export type PayeeEditor = {
  readonly email: string
  /** When they last did. */
  readonly at: string
  /** Some of those who approved an invoice from its email, for its vendor, that was submitted after that. */
  readonly checkedBy: readonly string[]
}

/** Someone who can approve, for themselves or in place of a person that the rule names. */
export type Candidate = {
  readonly email: string
  readonly onBehalfOf?: string | undefined
  /** An administrator that the rule doesn't name. */
  readonly isSubstitute?: boolean | undefined
}

/** Approvals that are missing. */
export type Stage = {
  readonly because: 'rule' | 'mapping'
  /** Those who can give them. */
  readonly people: readonly Candidate[]
  readonly needed: number
  /** People of the rule who can't, or who are away without a delegate who can. */
  readonly unavailable: readonly string[]
  /** Why administrators that the rule doesn't name can give them too; undefined if they can't. */
  readonly openToAdmins?: 'unavailable' | 'escalated' | undefined
}

export type Progress = {
  readonly rule: ApprovalRule | undefined
  /** Approvals that count toward the rule. */
  readonly given: TaskFacts['approvals']
  /** In order; only the people of the first one can approve now. Empty once the task has all approvals. */
  readonly waiting: readonly Stage[]
  /** Someone else should have approved it, too, but only one person can approve invoices. */
  readonly isAlone?: boolean | undefined
}

export type Judged = Pick<Progress, 'given' | 'waiting' | 'isAlone'>
