// Seals Google's permissions to send from Gmail accounts.

import type { Dependencies } from '../../../dependencies.ts'
import { createRowSealer } from '../../../secrets/sealing.ts'
import type { Config } from '../../../settings/config.ts'
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
