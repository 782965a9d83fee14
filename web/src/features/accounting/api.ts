// API calls for the QuickBooks connection.
import {
  getQboConnection,
  startQboConnection,
  validateQboConnection,
} from '@invoice-desk/contract/accounting/connection'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { CONNECTION_POLL_MS } from '@invoice-desk/contract/values/limits'
import { queryOptions } from '@tanstack/react-query'
import { type CallInput, call, perform } from '../../shared/api/api.ts'

export const connectionQuery = queryOptions({
  queryKey: ['accounting', 'connection'],
  queryFn: ({ signal }) => call(getQboConnection, { signal }),
  staleTime: 0,
  refetchInterval: CONNECTION_POLL_MS,
})

export const redirectToQuickBooks = async (): Promise<void> => {
  const { url } = await call(startQboConnection)
  window.location.assign(url)
}

/** Undefined when the server's answer can't be read; the connection is stored anyway. */
export type StoredConnection = ResponseOf<typeof validateQboConnection> | undefined

const exchanges = new Map<string, Promise<StoredConnection>>()

/** A code can be exchanged only once, so a second call with the same code reuses the first call's answer. */
export const storeConnection = (
  returned: CallInput<typeof validateQboConnection, 'body'>,
): Promise<StoredConnection> => {
  const exchange =
    exchanges.get(returned.code) ?? perform(validateQboConnection, { body: returned })
  exchanges.set(returned.code, exchange)
  return exchange
}
