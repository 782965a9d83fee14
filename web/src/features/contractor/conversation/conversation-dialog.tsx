// The contractor's messages with the business about one bill.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pageSettings } from '../../../shared/page-settings.ts'
import { Composer } from '../../../shared/ui/conversation/composer.tsx'
import { Thread } from '../../../shared/ui/conversation/thread.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Loaded } from '../../../shared/ui/loaded.tsx'
import { reloadBills } from '../api.ts'
import { type Contractor, isTokenRefused } from '../verification/portal-flow.ts'
import { conversationQuery, postMessage } from './api.ts'

type ConversationDialogProps = {
  readonly contractor: Contractor
  readonly billId: string
  readonly onExpired: () => void
  readonly onClose: () => void
}

export const ConversationDialog = (props: ConversationDialogProps) => {
  const { contractor, billId, onExpired, onClose } = props
  const query = useQuery(conversationQuery(contractor, billId))
  const isExpired = isTokenRefused(query.error)
  useEffect(() => {
    if (isExpired) onExpired()
  }, [isExpired, onExpired])
  const number = query.data?.invoiceNumber
  return (
    <Dialog
      title={number === undefined ? 'Messages' : `Messages about invoice ${number}`}
      size="lg"
      onClose={onClose}
    >
      <Loaded query={query}>
        {({ messages }) => (
          <>
            <Thread
              messages={messages}
              side="contractor"
              empty="No messages yet. If you have a question about this invoice, ask it here."
            />
            <BillComposer {...props} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** Unsent messages, so that closing the dialog loses nothing. */
const drafts = new Map<string, string>()

const BillComposer = ({ contractor, billId, onExpired }: ConversationDialogProps) => {
  const client = useQueryClient()
  const draft = `${contractor.email} ${billId}`
  const [text, setText] = useState(drafts.get(draft) ?? '')
  const { businessName } = pageSettings
  const write = (next: string) => {
    setText(next)
    drafts.set(draft, next)
  }
  const send = async (message: string, key: string) => {
    const sent = await postMessage(contractor, { billId, text: message }, key)
    client.setQueryData(conversationQuery(contractor, billId).queryKey, sent)
    void reloadBills(client, contractor)
  }
  return (
    <Composer
      text={text}
      onText={write}
      label="Your message"
      description={`We email it to the people at ${businessName} who work on your invoice.`}
      button="Send message"
      onSend={send}
      onError={(error) => {
        if (isTokenRefused(error)) onExpired()
      }}
    />
  )
}
