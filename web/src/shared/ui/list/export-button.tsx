// Downloads the filtered list as CSV.
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { saveFile } from '../../api/download.ts'
import { today } from '../../text/today.ts'
import { showToast } from '../feedback/toasts.ts'
import { BusyButton } from '../form/busy-button.tsx'

type ExportButtonProps = {
  readonly label: string
  /** The file's name, which gets today's date. */
  readonly name: string
  readonly onDownload: () => Promise<Blob>
  readonly failureOf?: (error: unknown) => string
}

export const ExportButton = (props: ExportButtonProps) => {
  const { label, name, onDownload, failureOf = messageOf } = props
  const exporting = useMutation({
    mutationFn: onDownload,
    onSuccess: (csv) => saveFile(csv, `${name}-${today()}.csv`),
    onError: (error) => showToast('error', failureOf(error)),
  })
  return (
    <BusyButton
      variant="default"
      isBusy={exporting.isPending}
      busyLabel="Exporting..."
      onClick={() => exporting.mutate()}
    >
      {label}
    </BusyButton>
  )
}
