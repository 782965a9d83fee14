// Looks after attempts that nobody else is looking after: whoever began them may have died, and webhooks get lost.
import type { Dependencies } from '../../../dependencies.ts'
import { listDueIds } from '../queries.ts'
import { createSettle } from './settle.ts'

const EVERY_MS = 10_000
const AT_ONCE = 4
const A_ROUND = 100

export const startJanitor = (dependencies: Dependencies) => {
  const { database, log } = dependencies
  const { settle } = createSettle(dependencies)
  let round: Promise<void> | undefined
  let isStopped = false

  /** What is wrong with one is no reason to leave the others alone. */
  const look = (id: string): Promise<unknown> =>
    settle(id).catch((error: unknown) => {
      log.error({ err: error, payment: id }, 'a payment is looked after later')
    })

  const sweep = async (): Promise<void> => {
    const due = await listDueIds(database.db, A_ROUND)
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let id = due.shift(); id !== undefined && !isStopped; id = due.shift()) await look(id)
    })
    await Promise.all(workers)
  }

  /** One round at a time; what a round could not do is due in the next. */
  const tick = (): void => {
    round ??= sweep()
      .catch((error: unknown) => log.error({ err: error }, 'payments are looked after later'))
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
