// Confirms before an invitation is removed.
import type { VendorInvitation } from '@invoice-desk/contract/vendors/vendor-invitations'
import { Paper, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { removeMutation } from './api.ts'

type RemoveDialogProps = {
  readonly invitation: VendorInvitation
  readonly onRemoved: () => void
  readonly onClose: () => void
}

export const RemoveDialog = ({ invitation, onRemoved, onClose }: RemoveDialogProps) => {
  const remove = useMutation({
    ...removeMutation(useQueryClient()),
    onSuccess: () => {
      showToast('success', 'Invitation removed')
      onRemoved()
    },
  })
  return (
    <ConfirmDialog
      title="Remove invitation"
      confirmLabel="Remove"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(invitation)}
      onCancel={onClose}
    >
      {remove.error ? <Problem error={remove.error} /> : null}
      <p>
        {invitation.state === 'submitted'
          ? 'We erase the details that this vendor sent, including the tax ID. The link stops working. We won’t notify the vendor.'
          : 'The link stops working. We won’t notify the vendor. You can invite the vendor again.'}
      </p>
      <Paper px="sm" py="xs" bg="var(--sunken)" style={{ overflowWrap: 'anywhere' }}>
        <strong>{invitation.email}</strong>
        <Text c="var(--muted)">{invitation.name}</Text>
      </Paper>
    </ConfirmDialog>
  )
}
