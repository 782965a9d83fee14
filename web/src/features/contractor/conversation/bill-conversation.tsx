// The contractor's messages with the business about one bill.

import { postBillMessage, readBillConversation } from '@invoice-desk/contract/bills/conversation'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/api.ts'
import { messageOf } from '../../../shared/api/api-error.ts'
import { pageSettings } from '../../../shared/api/page-settings.ts'
import { Composer } from '../../../shared/ui/conversation/composer.tsx'
import { Thread } from '../../../shared/ui/conversation/thread.tsx'
import { useMessageDraft } from '../../../shared/ui/conversation/use-message-draft.ts'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { CONTRACTOR, reloadBills } from '../api.ts'
import { type Contractor, isTokenRefused } from '../verification/portal-flow.ts'
import { messageDrafts } from './message-drafts.ts'

type BillConversationProps = {
  readonly contractor: Contractor
  readonly billId: string
  readonly onExpired: () => void
}

export const BillConversation = (props: BillConversationProps) => {
  const query = useQuery(conversationQuery(props.contractor, props.billId))
  return (
    <Loaded query={query}>
      {({ messages, invoiceNumber }) => (
        <>
          <Thread
            messages={messages}
            side="contractor"
            empty="No messages. If you have a question about this invoice, ask it here."
          />
          <BillComposer {...props} invoiceNumber={invoiceNumber} />
        </>
      )}
    </Loaded>
  )
}

type BillComposerProps = BillConversationProps & { readonly invoiceNumber: string }

const BillComposer = ({ contractor, billId, invoiceNumber, onExpired }: BillComposerProps) => {
  const client = useQueryClient()
  const draft = useMessageDraft(messageDrafts, `${contractor.email} ${billId}`)
  const { businessName } = pageSettings
  const send = async (message: string, key: string) => {
    const sent = await call(postBillMessage, {
      body: { billId, text: message },
      token: contractor.token,
      idempotencyKey: key,
    })
    client.setQueryData(conversationQuery(contractor, billId).queryKey, sent)
    void reloadBills(client, contractor)
  }
  return (
    <Composer
      draft={draft}
      label="Your message"
      description={`We email it to the people at ${businessName} who work on your invoice.`}
      button="Send message"
      onSend={send}
      onError={(error, isGone) => {
        if (isTokenRefused(error)) onExpired()
        // The contractor has closed the dialog. Their draft stays.
        else if (isGone) showToast('error', `${invoiceNumber}: ${messageOf(error)}`)
      }}
    />
  )
}

/** Someone may be waiting for an answer. */
const POLL_MS = 30_000

const conversationQuery = ({ email, token }: Contractor, billId: string) =>
  queryOptions({
    queryKey: [...CONTRACTOR, 'messages', email, billId],
    queryFn: ({ signal }) => call(readBillConversation, { query: { billId }, token, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.error ? false : POLL_MS),
  })
