// Asks before a bill is withdrawn. Stays open with the reason if that's refused.
import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { reloadBills } from '../api.ts'
import { type Contractor, isTokenRefused } from '../verification/portal-flow.ts'
import { withdraw } from './api.ts'

type WithdrawDialogProps = {
  readonly contractor: Contractor
  readonly bill: ContractorBill
  readonly onExpired: () => void
  readonly onClose: () => void
}

export const WithdrawDialog = ({ contractor, bill, onExpired, onClose }: WithdrawDialogProps) => {
  const client = useQueryClient()
  const withdrawing = useMutation({
    mutationFn: () => withdraw(contractor, bill),
    onSuccess: async () => {
      // First, so that focus doesn't return to a button that is about to go.
      await reloadBills(client, contractor)
      onClose()
      showToast('success', 'Invoice withdrawn.')
    },
    onError: (refusal) => {
      if (isTokenRefused(refusal)) return onExpired()
      // The bill may have changed.
      return reloadBills(client, contractor)
    },
  })
  return (
    <ConfirmDialog
      title={`Withdraw invoice ${bill.invoiceNumber}?`}
      confirmLabel="Yes, withdraw"
      action={withdrawing}
      onConfirm={() => withdrawing.mutate()}
      onCancel={onClose}
    >
      {bill.isEditable ? <p>We won't review or pay it. You can submit it again later.</p> : null}
    </ConfirmDialog>
  )
}
