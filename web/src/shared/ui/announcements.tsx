// Announces progress to screen readers, in one live region that exists before the first announcement: screen readers
// skip text that arrives together with its region.
import { useEffect, useSyncExternalStore } from 'react'
import classes from './announcements.module.css'

type Said = { readonly text: string }

let held: readonly Said[] = []
const listeners = new Set<() => void>()

const hold = (next: readonly Said[]) => {
  held = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const getText = () => held.at(-1)?.text ?? ''

/** Shorter work isn't worth announcing. */
const DELAY_MS = 300

/** Announces the text for as long as it is set. */
export const useAnnouncement = (text: string | undefined) =>
  useEffect(() => {
    if (!text) return
    const said = { text }
    const timer = setTimeout(() => hold([...held, said]), DELAY_MS)
    return () => {
      clearTimeout(timer)
      hold(held.filter((each) => each !== said))
    }
  }, [text])

export const Announcements = () => (
  <p className={classes.announced} role="status">
    {useSyncExternalStore(subscribe, getText)}
  </p>
)
