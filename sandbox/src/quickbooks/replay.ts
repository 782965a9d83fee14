// `requestid`: a write sent twice is done once, and the second caller gets the first answer.
import type { Store } from '../store.ts'
import { QuickBooksFault } from './fault.ts'

const REQUEST_ID_LENGTH_MAX = 50

type SavedAnswer = { body: Record<string, unknown> }

export const createReplay = (store: Store) => {
  const answers = store.collection<SavedAnswer>('quickbooks/answers')
  return {
    /**
     * Answers of the same company and `requestid` are the same, whatever the second body says. The
     * answer reaches the disk together with the work. A refusal is not kept: it changed nothing.
     */
    once: (
      realmId: string,
      requestId: string | undefined,
      work: () => Record<string, unknown>,
    ): Record<string, unknown> => {
      if (requestId === undefined || requestId === '') return work()
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
      return store.transaction(() => answers.set(key, { body: work() }).body)
    },
    clear: () => answers.clear(),
  }
}
