// Seals the keys of stored messages with the current SECRET_KEY, so a previous key can be removed.
import type { Dependencies } from '../../../dependencies.ts'
import { createContentKeys } from './content.ts'
import { listContentKeys, replaceContentKey } from './queries.ts'

export const resealContentKeys = ({
  config,
  database: { db },
}: Pick<Dependencies, 'config' | 'database'>): Promise<void> =>
  createContentKeys(config).resealRows(
    () => listContentKeys(db),
    (messageId, seals) => replaceContentKey(db, messageId, seals),
  )
