// Imports a file in short transactions. Its transactions become visible together at the end.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FormOf } from '@invoice-desk/contract/http/endpoint'
import type { ImportReport, importTransactions } from '@invoice-desk/contract/retailer/retailer'
import { IMPORT_SAMPLE_SIZE } from '@invoice-desk/contract/values/limits'
import { recordEvent } from '../../../db/audit.ts'
import { yieldToRequests } from '../../../db/read-in-batches.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { AppError } from '../../../lib/app-error.ts'
import { countKnown } from '../queries.ts'
import { toTransaction } from './charge.ts'
import type { Gathered } from './gather.ts'
import {
  advanceImport,
  beginImport,
  completeImport,
  deleteFailedRows,
  failDeadImports,
  failImport,
  findImport,
  insertCharges,
} from './queries.ts'
import { readTransactionsFile } from './read-file.ts'

/** Rows per transaction: few enough that requests barely wait for the embedded database's single connection. */
const ROWS_PER_TRANSACTION = 250
const IDS_PER_QUERY = 2_000

export type ReceivedExport = { gathered: Gathered; discard(): Promise<void> }
type ImportForm = { fields: FormOf<typeof importTransactions>; files: readonly ReceivedExport[] }

export const createImport = ({ database: { db }, log }: Dependencies) => {
  /** Reads the file while it arrives and keeps only its charges. */
  const receive = async (stream: Readable & { truncated?: boolean }): Promise<ReceivedExport> => {
    const gathered = await readTransactionsFile(stream).catch((error: unknown) => {
      // A truncated file is reported as too large, even if it also has other problems.
      throw stream.truncated ? new AppError('import_too_large') : error
    })
    if (stream.truncated) throw new AppError('import_too_large')
    return { gathered, discard: async () => {} }
  }

  const sweep = async (): Promise<void> => {
    await failDeadImports(db)
    while (await deleteFailedRows(db)) await yieldToRequests()
  }

  const preview = async (gathered: Gathered): Promise<ImportReport> => {
    const ids = gathered.charges.map(({ id }) => id)
    let known = 0
    for (const part of partsOf(ids, IDS_PER_QUERY)) {
      known += await countKnown(db, part)
      await yieldToRequests()
    }
    return reportOf(gathered, ids.length - known)
  }

  const write = async (id: string, gathered: Gathered): Promise<number> => {
    let added = 0
    for (const part of partsOf(gathered.charges, ROWS_PER_TRANSACTION)) {
      added += await db.transaction(async (tx) => {
        if (!(await advanceImport(tx, id, part.length))) throw new AppError('import_failed')
        return insertCharges(tx, id, part)
      })
      await yieldToRequests()
    }
    return added
  }

  const importAll = async (
    caller: StaffCaller,
    id: string,
    gathered: Gathered,
  ): Promise<ImportReport> => {
    await sweep()
    const started = { id, format: gathered.format, actor: caller.email }
    if (!(await beginImport(db, { ...started, total: gathered.charges.length }))) {
      throw new AppError('import_running')
    }
    try {
      const report = reportOf(gathered, await write(id, gathered))
      const { problems, sample, ...details } = report
      await db.transaction(async (tx) => {
        if (!(await completeImport(tx, id))) throw new AppError('import_failed')
        const subject = { kind: 'retailer_import', id } as const
        await recordEvent(tx, {
          actor: caller.email,
          action: 'transactions_imported',
          subject,
          details,
        })
      })
      return report
    } catch (error) {
      // If this fails too, for example because the database is down, the sweep job cleans up later.
      await failImport(db, id)
        .then(sweep)
        .catch((cause: unknown) =>
          log.warn({ err: cause }, 'Could not clean up a failed import, will retry'),
        )
      throw error instanceof AppError ? error : new AppError('import_failed', { cause: error })
    }
  }

  return {
    receive,
    sweep,
    importFile: async (caller: StaffCaller, { fields, files: [file] }: ImportForm) => {
      if (!file) throw new AppError('import_file_missing', { field: 'file' })
      return fields.step === 'preview'
        ? preview(file.gathered)
        : importAll(caller, fields.importId ?? randomUUID(), file.gathered)
    },
    progressOf: async (importId: string) =>
      (await findImport(db, importId)) ?? { state: 'waiting' as const, done: 0, total: 0 },
  }
}

function* partsOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}

const reportOf = (gathered: Gathered, added: number): ImportReport => {
  const { charges, repeated, ...counts } = gathered
  return {
    ...counts,
    added,
    known: charges.length - added + repeated,
    problems: [...counts.problems],
    sample: charges.slice(0, IMPORT_SAMPLE_SIZE).map(toTransaction),
  }
}
