// Separation of duties: a person who changed who is paid can't be the only one who approves the invoice. Pure rules, no I/O.
import type { Approval } from '../../../db/schema/bills.ts'
import { isSameMailbox } from '../../../lib/same-mailbox.ts'
import { type Able, createAble } from './able.ts'
import type { Approver, Judged, PayeeEditor, Policy, TaskFacts } from './types.ts'

/**
 * After each change, someone else must approve: this invoice or, unless its own vendor was changed, a later one. `given`
 * are the approvals that the rule counts; one that it doesn't name counts here, too.
 */
export const judgeDuties = (
  { approvals, editors }: Pick<TaskFacts, 'approvals' | 'editors'>,
  able: Able,
  given: readonly Approval[],
): Judged => {
  const open = editors.filter((editor) => !editor.checkedBy.some(isElse(editor)))
  const uncheckedBy = (checks: readonly Approval[]) =>
    open.filter((editor) => !checks.some((approval) => isCheck(approval, editor)))
  const others = approvals.filter(
    (approval) =>
      !given.includes(approval) && uncheckedBy(given).some((editor) => isCheck(approval, editor)),
  )
  const counted = [...given, ...others]
  const unchecked = uncheckedBy(counted)
  if (unchecked.length === 0) return { given: counted, waiting: [] }
  if (able.isOnly) return { given: counted, waiting: [], isAlone: true }
  const people = able
    .all()
    .filter(({ email }) => unchecked.some((editor) => isElse(editor)(email)))
    .map(({ email }) => ({ email }))
  return {
    given: counted,
    waiting: [{ because: 'mapping', people, needed: 1, unavailable: [] }],
  }
}

/**
 * Whether the bill of an approved task may be added: if who is paid was changed after the decision, someone else must ask
 * for the bill after that.
 */
export const isStillApproved = (
  { separatesDuties }: Pick<Policy, 'separatesDuties'>,
  task: DecidedFacts,
  approvers: readonly Approver[],
  asked: Approval,
): boolean => {
  const { approvals, email } = task
  const checks = isSameMailbox(asked.email, email) ? approvals : [...approvals, asked]
  const facts = { approvals, editors: laterEditors(task) }
  const { waiting } = judgeDuties(facts, createAble(approvers, undefined), checks)
  return !separatesDuties || waiting.length === 0
}

/** Those who changed who is paid after it was approved. */
export const laterEditors = ({
  editors,
  decidedAt,
}: Pick<DecidedFacts, 'editors' | 'decidedAt'>): readonly PayeeEditor[] =>
  editors.filter(({ at }) => Date.parse(at) > (decidedAt?.getTime() ?? 0))

type DecidedFacts = Pick<TaskFacts, 'approvals' | 'editors' | 'email'> & {
  readonly decidedAt: Date | null
}

const isElse = (editor: PayeeEditor) => (email: string) => !isSameMailbox(email, editor.email)

const isCheck = ({ email, at }: Approval, editor: PayeeEditor): boolean =>
  isElse(editor)(email) && Date.parse(at) > Date.parse(editor.at)
