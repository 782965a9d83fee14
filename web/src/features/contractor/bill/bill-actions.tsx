// What the contractor can do with a bill that isn't decided: change it or withdraw it.
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { showToast } from '../../../shared/toasts.ts'
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx'
import { Problem } from '../../../shared/ui/problem.tsx'
import { reloadBills } from '../api.ts'
import { type Contractor, isTokenRefused } from '../verification/portal-flow.ts'
import { withdraw } from './api.ts'

type BillActionsProps = {
  readonly contractor: Contractor
  readonly bill: ContractorBill
  readonly onExpired: () => void
}

export const BillActions = ({ contractor, bill, onExpired }: BillActionsProps) => {
  const [isAsking, setIsAsking] = useState(false)
  const client = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => withdraw(contractor, bill),
    onSuccess: () => {
      setIsAsking(false)
      showToast('success', 'Invoice withdrawn.')
    },
    onError: (refusal) => {
      if (isTokenRefused(refusal)) onExpired()
    },
    // After an error, the bill may have changed.
    onSettled: () => reloadBills(client, contractor),
  })
  if (!bill.isEditable) return null
  return (
    <Group gap="xs">
      <Button component={AppLink} to={paths.submitInvoice({ bill: bill.id })} variant="default">
        {bill.isCorrectable ? 'Correct and resubmit' : 'Change invoice'}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        onClick={() => {
          reset()
          setIsAsking(true)
        }}
      >
        Withdraw
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Withdraw invoice ${bill.invoiceNumber}?`}
          confirmLabel="Yes, Withdraw"
          busy={isPending}
          onConfirm={() => mutate()}
          onCancel={() => setIsAsking(false)}
        >
          {error ? <Problem error={error} /> : null}
          <p>We won't review or pay it. You can submit it again later.</p>
        </ConfirmDialog>
      ) : null}
    </Group>
  )
}
