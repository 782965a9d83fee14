// Checks overdue attempts, because processes die and webhooks get lost.
import type { Dependencies } from '../../../dependencies.ts'
import { repeat } from '../../../lib/repeat.ts'
import { listDueIds } from '../queries.ts'
import { settle } from './settle.ts'

const EVERY_MS = 10_000
const CONCURRENCY = 4
const BATCH_SIZE = 100

export const startJanitor = (deps: Dependencies) => {
  const { database, log } = deps
  let isStopped = false

  const sweep = async (): Promise<void> => {
    const due = await listDueIds(database.db, BATCH_SIZE)
    const work = async () => {
      for (let id = due.shift(); id !== undefined && !isStopped; id = due.shift()) {
        // A failure of one attempt doesn't stop the others.
        const payment = id
        await settle(deps, id).catch((err: unknown) =>
          log.error({ err, payment }, 'could not check a payment'),
        )
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
  }

  // The next round picks up what is left of one.
  const rounds = repeat({
    everyMs: EVERY_MS,
    work: sweep,
    onError: (err) => log.error({ err }, 'could not check payments'),
  })
  rounds.now()
  return {
    stop: async (): Promise<void> => {
      isStopped = true
      await rounds.stop()
    },
  }
}
