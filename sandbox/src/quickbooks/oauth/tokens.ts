// Who may call: authorization codes, and access and refresh tokens with their lives and deaths.
import { randomBytes } from 'node:crypto'
import type { Store } from '../../store.ts'

const ACCESS_SECONDS = 3600
/** 101 days, as the real token endpoint answers. */
const REFRESH_SECONDS = 8_726_400
const CODE_SECONDS = 600
const DAY_MS = 24 * 60 * 60 * 1000
/** However often it is refreshed, a connection ends after five years. */
const GRANT_DAYS_MAX = 5 * 365

/** QuickBooks changes the refresh token about daily; here it is by default at every refresh. */
export const ROTATIONS = ['always', 'daily'] as const
export type Rotation = (typeof ROTATIONS)[number]
type Code = { realmId: string; redirectUri: string; expiresAt: number; used?: boolean }
type Grant = {
  id: string
  realmId: string
  refreshToken: string
  issuedAt: number
  expiresAt: number
  endsAt: number
  dead?: boolean
}
type Counts = { connections: number; refreshes: number; refused: number; revocations: number }
export type TokenPair = {
  token_type: 'bearer'
  access_token: string
  expires_in: number
  refresh_token: string
  x_refresh_token_expires_in: number
}

const NO_COUNTS: Counts = { connections: 0, refreshes: 0, refused: 0, revocations: 0 }

const openVault = (store: Store) => ({
  codes: store.collection<Code>('quickbooks/codes'),
  grants: store.collection<Grant>('quickbooks/grants'),
  access: store.collection<{ grantId: string; expiresAt: number }>('quickbooks/access-tokens'),
  /** Every refresh token ever issued, so that a dead one is told from one that never was. */
  refresh: store.collection<{ grantId: string }>('quickbooks/refresh-tokens'),
  counts: store.collection<Counts>('quickbooks/oauth-counts'),
})
type Vault = ReturnType<typeof openVault>

const secret = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url')}`

const isAlive = (grant: Grant | undefined): grant is Grant =>
  grant !== undefined && !grant.dead && grant.expiresAt > Date.now()

const count = ({ counts }: Vault, key: keyof Counts): void => {
  const now = counts.get('all') ?? NO_COUNTS
  counts.set('all', { ...now, [key]: now[key] + 1 })
}

const withFreshToken = (grant: Omit<Grant, 'refreshToken' | 'issuedAt' | 'expiresAt'>): Grant => ({
  ...grant,
  refreshToken: secret('RT1-'),
  issuedAt: Date.now(),
  expiresAt: Math.min(Date.now() + REFRESH_SECONDS * 1000, grant.endsAt),
})

const issue = (vault: Vault, grant: Grant): TokenPair => {
  vault.grants.set(grant.id, grant)
  vault.refresh.set(grant.refreshToken, { grantId: grant.id })
  const access_token = secret('eyJlbmMiOiJBMTI4Q0JDLUhTMjU2IiwiYWxnIjoiZGlyIn0..')
  const expiresAt = Date.now() + ACCESS_SECONDS * 1000
  vault.access.set(access_token, { grantId: grant.id, expiresAt })
  return {
    token_type: 'bearer',
    access_token,
    expires_in: ACCESS_SECONDS,
    refresh_token: grant.refreshToken,
    x_refresh_token_expires_in: Math.round((grant.expiresAt - Date.now()) / 1000),
  }
}

const redeemCode = (vault: Vault, code: string, redirectUri: string): TokenPair | undefined => {
  const found = vault.codes.get(code)
  if (!found || found.used || found.expiresAt < Date.now()) return undefined
  if (found.redirectUri !== redirectUri) return undefined
  vault.codes.set(code, { ...found, used: true })
  count(vault, 'connections')
  const endsAt = Date.now() + GRANT_DAYS_MAX * DAY_MS
  return issue(vault, withFreshToken({ id: secret('grant-'), realmId: found.realmId, endsAt }))
}

/** `known` tells a token that has died from one that was never issued. */
const refreshTokens = (vault: Vault, token: string, rotation: Rotation) => {
  const grantId = vault.refresh.get(token)?.grantId
  const grant = grantId ? vault.grants.get(grantId) : undefined
  if (!isAlive(grant) || grant.refreshToken !== token) {
    count(vault, 'refused')
    return { known: grantId !== undefined }
  }
  count(vault, 'refreshes')
  const rotates = rotation === 'always' || Date.now() - grant.issuedAt > DAY_MS
  return { known: true, pair: issue(vault, rotates ? withFreshToken(grant) : grant) }
}

const revoke = (vault: Vault, token: string): boolean => {
  const grantId = vault.refresh.get(token)?.grantId ?? vault.access.get(token)?.grantId
  const grant = grantId ? vault.grants.get(grantId) : undefined
  if (!grant) return false
  vault.grants.set(grant.id, { ...grant, dead: true })
  count(vault, 'revocations')
  return true
}

/** The company a live access token belongs to. */
const realmOf = (vault: Vault, token: string): string | undefined => {
  const found = vault.access.get(token)
  const grant = found && found.expiresAt > Date.now() ? vault.grants.get(found.grantId) : undefined
  return isAlive(grant) ? grant.realmId : undefined
}

export type OAuth = ReturnType<typeof createOAuth>

export const createOAuth = (store: Store, rotation: () => Rotation) => {
  const vault = openVault(store)
  const eachGrant = (change: (grant: Grant) => Partial<Grant>) => {
    for (const grant of vault.grants.list())
      vault.grants.set(grant.id, { ...grant, ...change(grant) })
  }
  return {
    issueCode: (realmId: string, redirectUri: string): string => {
      const code = secret('AB1')
      vault.codes.set(code, {
        realmId,
        redirectUri,
        expiresAt: Date.now() + CODE_SECONDS * 1000,
      })
      return code
    },
    redeemCode: (code: string, redirectUri: string) => redeemCode(vault, code, redirectUri),
    refresh: (token: string) => refreshTokens(vault, token, rotation()),
    revoke: (token: string) => revoke(vault, token),
    realmOf: (token: string) => realmOf(vault, token),
    isConnected: (realmId: string): boolean =>
      vault.grants.list().some((grant) => grant.realmId === realmId && isAlive(grant)),
    expireAccessTokens: () => vault.access.clear(),
    /** As when someone disconnects the app in their Intuit account: the access tokens die too. */
    killRefreshTokens: () => eachGrant(() => ({ dead: true })),
    /** The connection ends in so many days, however it is refreshed. */
    setRefreshDays: (days: number) => {
      const endsAt = Date.now() + days * DAY_MS
      eachGrant(() => ({ endsAt, expiresAt: endsAt }))
    },
    summary: () => ({
      ...(vault.counts.get('all') ?? NO_COUNTS),
      connected: vault.grants
        .list()
        .filter(isAlive)
        .map(({ realmId, expiresAt }) => ({
          realmId,
          refreshTokenExpiresAt: new Date(expiresAt).toISOString(),
        })),
    }),
    clear: () => {
      for (const collection of Object.values(vault)) collection.clear()
    },
  }
}
