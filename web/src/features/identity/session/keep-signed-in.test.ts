// When and how often a session is renewed, and which responses count.
import type { AuthData } from '@invoice-desk/contract/identity/identity'
import { SESSION_IDLE_SECONDS_MAX } from '@invoice-desk/contract/values/limits'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BrowserStorage, openStorage } from '../../../shared/drafts/browser-storage.ts'
import { endOnServer, fetchRenewed, keepSignedIn } from './keep-signed-in.ts'
import { createSession, PENDING_KEY, USED_KEY } from './session.ts'

const NOW_MS = Date.parse('2026-11-15T12:00:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const realFetch = globalThis.fetch

let tokens = 0

const authAt = (issuedAtMs: number, changes: Partial<AuthData> = {}): AuthData => ({
  email: 'sam@example.com',
  name: 'Sam',
  picture: 'https://id.example/sam.png',
  idToken: `token ${++tokens}`,
  accessToken: 'access',
  exp: Math.floor((issuedAtMs + HOUR_MS) / 1_000),
  timestamp: issuedAtMs,
  ...changes,
})

const memory = (): BrowserStorage =>
  openStorage(() => {
    throw new Error('blocked')
  })

type Answer = [status: number, body: object]
const UNAVAILABLE: Answer = [502, { error: 'Down', code: 'google_unavailable' }]
const REFUSED: Answer = [401, { error: 'Over', code: 'session_expired' }]

/** The server, with its next answers; the last one repeats. Returns what it was asked. */
const serve = (...answers: (() => Answer)[]) => {
  const asked: { path: string; idleSeconds?: number }[] = []
  vi.stubGlobal('fetch', async (path: string, init: { body?: string }) => {
    // Files share a process, so another one's call may be on its way.
    if (!String(path).startsWith('/api/auth/')) return realFetch(path, init)
    const { body = '{}' } = init
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push({ path, ...JSON.parse(body) })
    const [status, json] = answer?.() ?? REFUSED
    return new Response(JSON.stringify(json), { status })
  })
  return asked
}
const renewed = (changes: Partial<AuthData> = {}) => {
  return (): Answer => [200, authAt(Date.now(), changes)]
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS })
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = async <T>(promise: Promise<T>, ms = MINUTE_MS) => {
  await vi.advanceTimersByTimeAsync(ms)
  return promise
}

describe('a renewal', () => {
  const renew = (auth: AuthData, isOver = false, isWanted = () => true) =>
    fetchRenewed(memory(), auth, isWanted, isOver)

  it('keeps the rest of the sign-in data, and the profile if Google leaves it out', async () => {
    serve(renewed({ name: '', picture: '' }))
    const auth = authAt(NOW_MS, { code: 'code' })
    const { idToken, ...rest } = (await settle(renew(auth), 100)) ?? auth
    expect(idToken).not.toBe(auth.idToken)
    expect(rest).toEqual({
      email: auth.email,
      name: 'Sam',
      picture: auth.picture,
      accessToken: 'access',
      exp: expect.any(Number),
      code: 'code',
      // Of the sign-in, which decides whether a sign-out was later.
      timestamp: NOW_MS,
    })
  })

  it('is asked for again until it succeeds', async () => {
    const offline = () => {
      throw new TypeError('offline')
    }
    const asked = serve(
      offline,
      () => UNAVAILABLE,
      () => [429, {}],
      renewed(),
    )
    expect(await settle(renew(authAt(NOW_MS)))).toBeDefined()
    expect(asked).toHaveLength(4)
  })

  it('is given up when the token ends', async () => {
    const asked = serve(() => UNAVAILABLE)
    const auth = authAt(NOW_MS - HOUR_MS + 5 * MINUTE_MS)
    expect(await settle(renew(auth), 5 * MINUTE_MS)).toBeUndefined()
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.length).toBeLessThan(15)
  })

  it('has a moment if the token is over, whatever the clock of this device says', async () => {
    const auth = authAt(NOW_MS + 2 * HOUR_MS)
    serve(() => UNAVAILABLE, renewed())
    expect(await settle(renew(auth, true), 5_000)).toBeDefined()
    const asked = serve(() => UNAVAILABLE)
    expect(await settle(renew(auth, true), 16_000)).toBeUndefined()
    // So that the session doesn't outlive its last page.
    expect(asked.at(-1)).toMatchObject({ path: '/api/auth/sign-out' })
  })

  it('that the server refuses is not asked for again', async () => {
    const asked = serve(() => REFUSED)
    expect(await settle(renew(authAt(NOW_MS), true))).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['is for another person', renewed({ email: 'ada@example.com' })],
    ['has expired by the clock of this device', renewed({ exp: NOW_MS / 1_000 + 1 })],
  ])('does not count if it %s', async (_what, answer) => {
    serve(answer)
    expect(await settle(renew(authAt(NOW_MS)))).toBeUndefined()
  })

  it('is not asked for once it is not wanted', async () => {
    const asked = serve(renewed())
    expect(await settle(renew(authAt(NOW_MS), false, () => false))).toBeUndefined()
    expect(asked).toEqual([])
  })
})

