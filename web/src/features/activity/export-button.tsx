// Downloads the filtered activity as CSV.
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../shared/api-error.ts'
import { saveFile } from '../../shared/download.ts'
import { showToast } from '../../shared/toasts.ts'
import { today } from '../../shared/today.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { type ActivityView, isReversed } from './activity-view.ts'
import { downloadActivity } from './api.ts'

export const ExportButton = ({ view }: { view: ActivityView }) => {
  const download = useMutation({
    mutationFn: downloadActivity,
    onSuccess: (csv) => saveFile(csv, `activity-${today()}.csv`),
    onError: (error) => showToast('error', messageOf(error)),
  })
  return (
    <BusyButton
      variant="default"
      isBusy={download.isPending}
      busyLabel="Exporting..."
      disabled={isReversed(view)}
      onClick={() => download.mutate(view)}
    >
      Export CSV
    </BusyButton>
  )
}
