// Decides which staff get an email about a contractor's message or a note. Pure rules, no I/O.
import { mailboxOf } from '../../../lib/same-mailbox.ts'

type Thread = {
  readonly kind: 'contractor' | 'note'
  readonly author: string
  /** The contractor who submitted the bill. */
  readonly submitter: string
  /** Staff who wrote in it. */
  readonly writers: readonly string[]
  /** Staff who approved or decided the bill. */
  readonly deciders: readonly string[]
  /** Those who can approve the bill now. */
  readonly nextApprovers: readonly string[]
  /** Everyone who may use the approval page, and who acts for them while they're away. */
  readonly approvers: readonly { readonly email: string; readonly delegate?: string | undefined }[]
}

/** Those who took part and the next approvers. A note never goes to the bill's contractor, even if they have an account. */
export const staffToNotify = (thread: Thread): string[] => {
  const { kind, author, submitter, writers, deciders, nextApprovers, approvers } = thread
  const find = (email: string | undefined) => approvers.find((each) => each.email === email)
  const people = [...writers, ...deciders, ...nextApprovers].flatMap((email) => find(email) ?? [])
  const present = people.map((person) => (find(person.delegate) ?? person).email)
  return [...new Set(present)].filter(
    (email) => email !== author && !(kind === 'note' && mailboxOf(email) === mailboxOf(submitter)),
  )
}
