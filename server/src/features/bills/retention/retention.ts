// Erases every night what the settings don't keep: files and messages of invoices that are over. The invoices, their history and
// the hashes of their files stay.
import { FOREVER } from '@invoice-desk/contract/system/business-settings'
import { recordEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
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
  readonly setting: 'filesKeptDays' | 'messagesKeptDays'
  readonly list: (db: Db, days: number, limit: number) => Promise<string[]>
  readonly erase: (tx: Db, ids: readonly string[], days: number) => Promise<number>
  readonly action: 'files_erased' | 'messages_erased'
  readonly words: { readonly one: string; readonly many: string; readonly why: string }
}

/** Every step can be repeated: a run that was killed is completed by the next one. */
export const eraseExpired = async (needs: RetentionNeeds): Promise<void> => {
  await removeErased(needs)
  await eraseAll(needs, {
    ...{ setting: 'filesKeptDays', list: listDueFiles, erase: eraseFileRows },
    action: 'files_erased',
    words: { one: 'file', many: 'files', why: 'files are kept' },
  })
  await removeErased(needs)
  await eraseAll(needs, {
    ...{ setting: 'messagesKeptDays', list: listDueMessages, erase: eraseMessages },
    action: 'messages_erased',
    words: { one: 'message', many: 'messages', why: 'messages are kept' },
  })
}

const eraseAll = async (
  { config, database: { db }, settings }: RetentionNeeds,
  { setting, list, erase, action, words }: Kind,
): Promise<void> => {
  // Another process may have saved it a moment ago.
  const read = async () => {
    await settings.refresh()
    return config[setting]
  }
  const days = await read()
  if (days === FOREVER) return
  for (const ids of batchesOf(await list(db, days, ROWS_MAX), BATCH)) {
    // Someone may decide to keep more while this runs.
    if ((await read()) !== days) return
    await db.transaction(async (tx) => {
      const count = await erase(tx, ids, days)
      if (count === 0) return
      const text = `${count} ${count === 1 ? words.one : words.many}, because ${words.why} for ${days} days after an invoice is over`
      await recordEvent(tx, {
        ...{ actor: 'system', action, details: { text } },
        subject: { kind: 'settings', id: 'settings' },
      })
    })
  }
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
