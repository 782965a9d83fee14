// API calls for the messages about a bill.
import { postBillMessage, readBillConversation } from '@invoice-desk/contract/bills/conversation'
import { queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../shared/api/api.ts'
import { CONTRACTOR } from '../api.ts'
import type { Contractor } from '../verification/portal-flow.ts'

/** Someone may be waiting for an answer. */
const POLL_MS = 30_000

export const conversationQuery = ({ email, token }: Contractor, billId: string) =>
  queryOptions({
    queryKey: [...CONTRACTOR, 'messages', email, billId],
    queryFn: ({ signal }) => call(readBillConversation, { query: { billId }, token, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.error ? false : POLL_MS),
  })

export const postMessage = (
  { token }: Contractor,
  body: CallInput<typeof postBillMessage, 'body'>,
  idempotencyKey: string,
) => call(postBillMessage, { body, token, idempotencyKey })
