// `requestid`: a repeated write isn't done again and returns the first answer.
import type { Store } from '../../store.ts'
import { QuickBooksFault, stillProcessing } from './fault.ts'

const REQUEST_ID_LENGTH_MAX = 50

type Answer = Record<string, unknown>

export const createReplay = (store: Store, overlap: () => 'replay' | 'refuse') => {
  const answers = store.collection<{ body: Answer }>('quickbooks/answers')
  const running = new Map<string, Promise<Answer>>()
  return {
    /**
     * The answer depends only on the company and the `requestid`, not on the body. It's committed
     * together with the work. Errors aren't stored, because they changed nothing.
     */
    once: async (
      realmId: string,
      requestId: string | undefined,
      delay: () => Promise<void>,
      work: () => Answer,
    ): Promise<Answer> => {
      if (requestId === undefined || requestId === '') {
        await delay()
        return work()
      }
      if (requestId.length > REQUEST_ID_LENGTH_MAX)
        throw new QuickBooksFault(
          '2130',
          'Invalid Request Id Format',
          `The request ID may have at most ${REQUEST_ID_LENGTH_MAX} characters. Supplied length:${requestId.length}`,
          'requestid',
        )
      const key = `${realmId}/${requestId}`
      const saved = answers.get(key)
      if (saved) return saved.body
      const first = running.get(key)
      if (first && overlap() === 'refuse') throw stillProcessing(requestId)
      if (first) return first
      const answer = delay().then(() =>
        store.transaction(() => answers.set(key, { body: work() }).body),
      )
      running.set(key, answer)
      return answer.finally(() => running.delete(key))
    },
    clear: () => answers.clear(),
  }
}
