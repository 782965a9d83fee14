// What failed HTTP calls say about what was done, and when to call again.

/** The connection was never made, so nothing was done. */
const NEVER_SENT: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** The reason why a call that `fetch` rejected never reached the service; undefined if it may have. */
export const neverSentCode = (error: unknown): string | undefined => {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return NEVER_SENT.includes(code) ? code : undefined
}

/** Reads Retry-After: seconds or a date. */
export const retryAfterOf = (header: string | null, now = Date.now()): number | undefined => {
  if (header === null || header.trim() === '') return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
