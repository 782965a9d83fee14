// When stored sign-in data is still valid.
import type { AuthData } from '@invoice-desk/contract/identity/identity'
import { describe, expect, it } from 'vitest'
import { expiryOf, isExpired, parseAuthData } from './auth-data.ts'
import { withClaims } from './sign-in.ts'

const tokenWith = (payload: object) =>
  `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`

const auth = (changes: Partial<AuthData> = {}): AuthData => ({
  email: 'sam@example.com',
  name: 'Sam',
  picture: '',
  idToken: tokenWith({ exp: 2_000 }),
  accessToken: 'access',
  ...changes,
})

describe('stored sign-in data', () => {
  it('round-trips', () => {
    expect(parseAuthData(JSON.stringify(auth()))).toEqual(auth())
  })

  it.each([null, '', '{', '[]', '"text"', '{"email":"sam@example.com"}'])(
    'is refused when it is damaged: %s',
    (text) => expect(parseAuthData(text)).toBeUndefined(),
  )

  it('is refused without an ID token', () => {
    expect(parseAuthData(JSON.stringify(auth({ idToken: '' })))).toBeUndefined()
  })
})

it('takes missing fields from the ID token', () => {
  const claims = { email: 'zoe@example.com', name: 'Zoë', picture: 'https://id.example/z.png' }
  const partial = auth({ email: '', name: '', picture: '', idToken: tokenWith(claims) })
  expect(withClaims(partial)).toMatchObject(claims)
  expect(withClaims(auth())).toEqual(auth())
})

describe('expiry', () => {
  it('is `exp` when given', () => {
    expect(expiryOf(auth({ exp: 1_000 }))).toBe(1_000)
  })

  it('otherwise comes from the ID token', () => {
    expect(expiryOf(auth())).toBe(2_000)
  })

  it('is read from a base64url payload', () => {
    const idToken = tokenWith({ exp: 3_000, name: '>>>???ÿþ' })
    expect(idToken).toMatch(/[-_]/)
    expect(expiryOf(auth({ idToken }))).toBe(3_000)
  })

  it('is exact to the second', () => {
    expect(isExpired(auth(), 1_999_999)).toBe(false)
    expect(isExpired(auth(), 2_000_000)).toBe(true)
  })

  it('is assumed for data without one', () => {
    expect(isExpired(auth({ idToken: 'opaque' }), 0)).toBe(true)
  })
})
