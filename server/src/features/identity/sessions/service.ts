// The sessions of staff: one per browser, which its secret cookie renews with Google's permission.
import type { AuthData } from '@invoice-desk/contract/identity/identity'
import { recordEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Tokens } from '../../../providers/google/google.ts'
import { GRANT_ENDED } from '../../../providers/google/issuer.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { createToken, hashToken } from '../../../secrets/link-tokens.ts'
import { getProvisionedAccount } from '../authenticate.ts'
import { claimEmail } from '../google-account.ts'
import { listEffectiveAccounts } from '../provisioning.ts'
import { listAccountRows } from '../queries.ts'
import { createGrantVault } from './grant-vault.ts'
import {
  deleteGrant,
  deleteGrantsExcept,
  deleteOldSessions,
  deleteSession,
  deleteSessionsOf,
  endStaleSession,
  findGrant,
  findSession,
  insertSession,
  insertToken,
  replaceGrant,
  saveGrant,
  touchSession,
} from './queries.ts'

type Needs = Pick<Dependencies, 'callers' | 'config' | 'database' | 'google'>

/** What its person knows a browser by. */
export type Browser = { readonly userAgent: string; readonly address: string }

type HandedOut = Pick<Tokens, 'identity' | 'idToken'>

/** `ended`: the person has to sign in again. `consent`: and Google has to ask them for its permission, or may have to. */
type Renewal = AuthData | 'ended' | 'consent'

export const createSessions = ({ callers, config, database, google }: Needs) => {
  const { db } = database
  const vault = createGrantVault(config)

  /** Part of the sign-in's transaction. Ends the session that this browser had before. */
  const begin = async (
    tx: Db,
    { refreshToken, ...tokens }: HandedOut & Pick<Tokens, 'refreshToken'>,
    { browser, previousSecret }: { browser: Browser; previousSecret: string | undefined },
  ): Promise<{ secret: string; needsConsent: boolean }> => {
    const { email } = tokens.identity
    if (previousSecret !== undefined) await deleteSession(tx, hashToken(previousSecret))
    if (refreshToken !== undefined) await saveGrant(tx, email, vault.seal(email, refreshToken))
    const isRenewable =
      refreshToken !== undefined || vault.open(email, await findGrant(tx, email)) !== undefined
    const secret = createToken()
    const secretHash = hashToken(secret)
    await insertSession(tx, { secretHash, email, ...browser })
    await insertToken(tx, tokenRow(secretHash, tokens))
    return { secret, needsConsent: !isRenewable }
  }

  const renew = async (secret: string, idleSeconds: number): Promise<Renewal> => {
    const secretHash = hashToken(secret)
    const asked = { idleSeconds, daysMax: config.sessionDaysMax }
    const session = await findSession(db, secretHash, asked)
    // Google may have ended it, in another browser.
    if (!session) return 'consent'
    const { email, sealed, isOver } = session
    if (isOver) {
      await endStaleSession(db, secretHash)
      callers.forget()
      return sealed === null ? 'consent' : 'ended'
    }
    const refreshToken = vault.open(email, sealed)
    if (sealed === null || refreshToken === undefined) return 'consent'
    const tokens = await google.renew(refreshToken).catch(readRefusal)
    // Google gives a person a new address when they are renamed. It's no longer the account that signed in.
    if (tokens === GRANT_ENDED || tokens.identity.email !== email) {
      // If a sign-in has brought a newer permission since, that one decides.
      const isOver = await endAll(email, sealed)
      return isOver ? 'consent' : renew(secret, idleSeconds)
    }
    await admit(tokens.identity).catch(async (refusal: unknown) => {
      if (refusal instanceof AppError) await deleteSessionsOf(db, email)
      callers.forget()
      throw refusal
    })
    const { refreshToken: next = refreshToken } = tokens
    if (next !== refreshToken)
      await replaceGrant(db, email, { from: sealed, to: vault.seal(email, next) })
    // Someone may have signed out or been disabled since.
    const isLive = await db.transaction(async (tx) => {
      if (!(await touchSession(tx, secretHash, idleSeconds))) return false
      await insertToken(tx, tokenRow(secretHash, tokens))
      return true
    })
    return isLive ? authDataOf(tokens) : 'ended'
  }

  const admit = async (identity: Tokens['identity']): Promise<void> => {
    await getProvisionedAccount({ config, database }, identity)
    if (await claimEmail(db, identity)) return
    const { email } = identity
    await recordSessionEvent(db, email, 'google_account_refused', email)
    // It belongs to the other account, too.
    await deleteGrant(db, email)
    throw new AppError('account_other_google')
  }

  /** The ends of sessions, after which this process asks again who a token belongs to. */
  const commit = async <T>(change: (tx: Db) => Promise<T>): Promise<T> => {
    const changed = await db.transaction(change)
    callers.forget()
    return changed
  }

  const endAll = (email: string, sealed: string): Promise<boolean> =>
    commit(async (tx) => {
      if (!(await deleteGrant(tx, email, sealed))) return false
      await deleteSessionsOf(tx, email)
      await recordSessionEvent(tx, 'system', 'session_ended_by_google', email)
      return true
    })

  const end = (secret: string): Promise<void> =>
    commit(async (tx) => {
      const email = await deleteSession(tx, hashToken(secret))
      if (email !== undefined) await recordSessionEvent(tx, email, 'signed_out', email)
    })

  /** Forgets sessions that ended without a sign-out, and permissions of people without an account. */
  const sweep = async (): Promise<void> => {
    await deleteOldSessions(db)
    const accounts = listEffectiveAccounts(config.staff, await listAccountRows(db))
    const enabled = accounts.filter(({ disabled }) => !disabled).map(({ email }) => email)
    await deleteGrantsExcept(db, enabled)
  }

  return { begin, renew, end, sweep }
}

const tokenRow = (secretHash: string, { idToken, identity }: HandedOut) => ({
  tokenHash: hashToken(idToken),
  secretHash,
  expiresAt: new Date(identity.exp * 1_000),
})

export const authDataOf = ({ idToken, accessToken, identity }: Tokens): AuthData => ({
  email: identity.email,
  name: identity.name,
  picture: identity.picture,
  idToken,
  accessToken,
  exp: identity.exp,
  timestamp: Date.now(),
})

type SessionAction =
  | 'signed_out'
  | 'signed_out_everywhere'
  | 'session_ended_by_google'
  | 'google_account_refused'

export const recordSessionEvent = (
  tx: Db,
  actor: string,
  action: SessionAction,
  email: string,
): Promise<void> => recordEvent(tx, { actor, action, subject: { kind: 'account', id: email } })

const readRefusal = (error: unknown): typeof GRANT_ENDED => {
  if (!(error instanceof ProviderError)) throw error
  if (error.providerCode === GRANT_ENDED) return GRANT_ENDED
  // An id token that we refuse now may be one that we accept later, such as when a clock was wrong.
  throw new AppError('google_unavailable', { cause: error })
}
