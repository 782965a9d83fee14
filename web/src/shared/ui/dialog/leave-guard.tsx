// Asks before people leave a page with unsaved input.
import { useCallback } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { useConfirmLeave } from '../../navigation/confirm-leave.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** While `active`, navigating to another page asks first; changing the query string doesn't. */
export const LeaveGuard = ({ active }: { active: boolean }) => {
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      active && currentLocation.pathname !== nextLocation.pathname,
    [active],
  )
  const blocker = useBlocker(shouldBlock)
  useConfirmLeave(active)
  if (blocker.state !== 'blocked') return null
  return <DiscardDialog onDiscard={() => blocker.proceed()} onStay={() => blocker.reset()} />
}

type DiscardDialogProps = { readonly onDiscard: () => void; readonly onStay: () => void }

export const DiscardDialog = ({ onDiscard, onStay }: DiscardDialogProps) => (
  <ConfirmDialog
    title="Discard what you entered?"
    confirmLabel="Yes, Discard"
    onConfirm={onDiscard}
    onCancel={onStay}
  >
    <p>You haven’t saved this form. If you leave now, you’ll lose what you entered.</p>
  </ConfirmDialog>
)
