// Queries and mutations for failed jobs.
import { listFailedJobs, retryFailedJob } from '@invoice-desk/contract/system/system'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api.ts'
import { useChange } from '../../shared/api/use-change.ts'

const FAILED_JOBS = ['system', 'failed-jobs']

export const failedJobsQuery = queryOptions({
  queryKey: FAILED_JOBS,
  queryFn: ({ signal }) => call(listFailedJobs, { signal }),
  staleTime: 0,
})

export const useRetryJob = () =>
  useChange(FAILED_JOBS, (id: string) => call(retryFailedJob, { body: { id } }))
