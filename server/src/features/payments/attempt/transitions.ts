// The steps of an attempt: each changes it together with its audit event and its follow-up jobs.
import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '@invoice-desk/contract/http/errors'
import { recordEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { newJob } from '../../../jobs/queue.ts'
import { reviewMailJob } from '../job-kinds.ts'
import { type Attempt, findAttempt, type HeldLine, updateAttempt } from '../queries.ts'
import type { Ending } from './decide.ts'
import { reviewText } from './review-text.ts'
import { type Event, eventOf, type Move, storeMove } from './store-move.ts'

/** `notify`: staff get an email about the attempt's review. */
export type Transition = Move & Event & { readonly notify?: boolean }
type Tools = Pick<Dependencies, 'database' | 'jobs'>

export const recordPaymentEvent = (tx: Db, id: string, event: Event): Promise<void> =>
  recordEvent(tx, eventOf(id, event))

/** Undefined if the caller lost a race and must not send anything. */
export const tryMove = (
  { database }: Pick<Tools, 'database'>,
  attempt: Attempt,
  { action, details, actor, notify, jobs = [], ...move }: Transition,
): Promise<Attempt | undefined> => {
  const { reviewReasons = attempt.reviewReasons } = move.change ?? {}
  const review = reviewText({ ...attempt, reviewReasons })
  const mail = notify ? [newJob(reviewMailJob, { attemptId: attempt.id, review })] : []
  const event = { action, ...(details && { details }), ...(actor && { actor }) }
  return storeMove(database.db, attempt, { ...move, jobs: [...mail, ...jobs] }, event)
}

export const reload = async (
  { database }: Pick<Tools, 'database'>,
  attempt: Attempt,
): Promise<Attempt> => (await findAttempt(database.db, attempt.id)) ?? attempt

/** A caller that lost a race gets the attempt as the winner left it. */
export const moveOrReload = async (
  tools: Pick<Tools, 'database'>,
  attempt: Attempt,
  transition: Transition,
): Promise<Attempt> => (await tryMove(tools, attempt, transition)) ?? reload(tools, attempt)

/** Without a proof, an attempt can end only if no call to move money was sent. */
export const end = (
  tools: Pick<Tools, 'database'>,
  attempt: Attempt,
  { state, code, text, reason }: Ending,
  { proof, lines }: Pick<Move, 'proof' | 'lines'> = {},
): Promise<Attempt> =>
  moveOrReload(tools, attempt, {
    to: state,
    action: `payment_${state}`,
    change: {
      reviewReasons: [],
      // This is the attempt's last move, so the lease ends with it.
      leasedUntil: null,
      ...(code && { failureCode: code, failureText: text || null }),
    },
    ...(code && { details: { code, ...(text && { text }), ...(reason && { reason }) } }),
    ...(proof && { proof }),
    ...(lines && { lines }),
  })

/** A definite failure before any call to move money was sent. The payer sees `text`, and the balances of `lines`. */
export const fail = (
  tools: Pick<Tools, 'database'>,
  attempt: Attempt,
  code: ErrorCode,
  { text = '', lines = [] }: { text?: string; lines?: readonly HeldLine[] } = {},
): Promise<Attempt> => end(tools, attempt, { state: 'failed', code, text }, { lines })

/** Asks staff to review the attempt, without moving it. */
export const askForReview = async (
  tools: Tools,
  attempt: Attempt,
  change: Partial<Attempt> & Pick<Attempt, 'reviewReasons'>,
  event?: Event,
): Promise<Attempt> => {
  if (!event && isDeepStrictEqual(attempt.reviewReasons, change.reviewReasons)) return attempt
  await tools.database.db.transaction(async (tx) => {
    await updateAttempt(tx, attempt.id, change)
    if (event) await recordPaymentEvent(tx, attempt.id, event)
    const review = reviewText({ ...attempt, reviewReasons: change.reviewReasons })
    await tools.jobs.send(tx, reviewMailJob, { attemptId: attempt.id, review })
  })
  return reload(tools, attempt)
}
