// Disables an account after confirmation.
import type { ManagedAccount } from '@invoice-desk/contract/identity/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { fieldsOf } from './account-fields.ts'
import { saveAccountMutation } from './api.ts'

/** Enables a disabled account and disables an enabled one. */
export const useSwitchAccount = () => {
  const save = useMutation(saveAccountMutation(useQueryClient()))
  const switchAccount = (account: ManagedAccount, onDone: () => void = () => {}) => {
    const disabled = !account.disabled
    save.mutate(
      { fields: fieldsOf(account), account: { disabled, version: account.version } },
      {
        onSuccess: () => {
          showToast('success', `${account.email} was ${disabled ? 'disabled' : 'enabled'}`)
          onDone()
        },
      },
    )
  }
  return { switchAccount, error: save.error, busy: save.isPending }
}

type DisableDialogProps = { readonly account: ManagedAccount; readonly onClose: () => void }

export const DisableDialog = ({ account, onClose }: DisableDialogProps) => {
  const { switchAccount, error, busy } = useSwitchAccount()
  return (
    <ConfirmDialog
      title="Disable account"
      confirmLabel="Yes, Disable"
      busy={busy}
      onConfirm={() => switchAccount(account, onClose)}
      onCancel={onClose}
    >
      {error ? <Problem error={error} /> : null}
      <p>
        Are you sure you want to disable <strong>{account.email}</strong>? They lose access at their
        next action, and can’t sign in until an administrator enables the account again.
      </p>
    </ConfirmDialog>
  )
}
