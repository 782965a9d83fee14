// The sign-in session: kept until the browser closes, shared between tabs, renewed or else ended at expiry.
import type { AuthData } from '@invoice-desk/contract/identity/identity'
import { awaitCredentials, setCredentials } from '../../../shared/api/credentials.ts'
import type { BrowserStorage } from '../../../shared/drafts/browser-storage.ts'
import { clearDrafts } from '../../../shared/drafts/draft-storage.ts'
import { createAlarm } from './alarm.ts'
import { expiryOf, isAuthData, isExpired, parseAuthData } from './auth-data.ts'
import type { SessionTabs, TabMessage } from './session-tabs.ts'

export type SessionState =
  /** Waiting for other tabs, or for a renewal. */
  | { readonly status: 'unknown' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly auth: AuthData }

export type SessionEnd = 'signed-out' | 'expired'

/** Gets a new token for the same person. Resolves to undefined if that's impossible. */
export type FetchRenewed = (
  auth: AuthData,
  /** False once another tab has renewed it, or signed out. */
  isWanted: () => boolean,
  /** True if the session's token can't be used anymore. */
  isOver: boolean,
) => Promise<AuthData | undefined>

type Parts = {
  /** Sign-in data, per tab. */
  readonly storage: BrowserStorage
  /** What all tabs share: when someone last signed out, for tabs that were asleep, and more under the keys below. */
  readonly marks: BrowserStorage
  readonly tabs: SessionTabs
  readonly fetchRenewed: FetchRenewed
  /** Ends the session on the server, now or as soon as it can be reached. */
  readonly endOnServer: () => void
}

const AUTH_KEY = 'invoice-desk.auth'
const SIGNED_OUT_KEY = 'invoice-desk.signed-out-at'
/** When someone last used a page. */
export const USED_KEY = 'invoice-desk.used-at'
/** While the server doesn't know yet that the session is over. */
export const PENDING_KEY = 'invoice-desk.signing-out'
const ANSWER_WAIT_MS = 300

export type Session = ReturnType<typeof createSession>

