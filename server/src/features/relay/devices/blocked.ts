// Decides whether a device may send at all. It's its owner's right to use the relay and the Gmail account.
import type { Tool } from '@invoice-desk/contract/identity/tools'

type Account = { readonly admin: boolean; readonly tools: readonly Tool[] }

type Owned = {
  readonly owner: string
  readonly mailbox: { readonly address: string; readonly owner: string }
}

/** A sentence, or undefined if it may. `account` is its owner's, unless it's disabled. */
export const blockOf = (
  account: Account | undefined,
  { owner, mailbox }: Owned,
): string | undefined => {
  if (!account?.tools.includes('mail_relay')) return `${owner} can no longer use the mail relay.`
  if (account.admin || mailbox.owner === owner) return undefined
  return `${owner} is no longer an administrator, and ${mailbox.address} belongs to ${mailbox.owner}.`
}
