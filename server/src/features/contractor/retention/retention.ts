// Erases every night what the settings don't keep: files and messages of invoices that are over. The invoices, their history and
// the hashes of their files stay.
import { FOREVER } from '@invoice-desk/contract/business-settings'
import { recordEvent } from '../../../db/audit.ts'
import type { Database, Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import {
  eraseFileRows,
  eraseMessages,
  listDueFiles,
  listDueMessages,
  listFilesToRemove,
  markRemoved,
} from './queries.ts'

/** Per run and kind. The next night continues. */
const ROWS_MAX = 100_000
/** Each batch is a transaction of its own, so nothing waits long for it. */
const BATCH = 500
/** How many files are removed at the same time. */
const REMOVALS_MAX = 10

export type RetentionNeeds = Pick<Dependencies, 'config' | 'database' | 'files' | 'settings'>

type Kind = {
  readonly days: number
  readonly list: (db: Db, days: number, limit: number) => Promise<string[]>
  readonly erase: (tx: Db, ids: readonly string[], days: number) => Promise<number>
  readonly action: 'files_erased' | 'messages_erased'
  readonly words: { readonly one: string; readonly many: string; readonly setting: string }
}

/** Every step can be repeated: a run that was killed is completed by the next one. */
export const eraseExpired = async (needs: RetentionNeeds): Promise<void> => {
  const { config, database, settings } = needs
  // Another process may have saved them a moment ago.
  await settings.refresh()
  const { filesKeptDays, messagesKeptDays } = config
  await removeErased(needs)
  if (filesKeptDays !== FOREVER) {
    await eraseAll(database, {
      ...{ days: filesKeptDays, list: listDueFiles, erase: eraseFileRows, action: 'files_erased' },
      words: { one: 'file', many: 'files', setting: 'files are kept' },
    })
    await removeErased(needs)
  }
  if (messagesKeptDays !== FOREVER)
    await eraseAll(database, {
      ...{ days: messagesKeptDays, list: listDueMessages, erase: eraseMessages },
      action: 'messages_erased',
      words: { one: 'message', many: 'messages', setting: 'messages are kept' },
    })
}

const eraseAll = async (
  { db }: Database,
  { days, list, erase, action, words }: Kind,
): Promise<void> => {
  const due = await list(db, days, ROWS_MAX)
  for (const ids of batchesOf(due, BATCH))
    await db.transaction(async (tx) => {
      const count = await erase(tx, ids, days)
      if (count === 0) return
      const text = `${count} ${count === 1 ? words.one : words.many}, because ${words.setting} for ${days} days after an invoice is over`
      await recordEvent(tx, {
        ...{ actor: 'system', action, details: { text } },
        subject: { kind: 'settings', id: 'settings' },
      })
    })
}

const removeErased = async ({ database: { db }, files }: RetentionNeeds): Promise<void> => {
  for (;;) {
    const ids = await listFilesToRemove(db, BATCH)
    if (ids.length === 0) return
    for (const some of batchesOf(ids, REMOVALS_MAX))
      await Promise.all(some.map((id) => files.remove(id)))
    await markRemoved(db, ids)
  }
}

const batchesOf = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) =>
    ids.slice(at * size, (at + 1) * size),
  )
