// Ends all sessions of an account, after confirmation.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { signOutMutation } from './api.ts'

type SignOutDialogProps = { readonly email: string; readonly onClose: () => void }

export const SignOutDialog = ({ email, onClose }: SignOutDialogProps) => {
  const { mutate, error, isPending } = useMutation(signOutMutation(useQueryClient()))
  const onConfirm = () =>
    mutate(email, {
      onSuccess: () => {
        showToast('success', `${email} was signed out everywhere`)
        onClose()
      },
    })
  return (
    <ConfirmDialog
      title="Sign out everywhere"
      confirmLabel="Yes, Sign Out"
      busy={isPending}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      {error ? <Problem error={error} /> : null}
      <p>
        <strong>{email}</strong> is signed out of every browser and can sign in again. To keep them
        out, disable the account.
      </p>
    </ConfirmDialog>
  )
}
