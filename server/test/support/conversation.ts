// Starts a server for tests of conversations, and makes the calls of both sides.

import {
  postBillMessage,
  postTaskMessage,
  readBillConversation,
  readTaskConversation,
} from '@invoice-desk/contract/bills/conversation'
import { listVendorBills } from '@invoice-desk/contract/contractor/contractor'
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import type { Contractor } from '@invoice-desk/testing/contractor/contractors'
import { STAFF } from '@invoice-desk/testing/people'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'

type Sent = { readonly by?: string; readonly key?: string }

const headersOf = ({ key }: Sent) => (key ? { headers: { 'idempotency-key': key } } : {})

/** Call it once at the top of a file, and use the result inside its tests. */
export const useConversations = () => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await startTestDesk()
  })
  afterAll(() => desk.close())

  const query = async (text: SQL) => (await desk.desk.dependencies.database.db.execute(text)).rows
  const write = async (
    kind: 'staff' | 'note',
    taskId: string,
    text: string,
    { by = STAFF, ...sent }: Sent = {},
  ) => {
    const token = await staffTokenOf(desk, by)
    return desk.call(postTaskMessage, { token, body: { taskId, kind, text }, ...headersOf(sent) })
  }

  return {
    desk: () => desk,
    query,
    /** A message from staff, or a note. */
    tell: write.bind(undefined, 'staff'),
    note: write.bind(undefined, 'note'),
    /** A message from a contractor. */
    reply: ({ token }: Contractor, billId: string, text: unknown, sent: Sent = {}) =>
      desk.call(postBillMessage, { token, body: { billId, text }, ...headersOf(sent) }),
    asStaff: async (taskId: string, email = STAFF) => {
      const token = await staffTokenOf(desk, email)
      return desk.call(readTaskConversation, { token, query: { taskId } })
    },
    asContractor: ({ token }: Contractor, billId: string) =>
      desk.call(readBillConversation, { token, query: { billId } }),
    listBills: ({ token, vendor }: Contractor) =>
      desk.call(listVendorBills, { token, body: { vendorName: vendor } }),
    /** Adds many at once. */
    fill: (billId: string, kind: string, count: number) =>
      query(sql`INSERT INTO bill_message (id, bill_id, author, kind, text, key)
        SELECT gen_random_uuid(), ${billId}, 'x@x.example', ${kind}, 'x', gen_random_uuid()::text
        FROM generate_series(1, ${count})`),
  }
}
