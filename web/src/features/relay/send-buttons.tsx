// Buttons that send something through the relay: a message that Gmail refused, or a test message.
import type {
  RelayDevice,
  RelayMailbox,
  RelayMessage,
} from '@invoice-desk/contract/relay/mail-relay'
import { useLayoutEffect, useRef } from 'react'
import { messageOf } from '../../shared/api/api-error.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../../shared/ui/form/busy-button.tsx'
import { useMailboxOf, useResend, useSendTest } from './api.ts'
import { waitText } from './relay-texts.ts'

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

/** Sends a test message through the Gmail account of a device. */
export const TestButton = ({ device: { id, name } }: { device: RelayDevice }) => {
  const test = useSendTest()
  const mailbox = useMailboxOf(id)
  const send = () =>
    test.mutate(id, {
      onSuccess: ({ recipients: [to] }) => showSending(`The test message to ${to}`, mailbox),
      onError: (error) => showToast('error', messageOf(error)),
    })
  return (
    <BusyButton
      variant="default"
      size="xs"
      aria-label={`Send test message ${name}`}
      isBusy={test.isPending}
      announced="Sending a test message..."
      onClick={send}
    >
      Send test
    </BusyButton>
  )
}

/** `what` starts the sentence. */
const showSending = (what: string, mailbox: RelayMailbox | undefined) => {
  const wait = mailbox && waitText(mailbox, Date.now())
  if (wait) showToast('warning', `${what} waits ${wait}.`)
  else showToast('success', `${what} is on its way.`)
}
