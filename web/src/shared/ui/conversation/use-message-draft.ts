// An unsent message and the key of its request, both kept by the caller. Sending it again after a reload adds nothing.
import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'

type Drafts = {
  readonly read: (name: string) => string
  /** Removes it if the text is empty. */
  readonly keep: (name: string, text: string) => void
}

export type MessageDraft = ReturnType<typeof useMessageDraft>

const SENT = 'message-sent'
const KEY_LENGTH = 36

export const useMessageDraft = ({ read, keep }: Drafts, name: string) => {
  const [text, setText] = useState(() => read(name))
  const attempt = `attempt of ${name}`
  // The message may have been sent from here before someone left and came back.
  useWindowEvent(SENT, ({ detail }) => {
    if (detail === `${name} ${text.trim()}`) setText('')
  })
  return {
    text,
    write: (next: string) => {
      setText(next)
      keep(name, next)
    },
    /** The same until this message is sent or another one is tried. */
    keyOf: (message: string): string => {
      const kept = read(attempt)
      const isSame = kept.slice(KEY_LENGTH) === message
      const key = isSame ? kept.slice(0, KEY_LENGTH) : crypto.randomUUID()
      keep(attempt, `${key}${message}`)
      return key
    },
    finish: (message: string) => {
      keep(attempt, '')
      if (read(name).trim() === message) keep(name, '')
      window.dispatchEvent(new CustomEvent(SENT, { detail: `${name} ${message}` }))
    },
  }
}
