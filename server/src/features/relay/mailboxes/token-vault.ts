// Seals Google's permissions to send from Gmail accounts.
import type { Config } from '../../../config.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createRowSealer } from '../../../sealing.ts'
import { listTokens, replaceToken } from './queries.ts'

/** Each is sealed for one Gmail account. */
export const createTokenVault = ({ keyring }: Pick<Config, 'keyring'>) =>
  createRowSealer(keyring, 'relay-mailbox')

/** Seals the permissions with the current SECRET_KEY, so a previous key can be removed. */
export const resealMailboxTokens = ({
  config,
  database: { db },
}: Pick<Dependencies, 'config' | 'database'>): Promise<void> =>
  createTokenVault(config).resealRows(
    () => listTokens(db),
    (mailboxId, seals) => replaceToken(db, mailboxId, seals),
  )
