// Confirms before a vendor mapping is deleted, or an invitation is removed.

import { ERRORS } from '@invoice-desk/contract/http/errors'
import type { VendorInvitation } from '@invoice-desk/contract/vendors/vendor-invitations'
import { deleteVendorMapping, type VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { Paper, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { perform } from '../../shared/api/api.ts'
import { ActionDialog } from '../../shared/ui/dialog/confirm-dialog.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { refreshVendors, versionOf } from './api.ts'
import { useRemoveInvitation } from './invitations/api.ts'

type DeleteDialogProps = {
  readonly mapping: VendorMapping
  readonly onDeleted: () => void
  readonly onClose: () => void
}

const useDelete = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version }: VendorMapping) =>
      perform(deleteVendorMapping, { body: { id, ...versionOf(version) } }),
    onError: () => showToast('error', ERRORS.vendor_delete_failed.text),
    // A refused delete also means that the list is stale.
    onSettled: () => refreshVendors(client),
  })
}

export const DeleteDialog = ({ mapping, onDeleted, onClose }: DeleteDialogProps) => (
  <ActionDialog
    title="Delete vendor mapping"
    confirmLabel="Yes, Delete"
    action={useDelete()}
    sent={mapping}
    success="Vendor deleted successfully"
    onDone={onDeleted}
    onClose={onClose}
  >
    <p>Are you sure you want to delete this vendor mapping? This action cannot be undone.</p>
    <Subject email={mapping.email} name={mapping.vendor} />
  </ActionDialog>
)

type RemoveDialogProps = {
  readonly invitation: VendorInvitation
  readonly onRemoved: () => void
  readonly onClose: () => void
}

export const RemoveDialog = ({ invitation, onRemoved, onClose }: RemoveDialogProps) => (
  <ActionDialog
    title="Remove invitation"
    confirmLabel="Remove"
    action={useRemoveInvitation()}
    sent={invitation}
    success="Invitation removed"
    onDone={onRemoved}
    onClose={onClose}
  >
    <p>
      {invitation.state === 'submitted'
        ? 'We erase the details that this vendor sent, including the tax ID. The link stops working. We won’t notify the vendor.'
        : 'The link stops working. We won’t notify the vendor. You can invite the vendor again.'}
    </p>
    <Subject {...invitation} />
  </ActionDialog>
)

const Subject = ({ email, name }: { readonly email: string; readonly name: string }) => (
  <Paper px="sm" py="xs" bg="var(--sunken)" style={{ overflowWrap: 'anywhere' }}>
    <strong>{email}</strong>
    <Text c="var(--muted)">{name}</Text>
  </Paper>
)
