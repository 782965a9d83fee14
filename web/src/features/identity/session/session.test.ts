// The session across tabs, each with its own storage, on one channel and one clock.
import type { AuthData } from '@invoice-desk/contract/identity/identity'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  getCredentials,
  onTokenRejected,
  reportRejectedToken,
} from '../../../shared/api/credentials.ts'
import { type BrowserStorage, openStorage } from '../../../shared/drafts/browser-storage.ts'
import { keepDraft, readDraft } from '../../../shared/drafts/drafts.ts'
import { createSession, type Session } from './session.ts'
import type { SessionTabs, TabMessage } from './session-tabs.ts'

const NOW_MS = Date.parse('2026-11-15T12:00:00Z')
const HOUR_S = 3_600
const AUTH_KEY = 'invoice-desk.auth'

const authFor = (email: string, changes: Partial<AuthData> = {}): AuthData => ({
  email,
  name: '',
  picture: '',
  idToken: `token of ${email}`,
  accessToken: 'access',
  exp: NOW_MS / 1_000 + HOUR_S,
  ...changes,
})

const memory = (): BrowserStorage =>
  openStorage(() => {
    throw new Error('blocked')
  })

/** Without a renewal, the specification's rules apply. */
const NO_RENEWAL = async () => undefined

/** The tabs of one browser: each message reaches all other tabs. */
const openBrowser = () => {
  const marks = memory()
  const listeners = new Map<object, (message: TabMessage) => void>()
  const holders = new Set<object>()
  const openTab = (storage = memory(), { mute = false } = {}) => {
    const id = {}
    const tabs: SessionTabs = {
      post: (message) => {
        for (const [other, listener] of listeners) {
          if (other !== id && !mute) queueMicrotask(() => listener(structuredClone(message)))
        }
      },
      onMessage: (listener) => void listeners.set(id, listener),
      holdSession: (held) => void (held ? holders.add(id) : holders.delete(id)),
      isSessionHeldElsewhere: async () => holders.size > 0,
    }
    const session = createSession({
      storage,
      marks,
      tabs,
      fetchRenewed: NO_RENEWAL,
      endOnServer: () => {},
    })
    return { session, storage }
  }
  return { openTab }
}

const emailOf = (session: Session) => {
  const state = session.getState()
  return state.status === 'signed-in' ? state.auth.email : state.status
}

beforeEach(() => vi.useFakeTimers({ now: NOW_MS }))
afterEach(() => vi.useRealTimers())

describe('a session', () => {
  it('is kept for the browser session with exactly the fields of the specification', async () => {
    const { session, storage } = openBrowser().openTab()
    await session.start()
    session.signIn({ ...authFor('sam@example.com'), code: 'the code' })
    expect(JSON.parse(storage.getItem(AUTH_KEY) ?? '')).toEqual({
      ...authFor('sam@example.com'),
      code: 'the code',
      timestamp: NOW_MS,
    })
  })

  it('survives a reload of its tab', async () => {
    const browser = openBrowser()
    const { session, storage } = browser.openTab()
    await session.start()
    session.signIn(authFor('sam@example.com'))
    const reloaded = browser.openTab(storage).session
    await reloaded.start()
    expect(emailOf(reloaded)).toBe('sam@example.com')
  })

  it('is discarded on load when it has expired', async () => {
    const { session, storage } = openBrowser().openTab()
    storage.setItem(AUTH_KEY, JSON.stringify(authFor('sam@example.com', { exp: 1, timestamp: 1 })))
    await session.start()
    expect(emailOf(session)).toBe('signed-out')
    expect(storage.getItem(AUTH_KEY)).toBeNull()
  })

  it('provides the token for calls until it ends', async () => {
    const { session } = openBrowser().openTab()
    await session.start()
    session.signIn(authFor('sam@example.com'))
    expect(getCredentials()?.token).toBe('token of sam@example.com')
    session.signOut()
    expect(getCredentials()).toBeUndefined()
  })

  it('keeps drafts when it expires, and forgets them at sign-out', async () => {
    const { session } = openBrowser().openTab()
    await session.start()
    session.signIn(authFor('sam@example.com'))
    keepDraft('reason', 'text')
    session.renewOrEnd()
    await vi.advanceTimersByTimeAsync(0)
    expect(emailOf(session)).toBe('signed-out')
    session.signIn(authFor('sam@example.com'))
    expect(readDraft('reason')).toBe('text')
    session.signOut()
    session.signIn(authFor('sam@example.com'))
    expect(readDraft('reason')).toBe('')
  })

  it('ends when the server refuses its token, but not when it refused an older one', async () => {
    const { session } = openBrowser().openTab()
    await session.start()
    onTokenRejected(session.renewOrEnd)
    session.signIn(authFor('sam@example.com'))
    reportRejectedToken('an older token')
    expect(emailOf(session)).toBe('sam@example.com')
    reportRejectedToken('token of sam@example.com')
    await vi.advanceTimersByTimeAsync(0)
    expect(emailOf(session)).toBe('signed-out')
  })
})

