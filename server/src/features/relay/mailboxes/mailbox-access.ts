// Access tokens for Gmail accounts: renewed shortly before they end, and a withdrawn permission is recorded.
import { recordEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { sendJob } from '../../../jobs/queue.ts'
import { GRANT_ENDED } from '../../../providers/google/issuer.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { relayWithdrawnJob } from '../job-kinds.ts'
import { findById, updateWithdrawn } from './queries.ts'
import { createTokenVault } from './token-vault.ts'

type Renewed = { readonly accessToken: string; readonly expiresAt: number }
type Known = { readonly sealed: string; readonly renewed: Promise<Renewed> }

/** An upload may take a minute. */
const EARLY_MS = 2 * 60_000

/** The `providerCode` if someone must connect the account first. */
export const NOT_CONNECTED = 'not_connected'

export const createMailboxAccess = ({ config, database: { db }, gmail, log }: Dependencies) => {
  const vault = createTokenVault(config)
  // Each belongs to the permission it was made with, so one of another permission is never used.
  const known = new Map<string, Known>()

  const renew = async (id: string, sealed: string): Promise<Renewed> => {
    const refreshToken = vault.open(id, sealed)
    if (refreshToken === undefined) {
      log.error({ mailboxId: id }, "SECRET_KEY can't decrypt the permission of a Gmail account")
      throw notConnected()
    }
    return gmail.renew(refreshToken)
  }

  /** Parallel callers share one renewal. */
  const renewOnce = async (id: string, sealed: string): Promise<Renewed> => {
    const before = known.get(id)
    if (before?.sealed === sealed) {
      const renewed = await before.renewed
      if (renewed.expiresAt - EARLY_MS > Date.now()) return renewed
    }
    // Someone else may have begun while we waited.
    const current = known.get(id)
    if (current && current !== before && current.sealed === sealed) return current.renewed
    const next = { sealed, renewed: renew(id, sealed) }
    known.set(id, next)
    next.renewed.catch(() => {
      if (known.get(id) === next) known.delete(id)
    })
    return next.renewed
  }

  /** False if the permission was replaced since. */
  const recordWithdrawal = (id: string, sealed: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      if (!(await updateWithdrawn(tx, id, sealed))) return false
      await recordEvent(tx, {
        actor: 'system',
        action: 'relay_mailbox_withdrawn',
        subject: { kind: 'relay_mailbox', id },
      })
      await sendJob(tx, relayWithdrawnJob, { mailboxId: id })
      return true
    })

  /** Throws `auth` with `NOT_CONNECTED` if someone must connect the account first. */
  const getToken = async (mailboxId: string): Promise<string> => {
    const row = await findById(db, mailboxId)
    if (row?.refreshToken == null) throw notConnected()
    try {
      return (await renewOnce(mailboxId, row.refreshToken)).accessToken
    } catch (error) {
      if (!(error instanceof ProviderError) || error.providerCode !== GRANT_ENDED) throw error
      const isThis = await recordWithdrawal(mailboxId, row.refreshToken)
      if (isThis) throw notConnected(error)
      // Someone connected it again, or another process was faster.
      return getToken(mailboxId)
    }
  }

  return {
    getToken,
    /** After Gmail refused the token. */
    forget: (mailboxId: string): void => void known.delete(mailboxId),
  }
}

const notConnected = (cause?: unknown) =>
  new ProviderError('google', 'auth', "the Gmail account isn't connected", {
    providerCode: NOT_CONNECTED,
    cause,
  })
