// How a renewal changes the session, in this tab and in others.
import type { AuthData } from '@invoice-desk/contract/identity/identity'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getCredentials, getToken } from '../../../shared/api/credentials.ts'
import { type BrowserStorage, openStorage } from '../../../shared/drafts/browser-storage.ts'
import { createSession, PENDING_KEY } from './session.ts'
import type { TabMessage } from './session-tabs.ts'

const NOW_MS = Date.parse('2026-11-15T12:00:00Z')
const HOUR_MS = 3_600_000
const AUTH_KEY = 'invoice-desk.auth'

const sam = (idToken = 'first', issuedAtMs = NOW_MS): AuthData => ({
  email: 'sam@example.com',
  name: 'Sam',
  picture: '',
  idToken,
  accessToken: 'access',
  exp: (issuedAtMs + HOUR_MS) / 1_000,
})

const memory = (): BrowserStorage =>
  openStorage(() => {
    throw new Error('blocked')
  })

/** One tab, whose renewal waits until the test answers it. */
const openTab = (kept?: AuthData) => {
  const [storage, marks] = [memory(), memory()]
  if (kept) storage.setItem(AUTH_KEY, JSON.stringify(kept))
  const posted: TabMessage[] = []
  let hear: (message: TabMessage) => void = () => {}
  const asked: { answer(auth: AuthData | undefined): Promise<void>; isWanted(): boolean }[] = []
  const endOnServer = vi.fn<() => void>()
  const session = createSession({
    storage,
    marks,
    tabs: {
      post: (message) => void posted.push(message),
      onMessage: (listener) => {
        hear = listener
      },
      holdSession: () => {},
      isSessionHeldElsewhere: async () => false,
    },
    fetchRenewed: ({ timestamp }, isWanted) => {
      const { promise, resolve } = Promise.withResolvers<AuthData | undefined>()
      const answer = async (auth: AuthData | undefined) => {
        resolve(auth && { ...auth, timestamp })
        await vi.advanceTimersByTimeAsync(0)
      }
      asked.push({ answer, isWanted })
      return promise
    },
    endOnServer,
  })
  const ends: string[] = []
  session.onEnd((end) => ends.push(end))
  return {
    session,
    storage,
    marks,
    posted,
    asked,
    ends,
    endOnServer,
    hear: (message: TabMessage) => hear(message),
    token: () => getCredentials()?.token ?? session.getState().status,
  }
}

const openSignedIn = async () => {
  const tab = openTab()
  await tab.session.start()
  tab.session.signIn(sam())
  return tab
}

beforeEach(() => vi.useFakeTimers({ now: NOW_MS }))
afterEach(() => vi.useRealTimers())

describe('a renewal', () => {
  it('replaces the token here and in other tabs, and with it the expiry', async () => {
    const tab = await openSignedIn()
    await vi.advanceTimersByTimeAsync(HOUR_MS / 2)
    void tab.session.renew(false)
    await tab.asked[0]?.answer(sam('second', Date.now()))
    expect(tab.token()).toBe('second')
    expect(JSON.parse(tab.storage.getItem(AUTH_KEY) ?? '').idToken).toBe('second')
    const auth = { idToken: 'second', timestamp: NOW_MS }
    expect(tab.posted.at(-1)).toMatchObject({ type: 'signed-in', auth })
    await vi.advanceTimersByTimeAsync(HOUR_MS / 2)
    expect([tab.ends, tab.asked.length]).toEqual([[], 1])
  })

  it('that fails in time changes nothing until the token ends', async () => {
    const tab = await openSignedIn()
    void tab.session.renew(false)
    await tab.asked[0]?.answer(undefined)
    expect([tab.token(), tab.ends]).toEqual(['first', []])
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    await tab.asked[1]?.answer(undefined)
    expect([tab.token(), tab.ends]).toEqual(['signed-out', ['expired']])
  })

  it('is tried at expiry; calls wait for it', async () => {
    const tab = await openSignedIn()
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    const token = getToken()
    await tab.asked[0]?.answer(sam('second', Date.now()))
    expect([await token, tab.ends]).toEqual(['second', []])
  })

  it('is ignored after a sign-out', async () => {
    const tab = await openSignedIn()
    void tab.session.renew(false)
    tab.session.signOut()
    expect(tab.asked[0]?.isWanted()).toBe(false)
    await tab.asked[0]?.answer(sam('second'))
    expect([tab.token(), tab.ends]).toEqual(['signed-out', ['signed-out']])
  })

  it('is ignored if another tab was faster', async () => {
    const tab = await openSignedIn()
    tab.session.renewOrEnd()
    await vi.advanceTimersByTimeAsync(1_000)
    tab.hear({ type: 'signed-in', auth: { ...sam('theirs', Date.now()), timestamp: NOW_MS } })
    await tab.asked[0]?.answer(undefined)
    expect([tab.token(), tab.ends]).toEqual(['theirs', []])
  })
})

