// Provides the access token that all calls share. Only one caller renews it: others in this process await the same
// promise, and other processes wait for a lease in the database.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from '../provider-error.ts'
import { INVALID_GRANT, type OAuth, type TokenSet } from './oauth.ts'
import type { Access } from './send.ts'

export type Connection = TokenSet & {
  readonly realmId: string
  readonly companyName: string
  readonly state: 'connected' | 'invalid'
  readonly reason: string | undefined
  /** Increases with every new token and connection. */
  readonly version: number
}

/** Stores the connection, without keeping a transaction open during a call. */
export type ConnectionStore = {
  find(): Promise<Connection | undefined>
  /** True unless someone else holds the lease. */
  takeLease(owner: string, seconds: number): Promise<boolean>
  releaseLease(owner: string): Promise<void>
  /** False if the connection has changed since `version`. */
  saveTokens(version: number, tokens: TokenSet): Promise<boolean>
  /** QuickBooks refused this connection's refresh token. */
  markInvalid(refused: Connection): Promise<void>
}

/** Long enough for a refresh and one retry. */
const LEASE_SECONDS = 30
const LEASE_WAIT_MS = 40_000
const LEASE_POLL_MS = 150
const EARLY_MS = 60_000

export const NOT_CONNECTED = 'not_connected'
const EXPIRED = 'expired'
/** Only the app renews the connection, and this process isn't the app. */
export const RENEWAL_DUE = 'renewal_due'

/**
 * For `npm run doctor`, which uses the tokens only while they work. It may run with other keys than the app, on a copy of
 * the database, or be interrupted, so a renewal could end the app's connection.
 */
export const withoutRenewal = (store: ConnectionStore): ConnectionStore => {
  const refuse = async () => {
    throw refused('only the app renews the connection', RENEWAL_DUE)
  }
  return { ...store, takeLease: refuse, saveTokens: refuse, markInvalid: refuse }
}

export type Tokens = ReturnType<typeof createTokens>

export const createTokens = (store: ConnectionStore, oauth: OAuth) => {
  const owner = randomUUID()
  let renewal: Promise<Connection> | undefined

  const renewTogether = (refusedToken?: string): Promise<Connection> => {
    renewal ??= renewAlone(refusedToken).finally(() => {
      renewal = undefined
    })
    return renewal
  }

  const renewAlone = async (refusedToken: string | undefined): Promise<Connection> => {
    const isDone = (connection: Connection) =>
      isFresh(connection) && connection.accessToken !== refusedToken
    const deadline = Date.now() + LEASE_WAIT_MS
    while (!(await store.takeLease(owner, LEASE_SECONDS))) {
      const connection = assertUsable(await store.find())
      if (isDone(connection)) return connection
      if (Date.now() > deadline) throw unavailable('another process is renewing the connection')
      await sleep(LEASE_POLL_MS)
    }
    try {
      // The previous lease holder may have renewed it already.
      const connection = assertUsable(await store.find())
      return isDone(connection) ? connection : await refresh(connection)
    } finally {
      await store.releaseLease(owner)
    }
  }

  const refresh = async (connection: Connection): Promise<Connection> => {
    let latest = connection
    const renewed = await oauth.refresh(connection.refreshToken).catch(async (error: unknown) => {
      if (!isInvalidGrant(error)) throw error
      // A process without the lease, such as an older release, may have renewed it first.
      latest = assertUsable(await store.find())
      return oauth.refresh(latest.refreshToken).catch(async (again: unknown) => {
        if (isInvalidGrant(again)) await store.markInvalid(latest)
        throw again
      })
    })
    const tokens = { ...renewed, hardExpiresAt: renewed.hardExpiresAt ?? latest.hardExpiresAt }
    // Store both tokens before using either: the old refresh token may no longer work.
    if (await store.saveTokens(latest.version, tokens)) {
      return { ...latest, ...tokens, version: latest.version + 1 }
    }
    return assertUsable(await store.find())
  }

  return {
    current: async (): Promise<Access> => {
      const connection = assertUsable(await store.find())
      return isFresh(connection) ? connection : renewTogether()
    },
    /** A new token in place of this one, which QuickBooks refused. */
    renew: async (refusedToken: string): Promise<Access> => {
      const renewed = await renewTogether(refusedToken)
      // That renewal may have started before the refused token was issued.
      return renewed.accessToken === refusedToken ? renewTogether(refusedToken) : renewed
    },
  }
}

const isFresh = ({ accessExpiresAt }: Connection): boolean =>
  accessExpiresAt.getTime() > Date.now() + EARLY_MS

const isInvalidGrant = (error: unknown): boolean =>
  error instanceof ProviderError && error.providerCode === INVALID_GRANT

const assertUsable = (connection: Connection | undefined): Connection => {
  if (!connection) throw refused('QuickBooks is not connected', NOT_CONNECTED)
  if (connection.state === 'invalid') {
    throw refused(connection.reason ?? 'the connection is invalid', INVALID_GRANT)
  }
  if (endOf(connection).at.getTime() <= Date.now()) {
    throw refused('the refresh token has expired', EXPIRED)
  }
  return connection
}

/** When the connection ends, and whether using it can't change that. */
export const endOf = ({
  refreshExpiresAt,
  hardExpiresAt,
}: Pick<Connection, 'refreshExpiresAt' | 'hardExpiresAt'>) =>
  hardExpiresAt && hardExpiresAt <= refreshExpiresAt
    ? { at: hardExpiresAt, isFinal: true }
    : { at: refreshExpiresAt, isFinal: false }

const refused = (message: string, providerCode: string) =>
  new ProviderError('quickbooks', 'auth', message, { providerCode })
const unavailable = (message: string) => new ProviderError('quickbooks', 'unavailable', message)
