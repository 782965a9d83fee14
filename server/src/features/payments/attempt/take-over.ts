// Ends an order that still waits for its payer when someone else wants to pay the same invoices. Otherwise, an order that
// was abandoned, or opened to annoy, would block them for half an hour.
import type { Dependencies } from '../../../dependencies.ts'
import { leave } from './ask.ts'
import { listHolders } from './line-queries.ts'
import { settle, type Work } from './settle.ts'
import { end } from './transitions.ts'

const TAKEN_OVER =
  "This payment was canceled because someone else started to pay the same invoice. You weren't charged. Search again to see what is still open."

/** Whether nothing holds the invoices anymore. */
export const takeOver = async (
  deps: Dependencies,
  realmId: string,
  invoiceIds: readonly string[],
): Promise<boolean> => {
  const holders = await listHolders(deps.database.db, realmId, invoiceIds)
  const settled = await Promise.all(holders.map((id) => settle(deps, id, { work: endIfWaiting })))
  return settled.every((each) => each?.attempt.state === 'cancelled')
}

/** If the payer approves the order later, it has ended, so we don't capture it. */
const endIfWaiting: Work = async (deps, attempt) => {
  const { method, state, providerId, sentAt } = attempt
  if (state !== 'reserved' || sentAt !== null || providerId === null) return leave(attempt)
  const { kind } = await deps.drivers[method].find(providerId)
  if (kind !== 'open' && kind !== 'gone') return leave(attempt)
  const ending = { state: 'cancelled', code: 'payment_cancelled', text: TAKEN_OVER } as const
  return { attempt: await end(deps, attempt, ending) }
}
