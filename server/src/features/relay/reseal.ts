// Seals what the relay stores with the current SECRET_KEY, so a previous key can be removed.
import { resealColumn } from '../../db/reseal.ts'
import { relayMailbox, relayMessage } from '../../db/schema/relay.ts'
import type { Dependencies } from '../../dependencies.ts'
import { createTokenVault } from './mailboxes/token-vault.ts'
import { createContentKeys } from './messages/content.ts'

export const resealRelay = async ({ config, database: { db } }: Dependencies): Promise<void> => {
  await resealColumn(db, createTokenVault(config), relayMailbox.refreshToken)
  await resealColumn(db, createContentKeys(config), relayMessage.contentKey)
}
