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

  /** A failure of one attempt doesn't stop the others. */
  const check = (id: string): Promise<unknown> =>
    settle(deps, id).catch((error: unknown) => {
      log.error({ err: error, payment: id }, 'could not check a payment')
    })

  const sweep = async (): Promise<void> => {
    const due = await listDueIds(database.db, BATCH_SIZE)
    const workers = Array.from({ length: CONCURRENCY }, async () => {
      for (let id = due.shift(); id !== undefined && !isStopped; id = due.shift()) await check(id)
    })
    await Promise.all(workers)
  }

  /** One round at a time; the next one picks up whatever is left. */
  const tick = (): void => {
    round ??= sweep()
      .catch((error: unknown) => log.error({ err: error }, 'could not check payments'))
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