it('stays during a renewal after sleep, and ends without a token, so open forms keep their drafts', async () => {
  const tab = await openSignedIn()
  const seen: unknown[] = []
  tab.session.subscribe(() => seen.push([tab.session.getState().status, getCredentials()]))
  vi.setSystemTime(NOW_MS + 2 * HOUR_MS)
  tab.session.checkExpiry()
  expect([tab.session.getState().status, seen]).toEqual(['signed-in', []])
  await tab.asked[0]?.answer(undefined)
  expect(seen).toEqual([['signed-out', undefined]])
})

describe('a renewal in another tab', () => {
  const theirs = { ...sam('second', NOW_MS + 1_000), timestamp: NOW_MS }

  it('does not undo a sign-out', async () => {
    const tab = await openSignedIn()
    tab.session.signOut()
    tab.hear({ type: 'signed-in', auth: theirs })
    expect(tab.token()).toBe('signed-out')
  })

  it('does not replace a newer sign-in', async () => {
    const tab = await openSignedIn()
    await vi.advanceTimersByTimeAsync(1_000)
    tab.session.signIn({ ...sam('ada'), email: 'ada@example.com' })
    tab.hear({ type: 'signed-in', auth: theirs })
    expect(tab.token()).toBe('ada')
  })
})

describe('an expired session that a page finds when it loads', () => {
  const expired = { ...sam('first', NOW_MS - 2 * HOUR_MS), timestamp: NOW_MS - 2 * HOUR_MS }

  it('is renewed before anything is known about it', async () => {
    const tab = openTab(expired)
    const started = tab.session.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(tab.session.getState().status).toBe('unknown')
    await tab.asked[0]?.answer(sam('second'))
    await started
    expect(tab.token()).toBe('second')
  })

  it('is discarded if that fails', async () => {
    const tab = openTab(expired)
    const started = tab.session.start()
    await vi.advanceTimersByTimeAsync(0)
    await tab.asked[0]?.answer(undefined)
    await started
    expect([tab.token(), tab.storage.getItem(AUTH_KEY)]).toEqual(['signed-out', null])
  })

  it('is discarded at once if its person signed out', async () => {
    const tab = openTab({ ...expired, timestamp: 0 })
    await tab.session.start()
    expect([tab.token(), tab.asked]).toEqual(['signed-out', []])
  })
})

describe('a sign-out', () => {
  it('ends the session on the server', async () => {
    const tab = await openSignedIn()
    tab.session.signOut()
    expect(tab.endOnServer).toHaveBeenCalledOnce()
  })

  it('that the server does not know of is sent by the next page, unless someone signed in', async () => {
    const tab = openTab()
    tab.marks.setItem(PENDING_KEY, 'yes')
    await tab.session.start()
    expect(tab.endOnServer).toHaveBeenCalledOnce()
    tab.session.signIn(sam())
    expect(tab.marks.getItem(PENDING_KEY)).toBeNull()
  })
})
