// Reads what changed in QuickBooks since a given time, in case webhooks were missed.
import { z } from 'zod'
import type { Client } from './client.ts'
import { parseAnswer, selectByIds } from './query.ts'
import { linkedTxn } from './wire.ts'

export type BillChanges = {
  readonly billIds: readonly string[]
  /** False if QuickBooks truncated the list. */
  readonly isComplete: boolean
}

/** How far back QuickBooks reports changes. */
export const CHANGES_DAYS_MAX = 30
const CHANGES_MAX = 1_000

const lines = z.array(z.object({ LinkedTxn: z.array(linkedTxn).default([]) })).default([])
const payment = z.object({ Id: z.string(), Line: lines })
const changes = z.object({
  CDCResponse: z.array(
    z.object({
      QueryResponse: z.array(
        z.object({
          Bill: z.array(z.object({ Id: z.string() })).default([]),
          BillPayment: z.array(payment).default([]),
        }),
      ),
    }),
  ),
})

export const createChanges = (client: Client) => ({
  /** Bills that changed or were deleted, and bills whose payments did. */
  listBillChanges: async (since: Date): Promise<BillChanges> => {
    const answer = await client.read('/cdc', {
      entities: 'Bill,BillPayment',
      changedSince: since.toISOString(),
    })
    const parts = parseAnswer(changes, answer).CDCResponse.flatMap((part) => part.QueryResponse)
    const ids = parts.flatMap(({ Bill, BillPayment }) => [
      ...Bill.map(({ Id }) => Id),
      ...BillPayment.flatMap(billIdsOf),
    ])
    const isComplete = parts.every(
      ({ Bill, BillPayment }) => Math.max(Bill.length, BillPayment.length) < CHANGES_MAX,
    )
    return { billIds: [...new Set(ids)], isComplete }
  },

  /** The bills these payments are for. Deleted payments name none. */
  listBillIdsPaidBy: async (billPaymentIds: readonly string[]): Promise<string[]> => {
    const found = await selectByIds(
      client,
      { entity: 'BillPayment', record: payment },
      billPaymentIds,
    )
    return [...new Set(found.flatMap(billIdsOf))]
  },
})

const billIdsOf = ({ Line }: z.infer<typeof payment>): string[] =>
  Line.flatMap(({ LinkedTxn }) => LinkedTxn)
    .filter(({ TxnType }) => TxnType === 'Bill')
    .map(({ TxnId }) => TxnId)
