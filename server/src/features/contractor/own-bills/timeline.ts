// Reads the timeline of a contractor's bill from the audit log. Who decided, and what only staff see, is left out.
import {
  type readBillTimeline,
  TIMELINE_STEPS,
  type TimelineStep,
} from '@invoice-desk/contract/bills/bill-timeline'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { isUuid } from '@invoice-desk/contract/values/ids'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { bill } from '../../../db/schema/bills.ts'
import { auditEvent } from '../../../db/schema/common.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import { readPayment } from '../../bills/payment.ts'
import { isOwnBill, type Owner } from '../../bills/queries.ts'

const STEP_OF = new Map(
  Object.entries(TIMELINE_STEPS).flatMap(([step, actions]) =>
    actions.map((action) => [action as string, step as TimelineStep] as const),
  ),
)

const STEPS_MAX = 500

/** Their reason was written for the contractor. */
const WITH_REASON: readonly TimelineStep[] = ['changes_requested', 'rejected']

export const readTimeline = async (
  { config, database: { db } }: Pick<Dependencies, 'config' | 'database'>,
  owner: Owner,
  billId: string,
): Promise<ResponseOf<typeof readBillTimeline>> => {
  const row = isUuid(billId) ? await findOwnBill(db, owner, billId) : undefined
  if (!row) throw new AppError('bill_unknown', { field: 'billId' })
  const events = await listEvents(db, billId)
  return {
    steps: events.flatMap(({ action, at, details }) => {
      const step = STEP_OF.get(action)
      if (!step) return []
      const { reason } = details as { reason?: unknown }
      const text = WITH_REASON.includes(step) && typeof reason === 'string' ? reason : undefined
      return [{ step, at: at.toISOString(), text }]
    }),
    payment: await readPayment(db, config, row),
  }
}

const findOwnBill = async (db: Db, { vendor, email }: Owner, billId: string) => {
  const [row] = await db
    .select()
    .from(bill)
    .where(and(eq(bill.id, billId), isOwnBill(vendor, email)))
  return row
}

const listEvents = (db: Db, billId: string) => {
  const { id, action, at, details, subjectKind, subjectId } = auditEvent
  return db
    .select({ action, at, details })
    .from(auditEvent)
    .where(
      and(
        eq(subjectKind, 'bill'),
        eq(subjectId, billId),
        inArray(action, [...STEP_OF.keys()] as never[]),
      ),
    )
    .orderBy(id)
    .limit(STEPS_MAX)
}
