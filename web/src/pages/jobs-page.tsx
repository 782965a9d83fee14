// Work that ran in the background and failed for good, so that nothing is lost unseen.
import { useQuery } from '@tanstack/react-query'
import { failedJobsQuery } from '../features/system/api.ts'
import { FailedJobsTable } from '../features/system/failed-jobs-table.tsx'
import { EmptyState } from '../shared/ui/empty-state.tsx'
import { Loaded } from '../shared/ui/loaded.tsx'
import { Page } from '../shared/ui/page.tsx'

export const JobsPage = () => {
  const query = useQuery(failedJobsQuery)
  return (
    <Page
      title="Failed jobs"
      intro="Work in the background, such as sending a mail, that failed even after several attempts."
    >
      <Loaded query={query}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <EmptyState title="No failed jobs.">
              <p>Everything that runs in the background is done or still being tried.</p>
            </EmptyState>
          ) : (
            <FailedJobsTable jobs={jobs} />
          )
        }
      </Loaded>
    </Page>
  )
}
