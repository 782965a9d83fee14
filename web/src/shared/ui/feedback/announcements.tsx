// Announces progress to screen readers, in one live region that exists before the first announcement: screen readers
// skip text that arrives together with its region.
import { useEffect, useSyncExternalStore } from 'react'

type Announcement = { readonly text: string }

let current: readonly Announcement[] = []
const listeners = new Set<() => void>()

const update = (next: readonly Announcement[]) => {
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const getText = () => current.at(-1)?.text ?? ''

/** Shorter work isn't worth announcing. */
const DELAY_MS = 300

/** Announces the text for as long as it is set. */
export const useAnnouncement = (text: string | undefined) =>
  useEffect(() => {
    if (!text) return
    const announcement = { text }
    const timer = setTimeout(() => update([...current, announcement]), DELAY_MS)
    return () => {
      clearTimeout(timer)
      update(current.filter((each) => each !== announcement))
    }
  }, [text])

export const Announcements = () => (
  <p className="visually-hidden" role="status">
    {useSyncExternalStore(subscribe, getText)}
  </p>
)
