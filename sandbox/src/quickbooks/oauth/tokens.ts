// Authorization codes, access tokens and refresh tokens.
import { randomBytes } from 'node:crypto'
import type { Store } from '../../store.ts'

const ACCESS_SECONDS = 3600
/** 101 days, as the real token endpoint returns. */
const REFRESH_SECONDS = 8_726_400
const CODE_SECONDS = 600
const DAY_MS = 24 * 60 * 60 * 1000
/** A connection ends after five years, no matter how often it's refreshed. QuickBooks says so only if it's asked. */
const GRANT_DAYS_MAX = 5 * 365

type Code = { realmId: string; redirectUri: string; expiresAt: number; used?: boolean }
type Grant = {
  id: string
  realmId: string
  refreshToken: string
  issuedAt: number
  expiresAt: number
  /** The refresh token isn't extended past this. */
  endsAt: number
  /** The hard limit, which the refresh token's own expiry doesn't show. */
  hardEndsAt: number
  dead?: boolean
}

const NO_COUNTS = { connections: 0, refreshes: 0, refused: 0, revocations: 0 }

const secondsUntil = (time: number) => Math.round((time - Date.now()) / 1000)

const secret = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url')}`

const isAlive = (grant: Grant | undefined): grant is Grant =>
  grant !== undefined && !grant.dead && Math.min(grant.expiresAt, grant.hardEndsAt) > Date.now()

const withFreshToken = (grant: Omit<Grant, 'refreshToken' | 'issuedAt' | 'expiresAt'>): Grant => ({
  ...grant,
  refreshToken: secret('RT1-'),
  issuedAt: Date.now(),
  expiresAt: Math.min(Date.now() + REFRESH_SECONDS * 1000, grant.endsAt),
})

const openVault = (store: Store) => {
  const codes = store.collection<Code>('quickbooks/codes')
  const grants = store.collection<Grant>('quickbooks/grants')
  const access = store.collection<{ grantId: string; expiresAt: number }>(
    'quickbooks/access-tokens',
  )
  /** Every refresh token that was ever issued, because an unknown one gets a different error. */
  const refreshTokens = store.collection<{ grantId: string }>('quickbooks/refresh-tokens')
  const counts = store.collection<typeof NO_COUNTS>('quickbooks/oauth-counts')
  const getCounts = () => counts.get('all') ?? NO_COUNTS
  return {
    codes,
    grants,
    access,
    refreshTokens,
    getCounts,
    count: (key: keyof typeof NO_COUNTS) => {
      const now = getCounts()
      counts.set('all', { ...now, [key]: now[key] + 1 })
    },
    issue: (grant: Grant, withHardExpiry: boolean) => {
      grants.set(grant.id, grant)
      refreshTokens.set(grant.refreshToken, { grantId: grant.id })
      const access_token = secret('eyJlbmMiOiJBMTI4Q0JDLUhTMjU2IiwiYWxnIjoiZGlyIn0..')
      const expiresAt = Date.now() + ACCESS_SECONDS * 1000
      access.set(access_token, { grantId: grant.id, expiresAt })
      return {
        token_type: 'bearer',
        access_token,
        expires_in: ACCESS_SECONDS,
        refresh_token: grant.refreshToken,
        x_refresh_token_expires_in: secondsUntil(grant.expiresAt),
        ...(withHardExpiry && { x_refresh_token_hard_expires_in: secondsUntil(grant.hardEndsAt) }),
      }
    },
    clear: () => {
      for (const collection of [codes, grants, access, refreshTokens, counts]) collection.clear()
    },
  }
}

export const createOAuth = (store: Store, rotation: () => 'always' | 'daily') => {
  const { codes, grants, access, refreshTokens, getCounts, count, issue, clear } = openVault(store)
  const changeGrants = (change: Partial<Grant>) => {
    for (const grant of grants.list()) grants.set(grant.id, { ...grant, ...change })
  }

  return {
    issueCode: (realmId: string, redirectUri: string): string => {
      const code = secret('AB1')
      codes.set(code, { realmId, redirectUri, expiresAt: Date.now() + CODE_SECONDS * 1000 })
      return code
    },
    redeemCode: (code: string, redirectUri: string, withHardExpiry: boolean) => {
      const found = codes.get(code)
      if (!found || found.used || found.expiresAt < Date.now()) return undefined
      if (found.redirectUri !== redirectUri) return undefined
      codes.set(code, { ...found, used: true })
      count('connections')
      const endsAt = Date.now() + GRANT_DAYS_MAX * DAY_MS
      const grant = { id: secret('grant-'), realmId: found.realmId, endsAt, hardEndsAt: endsAt }
      return issue(withFreshToken(grant), withHardExpiry)
    },
    /** `known` is false for a token that was never issued. */
    refresh: (token: string, withHardExpiry: boolean) => {
      const grantId = refreshTokens.get(token)?.grantId
      const grant = grantId ? grants.get(grantId) : undefined
      if (!isAlive(grant) || grant.refreshToken !== token) {
        count('refused')
        return { known: grantId !== undefined }
      }
      count('refreshes')
      const rotates = rotation() === 'always' || Date.now() - grant.issuedAt > DAY_MS
      return { known: true, pair: issue(rotates ? withFreshToken(grant) : grant, withHardExpiry) }
    },
    revoke: (token: string): boolean => {
      const { grantId } = refreshTokens.get(token) ?? access.get(token) ?? {}
      const grant = grantId ? grants.get(grantId) : undefined
      if (!grant) return false
      grants.set(grant.id, { ...grant, dead: true })
      count('revocations')
      return true
    },
    /** The company of a valid access token. */
    realmOf: (token: string): string | undefined => {
      const found = access.get(token)
      const grant = found && found.expiresAt > Date.now() ? grants.get(found.grantId) : undefined
      return isAlive(grant) ? grant.realmId : undefined
    },
    isConnected: (realmId: string): boolean =>
      grants.list().some((grant) => grant.realmId === realmId && isAlive(grant)),
    expireAccessTokens: () => access.clear(),
    /** As when someone disconnects the app at Intuit; the access tokens stop working too. */
    killRefreshTokens: () => changeGrants({ dead: true }),
    setRefreshDays: (days: number) => {
      const endsAt = Date.now() + days * DAY_MS
      changeGrants({ endsAt, expiresAt: endsAt })
    },
    setConnectionDays: (days: number) => changeGrants({ hardEndsAt: Date.now() + days * DAY_MS }),
    summary: () => ({
      ...getCounts(),
      connected: grants
        .list()
        .filter(isAlive)
        .map(({ realmId, expiresAt, hardEndsAt }) => ({
          realmId,
          refreshTokenExpiresAt: new Date(expiresAt).toISOString(),
          endsAt: new Date(hardEndsAt).toISOString(),
        })),
    }),
    clear,
  }
}
