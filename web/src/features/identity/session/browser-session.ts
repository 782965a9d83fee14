// The one session of this page, on the browser's own storage, channel and clock.
import { useSyncExternalStore } from 'react'
import { whenRefused } from '../../../shared/credentials.ts'
import { openShelf } from '../../../shared/shelf.ts'
import { createSession } from './session.ts'
import { openSessionTabs } from './session-tabs.ts'

export const session = createSession({
  storage: openShelf(() => window.sessionStorage),
  marks: openShelf(() => window.localStorage),
  tabs: openSessionTabs(),
})

/** Runs once, before the first render, so that a kept session is there from the start. */
export const startSession = () => {
  whenRefused(session.expire)
  // A laptop that slept fires its timers late, so the clock is read again when someone looks.
  document.addEventListener('visibilitychange', session.checkExpiry)
  window.addEventListener('focus', session.checkExpiry)
  window.addEventListener('pageshow', session.checkExpiry)
  void session.start()
}

export const useSession = () => useSyncExternalStore(session.subscribe, session.getState)
