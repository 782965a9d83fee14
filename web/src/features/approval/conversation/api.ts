// API calls for the conversation about a task.
import {
  type postTaskMessage,
  readTaskConversation,
} from '@invoice-desk/contract/bills/conversation'
import { queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../shared/api/api.ts'
import { APPROVAL } from '../api.ts'

/** Someone may be waiting for an answer. */
const POLL_MS = 30_000

export const conversationQuery = (taskId: string) =>
  queryOptions({
    queryKey: [...APPROVAL, 'conversation', taskId],
    queryFn: ({ signal }) => call(readTaskConversation, { query: { taskId }, signal }),
    // The details and the conversation show it, and may load one after the other.
    staleTime: 5_000,
    refetchInterval: ({ state }) => (state.error ? false : POLL_MS),
  })

export type Audience = CallInput<typeof postTaskMessage, 'body'>['kind']
