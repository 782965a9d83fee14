// The table of failed jobs, with a retry button for each.
import type { FailedJob } from '@invoice-desk/contract/system/system'
import { messageOf } from '../../shared/api/api-error.ts'
import { dateAndTime } from '../../shared/text/times.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../../shared/ui/form/busy-button.tsx'
import { type Column, DataTable } from '../../shared/ui/table/data-table.tsx'
import { useRetryJob } from './api.ts'

/** With non-breaking spaces, to stay on one line. */
const momentOf = (iso: string) => dateAndTime.format(new Date(iso)).replaceAll(' ', '\u00a0')

const columns: readonly Column<FailedJob>[] = [
  { header: 'Job', heading: true, cell: ({ queue }) => queue },
  { header: 'Reason', phoneLabel: '', cell: ({ reason }) => reason },
  { header: 'Failed', cell: ({ failedAt }) => momentOf(failedAt) },
  { header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  { header: 'Actions', align: 'end', phone: 'action', cell: (job) => <Retry job={job} /> },
]

export const FailedJobsTable = ({ jobs }: { jobs: readonly FailedJob[] }) => (
  <DataTable caption="Failed jobs" columns={columns} rows={jobs} rowKey={({ id }) => id} />
)

const Retry = ({ job }: { job: FailedJob }) => {
  const { mutateAsync, isPending } = useRetryJob()
  // Not with the callbacks of `mutate`, which aren't called once the job is gone from the list.
  const retry = () =>
    mutateAsync(job.id).then(
      () => showToast('success', 'The job will run again shortly.'),
      (error: unknown) => showToast('error', messageOf(error)),
    )
  return (
    <BusyButton
      variant="default"
      size="xs"
      aria-label={`Retry ${job.queue}`}
      isBusy={isPending}
      announced="Retrying..."
      onClick={() => void retry()}
    >
      Retry
    </BusyButton>
  )
}
