// Keeps the connection: tokens sealed in its row, and its death told to the audit trail and the administrators.

import { recordEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { TokenSet } from '../../../providers/quickbooks/oauth.ts'
import type { Connection, ConnectionStore } from '../../../providers/quickbooks/tokens.ts'
import { createSealer, type Sealer } from '../../../sealing.ts'
import { sendNotice } from '../sync/notices.ts'
import {
  type ConnectionRow,
  findConnectionRow,
  releaseLeaseRow,
  type SealedTokens,
  takeLeaseRow,
  updateInvalid,
  updateTokens,
} from './queries.ts'

type Needs = Pick<Dependencies, 'config' | 'database' | 'jobs'>

export const createTokenSealer = ({ config }: Pick<Needs, 'config'>): Sealer =>
  createSealer(config.keyring, 'quickbooks')

export const sealTokens = (sealer: Sealer, tokens: TokenSet): SealedTokens => ({
  accessToken: sealer.seal(tokens.accessToken),
  accessExpiresAt: tokens.accessExpiresAt,
  refreshToken: sealer.seal(tokens.refreshToken),
  refreshExpiresAt: tokens.refreshExpiresAt,
})

export const createConnectionStore = (needs: Needs): ConnectionStore => {
  const { db } = needs.database
  const sealer = createTokenSealer(needs)
  const tokens = createLastOpened(sealer)
  return {
    find: async () => {
      const row = await findConnectionRow(db)
      return row && openConnection(tokens, row)
    },
    takeLease: (owner, seconds) => takeLeaseRow(db, owner, seconds),
    releaseLease: (owner) => releaseLeaseRow(db, owner),
    saveTokens: (version, tokens) => updateTokens(db, version, sealTokens(sealer, tokens)),
    markInvalid: (version, reason) =>
      db.transaction(async (tx) => {
        if (!(await updateInvalid(tx, version, reason))) return
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

type Tokens = {
  readonly accessToken: string | undefined
  readonly refreshToken: string | undefined
}

/** The row is read before every call, its tokens are opened when they have changed. */
const createLastOpened = (sealer: Sealer) => {
  let last: { sealed: string; tokens: Tokens } | undefined
  return ({ accessToken, refreshToken }: SealedTokens): Tokens => {
    const sealed = `${accessToken} ${refreshToken}`
    if (last?.sealed !== sealed) {
      const tokens = {
        accessToken: sealer.open(accessToken),
        refreshToken: sealer.open(refreshToken),
      }
      last = { sealed, tokens }
    }
    return last.tokens
  }
}

const openConnection = (open: (sealed: SealedTokens) => Tokens, row: ConnectionRow): Connection => {
  const { accessToken, refreshToken } = open(row)
  // Sealed under another SECRET_KEY: only connecting anew helps, and the page can say so.
  const isReadable = accessToken !== undefined && refreshToken !== undefined
  return {
    realmId: row.realmId,
    companyName: row.companyName,
    accessToken: accessToken ?? '',
    accessExpiresAt: row.accessExpiresAt,
    refreshToken: refreshToken ?? '',
    refreshExpiresAt: row.refreshExpiresAt,
    state: isReadable ? row.state : 'invalid',
    reason: isReadable ? (row.reason ?? undefined) : 'the stored tokens cannot be opened any more',
    version: row.version,
  }
}
