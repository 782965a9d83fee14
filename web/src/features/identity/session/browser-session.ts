// This page's session, wired to the browser's storage and tabs.
import { useSyncExternalStore } from 'react'
import { openStorage } from '../../../shared/browser-storage.ts'
import { onTokenRejected } from '../../../shared/credentials.ts'
import { createSession } from './session.ts'
import { openSessionTabs } from './session-tabs.ts'

export const session = createSession({
  storage: openStorage(() => window.sessionStorage),
  marks: openStorage(() => window.localStorage),
  tabs: openSessionTabs(),
})

/** Runs once before the first render, so a stored session is available from the start. */
export const startSession = () => {
  onTokenRejected(session.expire)
  // Timers fire late after a laptop sleeps, so check the clock again when the page regains focus.
  document.addEventListener('visibilitychange', session.checkExpiry)
  window.addEventListener('focus', session.checkExpiry)
  window.addEventListener('pageshow', session.checkExpiry)
  void session.start()
}

export const useSession = () => useSyncExternalStore(session.subscribe, session.getState)
