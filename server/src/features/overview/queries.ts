// Counts what is waiting for staff, in one statement. A tool that isn't given is neither counted nor read.
import { CONNECTION_WARN_DAYS } from '@invoice-desk/contract/accounting-connection'
import type { WorkspaceCounts } from '@invoice-desk/contract/overview'
import type { Db } from '../../db/client.ts'
import { IS_PENDING } from '../../db/schema/contractor.ts'
import { statement } from '../../db/statement.ts'
import { IS_FAILED } from '../../jobs/failed.ts'

/** The tools that decide what is counted. */
export type Covered = Readonly<Record<'approve_invoice' | 'pay_invoice' | 'connections', boolean>>

type Nullable<T> = { [K in keyof T]-?: T[K] | null }

const workspaceCounts = statement<Nullable<WorkspaceCounts>>(`SELECT
  CASE WHEN $1 THEN (SELECT count(*)::int FROM bill WHERE ${IS_PENDING}) END AS "pendingInvoices",
  CASE WHEN $2 THEN (SELECT count(*)::int FROM payment_attempt WHERE review <> '')
    END AS "paymentsToReview",
  CASE WHEN $3 THEN NOT EXISTS (
    SELECT FROM qbo_connection WHERE state = 'connected'
      AND refresh_expires_at > now() + interval '${CONNECTION_WARN_DAYS} days')
    END AS "connectionNeedsAttention",
  (SELECT count(*)::int FROM jobs.job WHERE ${IS_FAILED}) AS "failedJobs"`)

export const countWorkspace = async (db: Db, covered: Covered) => {
  const { approve_invoice, pay_invoice, connections } = covered
  const [row] = await workspaceCounts(db, approve_invoice, pay_invoice, connections)
  return row
}
