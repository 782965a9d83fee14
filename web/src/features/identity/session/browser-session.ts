// This page's session, wired to the browser's storage and tabs.
import { useSyncExternalStore } from 'react'
import { onTokenRejected } from '../../../shared/api/credentials.ts'
import { openStorage } from '../../../shared/drafts/browser-storage.ts'
import { createSession } from './session.ts'
import { openSessionTabs } from './session-tabs.ts'

const marks = openStorage(() => window.localStorage)

const loadKeeper = () => import('./keep-signed-in.ts')
type Keeper = Awaited<ReturnType<typeof loadKeeper>>

const withKeeper = (use: (keeper: Keeper) => void) => void loadKeeper().then(use, () => {})

/** Also call when a sign-in can't be used. It's sent again until it succeeds. */
export const endOnServer = () => withKeeper((keeper) => keeper.endOnServer(marks))

export const session = createSession({
  storage: openStorage(() => window.sessionStorage),
  marks,
  tabs: openSessionTabs(),
  fetchRenewed: async (...asked) => (await loadKeeper()).fetchRenewed(marks, ...asked),
  endOnServer,
})

/** Runs once before the first render, so a stored session is available from the start. */
export const startSession = () => {
  onTokenRejected(session.renewOrEnd)
  // Timers fire late after a laptop sleeps, so check the clock again when the page regains focus.
  for (const event of ['visibilitychange', 'focus', 'pageshow'])
    window.addEventListener(event, session.checkExpiry)
  void session.start()
}

/** Call when someone is signed in. Without it, the session ends with its token. */
export const keepSignedIn = () => withKeeper((keeper) => keeper.keepSignedIn(session, marks))

export const useSession = () => useSyncExternalStore(session.subscribe, session.getState)
