// Queries and mutations for failed jobs.
import { listFailedJobs, retryFailedJob } from '@invoice-desk/contract/system/system'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api.ts'

const FAILED_JOBS = ['system', 'failed-jobs']

export const failedJobsQuery = queryOptions({
  queryKey: FAILED_JOBS,
  queryFn: ({ signal }) => call(listFailedJobs, { signal }),
  staleTime: 0,
})

export const retryJobMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(retryFailedJob, { body: { id } }),
    // Also on errors: the job may be gone.
    onSettled: () => client.invalidateQueries({ queryKey: FAILED_JOBS }),
  })
