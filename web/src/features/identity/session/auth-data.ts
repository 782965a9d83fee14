// Reads and validates the sign-in data kept in the browser.
import type { AuthData } from '@invoice-desk/contract/identity/identity'

const TEXT_FIELDS = ['email', 'name', 'picture', 'idToken', 'accessToken'] as const

/** Undefined when the data is missing or malformed. */
export const parseAuthData = (text: string | null): AuthData | undefined => {
  try {
    const data: unknown = JSON.parse(text ?? '')
    return isAuthData(data) ? data : undefined
  } catch {
    return undefined
  }
}

export const isAuthData = (data: unknown): data is AuthData => {
  if (typeof data !== 'object' || data === null) return false
  const fields = data as Record<string, unknown>
  return TEXT_FIELDS.every((field) => typeof fields[field] === 'string') && fields.idToken !== ''
}

/** Seconds since the epoch, from `exp` or the ID token's payload. */
export const expiryOf = (data: AuthData): number | undefined =>
  data.exp ?? numberOf(claimsOf(data.idToken).exp)

const numberOf = (claim: unknown) => (typeof claim === 'number' ? claim : undefined)

export const claimsOf = (token: string): Record<string, unknown> => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {}
  } catch {
    return {}
  }
}

/** Data without an expiry counts as expired. */
export const isExpired = (data: AuthData, nowMs: number): boolean => {
  const expiry = expiryOf(data)
  return expiry === undefined || expiry * 1_000 <= nowMs
}
