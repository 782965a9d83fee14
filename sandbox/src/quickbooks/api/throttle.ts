// The gateway's rate limits for each company.

export type Rate = {
  perSecond: number
  perMinute: number
  /** The `Retry-After` header of a refusal; 0 for no header. */
  retryAfterSeconds: number
}

export const REAL_RATE: Rate = { perSecond: 10, perMinute: 500, retryAfterSeconds: 60 }

const SECOND_MS = 1000
const MINUTE_MS = 60_000

/** Counts the calls that it allows. A limit of 0 means no limit. */
export const createThrottle = (rate: () => Rate) => {
  const passedAt = new Map<string, number[]>()
  return {
    allows: (realmId: string, now = Date.now()): boolean => {
      const { perSecond, perMinute } = rate()
      if (perSecond === 0 && perMinute === 0) return true
      const recent = (passedAt.get(realmId) ?? []).filter((at) => at > now - MINUTE_MS)
      const withinSecond = recent.filter((at) => at > now - SECOND_MS).length
      const full =
        (perSecond > 0 && withinSecond >= perSecond) ||
        (perMinute > 0 && recent.length >= perMinute)
      passedAt.set(realmId, full ? recent : [...recent, now])
      return !full
    },
    clear: () => passedAt.clear(),
  }
}
