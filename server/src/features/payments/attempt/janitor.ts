// Checks overdue attempts, because processes die and webhooks get lost.
import type { Dependencies } from '../../../dependencies.ts'
import { listDueIds } from '../queries.ts'
import { settle } from './settle.ts'

const EVERY_MS = 10_000
const CONCURRENCY = 4
const BATCH_SIZE = 100

export const startJanitor = (deps: Dependencies) => {
  const { database, log } = deps
  let round: Promise<void> | undefined
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

  /** One round at a time; the next one picks up the rest. */
  const tick = (): void => {
    round ??= sweep()
      .catch((err: unknown) => log.error({ err }, 'could not check payments'))
      .finally(() => {
        round = undefined
      })
  }

  const timer = setInterval(tick, EVERY_MS)
  tick()
  return {
    stop: async (): Promise<void> => {
      isStopped = true
      clearInterval(timer)
      await round
    },
  }
}
