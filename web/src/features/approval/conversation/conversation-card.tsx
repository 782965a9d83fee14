// The conversation about a task: messages to and from the vendor, and notes that only staff see.
import type { Task } from '@invoice-desk/contract/approval/approval'
import { postTaskMessage } from '@invoice-desk/contract/bills/conversation'
import { SegmentedControl, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../../shared/api/api.ts'
import { ApiError, messageOf } from '../../../shared/api/api-error.ts'
import { keepDraft, readDraft } from '../../../shared/drafts/drafts.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { Composer } from '../../../shared/ui/conversation/composer.tsx'
import { Thread } from '../../../shared/ui/conversation/thread.tsx'
import { useMessageDraft } from '../../../shared/ui/conversation/use-message-draft.ts'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { taskKey } from '../api.ts'
import { type Audience, conversationQuery } from './api.ts'

export const ConversationCard = ({ task }: { task: Task }) => {
  const query = useQuery(conversationQuery(task.id))
  const heading = useShownHeading(query.data !== undefined)
  // A server may have only what the specification asks for.
  if (query.error instanceof ApiError && query.error.status === 404) return null
  return (
    // A printed invoice may end up with the vendor, so notes aren't printed.
    <section aria-labelledby="conversation" data-print="never" data-shortcuts="off">
      <Card>
        <Title
          order={2}
          id="conversation"
          fz="lg"
          mb="sm"
          ref={heading}
          tabIndex={-1}
          style={{ outline: 0, scrollMarginTop: 'calc(var(--header-height) + 1rem)' }}
        >
          Conversation
        </Title>
        <Loaded query={query}>
          {({ messages }) => (
            <>
              <Thread
                messages={messages}
                side="staff"
                empty={`${wereErased(task) ? ERASED : 'No messages yet.'} Ask the vendor a question, or leave a note for your colleagues.`}
              />
              <TaskComposer task={task} />
            </>
          )}
        </Loaded>
      </Card>
    </section>
  )
}

const ERASED =
  'The earlier messages were erased, because messages are kept only for a limited time.'

const YEAR_MS = 365 * 24 * 3_600_000
const MESSAGE_ACTIONS = ['bill_message_sent', 'bill_note_added']

/** The history stays. Nothing is erased within a year, so a newer message has only not been loaded yet. */
const wereErased = ({ history }: Task): boolean =>
  history.some(
    ({ action, at }) => MESSAGE_ACTIONS.includes(action) && Date.now() - Date.parse(at) > YEAR_MS,
  )

/** The link in an email leads here. */
const useShownHeading = (isLoaded: boolean) => {
  const [params] = useSearchParams()
  const isWanted = params.get('show') === 'conversation'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isWanted || !isLoaded) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [isWanted, isLoaded])
  return heading
}

const DRAFTS = { read: readDraft, keep: keepDraft }
const draftOf = (audience: Audience, { id }: Task) => `${audience} about ${id}`

const AUDIENCES = [
  { value: 'staff', label: 'To the vendor' },
  { value: 'note', label: 'Internal note' },
] satisfies { value: Audience; label: string }[]

/** What was typed as a note comes back as a note. */
const useDraft = (task: Task) => {
  const [audience, setAudience] = useState<Audience>(() =>
    readDraft(draftOf('note', task)) === '' ? 'staff' : 'note',
  )
  const draft = useMessageDraft(DRAFTS, draftOf(audience, task))
  return {
    audience,
    draft,
    address: (next: Audience) => {
      setAudience(next)
      keepDraft(draftOf(audience, task), '')
      keepDraft(draftOf(next, task), draft.text)
    },
  }
}

const TaskComposer = ({ task }: { task: Task }) => {
  const client = useQueryClient()
  const { audience, draft, address } = useDraft(task)
  const isNote = audience === 'note'
  const { vendor, invoiceNumber } = task.details
  const send = async (message: string, key: string) => {
    const body = { taskId: task.id, kind: audience, text: message }
    const sent = await call(postTaskMessage, { body, idempotencyKey: key })
    client.setQueryData(conversationQuery(task.id).queryKey, sent)
    void client.invalidateQueries({ queryKey: taskKey(task.id) })
  }
  return (
    <Composer
      draft={draft}
      audience={(isPending) => (
        <SegmentedControl
          aria-label="Who can read it"
          data={AUDIENCES}
          value={audience}
          disabled={isPending}
          onChange={(value) => address(value as Audience)}
          // In a form, Enter would send the message.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      isNote={isNote}
      label={isNote ? 'Internal note' : `Message to ${vendor}`}
      description={
        isNote
          ? 'Only staff see this. We email it to colleagues who work on this invoice.'
          : `${vendor} sees this. We email it to the contractor, with a link to this conversation.`
      }
      button={isNote ? 'Add note' : `Send to ${vendor}`}
      onSend={send}
      onError={(error, isGone) => {
        // Someone who has left must still learn about it. The text is kept.
        if (isGone) showToast('error', `${invoiceNumber}: ${messageOf(error)}`)
      }}
    />
  )
}
