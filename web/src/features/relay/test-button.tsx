// Sends a test message through the Gmail account of a device.
import type { RelayDevice } from '@invoice-desk/contract/relay/mail-relay'
import { messageOf } from '../../shared/api/api-error.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../../shared/ui/form/busy-button.tsx'
import { useMailboxOf, useSendTest } from './api.ts'
import { showSending } from './show-sending.ts'

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
