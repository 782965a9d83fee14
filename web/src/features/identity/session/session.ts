// The sign-in session: kept until the browser closes, shared between tabs, ended at expiry.
import type { AuthData } from '@invoice-desk/contract/identity'
import type { BrowserStorage } from '../../../shared/browser-storage.ts'
import { setCredentials } from '../../../shared/credentials.ts'
import { clearDrafts } from '../../../shared/drafts.ts'
import { createAlarm } from './alarm.ts'
import { expiryOf, isAuthData, isExpired, parseAuthData } from './auth-data.ts'
import type { SessionTabs, TabMessage } from './session-tabs.ts'

export type SessionState =
  /** Waiting for other tabs. */
  | { readonly status: 'unknown' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly auth: AuthData }

export type SessionEnd = 'signed-out' | 'expired'

type Parts = {
  /** Sign-in data, per tab. */
  readonly storage: BrowserStorage
  /** Time of the last sign-out, for tabs that were asleep. */
  readonly marks: BrowserStorage
  readonly tabs: SessionTabs
}

const AUTH_KEY = 'invoice-desk.auth'
const SIGNED_OUT_KEY = 'invoice-desk.signed-out-at'
const ANSWER_WAIT_MS = 300

export type Session = ReturnType<typeof createSession>

export const createSession = ({ storage, marks, tabs }: Parts) => {
  let state: SessionState = { status: 'unknown' }
  const listeners = new Set<() => void>()
  const endListeners = new Set<(end: SessionEnd) => void>()

  const become = (next: SessionState) => {
    state = next
    const auth = next.status === 'signed-in' ? next.auth : undefined
    setCredentials(auth && { subject: auth.email, token: auth.idToken })
    tabs.holdSession(auth !== undefined)
    alarm.set(auth && (expiryOf(auth) ?? 0) * 1_000)
    for (const listener of listeners) listener()
  }

  const checkExpiry = () => {
    if (state.status === 'signed-in' && isExpired(state.auth, Date.now())) end('expired')
  }
  const alarm = createAlarm(checkExpiry)

  const adopt = (auth: AuthData) => {
    storage.setItem(AUTH_KEY, JSON.stringify(auth))
    become({ status: 'signed-in', auth })
  }

  const forget = () => {
    storage.removeItem(AUTH_KEY)
    become({ status: 'signed-out' })
  }

  const end = (reason: SessionEnd) => {
    if (state.status !== 'signed-in') return
    if (reason === 'signed-out') {
      const atMs = Math.max(Date.now(), state.auth.timestamp ?? 0)
      marks.setItem(SIGNED_OUT_KEY, String(atMs))
      tabs.post({ type: 'signed-out', atMs })
      clearDrafts()
    }
    forget()
    for (const listener of endListeners) listener(reason)
  }

  const signedOutAtMs = () => Number(marks.getItem(SIGNED_OUT_KEY) ?? 0)
  const isUsable = (auth: AuthData) =>
    !isExpired(auth, Date.now()) && (auth.timestamp ?? 0) > signedOutAtMs()

  const receive = (message: TabMessage) => {
    const mine = state.status === 'signed-in' ? state.auth : undefined
    if (message.type === 'ask' && mine) tabs.post({ type: 'signed-in', auth: mine })
    if (message.type === 'signed-out' && mine && (mine.timestamp ?? 0) <= message.atMs) {
      clearDrafts()
      forget()
    }
    if (message.type === 'signed-in' && isAuthData(message.auth) && isUsable(message.auth)) {
      const isNewer = (message.auth.timestamp ?? 0) > (mine?.timestamp ?? 0)
      if (isNewer) adopt(message.auth)
    }
  }

  const askOthers = async () => {
    if (!(await tabs.isSessionHeldElsewhere())) return
    const { promise: answered, resolve } = Promise.withResolvers<void>()
    listeners.add(resolve)
    setTimeout(resolve, ANSWER_WAIT_MS)
    tabs.post({ type: 'ask' })
    await answered
    listeners.delete(resolve)
  }

  return {
    getState: (): SessionState => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Runs when the session ends in this tab; a sign-out in another tab only changes the state. */
    onEnd: (listener: (end: SessionEnd) => void) => void endListeners.add(listener),
    /** Restores this tab's session or, without one, another tab's. */
    start: async () => {
      tabs.onMessage(receive)
      const kept = parseAuthData(storage.getItem(AUTH_KEY))
      if (kept && isUsable(kept)) return adopt(kept)
      storage.removeItem(AUTH_KEY)
      if (kept && (kept.timestamp ?? 0) <= signedOutAtMs()) clearDrafts()
      await askOthers().catch(() => {})
      if (state.status === 'unknown') forget()
    },
    signIn: (auth: AuthData) => {
      // The browser's clock orders sign-ins and sign-outs; the server's may differ.
      const timestamp = Math.max(Date.now(), signedOutAtMs() + 1)
      const exp = expiryOf(auth)
      adopt({ ...auth, ...(exp === undefined ? {} : { exp }), timestamp })
      if (state.status === 'signed-in') tabs.post({ type: 'signed-in', auth: state.auth })
    },
    signOut: () => end('signed-out'),
    expire: () => end('expired'),
    /** Call when a timer may have been delayed, e.g. when the tab becomes visible. */
    checkExpiry,
  }
}
