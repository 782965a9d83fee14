// Background jobs that used up their retries.
import { staffTitle } from '@invoice-desk/contract/system/pages'
import { useQuery } from '@tanstack/react-query'
import { failedJobsQuery } from '../features/system/api.ts'
import { FailedJobsTable } from '../features/system/failed-jobs-table.tsx'
import { EmptyState } from '../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../shared/ui/feedback/loaded.tsx'
import { Page } from '../shared/ui/page.tsx'
import { TableSkeleton } from '../shared/ui/table/table-skeleton.tsx'

export const JobsPage = () => {
  const query = useQuery(failedJobsQuery)
  return (
    <Page
      title={staffTitle('/jobs')}
      intro="Background work, such as sending an email, that failed even after several retries."
    >
      <Loaded query={query} waiting={<TableSkeleton rows={2} />}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <EmptyState title="No failed jobs.">
              <p>All background work is finished or still in progress.</p>
            </EmptyState>
          ) : (
            <FailedJobsTable jobs={jobs} />
          )
        }
      </Loaded>
    </Page>
  )
}
