// Finds bills that someone entered in QuickBooks by hand for approved tasks, so their payment counts too.
import { HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Kept } from '../accounting/copy/records.ts'
import { createPosting } from './posting.ts'
import type { PostingContent } from './queries.ts'

const DAYS_MAX = 180
const TASKS_PER_RUN = 200

export const createAdoption = (dependencies: Dependencies) => {
  const { adoptBill } = createPosting(dependencies)
  return async (): Promise<void> => {
    for (const { bill, ...task } of await listEnteredByHand(dependencies.database.db)) {
      // The bill keeps its own account.
      await adoptBill({ ...task, actor: 'system', accountId: '', date: bill.date }, bill)
    }
  }
}

type Task = Pick<
  PostingContent,
  'taskId' | 'realmId' | 'vendor' | 'vendorId' | 'vendorName' | 'invoiceNumber' | 'amountCents'
>

/** Approved tasks without a posting whose bill is in our copy of QuickBooks, newest first. */
const listEnteredByHand = async (db: Db) => {
  const { rows } = await db.execute<Task & { bill: Kept<'bill'> }>(sql`
    SELECT DISTINCT ON (task.decided_at, task.id) task.id AS "taskId", task.vendor,
      task.invoice_number AS "invoiceNumber", task.amount_cents::float8 AS "amountCents",
      vendor.realm_id AS "realmId", vendor.id AS "vendorId", vendor.data ->> 'name' AS "vendorName",
      record.data AS bill
    FROM bill AS task
    JOIN qbo_connection AS connection ON connection.state = 'connected'
    JOIN qbo_record AS vendor ON vendor.kind = 'vendor' AND vendor.realm_id = connection.realm_id
      AND lower(vendor.data ->> 'name') = lower(task.vendor)
      AND lower(vendor.data ->> 'name' COLLATE "C") = lower(task.vendor COLLATE "C")
    JOIN qbo_record AS record ON record.kind = 'bill' AND record.realm_id = connection.realm_id
      AND record.data ->> 'vendorId' = vendor.id
      AND lower(record.data ->> 'invoiceNumber') = lower(task.invoice_number)
    WHERE task.status = 'approved' AND task.decided_at > now() - make_interval(days => ${DAYS_MAX})
      AND (record.data ->> 'totalCents')::bigint = task.amount_cents
      AND record.data ->> 'currency' = ${HOME_CURRENCY}
      AND NOT EXISTS (SELECT 1 FROM bill_posting WHERE task_id = task.id::text)
    ORDER BY task.decided_at DESC, task.id LIMIT ${TASKS_PER_RUN}`)
  return rows
}
