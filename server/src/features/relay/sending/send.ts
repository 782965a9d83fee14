// Sends a message through Gmail. Only the worker with its lease calls Gmail; the sweep picks up what a dead worker left.
import type { Dependencies } from '../../../dependencies.ts'
import { sendJob } from '../../../jobs/queue.ts'
import { createTurns } from '../../../lib/concurrency-limit.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { compose } from '../format/compose.ts'
import { relaySendJob } from '../job-kinds.ts'
import { createContentKeys, openContent } from '../messages/content.ts'
import { NO_CONTENT, pausedProblem, tooOld } from './decide.ts'
import { createGmailCall, toSendFailure } from './gmail-call.ts'
import { findToSend, leaseMessage, type MessageToSend } from './queries.ts'
import { createRecorder } from './record-result.ts'
import { createSentRecorder } from './record-sent.ts'

/** Sending needs several times as much memory, so only one of these is sent at a time. */
const LARGE_BYTES = 4 * 1024 * 1024
const LARGE_WAIT_SECONDS = 10

class Busy extends Error {}

export const createSender = (dependencies: Dependencies) => {
  const {
    config,
    database: { db },
    files,
    rateLimits,
  } = dependencies
  const keys = createContentKeys(config)
  const gmail = createGmailCall(dependencies)
  const { recordResult, recordFailure } = createRecorder(dependencies)
  const { recordSent, gmailIdOf } = createSentRecorder(dependencies)
  const takeTurn = createTurns({ runningMax: 1, waitingMax: 1, busy: () => new Busy() })

  const readContent = async ({ id, fileId, contentKey }: MessageToSend) => {
    const key = contentKey === null ? undefined : keys.open(id, contentKey)
    const content = fileId === null || !key ? undefined : await openContent(files, fileId, key)
    if (content) return content
    const providerCode = NO_CONTENT
    throw new ProviderError('files', 'unavailable', 'a message has no content', { providerCode })
  }

  /** Loads the content and the token before taking the lease. */
  const prepare = async (message: MessageToSend) => {
    const content = await readContent(message)
    const token = await gmail.getToken(message.mailboxId)
    return { raw: compose(content, message), token }
  }

  const deliver = async (message: MessageToSend): Promise<void> => {
    const { id, mailboxId } = message
    const prepared = await prepare(message).catch((error: unknown) => toSendFailure(error, false))
    if ('kind' in prepared) return recordFailure(message, attemptOf(message), prepared)
    const attempts = await leaseMessage(db, message, gmail.leaseSeconds)
    if (attempts === undefined) return
    const sent = await gmail
      .send(mailboxId, prepared.token, prepared.raw)
      .catch((error: unknown) => toSendFailure(error, true))
    if ('kind' in sent) return recordFailure(message, { id, attempts, isLeased: true }, sent)
    await recordSent(message, sent.id)
  }

  const wait = (message: MessageToSend, waitSeconds: number, problem: string | null = null) =>
    recordResult(message, attemptOf(message), { problem, waitSeconds })

  /** Counts a send toward Gmail's quota for the account, and returns how many seconds it has to wait. */
  const countSend = async (mailboxId: string): Promise<number> => {
    const sends = rateLimits.counter('relay_send', mailboxId)
    if (!(await sends.count()) || !sends.counted) return 0
    const { points, seconds } = sends.limit
    const left = Math.max(1, Math.ceil((sends.counted.endsAt - Date.now()) / 1_000))
    // The next minute has no room for all of a backlog.
    return left + seconds * Math.floor((sends.counted.points - points - 1) / points)
  }

  const deliverInPace = async (message: MessageToSend): Promise<void> => {
    const seconds = await countSend(message.mailboxId)
    return seconds > 0 ? wait(message, seconds) : deliver(message)
  }

  const deliverLarge = async (message: MessageToSend): Promise<void> => {
    const endTurn = await takeTurn().catch((error: unknown) => {
      if (!(error instanceof Busy)) throw error
    })
    if (!endTurn) return wait(message, LARGE_WAIT_SECONDS)
    try {
      await deliverInPace(message)
    } finally {
      endTurn()
    }
  }

  return async (messageId: string): Promise<void> => {
    const message = await findToSend(db, messageId)
    const gmailId = gmailIdOf(messageId)
    if (message && gmailId !== undefined) return recordSent(message, gmailId)
    // Not due yet: another job will send it.
    if (!message?.isDue) return
    const { leasedSeconds, pausedSeconds, address } = message
    // The worker with the lease may have died.
    if (leasedSeconds > 0)
      return sendJob(db, relaySendJob, { messageId }, { startAfterSeconds: leasedSeconds })
    if (message.isTooOld)
      return recordResult(message, attemptOf(message), { problem: tooOld(message.problem) })
    if (pausedSeconds > 0) return wait(message, pausedSeconds, pausedProblem(address))
    await (message.bytes > LARGE_BYTES ? deliverLarge(message) : deliverInPace(message))
  }
}

const attemptOf = ({ id, attempts }: MessageToSend) => ({ id, attempts, isLeased: false })
