// How many messages and notes a conversation has, in words.

import type { ConversationMessage } from '@invoice-desk/contract/bills/conversation'
import { counted } from '../../../shared/text/count-text.ts'

/** `2 messages, 1 note`. */
export const countsText = (messages: readonly Pick<ConversationMessage, 'kind'>[]): string => {
  const notes = messages.filter(({ kind }) => kind === 'note').length
  const counts = [
    [messages.length - notes, 'message'],
    [notes, 'note'],
  ] as const
  return counts.flatMap(([count, unit]) => (count === 0 ? [] : counted(count, unit))).join(', ')
}
