import { expect, it } from 'vitest'
import { createToken, hashToken, isTokenOf } from './link-tokens.ts'

it('creates unique 256-bit tokens', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, createToken))
  expect(tokens.size).toBe(1_000)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})

it('matches a token only to its own hash', () => {
  const token = createToken()
  expect(hashToken(token)).not.toContain(token)
  expect(isTokenOf(token, hashToken(token))).toBe(true)
  expect(isTokenOf(token.slice(0, -1), hashToken(token))).toBe(false)
})
