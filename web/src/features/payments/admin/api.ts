// The API calls of the payments page for staff.
import type { BodyOf } from '@invoice-desk/contract/endpoint'
import {
  type ATTEMPT_VIEWS,
  checkPaymentAttempt,
  getPaymentAttempt,
  isFinal,
  listPaymentAttempts,
  listReconciliations,
  type PaymentAttemptDetails,
  reconcilePayments,
  resolvePaymentAttempt,
} from '@invoice-desk/contract/payments-admin'
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { call } from '../../../shared/api.ts'
import { isShort } from '../../../shared/endless.ts'
import { inParts } from '../../../shared/use-endless.ts'

const ATTEMPTS = ['payments-admin', 'attempts']
const ATTEMPT = ['payments-admin', 'attempt']
const RECONCILIATIONS = ['payments-admin', 'reconciliations']

/** Payments change without staff: customers and providers act on them. */
const LIST_POLL_MS = 30_000
const ATTEMPT_POLL_MS = 5_000
/** The server reads a week of payments, page by page, from each provider and QuickBooks. */
const RECONCILE_TIMEOUT_MS = 300_000

export type AttemptsView = {
  readonly view: (typeof ATTEMPT_VIEWS)[number]
  readonly search: string
}

export const attemptsQuery = ({ view, search }: AttemptsView) =>
  infiniteQueryOptions({
    ...inParts,
    queryKey: [...ATTEMPTS, { view, search }],
    queryFn: async ({ pageParam: page, signal }) => {
      const query = { view, page, ...(search && { search }) }
      const { attempts, ...rest } = await call(listPaymentAttempts, { query, signal })
      return { rows: attempts, ...rest }
    },
    refetchInterval: (query) => (isShort(query) ? LIST_POLL_MS : false),
  })

export const attemptQuery = (id: string) =>
  queryOptions({
    queryKey: [...ATTEMPT, id],
    queryFn: ({ signal }) => call(getPaymentAttempt, { query: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && !isFinal(data.state) ? ATTEMPT_POLL_MS : false,
  })

const cacheAttempt = (client: QueryClient) => (attempt: PaymentAttemptDetails) => {
  client.setQueryData(attemptQuery(attempt.id).queryKey, attempt)
  return client.invalidateQueries({ queryKey: ATTEMPTS })
}

export const checkMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(checkPaymentAttempt, { body: { id } }),
    onSuccess: cacheAttempt(client),
  })

export const resolveMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: BodyOf<typeof resolvePaymentAttempt>) =>
      call(resolvePaymentAttempt, { body }),
    onSuccess: cacheAttempt(client),
    // The refusal may mean that the payment has changed.
    onError: () => client.invalidateQueries({ queryKey: ATTEMPT }),
  })

export const reconciliationsQuery = queryOptions({
  queryKey: RECONCILIATIONS,
  queryFn: ({ signal }) => call(listReconciliations, { signal }),
})

export const reconcileMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => call(reconcilePayments, { timeoutMs: RECONCILE_TIMEOUT_MS }),
    // A reconciliation also updates payments that it finds changed.
    onSettled: () => client.invalidateQueries({ queryKey: ['payments-admin'] }),
  })
