// The one access token all calls share. Whoever finds it stale renews it alone: the others in this process
// wait for the same promise, those in other processes for a lease in the database.
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
  /** Grows with every new token and every new connection. */
  readonly version: number
}

/** Where the connection is kept. Every step is one short statement: none stays open during a call. */
export type ConnectionStore = {
  find(): Promise<Connection | undefined>
  /** True when nobody else holds the lease, or held it too long. */
  takeLease(owner: string, seconds: number): Promise<boolean>
  releaseLease(owner: string): Promise<void>
  /** False when the connection has changed since `version`. */
  saveTokens(version: number, tokens: TokenSet): Promise<boolean>
  markInvalid(version: number, reason: string): Promise<void>
}

export type Tokens = {
  /** A token that should work. */
  current(): Promise<Access>
  /** Another token than this one, which QuickBooks has refused. */
  renew(refusedToken: string): Promise<Access>
}

/** Long enough for a refresh and its one repetition. */
const LEASE_SECONDS = 30
const LEASE_WAIT_MS = 40_000
const LEASE_POLL_MS = 150
const EARLY_MS = 60_000

export const NOT_CONNECTED = 'not_connected'
const EXPIRED = 'expired'

export const createTokens = (store: ConnectionStore, oauth: OAuth): Tokens => {
  const owner = randomUUID()
  let renewal: Promise<Connection> | undefined
  let reading: Promise<Connection | undefined> | undefined

  /** Calls that come while the connection is being read share that reading. */
  const readTogether = (): Promise<Connection | undefined> => {
    reading ??= store.find().finally(() => {
      reading = undefined
    })
    return reading
  }

  const renewTogether = (refusedToken: string | undefined): Promise<Connection> => {
    renewal ??= renewAlone(store, oauth, owner, refusedToken).finally(() => {
      renewal = undefined
    })
    return renewal
  }

  return {
    current: async () => {
      const connection = assertUsable(await readTogether())
      return isFresh(connection) ? connection : renewTogether(undefined)
    },
    renew: async (refusedToken) => {
      const renewed = await renewTogether(refusedToken)
      // Joined a renewal that had begun before the refused token was issued.
      return renewed.accessToken === refusedToken ? renewTogether(refusedToken) : renewed
    },
  }
}

const renewAlone = async (
  store: ConnectionStore,
  oauth: OAuth,
  owner: string,
  refusedToken: string | undefined,
): Promise<Connection> => {
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
    // Whoever held the lease before may have done the work already.
    const connection = assertUsable(await store.find())
    return isDone(connection) ? connection : await refresh(store, oauth, connection)
  } finally {
    await store.releaseLease(owner)
  }
}

const refresh = async (
  store: ConnectionStore,
  oauth: OAuth,
  connection: Connection,
): Promise<Connection> => {
  let latest = connection
  const tokens = await oauth.refresh(connection.refreshToken).catch(async (error: unknown) => {
    if (!isInvalidGrant(error)) throw error
    // Someone without the lease, such as an older release or a restored backup, may have been faster.
    latest = assertUsable(await store.find())
    return oauth.refresh(latest.refreshToken).catch(async (again: unknown) => {
      if (isInvalidGrant(again)) {
        await store.markInvalid(
          latest.version,
          'QuickBooks refused the refresh token (invalid_grant)',
        )
      }
      throw again
    })
  })
  // Both tokens are safe before either is used: the old refresh token may be dead from now on.
  if (await store.saveTokens(latest.version, tokens)) {
    return { ...latest, ...tokens, version: latest.version + 1 }
  }
  return assertUsable(await store.find())
}

const isFresh = ({ accessExpiresAt }: Connection): boolean =>
  accessExpiresAt.getTime() > Date.now() + EARLY_MS

const isInvalidGrant = (error: unknown): boolean =>
  error instanceof ProviderError && error.providerCode === INVALID_GRANT

const assertUsable = (connection: Connection | undefined): Connection => {
  if (!connection) throw refused('QuickBooks was never connected', NOT_CONNECTED)
  if (connection.state === 'invalid') {
    throw refused(connection.reason ?? 'the connection is invalid', INVALID_GRANT)
  }
  if (connection.refreshExpiresAt.getTime() <= Date.now()) {
    throw refused('the refresh token has expired', EXPIRED)
  }
  return connection
}

const refused = (message: string, providerCode: string) =>
  new ProviderError('quickbooks', 'auth', message, { providerCode })
const unavailable = (message: string) => new ProviderError('quickbooks', 'unavailable', message)
