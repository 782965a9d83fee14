// Saves the filtered list as a file for a spreadsheet.
import { useMutation } from '@tanstack/react-query'
import { showToast } from '../../../shared/toasts.ts'
import { today } from '../../../shared/today.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { downloadTransactions, isReversed, type TransactionView } from '../api.ts'
import { fetchFailure } from '../texts.ts'

export const ExportButton = ({ view }: { view: TransactionView }) => {
  const download = useMutation({
    mutationFn: downloadTransactions,
    onSuccess: (csv) => save(csv, `amazon-transactions-${today()}.csv`),
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

const save = (content: Blob, name: string) => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}
