// Seals the stored QuickBooks tokens with the current SECRET_KEY, so a previous key can be removed.
import type { Dependencies } from '../../../dependencies.ts'
import { createTokenSealer } from './connection-store.ts'
import { findConnectionRow, updateSeals } from './queries.ts'

type Needs = Pick<Dependencies, 'config' | 'database' | 'log'>

/** Safe at any time and in several processes: it never overwrites tokens that changed since it read them. */
export const resealTokens = async (needs: Needs): Promise<void> => {
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
