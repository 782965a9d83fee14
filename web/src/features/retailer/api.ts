// Queries and mutations for retailer transactions.
import {
  type Challenge,
  exportTransactions,
  getImportProgress,
  type ImportReport,
  importTransactions,
  listTransactions,
  type RetailerTransaction,
  type TransactionSort,
  verifyChallenge,
} from '@invoice-desk/contract/retailer'
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { answerOf, call, perform, reportExpired } from '../../shared/api.ts'
import { getCredentials } from '../../shared/credentials.ts'
import { download } from '../../shared/download.ts'
import { PAGE_SIZE, type Part } from '../../shared/endless.ts'
import { upload } from '../../shared/upload.ts'
import { pagedQueryOptions } from '../../shared/use-endless.ts'

const LIST = ['retailer', 'transactions']
const PROGRESS_MS = 400

/** The list's filters; an empty day means no limit. */
export type TransactionView = {
  readonly search: string
  readonly from: string
  readonly to: string
  readonly sort: TransactionSort
}

export const isReversed = ({ from, to }: Pick<TransactionView, 'from' | 'to'>): boolean =>
  from !== '' && to !== '' && to < from

const filterOf = ({ search, from, to, sort }: TransactionView) => ({
  sort,
  ...(search && { search }),
  ...(from && { from }),
  ...(to && { to }),
})

export type TransactionPart = Part<RetailerTransaction> & { readonly amount: number | undefined }

export const transactionsQuery = (view: TransactionView) =>
  infiniteQueryOptions({
    ...pagedQueryOptions,
    queryKey: [...LIST, view],
    queryFn: async ({ pageParam: page, signal }): Promise<TransactionPart> => {
      const query = { ...filterOf(view), page, pageSize: PAGE_SIZE }
      const { transactions, total } = await call(listTransactions, { query, signal })
      return { rows: transactions, total: total?.count, amount: total?.amount }
    },
    enabled: !isReversed(view),
    // Show errors immediately, with a button to try again.
    retry: false,
  })

export const reloadTransactions = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: LIST })

export const verifyMutation = mutationOptions({
  mutationFn: (answer: Pick<Challenge, 'type'> & { code: string }): Promise<unknown> =>
    perform(verifyChallenge, { body: answer }),
})

export const downloadTransactions = (view: TransactionView): Promise<Blob> =>
  download(exportTransactions, filterOf(view))

type Sending = {
  readonly file: File
  readonly step: 'preview' | 'import'
  readonly importId: string
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

export const uploadImport = async (sending: Sending): Promise<ImportReport> => {
  const { file, step, importId, onProgress, signal } = sending
  const token = getCredentials()?.token ?? ''
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
