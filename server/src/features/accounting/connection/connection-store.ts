// Stores the QuickBooks connection with sealed tokens, seals them again with a new key, and reports when it's lost.
import { recordEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Jobs } from '../../../jobs/queue.ts'
import type { TokenSet } from '../../../providers/quickbooks/oauth.ts'
import type { Connection, ConnectionStore } from '../../../providers/quickbooks/tokens.ts'
import { createSealer, type Sealer } from '../../../secrets/sealing.ts'
import { sendNotice } from '../notices.ts'
import { limitReached } from './limit.ts'
import {
  type ConnectionRow,
  findConnectionRow,
  releaseLeaseRow,
  type SealedTokens,
  takeLeaseRow,
  updateInvalid,
  updateSeals,
  updateTokens,
} from './queries.ts'

type Needs = Pick<Dependencies, 'config' | 'database'> & { readonly jobs: Pick<Jobs, 'send'> }

const REFUSED_REASON = 'QuickBooks refused the refresh token (invalid_grant)'

export const createTokenSealer = ({ config }: Pick<Needs, 'config'>): Sealer =>
  createSealer(config.keyring, 'quickbooks')

export const sealTokens = (sealer: Sealer, tokens: TokenSet): SealedTokens => ({
  ...tokens,
  accessToken: sealer.seal(tokens.accessToken),
  refreshToken: sealer.seal(tokens.refreshToken),
})

export const createConnectionStore = (needs: Needs): ConnectionStore => {
  const { db } = needs.database
  const sealer = createTokenSealer(needs)
  return {
    find: async () => {
      const row = await findConnectionRow(db)
      return row && openConnection(sealer, row)
    },
    takeLease: (owner, seconds) => takeLeaseRow(db, owner, seconds),
    releaseLease: (owner) => releaseLeaseRow(db, owner),
    saveTokens: (version, tokens) => updateTokens(db, version, sealTokens(sealer, tokens)),
    markInvalid: (refused) =>
      db.transaction(async (tx) => {
        const reason = limitReached(refused, needs.config.businessTimeZone) ?? REFUSED_REASON
        if (!(await updateInvalid(tx, refused.version, reason))) return
        await recordEvent(tx, {
          actor: 'system',
          action: 'quickbooks_connection_lost',
          subject: { kind: 'connection', id: 'quickbooks' },
          details: { reason },
        })
        await sendNotice(needs, tx, { kind: 'invalid', reason })
      }),
  }
}

const openConnection = (sealer: Sealer, row: ConnectionRow): Connection => {
  const [accessToken, refreshToken] = [row.accessToken, row.refreshToken].map(sealer.open)
  // If the tokens were sealed with a SECRET_KEY we no longer have, someone has to reconnect.
  const isReadable = accessToken !== undefined && refreshToken !== undefined
  return {
    ...row,
    accessToken: accessToken ?? '',
    refreshToken: refreshToken ?? '',
    state: isReadable ? row.state : 'invalid',
    reason: isReadable ? (row.reason ?? undefined) : "the stored tokens can't be decrypted anymore",
  }
}

/**
 * Seals the stored tokens with the current SECRET_KEY, so a previous key can be removed. Safe at any time and in several
 * processes: it never overwrites tokens that changed since it read them.
 */
export const resealTokens = async (
  needs: Omit<Needs, 'jobs'> & Pick<Dependencies, 'log'>,
): Promise<void> => {
  const { config, database, log } = needs
  if (config.keyring.previous.length === 0) return
  const row = await findConnectionRow(database.db)
  const { open, seal, isCurrent } = createTokenSealer(needs)
  if (row && !(isCurrent(row.accessToken) && isCurrent(row.refreshToken))) {
    const [accessToken, refreshToken] = [open(row.accessToken), open(row.refreshToken)]
    if (accessToken === undefined || refreshToken === undefined) {
      log.error("SECRET_KEY and SECRET_KEY_PREVIOUS can't decrypt the stored QuickBooks tokens")
      return
    }
    const sealed = { accessToken: seal(accessToken), refreshToken: seal(refreshToken) }
    if (!(await updateSeals(database.db, row.version, sealed))) return resealTokens(needs)
  }
  log.info('Everything stored is sealed with the current SECRET_KEY')
}
