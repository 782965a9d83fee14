// Seals what the relay stores with the current SECRET_KEY, so a previous key can be removed.
import type { Dependencies } from '../../dependencies.ts'
import { listTokens, replaceToken } from './mailboxes/queries.ts'
import { createTokenVault } from './mailboxes/token-vault.ts'
import { createContentKeys } from './messages/content.ts'
import { listContentKeys, replaceContentKey } from './messages/queries.ts'

export const resealRelay = async ({ config, database: { db } }: Dependencies): Promise<void> => {
  await createTokenVault(config).resealRows(
    () => listTokens(db),
    (mailboxId, seals) => replaceToken(db, mailboxId, seals),
  )
  await createContentKeys(config).resealRows(
    () => listContentKeys(db),
    (messageId, seals) => replaceContentKey(db, messageId, seals),
  )
}
