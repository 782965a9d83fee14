// Asks before someone leaves a page with what they typed and did not save.
import { useCallback, useEffect } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** While `active`, moves to another page ask first; moves within the page's own query do not. */
export const LeaveGuard = ({ active }: { active: boolean }) => {
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      active && currentLocation.pathname !== nextLocation.pathname,
    [active],
  )
  const blocker = useBlocker(shouldBlock)
  // Closing the tab or loading another document is asked about by the browser itself.
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
  if (blocker.state !== 'blocked') return null
  return <DiscardDialog onDiscard={() => blocker.proceed()} onStay={() => blocker.reset()} />
}

type DiscardDialogProps = { readonly onDiscard: () => void; readonly onStay: () => void }

export const DiscardDialog = ({ onDiscard, onStay }: DiscardDialogProps) => (
  <ConfirmDialog
    title="Discard what you entered?"
    confirmLabel="Yes, Discard"
    busy={false}
    onConfirm={onDiscard}
    onCancel={onStay}
  >
    <p>The form has not been saved. If you leave it now, what you entered is lost.</p>
  </ConfirmDialog>
)
