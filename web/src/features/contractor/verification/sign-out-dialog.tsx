// Confirms before the contractor is signed out on all devices.
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { EmailText } from '../../../shared/ui/email-text.tsx'
import { signOut } from '../api.ts'
import { clearMessageDrafts } from '../conversation/message-drafts.ts'
import { billDrafts } from '../submission/bill-drafts.ts'
import { type Contractor, isTokenRefused } from './portal-flow.ts'

type SignOutDialogProps = {
  readonly contractor: Contractor
  readonly onSignedOut: () => void
  readonly onExpired: () => void
  readonly onClose: () => void
}

export const SignOutDialog = (props: SignOutDialogProps) => {
  const { contractor, onSignedOut, onExpired, onClose } = props
  // Callbacks passed to `mutate` would be lost if the dialog closes before the answer comes.
  const signingOut = useMutation({
    mutationFn: () => signOut(contractor),
    onSuccess: () => {
      billDrafts.dropAll(contractor.email)
      clearMessageDrafts()
      billDrafts.interrupt(undefined)
      onSignedOut()
    },
    onError: (refusal) => {
      if (isTokenRefused(refusal)) onExpired()
    },
  })
  return (
    <ConfirmDialog
      title="Sign out of all devices?"
      confirmLabel="Yes, Sign Out"
      action={signingOut}
      onConfirm={() => signingOut.mutate()}
      onCancel={onClose}
    >
      <p>
        Every browser and device signed in as <EmailText email={contractor.email} /> loses access,
        including this one. Links in our earlier emails stop working, too.
      </p>
      {billDrafts.has(contractor.email) ? (
        <p>You haven't submitted the invoice you started. It will be lost.</p>
      ) : null}
    </ConfirmDialog>
  )
}
