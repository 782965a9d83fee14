// Deleting a mapping, after asking.
import { ERRORS } from '@invoice-desk/contract/errors'
import type { VendorMapping } from '@invoice-desk/contract/vendors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../../shared/toasts.ts'
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx'
import { Problem } from '../../../shared/ui/problem.tsx'
import { deleteVendorMutation } from '../api.ts'
import classes from './delete-dialog.module.css'

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
      <p className={classes.which}>
        <strong>{mapping.email}</strong>
        <span>{mapping.vendor}</span>
      </p>
    </ConfirmDialog>
  )
}
