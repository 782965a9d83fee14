// Lets in a different Google account with the same email, after confirmation.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { acceptGoogleMutation } from './api.ts'

type AcceptGoogleDialogProps = { readonly email: string; readonly onClose: () => void }

export const AcceptGoogleDialog = ({ email, onClose }: AcceptGoogleDialogProps) => {
  const { mutate, error, isPending } = useMutation(acceptGoogleMutation(useQueryClient()))
  const onConfirm = () =>
    mutate(email, {
      onSuccess: () => {
        showToast('success', `${email} can sign in with the new Google account`)
        onClose()
      },
    })
  return (
    <ConfirmDialog
      title="Let in a different Google account"
      confirmLabel="Yes, Let In"
      busy={isPending}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      {error ? <Problem error={error} /> : null}
      <p>
        Someone tried to sign in as <strong>{email}</strong> with a different Google account than
        before. This happens when the address is given to another person, or its Google account is
        created again.
      </p>
      <p>
        Ask the person first. The new Google account gets everything this account can do, and the
        old one is signed out.
      </p>
    </ConfirmDialog>
  )
}
