import { describe, expect, it } from 'vitest'
import { createVerifiedTokens } from './verified-tokens.ts'

describe('verified tokens', () => {
  it('are believed for a minute', () => {
    let now = 0
    const tokens = createVerifiedTokens(() => now)
    const identity = { exp: 3_600 }
    tokens.keep('a', identity)
    now = 59_999
    expect(tokens.find('a')).toBe(identity)
    now = 60_000
    expect(tokens.find('a')).toBeUndefined()
  })

  it('are never believed past their expiry', () => {
    let now = 0
    const tokens = createVerifiedTokens(() => now)
    tokens.keep('a', { exp: 10 })
    now = 10_000
    expect(tokens.find('a')).toBeUndefined()
  })

  it('are told apart', () => {
    const tokens = createVerifiedTokens(() => 0)
    tokens.keep('a', { exp: 10 })
    expect(tokens.find('b')).toBeUndefined()
  })

  it('do not grow without bound', () => {
    const tokens = createVerifiedTokens(() => 0)
    for (let n = 0; n <= 1_000; n += 1) tokens.keep(String(n), { exp: 10 })
    expect(tokens.find('0')).toBeUndefined()
    expect(tokens.find('1000')).toBeDefined()
  })
})
