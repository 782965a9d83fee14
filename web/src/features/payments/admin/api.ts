// The calls of the staff's page of payments.
import type { BodyOf } from '@invoice-desk/contract/endpoint'
import {
  type ATTEMPT_VIEWS,
  checkPaymentAttempt,
  getPaymentAttempt,
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
import { isEnded } from './states.ts'

const ATTEMPTS = ['payments-admin', 'attempts']
const ATTEMPT = ['payments-admin', 'attempt']
const RECONCILIATIONS = ['payments-admin', 'reconciliations']

/** Payers and providers move payments on by themselves. */
const LIST_AGAIN_MS = 30_000
const OPEN_AGAIN_MS = 5_000
/** A week of payments is read from three sides, page by page. */
const COMPARING_MS = 300_000

/** Which part of the list is in view. */
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
    refetchInterval: (query) => (isShort(query) ? LIST_AGAIN_MS : false),
  })

export const attemptQuery = (id: string) =>
  queryOptions({
    queryKey: [...ATTEMPT, id],
    queryFn: ({ signal }) => call(getPaymentAttempt, { query: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && !isEnded(data.state) ? OPEN_AGAIN_MS : false,
  })

/** What was answered about one attempt is the newest there is; the list may show it too. */
const take = (client: QueryClient) => (attempt: PaymentAttemptDetails) => {
  client.setQueryData(attemptQuery(attempt.id).queryKey, attempt)
  return client.invalidateQueries({ queryKey: ATTEMPTS })
}

export const checkMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(checkPaymentAttempt, { body: { id } }),
    onSuccess: take(client),
  })

export const resolveMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (resolved: BodyOf<typeof resolvePaymentAttempt>) =>
      call(resolvePaymentAttempt, { body: resolved }),
    onSuccess: take(client),
    // What it was about may have become something else.
    onError: () => client.invalidateQueries({ queryKey: ATTEMPT }),
  })

export const reconciliationsQuery = queryOptions({
  queryKey: RECONCILIATIONS,
  queryFn: ({ signal }) => call(listReconciliations, { signal }),
})

export const reconcileMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => call(reconcilePayments, { timeoutMs: COMPARING_MS }),
    // Comparing takes in what was new, so everything may look different.
    onSettled: () => client.invalidateQueries({ queryKey: ['payments-admin'] }),
  })
