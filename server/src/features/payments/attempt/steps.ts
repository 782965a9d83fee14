// One step of an attempt at a time: each with its audit event and its follow-up work, or not at all.
import type { ErrorCode } from '@invoice-desk/contract/errors'
import { recordEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { reviewMailJob } from '../job-kinds.ts'
import { type Attempt, findAttempt, moveAttempt, noteOnAttempt, type Step } from '../queries.ts'
import type { Ending, Proof } from './decide.ts'

export type Move = Step & { readonly action: string; readonly details?: Record<string, unknown> }

type StepWith = [move: Move, also?: (tx: Db, moved: Attempt) => Promise<void>]

export type Steps = ReturnType<typeof createSteps>

export const createSteps = ({ database, jobs }: Dependencies) => {
  const { db, pool } = database

  /** Undefined for whoever lost a race. */
  const tryMove = (
    attempt: Attempt,
    { action, details, ...step }: Move,
    also?: (tx: Db, moved: Attempt) => Promise<void>,
  ): Promise<Attempt | undefined> =>
    inTransaction(pool, async (tx) => {
      const row = await moveAttempt(tx, attempt, step)
      if (!row) return undefined
      await recordEvent(tx, {
        actor: 'system',
        action,
        subject: { kind: 'payment', id: attempt.id },
        ...(details && { details }),
      })
      await also?.(tx, row)
      return row
    })

  /** Whoever lost a race gets the attempt as the winner left it. */
  const move = async (attempt: Attempt, ...step: StepWith): Promise<Attempt> =>
    (await tryMove(attempt, ...step)) ?? (await findAttempt(db, attempt.id)) ?? attempt

  const tellStaff = (tx: Db, { id, review }: Attempt): Promise<void> =>
    jobs.send(tx, reviewMailJob, { attemptId: id, review })

  const end = (attempt: Attempt, ending: Ending, proof?: Proof): Promise<Attempt> => {
    const { state, code, text, reason } = ending
    return move(attempt, {
      to: state,
      action: `payment_${state}`,
      change: { review: '', ...(code && { failureCode: code, failureText: text || null }) },
      ...(code && { details: { code, ...(text && { text }), ...(reason && { reason }) } }),
      ...(proof && { proof }),
    })
  }

  return {
    move,
    /** For what follows only the winner may do, such as sending something. */
    tryMove,
    tellStaff,
    /** Without a proof only an attempt can end for which no money was asked. */
    end,
    /** A definite no before any provider was asked for money, in the words the payer reads. */
    fail: (attempt: Attempt, code: ErrorCode, text = ''): Promise<Attempt> =>
      end(attempt, { state: 'failed', code, text }),
    /** Notes something with its event, where the attempt stands. */
    note: async (attempt: Attempt, { action, change, details }: Omit<Move, 'to'>) => {
      await db.transaction(async (tx) => {
        await noteOnAttempt(tx, attempt.id, change ?? {})
        const subject = { kind: 'payment', id: attempt.id } as const
        await recordEvent(tx, { actor: 'system', action, subject, ...(details && { details }) })
        await tellStaff(tx, { ...attempt, ...change } as Attempt)
      })
      return (await findAttempt(db, attempt.id)) ?? attempt
    },
    /** Leaves the attempt where it is and says why someone should look. */
    review: async (attempt: Attempt, review: string): Promise<void> => {
      if (attempt.review === review) return
      await db.transaction(async (tx) => {
        await noteOnAttempt(tx, attempt.id, { review })
        await tellStaff(tx, { ...attempt, review })
      })
    },
  }
}
