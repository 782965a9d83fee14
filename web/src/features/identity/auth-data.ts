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
  data.exp ?? expiryOfToken(data.idToken)

const expiryOfToken = (token: string): number | undefined => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { exp }: { exp?: unknown } = JSON.parse(atob(payload))
    return typeof exp === 'number' ? exp : undefined
  } catch {
    return undefined
  }
}

/** Data that cannot say when it expires counts as expired. */
export const isExpired = (data: AuthData, nowMs: number): boolean => {
  const expiry = expiryOf(data)
  return expiry === undefined || expiry * 1_000 <= nowMs
}
