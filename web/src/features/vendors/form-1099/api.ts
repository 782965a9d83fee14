// API calls for the 1099 report.
import { exportForm1099, readForm1099 } from '@invoice-desk/contract/vendors/form-1099'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api.ts'
import { download } from '../../../shared/api/download.ts'
import { VENDORS } from '../api.ts'

const POLL_MS = 5_000

export type Report = Awaited<ReturnType<typeof call<typeof readForm1099>>>

export const reportQuery = (year: number) =>
  queryOptions({
    queryKey: [...VENDORS, '1099', year],
    queryFn: ({ signal }) => call(readForm1099, { query: { year }, signal }),
    // Poll until the server has read the payments from QuickBooks.
    refetchInterval: ({ state: { data } }) => (data?.state === 'pending' ? POLL_MS : false),
  })

export const downloadReport = (year: number): Promise<Blob> => download(exportForm1099, { year })
