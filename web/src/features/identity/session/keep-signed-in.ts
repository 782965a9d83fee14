// Keeps people signed in: notes when they use a page, renews the session before its token ends, and ends it on the server.
import { type AuthData, renewSignIn, signOut } from '@invoice-desk/contract/identity/identity'
import { SESSION_IDLE_SECONDS_MAX } from '@invoice-desk/contract/values/limits'
import { call } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import type { BrowserStorage } from '../../../shared/drafts/browser-storage.ts'
import { createAlarm } from './alarm.ts'
import { expiryOf, isExpired } from './auth-data.ts'
import { type FetchRenewed, PENDING_KEY, type Session, USED_KEY } from './session.ts'

/** When we renew a token that lasts an hour; others at half of their time. This device's clock may be wrong. */
const RENEWAL_MS = 30 * 60_000
const NOTE_MS = 60_000

const LOCK = 'invoice-desk.renewal'
/** For the message of the tab that had the lock before. */
const MESSAGE_MS = 50
/** For a token that has expired already: after sleep, a device needs a moment until it's online. */
const GRACE_MS = 15_000
const TIMEOUT_MS = 10_000
const PAUSE_MS = 2_000
const PAUSE_MS_MAX = 60_000
/** If a new token ends sooner by this device's clock, the clock is wrong. */
const USABLE_MS_MIN = 2_000

let isKept = false

/** Renews the session in time. If that fails, the session ends with its token. */
export const keepSignedIn = (session: Session, marks: BrowserStorage) => {
  if (isKept) return
  isKept = true
  noteUse(session, marks)
  let watched: AuthData | undefined
  const alarm = createAlarm(() => void session.renew(false))
  const watch = () => {
    const state = session.getState()
    const auth = state.status === 'signed-in' ? state.auth : undefined
    if (auth !== watched) alarm.set(auth && renewalMs(auth))
    watched = auth
  }
  session.subscribe(watch)
  watch()
}

const renewalMs = (auth: AuthData) => {
  const nowMs = Date.now()
  return nowMs + Math.min((expiryMs(auth) - nowMs) / 2, RENEWAL_MS)
}

const expiryMs = (auth: AuthData) => (expiryOf(auth) ?? 0) * 1_000

/** Notes when someone uses a page. After too long a pause, the server decides at once, before they type. */
const noteUse = (session: Session, marks: BrowserStorage) => {
  let notedAtMs = 0
  const note = () => {
    const nowMs = Date.now()
    // The clock may have been set back.
    if (Math.abs(nowMs - notedAtMs) < NOTE_MS || session.getState().status !== 'signed-in') return
    notedAtMs = nowMs
    const beforeMs = usedMs(marks)
    const isIdle = nowMs - beforeMs > SESSION_IDLE_SECONDS_MAX * 1_000
    // Without a time, the visitor blocks or has cleared the storage.
    if (beforeMs !== 0 && isIdle) session.renewOrEnd()
    else marks.setItem(USED_KEY, String(nowMs))
  }
  for (const use of ['pointerdown', 'keydown']) window.addEventListener(use, note)
}

const usedMs = (marks: BrowserStorage) => Number(marks.getItem(USED_KEY))

/** Undefined if the server refuses, or can't be reached in time. Then it's told to end the session, if that is over. */
export const fetchRenewed = async (
  marks: BrowserStorage,
  ...[auth, isWanted, isOver]: Parameters<FetchRenewed>
): Promise<AuthData | undefined> => {
  const untilMs = isOver ? Date.now() + GRACE_MS : expiryMs(auth)
  return inTurn(untilMs - Date.now(), async () => {
    await pause(MESSAGE_MS)
    for (let pauseMs = PAUSE_MS; Date.now() < untilMs; pauseMs *= 2) {
      if (!isWanted()) return undefined
      const answer = await ask(idleSeconds(marks))
      // Another person's token must not change who is signed in. They signed in with this browser, and this tab doesn't know.
      if (answer === 'refused' || (answer && answer.email !== auth.email)) return undefined
      if (answer && !isExpired(answer, Date.now() + USABLE_MS_MIN)) return merge(auth, answer)
      if (answer) break
      const leftMs = Math.max(untilMs - Date.now(), 0)
      await pause(Math.min(pauseMs * (0.75 + Math.random() / 2), PAUSE_MS_MAX, leftMs))
    }
    if (isOver && isWanted()) void endOnServer(marks)
    return undefined
  })
}

/** Web locks are missing on plain HTTP outside localhost. Two renewals at once do no harm. */
const inTurn = async <T>(waitMs: number, work: () => Promise<T>): Promise<T> => {
  const locks: LockManager | undefined = navigator.locks
  // The browser may have suspended the tab that has the lock.
  return locks ? locks.request(LOCK, { signal: AbortSignal.timeout(waitMs) }, work) : work()
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const idleSeconds = (marks: BrowserStorage): number => {
  const seconds = Math.floor((Date.now() - usedMs(marks)) / 1_000)
  return Math.min(Math.max(seconds, 0), SESSION_IDLE_SECONDS_MAX * 2)
}

/** Undefined if it's worth asking again. */
const ask = async (seconds: number): Promise<AuthData | 'refused' | undefined> => {
  try {
    const body = { idleSeconds: seconds }
    return await call(renewSignIn, { body, timeoutMs: TIMEOUT_MS })
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    return status >= 400 && status < 500 && status !== 429 ? 'refused' : undefined
  }
}

/** Google may leave the profile out when it renews. */
const merge = (auth: AuthData, renewed: AuthData): AuthData => ({
  ...auth,
  name: renewed.name || auth.name,
  picture: renewed.picture || auth.picture,
  idToken: renewed.idToken,
  accessToken: renewed.accessToken,
  exp: expiryOf(renewed),
})

/** Sends it again when the browser is online again, or in the next page that opens. */
export const endOnServer = async (marks: BrowserStorage) => {
  marks.setItem(PENDING_KEY, 'yes')
  marks.removeItem(USED_KEY)
  // Sent even if the page unloads.
  const request = { method: signOut.method, keepalive: true }
  const answer = await fetch(signOut.path, request).catch(() => undefined)
  if (answer?.ok) return marks.removeItem(PENDING_KEY)
  const retry = () => {
    if (marks.getItem(PENDING_KEY)) void endOnServer(marks)
  }
  window.addEventListener('online', retry, { once: true })
}