describe('expiry', () => {
  const signedInUntil = async (exp: number) => {
    const { session } = openBrowser().openTab()
    const ends: string[] = []
    session.onEnd((end) => ends.push(end))
    await session.start()
    session.signIn(authFor('sam@example.com', { exp }))
    return { session, ends }
  }

  it('ends the session automatically', async () => {
    const { session, ends } = await signedInUntil(NOW_MS / 1_000 + HOUR_S)
    await vi.advanceTimersByTimeAsync(HOUR_S * 1_000 - 1)
    expect(ends).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(ends).toEqual(['expired'])
    expect(emailOf(session)).toBe('signed-out')
  })

  it('works beyond setTimeout’s limit', async () => {
    const days60 = 60 * 24 * HOUR_S
    const { ends } = await signedInUntil(NOW_MS / 1_000 + days60)
    await vi.advanceTimersByTimeAsync(59 * 24 * HOUR_S * 1_000)
    expect(ends).toEqual([])
    await vi.advanceTimersByTimeAsync(24 * HOUR_S * 1_000)
    expect(ends).toEqual(['expired'])
  })

  it('is detected when the device wakes from sleep', async () => {
    const { session, ends } = await signedInUntil(NOW_MS / 1_000 + HOUR_S)
    vi.setSystemTime(NOW_MS + 2 * HOUR_S * 1_000)
    session.checkExpiry()
    await vi.advanceTimersByTimeAsync(0)
    expect(ends).toEqual(['expired'])
  })
})

describe('several tabs', () => {
  it('share a sign-in with tabs that are open and tabs that open later', async () => {
    const browser = openBrowser()
    const [first, second] = [browser.openTab().session, browser.openTab().session]
    await Promise.all([first.start(), second.start()])
    first.signIn(authFor('sam@example.com'))
    await vi.advanceTimersByTimeAsync(0)
    expect(emailOf(second)).toBe('sam@example.com')
    const later = browser.openTab().session
    await later.start()
    expect(emailOf(later)).toBe('sam@example.com')
  })

  it('switch together when one of them switches users', async () => {
    const browser = openBrowser()
    const [first, second] = [browser.openTab().session, browser.openTab().session]
    await Promise.all([first.start(), second.start()])
    first.signIn(authFor('sam@example.com'))
    await vi.advanceTimersByTimeAsync(1_000)
    second.signIn(authFor('ada@example.com'))
    await vi.advanceTimersByTimeAsync(0)
    expect(emailOf(first)).toBe('ada@example.com')
  })

  it('sign out together', async () => {
    const browser = openBrowser()
    const [first, second] = [browser.openTab().session, browser.openTab().session]
    await Promise.all([first.start(), second.start()])
    first.signIn(authFor('sam@example.com'))
    await vi.advanceTimersByTimeAsync(0)
    second.signOut()
    keepDraft('typed in the first', 'text')
    await vi.advanceTimersByTimeAsync(0)
    expect(emailOf(first)).toBe('signed-out')
    expect(readDraft('typed in the first')).toBe('')
  })

  it('stay signed out even if one was asleep during the sign-out', async () => {
    const browser = openBrowser()
    const { session, storage } = browser.openTab()
    await session.start()
    session.signIn(authFor('sam@example.com'))
    const kept = storage.getItem(AUTH_KEY) ?? ''
    session.signOut()
    const asleep = memory()
    asleep.setItem(AUTH_KEY, kept)
    const woken = browser.openTab(asleep).session
    await woken.start()
    expect(emailOf(woken)).toBe('signed-out')
  })

  it('accept a sign-in in the same millisecond as a sign-out', async () => {
    const browser = openBrowser()
    const { session, storage } = browser.openTab()
    await session.start()
    session.signIn(authFor('sam@example.com'))
    session.signOut()
    session.signIn(authFor('sam@example.com'))
    const reloaded = browser.openTab(storage).session
    await reloaded.start()
    expect(emailOf(reloaded)).toBe('sam@example.com')
  })

  it('stop waiting for a tab that does not respond', async () => {
    const browser = openBrowser()
    const silent = browser.openTab(memory(), { mute: true }).session
    await silent.start()
    silent.signIn(authFor('sam@example.com'))
    const asking = browser.openTab().session
    const started = asking.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(emailOf(asking)).toBe('unknown')
    await vi.runOnlyPendingTimersAsync()
    await started
    expect(emailOf(asking)).toBe('signed-out')
  })

  it('do not wait when no tab is signed in', async () => {
    const browser = openBrowser()
    await browser.openTab().session.start()
    const later = browser.openTab().session
    await later.start()
    expect(emailOf(later)).toBe('signed-out')
    expect(vi.getTimerCount()).toBe(0)
  })
})
