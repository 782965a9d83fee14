// The conversation about a task: messages to and from the vendor, and notes that only staff see.
import type { Task } from '@invoice-desk/contract/approval'
import { SegmentedControl, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, messageOf } from '../../../shared/api-error.ts'
import { keepDraft, readDraft } from '../../../shared/drafts.ts'
import { showToast } from '../../../shared/toasts.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { Composer } from '../../../shared/ui/conversation/composer.tsx'
import { Thread } from '../../../shared/ui/conversation/thread.tsx'
import { Loaded } from '../../../shared/ui/loaded.tsx'
import { taskKey } from '../api.ts'
import { isOpen } from '../task/is-open.ts'
import { type Audience, conversationQuery, postMessage } from './api.ts'

export const ConversationCard = ({ task }: { task: Task }) => {
  const query = useQuery(conversationQuery(task.id))
  const heading = useShownHeading(query.data !== undefined)
  // A server may have only what the specification asks for.
  if (query.error instanceof ApiError && query.error.status === 404) return null
  return (
    // A printed invoice may end up with the vendor, so notes aren't printed.
    <section aria-labelledby="conversation" data-print="never">
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
                empty="No messages yet. Ask the vendor a question, or leave a note for your colleagues."
              />
              <TaskComposer task={task} />
            </>
          )}
        </Loaded>
      </Card>
    </section>
  )
}

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

const draftOf = (audience: Audience, { id }: Task) => `${audience} about ${id}`

const AUDIENCES = [
  { value: 'staff', label: 'Message to the vendor' },
  { value: 'note', label: 'Internal note' },
] satisfies { value: Audience; label: string }[]

/** What was typed as a note comes back as a note. */
const useDraft = (task: Task) => {
  const [audience, setAudience] = useState<Audience>(() =>
    readDraft(draftOf('note', task)) === '' ? 'staff' : 'note',
  )
  const [text, setText] = useState(() => readDraft(draftOf(audience, task)))
  return {
    audience,
    text,
    write: (next: string) => {
      setText(next)
      keepDraft(draftOf(audience, task), next)
    },
    address: (next: Audience) => {
      setAudience(next)
      keepDraft(draftOf(audience, task), '')
      keepDraft(draftOf(next, task), text)
    },
  }
}

const TaskComposer = ({ task }: { task: Task }) => {
  const client = useQueryClient()
  const { audience, text, write, address } = useDraft(task)
  const isNote = audience === 'note'
  const { vendor, email, invoiceNumber } = task.details
  const send = async (message: string, key: string) => {
    const sent = await postMessage({ taskId: task.id, kind: audience, text: message }, key)
    client.setQueryData(conversationQuery(task.id).queryKey, sent)
    void client.invalidateQueries({ queryKey: taskKey(task.id) })
  }
  return (
    <>
      <SegmentedControl
        mt="md"
        aria-label="Who can read it"
        data={AUDIENCES}
        value={audience}
        onChange={(value) => address(value as Audience)}
      />
      <Composer
        text={text}
        onText={write}
        isNote={isNote}
        label={isNote ? 'Internal note' : `Message to ${vendor}`}
        description={
          isNote
            ? 'Only staff see this. We email it to colleagues who work on this invoice.'
            : `${vendor} sees this. We email it to ${email}.`
        }
        button={isNote ? 'Add note' : `Send to ${vendor}`}
        onSend={send}
        onError={(error) => {
          // Someone who has left must still learn about it. The text is kept.
          if (!isOpen(task.id)) showToast('error', `${invoiceNumber}: ${messageOf(error)}`)
        }}
      />
    </>
  )
}
