// Queries and mutations for retailer transactions, and the list's filters.
import {
  type Challenge,
  exportTransactions,
  getImportProgress,
  type ImportReport,
  importTransactions,
  listTransactions,
  type RetailerTransaction,
  TRANSACTION_SORTS,
  type TransactionSort,
  verifyChallenge,
} from '@invoice-desk/contract/retailer/retailer'
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { answerOf, call, perform, reportExpired } from '../../shared/api/api.ts'
import { getToken } from '../../shared/api/credentials.ts'
import { download } from '../../shared/api/download.ts'
import { upload } from '../../shared/api/upload.ts'
import { daysOf, readDaysOf } from '../../shared/lists/filter-range.ts'
import { PAGE_SIZE, type Part } from '../../shared/lists/infinite-list.ts'
import { pagedQueryOptions } from '../../shared/lists/use-infinite-list.ts'
import { givenIn } from '../../shared/lists/use-url-filters.ts'
import { today } from '../../shared/text/today.ts'

const LIST = ['retailer', 'transactions']
const PROGRESS_MS = 400

export type TransactionPart = Part<RetailerTransaction> & { readonly amount: number | undefined }

export const transactionsQuery = (view: TransactionView) => {
  const filter = filterOf(view, today())
  return infiniteQueryOptions({
    ...pagedQueryOptions,
    queryKey: [...LIST, filter],
    queryFn: async ({ pageParam: page, signal }): Promise<TransactionPart> => {
      const query = { ...filter, page, pageSize: PAGE_SIZE }
      const { transactions, total } = await call(listTransactions, { query, signal })
      return { rows: transactions, total: total?.count, amount: total?.amount }
    },
    // Show errors immediately, with a button to try again.
    retry: false,
  })
}

export const reloadTransactions = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: LIST })

export const verifyMutation = mutationOptions({
  mutationFn: (answer: Pick<Challenge, 'type'> & { code: string }): Promise<unknown> =>
    perform(verifyChallenge, { body: answer }),
})

export const downloadTransactions = (view: TransactionView): Promise<Blob> =>
  download(exportTransactions, filterOf(view, today()))

type Sending = {
  readonly file: File
  readonly step: 'preview' | 'import'
  readonly importId: string
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

export const uploadImport = async (sending: Sending): Promise<ImportReport> => {
  const { file, step, importId, onProgress, signal } = sending
  const token = (await getToken()) ?? ''
  const form = new FormData()
  form.set('step', step)
  form.set('importId', importId)
  form.set('file', file)
  const options = { form, token, idempotencyKey: importId, onProgress, signal }
  const answer = await upload(importTransactions, options).catch((error: unknown) => {
    reportExpired(error, token)
    throw error
  })
  return answerOf(importTransactions, answer)
}

export const importProgressQuery = (importId: string) =>
  queryOptions({
    queryKey: ['retailer', 'import', importId],
    queryFn: ({ signal }) => call(getImportProgress, { query: { importId }, signal }),
    refetchInterval: PROGRESS_MS,
    retry: false,
  })

const SEARCH_LENGTH_MAX = 100

export type TransactionView = {
  readonly search: string
  /** A range of days (`filter-range.ts`). */
  readonly date: string
  readonly sort: TransactionSort
}

export const readView = (params: URLSearchParams): TransactionView => ({
  search: (params.get('search') ?? '').trim().slice(0, SEARCH_LENGTH_MAX),
  date: readDaysOf(params, 'date'),
  sort: TRANSACTION_SORTS.find((sort) => sort === params.get('sort')) ?? '-date',
})

/** What the server is asked for. */
export const filterOf = ({ date, ...view }: TransactionView, today: string) =>
  givenIn({ ...view, ...daysOf(date, today) })
