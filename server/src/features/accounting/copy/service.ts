// Tells staff how current our copy of QuickBooks is, and refreshes it on request.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CopyStatus } from '@invoice-desk/contract/accounting/copy'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import { findConnectionRow } from '../connection/queries.ts'
import { isOld } from './reads.ts'
import { type Copy, findCopy } from './state.ts'
import { createCopySync } from './sync.ts'

const WAIT_MAX_MS = 15_000
const POLL_MS = 200

export const createCopyService = (dependencies: Dependencies) => {
  const { db } = dependencies.database
  const refreshNow = createCopySync(dependencies)

  const getStatus = async (): Promise<CopyStatus> => statusOf(await findCopy(db))

  /** While the copy is being filled, it only reports how far it is. */
  const refresh = async (): Promise<CopyStatus> => {
    const connection = await findConnectionRow(db)
    if (!connection) throw new AppError('qbo_not_connected')
    const before = await findCopy(db)
    const until = Date.now() + WAIT_MAX_MS
    // Another process may be reading. What it reads may be older than the request.
    while (before?.filledAt && !(await refreshNow()) && Date.now() < until) await sleep(POLL_MS)
    const copy = await findCopy(db)
    if (copy?.failedAt)
      throw new AppError(copy.problem === 'auth' ? 'qbo_connection_invalid' : 'qbo_unavailable')
    return statusOf(copy)
  }

  return { getStatus, refresh }
}

const statusOf = (copy: Copy | undefined): CopyStatus => {
  if (!copy) return { state: 'none', isOld: false }
  const { checkedAt, filledAt, done, total } = copy
  const problem = copy.failedAt ? { problem: PROBLEMS[copy.problem ?? ''] ?? UNREACHABLE } : {}
  if (!filledAt || !checkedAt) {
    return {
      state: 'filling',
      isOld: false,
      progress: { done, total: Math.max(done, total) },
      ...problem,
    }
  }
  return {
    state: 'ready',
    asOf: checkedAt.toISOString(),
    isOld: isOld({ checkedAt }),
    ...problem,
  }
}

const UNREACHABLE = "QuickBooks isn't responding."
const PROBLEMS: Readonly<Record<string, string>> = {
  auth: 'QuickBooks refused the connection. Reconnect it.',
  rate_limited: 'QuickBooks is busy.',
}
