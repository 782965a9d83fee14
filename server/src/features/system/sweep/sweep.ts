// Deletes files without a row a week after a sweep first found them. If the database and the file store don't seem to
// belong together, it deletes nothing and emails the administrators.
import { businessDay } from '@invoice-desk/contract/values/business-day'
import type { Dependencies } from '../../../dependencies.ts'
import { hasErasedInvoiceFiles } from '../../bills/retention/queries.ts'
import { hasErasedFiles } from '../../relay/messages/queries.ts'
import { fileNoticeJob } from './job-kinds.ts'
import {
  claimFileNotice,
  forgetOrphansNotSeen,
  getInstallation,
  listDueOrphans,
  listKnownFileIds,
  markOrphans,
  resetAcceptedOrphans,
} from './queries.ts'
import { isPlausible, judgeSweep, ORPHANS_MAX, type StopReason } from './sweep-rules.ts'

/** Longer than any upload takes. */
const ORPHAN_AGE_MS = 3_600_000
/** Time to notice that the wrong database was restored. */
const QUARANTINE_DAYS = 7
const PAGE = 1_000

type Needs = Pick<Dependencies, 'config' | 'database' | 'files' | 'jobs' | 'log'>

export const sweepFiles = async (needs: Needs): Promise<void> => {
  const { database, files, log } = needs
  const { db } = database
  const startedAt = new Date()
  const before = new Date(startedAt.getTime() - ORPHAN_AGE_MS)
  await files.clearIncoming(before)
  const { id: installation, orphansAccepted: accepted } = await getInstallation(db)
  const marker = await files.readMarker()
  const { orphanIds, ...counts } = await countFiles(needs, before)
  const knowsErased = (await hasErasedFiles(db)) || (await hasErasedInvoiceFiles(db))
  const verdict = judgeSweep({ marker, installation, accepted, knowsErased, ...counts })
  if (verdict !== 'sweep' && verdict !== 'adopt') return stop(needs, verdict, counts)

  for (let from = 0; from < orphanIds.length; from += PAGE)
    await markOrphans(db, orphanIds.slice(from, from + PAGE), startedAt)
  await forgetOrphansNotSeen(db, startedAt)
  if (accepted > 0 && isPlausible({ ...counts, knowsErased })) await resetAcceptedOrphans(db)
  if (verdict === 'sweep') return deleteDue(needs, startedAt)
  // Two installations may both find no marker. The last one to write it owns the store, and the other notices at its
  // next sweep, before it deletes anything.
  await files.writeMarker(installation)
  log.info({ installation, store: files.place }, 'the file store is now marked as ours')
}

const countFiles = async ({ database, files }: Needs, before: Date) => {
  const found = { files: 0, orphans: 0, orphanIds: [] as string[] }
  for await (const ids of files.listBefore(before)) {
    const known = await listKnownFileIds(database.db, ids)
    const orphans = ids.filter((id) => !known.has(id))
    found.files += ids.length
    found.orphans += orphans.length
    found.orphanIds.push(...orphans.slice(0, ORPHANS_MAX - found.orphanIds.length))
  }
  return found
}

const deleteDue = async ({ database: { db }, files, log }: Needs, seenAt: Date): Promise<void> => {
  const due = await listDueOrphans(db, seenAt, QUARANTINE_DAYS)
  const known = await listKnownFileIds(db, due)
  for (const id of due.filter((each) => !known.has(each))) {
    log.warn({ file: id }, 'deleting a file that has no row')
    // If it fails, the next sweep tries again.
    await files.remove(id).catch((error: unknown) => {
      log.error({ err: error, file: id }, 'could not delete a file that has no row')
    })
  }
}

const stop = async (
  { config, database: { db }, files, jobs, log }: Needs,
  reason: StopReason,
  counts: { files: number; orphans: number },
): Promise<void> => {
  const { place } = files
  log.error({ reason, store: place, ...counts }, 'the file sweep stopped and deleted nothing')
  const day = businessDay(Date.now(), config.businessTimeZone)
  await db.transaction(async (tx) => {
    if (await claimFileNotice(tx, `${reason}:${day}`))
      await jobs.send(tx, fileNoticeJob, { reason, day, place, ...counts })
  })
}
