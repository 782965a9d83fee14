// Asks before an account is disabled, signed out everywhere, or opened to another Google account.
import type { ManagedAccount } from '@invoice-desk/contract/identity/accounts'
import { ActionDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { fieldsOf } from './account-fields.ts'
import { useAcceptGoogle, useSaveAccount, useSignOutAccount } from './api.ts'

type Question<Subject> = Subject & { readonly onClose: () => void }

const switched = (account: ManagedAccount) => ({
  fields: fieldsOf(account),
  account: { disabled: !account.disabled, version: account.version },
})

/** Enabling needs no question. */
export const useEnableAccount = () => {
  const { mutate, error } = useSaveAccount()
  const enable = (account: ManagedAccount) =>
    mutate(switched(account), {
      onSuccess: () => showToast('success', `${account.email} was enabled`),
    })
  return { enable, error }
}

export const DisableQuestion = ({
  account,
  onClose,
}: Question<{ readonly account: ManagedAccount }>) => (
  <ActionDialog
    title="Disable account"
    confirmLabel="Yes, Disable"
    action={useSaveAccount()}
    sent={switched(account)}
    success={`${account.email} was disabled`}
    onClose={onClose}
  >
    <p>
      Are you sure you want to disable <strong>{account.email}</strong>? They lose access at their
      next action, and can’t sign in until an administrator enables the account again.
    </p>
  </ActionDialog>
)

export const AcceptGoogleQuestion = ({ email, onClose }: Question<{ readonly email: string }>) => (
  <ActionDialog
    title="Let in a different Google account"
    confirmLabel="Yes, Let In"
    action={useAcceptGoogle()}
    sent={email}
    success={`${email} can sign in with the new Google account`}
    onClose={onClose}
  >
    <p>
      Someone tried to sign in as <strong>{email}</strong> with a different Google account than
      before. This happens when the address is given to another person, or its Google account is
      created again.
    </p>
    <p>
      Ask the person first. The new Google account gets everything this account can do, and the old
      one is signed out.
    </p>
  </ActionDialog>
)

export const SignOutQuestion = ({ email, onClose }: Question<{ readonly email: string }>) => (
  <ActionDialog
    title="Sign out everywhere"
    confirmLabel="Yes, Sign Out"
    action={useSignOutAccount()}
    sent={email}
    success={`${email} was signed out everywhere`}
    onClose={onClose}
  >
    <p>
      <strong>{email}</strong> is signed out of every browser and can sign in again. To keep them
      out, disable the account.
    </p>
  </ActionDialog>
)
