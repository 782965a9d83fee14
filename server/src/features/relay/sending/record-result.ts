// Stores the result of a try that failed, with the job that follows from it.
import type { Dependencies } from '../../../dependencies.ts'
import { sendJob } from '../../../jobs/queue.ts'
import { relayReportJob, relaySendJob } from '../job-kinds.ts'
import { decide, type SendFailure } from './decide.ts'
import {
  type Attempt,
  type Change,
  isReconnected,
  type MessageToSend,
  pauseMailbox,
  updateAfterTry,
} from './queries.ts'

/** Several messages often fail together, and one email is enough. */
const REPORT_DELAY_SECONDS = 5

/** Enough for the other transaction's jobs. */
const RECONNECTED_SECONDS = 2

type Result = Change & {
  readonly pausesMailbox?: boolean | undefined
  readonly waitsForConsent?: boolean | undefined
}

export const createRecorder = ({ database: { db } }: Dependencies) => {
  const recordResult = (
    message: Pick<MessageToSend, 'deviceId' | 'mailboxId' | 'connectedAt'>,
    attempt: Attempt,
    { pausesMailbox, waitsForConsent, ...given }: Result,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const { deviceId, mailboxId } = message
      // Connecting it again has woken what was waiting, but not this one yet.
      const isLate = waitsForConsent && (await isReconnected(tx, message))
      const change = isLate ? { ...given, waitSeconds: RECONNECTED_SECONDS } : given
      if (!(await updateAfterTry(tx, attempt, change))) return
      const { waitSeconds } = change
      if (waitSeconds === undefined) {
        const startAfterSeconds = REPORT_DELAY_SECONDS
        return sendJob(tx, relayReportJob, { deviceId }, { startAfterSeconds })
      }
      if (pausesMailbox) await pauseMailbox(tx, mailboxId, waitSeconds)
      const startAfterSeconds = waitSeconds
      await sendJob(tx, relaySendJob, { messageId: attempt.id }, { startAfterSeconds })
    })

  const recordFailure = (
    message: MessageToSend,
    attempt: Attempt,
    failure: SendFailure,
  ): Promise<void> => {
    const { isLeased } = attempt
    const attempts = attempt.attempts + (isLeased ? 0 : 1)
    const { isTooOld, address } = message
    const decision = decide(failure, { attempts, isTooOld, address })
    const { waitsForConsent = false } = decision
    return recordResult(message, attempt, {
      ...decision,
      countsAttempt: !isLeased && !waitsForConsent,
    })
  }

  return { recordResult, recordFailure }
}
