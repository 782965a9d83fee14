// `requestid`: a write sent twice is done once, and the second caller gets the first answer.
import type { Store } from '../../store.ts'
import { QuickBooksFault, stillProcessing } from './fault.ts'

const REQUEST_ID_LENGTH_MAX = 50

/** What a second sending gets while the first still runs. QuickBooks does not say which it does. */
export const OVERLAPS = ['replay', 'refuse'] as const
export type Overlap = (typeof OVERLAPS)[number]

type Answer = Record<string, unknown>
type SavedAnswer = { body: Answer }

export type Replay = ReturnType<typeof createReplay>

export const createReplay = (store: Store, overlap: () => Overlap) => {
  const answers = store.collection<SavedAnswer>('quickbooks/answers')
  const running = new Map<string, Promise<Answer>>()
  return {
    /**
     * Answers of the same company and `requestid` are the same, whatever the second body says. The
     * answer reaches the disk together with the work. A refusal is not kept: it changed nothing.
     */
    once: async (
      realmId: string,
      requestId: string | undefined,
      takeTime: () => Promise<void>,
      work: () => Answer,
    ): Promise<Answer> => {
      if (requestId === undefined || requestId === '') {
        await takeTime()
        return work()
      }
      if (requestId.length > REQUEST_ID_LENGTH_MAX)
        throw new QuickBooksFault(
          '2130',
          'Invalid Request Id Format',
          `The request ID may have at most ${REQUEST_ID_LENGTH_MAX} characters. Supplied length:${requestId.length}`,
          { element: 'requestid' },
        )
      const key = `${realmId}/${requestId}`
      const saved = answers.get(key)
      if (saved) return saved.body
      const first = running.get(key)
      if (first && overlap() === 'refuse') throw stillProcessing(requestId)
      if (first) return first
      const answer = takeTime().then(() =>
        store.transaction(() => answers.set(key, { body: work() }).body),
      )
      running.set(key, answer)
      return answer.finally(() => running.delete(key))
    },
    clear: () => answers.clear(),
  }
}