export const createSession = ({ storage, marks, tabs, fetchRenewed, endOnServer }: Parts) => {
  const { getState, getAuth, adopt, forget, listeners, subscribe, checkExpiry } = createState(
    storage,
    tabs,
    () => renewOrEnd(),
  )
  let onEnded: (end: SessionEnd) => void = () => {}

  const end = (reason: SessionEnd) => {
    const auth = getAuth()
    if (!auth) return
    if (reason === 'signed-out') {
      const atMs = Math.max(Date.now(), timeOf(auth))
      marks.setItem(SIGNED_OUT_KEY, String(atMs))
      tabs.post({ type: 'signed-out', atMs })
      endOnServer()
      clearDrafts()
    }
    forget()
    onEnded(reason)
  }

  const signedOutAtMs = () => Number(marks.getItem(SIGNED_OUT_KEY))
  const isSignedOut = (auth: AuthData) => timeOf(auth) <= signedOutAtMs()
  const isUsable = (auth: AuthData) => !isExpired(auth, Date.now()) && !isSignedOut(auth)

  const share = (auth: AuthData) => {
    adopt(auth)
    tabs.post({ type: 'signed-in', auth })
  }

  const receive = (message: TabMessage) => {
    const mine = getAuth()
    if (message.type === 'ask' && mine) tabs.post({ type: 'signed-in', auth: mine })
    if (message.type === 'signed-out' && mine && timeOf(mine) <= message.atMs) {
      clearDrafts()
      forget()
    }
    if (message.type === 'signed-in' && isAuthData(message.auth) && isUsable(message.auth)) {
      if (!mine || isNewer(message.auth, mine)) adopt(message.auth)
    }
  }

  /** False if it's impossible. Another tab may have renewed the session first, or signed out. */
  const renew = async (...[auth, isWanted, isOver]: Parameters<FetchRenewed>): Promise<boolean> => {
    const renewed = await fetchRenewed(auth, isWanted, isOver).catch(() => {})
    if (!isWanted()) return true
    if (!renewed || isSignedOut(auth)) return false
    share(renewed)
    return true
  }
  const renewMine = async (isOver: boolean) => {
    const auth = getAuth()
    return !auth || renew(auth, () => getAuth() === auth, isOver)
  }
  // Until the end, calls wait: the server would refuse them.
  const renewOrEnd = () =>
    awaitCredentials(renewMine(true).then((isRenewed) => isRenewed || end('expired')))

  return {
    getState,
    subscribe,
    /** Sets what runs when the session ends in this tab; a sign-out in another tab only changes the state. */
    onEnd: (action: (end: SessionEnd) => void) => {
      onEnded = action
    },
    /** Restores this tab's session or, without one, another tab's. Renews one that has expired. */
    start: async () => {
      tabs.onMessage(receive)
      if (marks.getItem(PENDING_KEY)) endOnServer()
      const kept = parseAuthData(storage.getItem(AUTH_KEY))
      if (kept && isUsable(kept)) return adopt(kept)
      if (kept && isSignedOut(kept)) clearDrafts()
      await askOthers(tabs, listeners).catch(() => {})
      const isUnknown = () => getState().status === 'unknown'
      if (kept && !isSignedOut(kept) && isUnknown()) await renew(kept, isUnknown, true)
      if (isUnknown()) forget()
    },
    signIn: (auth: AuthData) => {
      const nowMs = Date.now()
      marks.setItem(USED_KEY, String(nowMs))
      // The server ended the session before when it began this one.
      marks.removeItem(PENDING_KEY)
      // The browser's clock orders sign-ins and sign-outs; the server's may differ. Renewals keep this time.
      const timestamp = Math.max(nowMs, signedOutAtMs() + 1)
      share({ ...auth, exp: expiryOf(auth) ?? 0, timestamp })
    },
    signOut: () => end('signed-out'),
    /** Changes nothing if it's impossible. */
    renew: renewMine,
    /** Call when the server refused the token, or would. */
    renewOrEnd,
    /** Call when a timer may have been delayed, e.g. when the tab becomes visible. */
    checkExpiry,
  }
}

const timeOf = ({ timestamp = 0 }: AuthData) => timestamp
/** Signed in later, or renewed later since. */
const isNewer = (a: AuthData, b: AuthData) =>
  (timeOf(a) - timeOf(b) || (a.exp ?? 0) - (b.exp ?? 0)) > 0

/** This tab's state, and everything that follows it. */
const createState = (storage: BrowserStorage, tabs: SessionTabs, onExpired: () => void) => {
  let state: SessionState = { status: 'unknown' }
  const listeners = new Set<() => void>()
  const getAuth = () => (state.status === 'signed-in' ? state.auth : undefined)

  const checkExpiry = () => {
    const auth = getAuth()
    if (auth && isExpired(auth, Date.now())) onExpired()
  }
  const alarm = createAlarm(checkExpiry)

  const become = (next: SessionState) => {
    state = next
    const auth = getAuth()
    setCredentials(auth && { subject: auth.email, token: auth.idToken })
    tabs.holdSession(auth !== undefined)
    alarm.set(auth && (expiryOf(auth) ?? 0) * 1_000)
    for (const listener of listeners) listener()
  }

  return {
    getState: (): SessionState => state,
    getAuth,
    listeners,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    checkExpiry,
    adopt: (auth: AuthData) => {
      storage.setItem(AUTH_KEY, JSON.stringify(auth))
      become({ status: 'signed-in', auth })
    },
    forget: () => {
      storage.removeItem(AUTH_KEY)
      become({ status: 'signed-out' })
    },
  }
}

/** Resolves when another tab has shared its session, or won't. */
const askOthers = async (tabs: SessionTabs, listeners: Set<() => void>) => {
  if (!(await tabs.isSessionHeldElsewhere())) return
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  listeners.add(resolve)
  setTimeout(resolve, ANSWER_WAIT_MS)
  tabs.post({ type: 'ask' })
  await answered
  listeners.delete(resolve)
}
