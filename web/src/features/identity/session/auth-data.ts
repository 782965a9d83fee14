// What the browser keeps of a signed-in person: reading it, and when it stops being valid.
import type { AuthData } from '@invoice-desk/contract/identity'

const TEXT_FIELDS = ['email', 'name', 'picture', 'idToken', 'accessToken'] as const

/** The kept data, or undefined when it is missing, damaged or not ours. */
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

/** Seconds since the epoch; from the id token's payload when absent, undefined when neither tells. */
export const expiryOf = (data: AuthData): number | undefined =>
  data.exp ?? numberOf(claimsOf(data.idToken).exp)

/** With what the id token tells where the server did not. */
export const withClaims = (data: AuthData): AuthData => {
  const { email, name, picture } = claimsOf(data.idToken)
  return {
    ...data,
    email: data.email || textOf(email),
    name: data.name || textOf(name),
    picture: data.picture || textOf(picture),
  }
}

const numberOf = (claim: unknown) => (typeof claim === 'number' ? claim : undefined)
const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : '')

const claimsOf = (token: string): Record<string, unknown> => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {}
  } catch {
    return {}
  }
}

/** Data that cannot say when it expires counts as expired. */
export const isExpired = (data: AuthData, nowMs: number): boolean => {
  const expiry = expiryOf(data)
  return expiry === undefined || expiry * 1_000 <= nowMs
}
