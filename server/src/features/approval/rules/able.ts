// Those who can approve a task: everyone who can approve invoices, without people whose own invoice it is.
import { isSameMailbox, mailboxOf } from '../../../lib/same-mailbox.ts'
import type { Approver } from './types.ts'

export type Able = ReturnType<typeof createAble>

/** By email, once per list of approvers, because a list of invoices asks for the same people many times. */
const rosters = new WeakMap<readonly Approver[], ReturnType<typeof createRoster>>()

const createRoster = (approvers: readonly Approver[]) => ({
  byEmail: new Map(approvers.map((approver) => [approver.email, approver])),
  admins: approvers.filter(({ admin }) => admin),
  mailboxes: new Set(approvers.map(({ email }) => mailboxOf(email))),
})

export const rosterOf = (approvers: readonly Approver[]) => {
  const roster = rosters.get(approvers) ?? createRoster(approvers)
  rosters.set(approvers, roster)
  return roster
}

/** `submitter` can't approve; undefined if separation of duties is off. */
export const createAble = (approvers: readonly Approver[], submitter: string | undefined) => {
  const isAble = ({ email }: Approver) =>
    submitter === undefined || !isSameMailbox(email, submitter)
  const { byEmail, admins, mailboxes } = rosterOf(approvers)
  return {
    /** Only one person can approve invoices. */
    isOnly: mailboxes.size <= 1,
    find: (email: string): Approver | undefined => {
      const approver = byEmail.get(email)
      return approver && isAble(approver) ? approver : undefined
    },
    all: (): Approver[] => approvers.filter(isAble),
    admins: (): Approver[] => admins.filter(isAble),
  }
}
