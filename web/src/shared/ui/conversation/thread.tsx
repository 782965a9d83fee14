// The messages of a conversation, oldest first. All of it is plain text.
import type { ConversationMessage } from '@invoice-desk/contract/bills/conversation'
import { useLayoutEffect, useRef } from 'react'
import { dateAndTime } from '../../text/times.ts'
import { IconLock } from '../icons.ts'
import classes from './conversation.module.css'

type ThreadProps = {
  readonly messages: readonly ConversationMessage[]
  /** Who looks at it. Their side's messages are at the end of the line. */
  readonly side: 'contractor' | 'staff'
  /** What to say when there are no messages. */
  readonly empty: string
}

/** Zoomed pages have fractions of pixels, and someone may stop a little short of the end. */
const END_PX = 16

export const Thread = ({ messages, side, empty }: ThreadProps) => {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const newest = messages.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message comes into view, unless they read earlier ones.
  useLayoutEffect(() => {
    const wanted = isAtEnd.current || newest?.isOwn
    if (box.current && wanted) box.current.scrollTop = box.current.scrollHeight
  }, [newest?.id])
  return (
    // A log announces what is added to it. It scrolls, so the keyboard must reach it.
    <div
      ref={box}
      className={classes.thread}
      role="log"
      aria-label="Messages"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_PX
      }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls needs focus.
      tabIndex={0}
    >
      {messages.length === 0 ? <p className="muted">{empty}</p> : null}
      <ol className="column gap-2">
        {messages.map((message) => (
          <Message key={message.id} message={message} side={side} />
        ))}
      </ol>
    </div>
  )
}

type MessageProps = Pick<ThreadProps, 'side'> & { readonly message: ConversationMessage }

const Message = ({ message, side }: MessageProps) => {
  const { kind, author, at, text } = message
  return (
    <li className={classes.message} data-place={placeOf(kind, side)}>
      {kind === 'note' ? (
        <p className="line tone small strong mb-2" data-tone="warning">
          <IconLock size={14} aria-hidden />
          Internal note. Only staff see this.
        </p>
      ) : null}
      <p className={`small anywhere ${classes.meta}`}>
        <strong>{author}</strong> <time dateTime={at}>{dateAndTime.format(new Date(at))}</time>
      </p>
      <p className="anywhere pre" dir="auto">
        {text}
      </p>
    </li>
  )
}

const placeOf = (kind: ConversationMessage['kind'], side: ThreadProps['side']) => {
  if (kind === 'note') return 'note'
  return kind === side ? 'own' : 'other'
}
