// Waiting for what happens by itself. Works in tests and in measurements alike.
import { setTimeout as sleep } from 'node:timers/promises'

const WITHIN_MS = 20_000
const PAUSE_MS = 50

/** Tries until nothing is thrown any more; throws what was thrown last when that takes too long. */
export const waitFor = async <T>(look: () => Promise<T>, withinMs = WITHIN_MS): Promise<T> => {
  const until = Date.now() + withinMs
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (Date.now() > until) throw error
      await sleep(PAUSE_MS)
    }
  }
}
