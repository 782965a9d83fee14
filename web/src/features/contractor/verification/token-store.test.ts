// How long the browser keeps a token, and what happens to unreadable ones.
import { beforeEach, describe, expect, it } from 'vitest'
import { type BrowserStorage, openStorage } from '../../../shared/drafts/browser-storage.ts'
import { createTokenStore, TOKEN_KEY, type TokenStore } from './token-store.ts'

const DAY_MS = 24 * 3_600_000
let now: number
let storage: BrowserStorage
let store: TokenStore

beforeEach(() => {
  now = Date.parse('2026-11-15T12:00:00Z')
  storage = openStorage(() => {
    throw new Error('blocked')
  })
  store = createTokenStore(storage, () => now)
})

describe('a kept token', () => {
  it('is stored with a timestamp', () => {
    store.keep('abc')
    expect(JSON.parse(storage.getItem(TOKEN_KEY) ?? '')).toEqual({ token: 'abc', timestamp: now })
  })

  it('is read for 90 days', () => {
    store.keep('abc')
    now += 90 * DAY_MS
    expect(store.read()).toBe('abc')
  })

  it('is removed after 90 days', () => {
    store.keep('abc')
    now += 90 * DAY_MS + 1
    expect(store.read()).toBeUndefined()
    expect(storage.getItem(TOKEN_KEY)).toBeNull()
  })

  it('does not last longer when it is stored again', () => {
    store.keep('abc')
    now += 60 * DAY_MS
    store.keep('abc')
    now += 31 * DAY_MS
    expect(store.read()).toBeUndefined()
  })

  it('is gone once cleared', () => {
    store.keep('abc')
    store.clear()
    expect(store.read()).toBeUndefined()
  })
})

it.each(['', 'null', '"abc"', '{"token":"abc"}', '{"token":"","timestamp":1}', '{'])(
  'removes anything that is not a token: %s',
  (text) => {
    storage.setItem(TOKEN_KEY, text)
    expect(store.read()).toBeUndefined()
    expect(storage.getItem(TOKEN_KEY)).toBeNull()
  },
)

it('works while the storage is full', () => {
  const full = {
    ...storage,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  } as unknown as Storage
  const kept = createTokenStore(openStorage(() => full))
  kept.keep('abc')
  expect(kept.read()).toBe('abc')
})
