// API calls for the staff payments page.
import type { BodyOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import {
  checkPaymentAttempt,
  getPaymentAttempt,
  isFinal,
  listReconciliations,
  type PaymentAttempt,
  type Reconciliation,
  reconcilePayments,
  resolvePaymentAttempt,
  resumePayments,
} from '@invoice-desk/contract/payments/admin'
import { exportPaymentAttempts, listPaymentAttempts } from '@invoice-desk/contract/payments/list'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../../shared/api/api.ts'
import { messageOf } from '../../../shared/api/api-error.ts'
import { download } from '../../../shared/api/download.ts'
import { isShort, type Part } from '../../../shared/lists/infinite-list.ts'
import { pagedQueryOptions } from '../../../shared/lists/use-infinite-list.ts'
import { today } from '../../../shared/text/today.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { type AttemptsView, filterOf } from './attempt-view.ts'

const PAYMENTS = 'payments-admin'

/** Payments can change at any time, because customers and providers act on them. */
const LIST_POLL_MS = 30_000
const ATTEMPT_POLL_MS = 5_000
/** The server reads a week of payments, page by page, from each provider and QuickBooks. */
const RECONCILE_TIMEOUT_MS = 300_000

export type AttemptsPart = Part<PaymentAttempt> &
  Omit<ResponseOf<typeof listPaymentAttempts>, 'attempts'>

export const attemptsQuery = (view: AttemptsView) => {
  const filter = filterOf(view, today())
  return infiniteQueryOptions({
    ...pagedQueryOptions,
    queryKey: [PAYMENTS, 'attempts', filter],
    queryFn: async ({ pageParam: page, signal }): Promise<AttemptsPart> => {
      const query = { ...filter, page }
      const { attempts, ...rest } = await call(listPaymentAttempts, { query, signal })
      return { rows: attempts, ...rest }
    },
    refetchInterval: (query) => (isShort(query) ? LIST_POLL_MS : false),
  })
}

export const downloadAttempts = (view: AttemptsView): Promise<Blob> =>
  download(exportPaymentAttempts, filterOf(view, today()))

export const attemptQuery = (id: string) =>
  queryOptions({
    queryKey: [PAYMENTS, 'attempt', id],
    queryFn: ({ signal }) => call(getPaymentAttempt, { query: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && !isFinal(data.state) ? ATTEMPT_POLL_MS : false,
  })

export const reconciliationsQuery = queryOptions({
  queryKey: [PAYMENTS, 'reconciliations'],
  queryFn: ({ signal }) => call(listReconciliations, { signal }),
})

const useAction = <Sent, Done>(
  mutationFn: (sent: Sent) => Promise<Done>,
  onSuccess: (done: Done, sent: Sent) => void,
) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess,
    onError: (error) => showToast('error', messageOf(error)),
    // An error can also mean that the payment has changed.
    onSettled: () => client.invalidateQueries({ queryKey: [PAYMENTS] }),
  })
}

/** Caches the answer, so the page stays correct even if refetching the payment fails. */
const useAttemptAction = <Sent, Done extends ResponseOf<typeof getPaymentAttempt>>(
  mutationFn: (sent: Sent) => Promise<Done>,
  onSuccess: (done: Done, sent: Sent) => void,
) => {
  const client = useQueryClient()
  return useAction(mutationFn, (done: Done, sent: Sent) => {
    client.setQueryData(attemptQuery(done.id).queryKey, done)
    onSuccess(done, sent)
  })
}

type Checked = ResponseOf<typeof checkPaymentAttempt>

export const useCheck = (onSuccess: (checked: Checked, before: PaymentAttempt) => void) =>
  useAttemptAction(({ id }) => call(checkPaymentAttempt, { body: { id } }), onSuccess)

export const useResolve = (onSuccess: () => void) =>
  useAttemptAction(
    (body: BodyOf<typeof resolvePaymentAttempt>) => call(resolvePaymentAttempt, { body }),
    onSuccess,
  )

export const useReconcile = (onSuccess: (result: Reconciliation) => void) =>
  useAction(() => call(reconcilePayments, { timeoutMs: RECONCILE_TIMEOUT_MS }), onSuccess)

export const useResume = (onSuccess: () => void) => useAction(() => call(resumePayments), onSuccess)
