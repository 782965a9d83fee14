// Ending the contractor's access on every device, after asking.
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx'
import { Problem } from '../../../shared/ui/problem.tsx'
import { signOutMutation } from '../api.ts'
import { type Contractor, isTokenRefused } from './portal-flow.ts'
import classes from './verify-card.module.css'

type SignOutDialogProps = {
  readonly contractor: Contractor
  /** A half-entered invoice would be lost. */
  readonly hasDraft: boolean
  readonly onSignedOut: () => void
  readonly onExpired: () => void
  readonly onClose: () => void
}

export const SignOutDialog = (props: SignOutDialogProps) => {
  const { contractor, hasDraft, onSignedOut, onExpired, onClose } = props
  // Not with `mutate`, whose callbacks would be lost if the dialog is closed before the answer comes.
  const signOut = useMutation({
    ...signOutMutation(contractor),
    onSuccess: onSignedOut,
    onError: (error) => {
      if (isTokenRefused(error)) onExpired()
    },
  })
  return (
    <ConfirmDialog
      title="Sign out of all devices?"
      confirmLabel="Yes, Sign Out"
      busy={signOut.isPending}
      onConfirm={() => signOut.mutate()}
      onCancel={onClose}
    >
      {signOut.error ? <Problem error={signOut.error} /> : null}
      <p>
        Every browser and device that is signed in as{' '}
        <strong className={classes.email}>{contractor.email}</strong> loses access, this one
        included. Links in emails we sent you before stop working too.
      </p>
      {hasDraft ? <p>The invoice you started is not saved and will be lost.</p> : null}
    </ConfirmDialog>
  )
}
