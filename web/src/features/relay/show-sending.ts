// Says whether a message that someone just sent is on its way or waits.
import type { RelayMailbox } from '@invoice-desk/contract/relay/mail-relay'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { waitText } from './relay-texts.ts'

/** `what` starts the sentence. */
export const showSending = (what: string, mailbox: RelayMailbox | undefined) => {
  const wait = mailbox && waitText(mailbox, Date.now())
  if (wait) showToast('warning', `${what} waits ${wait}.`)
  else showToast('success', `${what} is on its way.`)
}
