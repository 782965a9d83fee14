// Downloads the filtered list as CSV.
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../../shared/download.ts'
import { showToast } from '../../../shared/toasts.ts'
import { today } from '../../../shared/today.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { downloadTransactions, isReversed, type TransactionView } from '../api.ts'
import { fetchFailure } from '../texts.ts'

export const ExportButton = ({ view }: { view: TransactionView }) => {
  const download = useMutation({
    mutationFn: downloadTransactions,
    onSuccess: (csv) => saveFile(csv, `amazon-transactions-${today()}.csv`),
    onError: (error) => showToast('error', fetchFailure(error)),
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
