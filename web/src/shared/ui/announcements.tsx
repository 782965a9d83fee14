// What the page is busy with, said to those who cannot see it. One place that is there before anything is said:
// screen readers pass over text that arrives together with its live region.
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

/** The newest of what is going on. */
const getText = () => held.at(-1)?.text ?? ''

/** What is over sooner is not worth interrupting anyone. */
const WORTH_SAYING_MS = 300

/** Says the text for as long as it is given. */
export const useAnnouncement = (text: string | undefined) =>
  useEffect(() => {
    if (!text) return
    const said = { text }
    const timer = setTimeout(() => hold([...held, said]), WORTH_SAYING_MS)
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
