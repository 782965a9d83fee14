// Confirms before a vendor mapping is deleted.
import { ERRORS } from '@invoice-desk/contract/http/errors'
import type { VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { Paper, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { deleteVendorMutation } from '../api.ts'

type DeleteDialogProps = {
  readonly mapping: VendorMapping
  readonly onDeleted: () => void
  readonly onClose: () => void
}

export const DeleteDialog = ({ mapping, onDeleted, onClose }: DeleteDialogProps) => {
  const remove = useMutation({
    ...deleteVendorMutation(useQueryClient()),
    onSuccess: () => {
      showToast('success', 'Vendor deleted successfully')
      onDeleted()
    },
    onError: () => showToast('error', ERRORS.vendor_delete_failed.text),
  })
  return (
    <ConfirmDialog
      title="Delete vendor mapping"
      confirmLabel="Yes, Delete"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(mapping)}
      onCancel={onClose}
    >
      {remove.error ? <Problem error={remove.error} /> : null}
      <p>Are you sure you want to delete this vendor mapping? This action cannot be undone.</p>
      <Paper px="sm" py="xs" bg="var(--sunken)" style={{ overflowWrap: 'anywhere' }}>
        <strong>{mapping.email}</strong>
        <Text c="var(--muted)">{mapping.vendor}</Text>
      </Paper>
    </ConfirmDialog>
  )
}
