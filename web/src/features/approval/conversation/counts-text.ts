// How many messages and notes a conversation has, in words.
import type { ConversationMessage } from '@invoice-desk/contract/bills/conversation'

/** `2 messages, 1 note`. */
export const countsText = (messages: readonly Pick<ConversationMessage, 'kind'>[]): string => {
  const notes = messages.filter(({ kind }) => kind === 'note').length
  return [counted(messages.length - notes, 'message'), counted(notes, 'note')]
    .filter(Boolean)
    .join(', ')
}

const counted = (count: number, unit: string): string =>
  count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'}`
