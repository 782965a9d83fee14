// `PayPal-Request-Id`: a repeated call returns the resource that the first call created.
import type { Store } from '../../store.ts'
import { detail, invalidRequest, PayPalFault } from './fault.ts'

const KEPT_MS = 6 * 60 * 60 * 1000
const LENGTH_MAX = 108
const REQUESTS_MAX = 100_000

type RequestRow = { readonly resourceId: string; readonly atMs: number }

/** `scope` is the call and its target; the same id can be used again for another. */
export const createReplay = (store: Store) => {
  const requests = store.collection<RequestRow>('paypal/requests')
  const running = new Set<string>()
  const keyOf = (scope: string, requestId: string) => `${scope} ${requestId}`

  return {
    /** What the first call created. Fails while that call is running; failed calls are not remembered. */
    find: (scope: string, requestId: string): string | undefined => {
      if (requestId.length > LENGTH_MAX)
        throw invalidRequest({
          ...detail('INVALID_STRING_LENGTH'),
          field: 'PayPal-Request-Id',
          location: 'header',
        })
      const key = keyOf(scope, requestId)
      if (running.has(key))
        throw new PayPalFault('RESOURCE_CONFLICT', [detail('PREVIOUS_REQUEST_IN_PROGRESS')])
      const row = requests.get(key)
      return row && Date.now() - row.atMs < KEPT_MS ? row.resourceId : undefined
    },
    begin: (scope: string, requestId: string) => void running.add(keyOf(scope, requestId)),
    end: (scope: string, requestId: string) => void running.delete(keyOf(scope, requestId)),
    save: (scope: string, requestId: string, resourceId: string): void => {
      if (requests.size < REQUESTS_MAX)
        requests.set(keyOf(scope, requestId), { resourceId, atMs: Date.now() })
    },
    clear: () => requests.clear(),
  }
}