// One session for all, as in a page.
describe('keeping people signed in', () => {
  const page = new EventTarget()
  beforeEach(() => vi.stubGlobal('window', page))
  const marks = memory()
  const session = createSession({
    storage: memory(),
    marks,
    tabs: {
      post: () => {},
      onMessage: () => {},
      holdSession: () => {},
      isSessionHeldElsewhere: async () => false,
    },
    fetchRenewed: (...asked) => fetchRenewed(marks, ...asked),
    endOnServer: () => {},
  })
  const use = () => page.dispatchEvent(new Event('keydown'))

  it('renews after half of the token’s time, and says how long the page was not used', async () => {
    await session.start()
    session.signIn(authAt(NOW_MS))
    keepSignedIn(session, marks)
    const asked = serve(renewed())
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
    use()
    await vi.advanceTimersByTimeAsync(20 * MINUTE_MS + 1_000)
    expect(asked).toMatchObject([{ idleSeconds: 20 * 60 }])
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
    expect(asked.length).toBe(5)
    expect(session.getState().status).toBe('signed-in')
  })

  it('renews no later by a clock that is slow', async () => {
    const asked = serve(renewed())
    session.signIn(authAt(Date.now() + 24 * HOUR_MS))
    await vi.advanceTimersByTimeAsync(30 * MINUTE_MS + 1_000)
    expect(asked).toHaveLength(1)
  })

  it('notes a use after the clock was set back', () => {
    session.signIn(authAt(Date.now()))
    use()
    const nowMs = Date.now() - HOUR_MS
    vi.setSystemTime(nowMs)
    use()
    expect(marks.getItem(USED_KEY)).toBe(String(nowMs))
  })

  it('lets the server decide at once about a use after more than 12 hours without one', async () => {
    const asked = serve(() => REFUSED)
    session.signIn(authAt(Date.now()))
    marks.setItem(USED_KEY, String(Date.now() - SESSION_IDLE_SECONDS_MAX * 1_000))
    vi.setSystemTime(Date.now() + MINUTE_MS)
    use()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toMatchObject([{ idleSeconds: SESSION_IDLE_SECONDS_MAX + 60 }])
    expect(session.getState().status).toBe('signed-out')
  })

  it('sends a sign-out again when the browser is online again, until it succeeds', async () => {
    const asked = serve(
      () => UNAVAILABLE,
      () => [200, {}],
    )
    await endOnServer(marks)
    expect([marks.getItem(PENDING_KEY), marks.getItem(USED_KEY)]).toEqual(['yes', null])
    page.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    page.dispatchEvent(new Event('online'))
    expect([asked.length, marks.getItem(PENDING_KEY)]).toEqual([2, null])
  })
})
