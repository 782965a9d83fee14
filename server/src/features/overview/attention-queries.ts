// Reads what needs attention, one statement per answer. What the given tools don't cover is null and isn't read.
import {
  CONNECTION_WARN_DAYS,
  RECONNECT_WARN_DAYS,
} from '@invoice-desk/contract/accounting/connection'
import type { WorkspaceCounts } from '@invoice-desk/contract/overview/overview'
import type { Db } from '../../db/client.ts'
import { IS_PENDING } from '../../db/schema/bills.ts'
import { statement } from '../../db/statement.ts'
import { IS_FAILED } from '../../jobs/failed.ts'
import { toVoidCondition } from '../bills/posted-bill.ts'
import { hasStatus } from './bill-statuses.ts'

/** The tools that decide what is counted. */
export type Covered = Readonly<
  Record<'approve_invoice' | 'pay_invoice' | 'connections' | 'create_vendor', boolean>
>

type Nullable<T> = { [K in keyof T]-?: T[K] | null }

const workspaceCounts = statement<Nullable<WorkspaceCounts>>(`SELECT
  CASE WHEN $1 THEN (SELECT count(*)::int FROM bill WHERE ${IS_PENDING}) END AS "pendingInvoices",
  CASE WHEN $2 THEN (SELECT count(*)::int FROM payment_attempt WHERE review_reasons <> '[]')
    END AS "paymentsToReview",
  CASE WHEN $3 THEN NOT EXISTS (
    SELECT FROM qbo_connection WHERE state = 'connected'
      AND refresh_expires_at > now() + interval '${CONNECTION_WARN_DAYS} days'
      AND (hard_expires_at > now() + interval '${RECONNECT_WARN_DAYS} days') IS NOT FALSE)
    END AS "connectionNeedsAttention",
  CASE WHEN $3 THEN (SELECT count(*)::int FROM jobs.job WHERE ${IS_FAILED}) END AS "failedJobs"`)

export const countWorkspace = async (db: Db, covered: Covered) => {
  const { approve_invoice, pay_invoice, connections } = covered
  const [row] = await workspaceCounts(db, approve_invoice, pay_invoice, connections)
  return row
}

type Example = { readonly id: string; readonly label: string }
export type Counted = { readonly count: number; readonly first: readonly Example[] | null }

export type AttentionRow = {
  readonly failedJobs: number | null
  readonly payments: Counted | null
  readonly isPaused: boolean | null
  readonly refused: Counted | null
  readonly toVoid: number | null
  readonly withoutAccount: number | null
  readonly detailsToReview: number | null
  /** Null also if there is no connection. */
  readonly connection: {
    readonly state: string
    readonly expiresAt: string
    readonly hardExpiresAt: string | null
  } | null
}

const EXAMPLES_MAX = 3

/** How many rows match, and the newest of them. */
const countedRows = (from: string, label: string, newest: string) => `
  SELECT json_build_object('count', (SELECT count(*) FROM ${from}), 'first', (
    SELECT json_agg(example) FROM (
      SELECT id, ${label} AS label FROM ${from} ORDER BY ${newest} DESC LIMIT ${EXAMPLES_MAX}
    ) AS example))`

/** Duplicates share a bill in QuickBooks, which has to be voided once. */
const TO_VOID = `
  SELECT count(DISTINCT (bill_posting.realm_id, bill_posting.bill_id))::int
  FROM bill_posting JOIN bill ON bill.id = bill_posting.task_id::uuid
  WHERE ${toVoidCondition()}`

const attention = statement<AttentionRow>(`SELECT
  CASE WHEN $3 THEN (SELECT count(*)::int FROM jobs.job WHERE ${IS_FAILED}) END AS "failedJobs",
  CASE WHEN $1 THEN (${countedRows(
    `bill WHERE post_refusal IS NOT NULL AND ${hasStatus('approved')}`,
    "invoice_number || ' from ' || vendor",
    'decided_at',
  )}) END AS refused,
  CASE WHEN $1 THEN (${TO_VOID}) END AS "toVoid",
  CASE WHEN $2 THEN (${countedRows(
    "payment_attempt WHERE review_reasons <> '[]'",
    'company_name',
    'created_at',
  )}) END AS payments,
  CASE WHEN $2 THEN EXISTS (SELECT FROM installation WHERE restored_at IS NOT NULL)
    END AS "isPaused",
  CASE WHEN $3 THEN (
    SELECT json_build_object('state', state, 'expiresAt', refresh_expires_at,
      'hardExpiresAt', hard_expires_at) FROM qbo_connection
    ) END AS connection,
  CASE WHEN $4 THEN (
    SELECT count(*)::int FROM vendor_mapping WHERE qb_bill_account = '') END AS "withoutAccount",
  CASE WHEN $4 THEN (
    SELECT count(*)::int FROM vendor_invitation WHERE state = 'submitted') END AS "detailsToReview"`)

export const readAttention = async (db: Db, covered: Covered) => {
  const { approve_invoice, pay_invoice, connections, create_vendor } = covered
  const [row] = await attention(db, approve_invoice, pay_invoice, connections, create_vendor)
  return row
}
