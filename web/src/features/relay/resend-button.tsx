// Tries again to send a message that Gmail refused.
import type { RelayMessage } from '@invoice-desk/contract/relay/mail-relay'
import { useLayoutEffect, useRef } from 'react'
import { messageOf } from '../../shared/api/api-error.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../../shared/ui/form/busy-button.tsx'
import { useMailboxOf, useResend } from './api.ts'
import { showSending } from './show-sending.ts'

export const ResendButton = ({ message }: { message: RelayMessage }) => {
  const { mutateAsync, isPending } = useResend()
  const mailbox = useMailboxOf(message.deviceId)
  const button = useFocusAfter()
  // Not with the callbacks of `mutate`, which aren't called once the button is gone.
  const send = () =>
    mutateAsync(message.id).then(
      () => showSending('The message', mailbox),
      (error: unknown) => showToast('error', messageOf(error)),
    )
  return (
    <BusyButton
      ref={button}
      variant="default"
      size="xs"
      aria-label={`Send again ${message.subject}`}
      isBusy={isPending}
      announced="Sending again..."
      onClick={() => void send()}
    >
      Send again
    </BusyButton>
  )
}

/** The button goes away once the message is waiting again. If it had focus, the list's heading gets it. */
const useFocusAfter = () => {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { current } = button
    return () => {
      if (document.activeElement === current)
        queueMicrotask(() => current?.isConnected || document.getElementById('messages')?.focus())
    }
  }, [])
  return button
}
