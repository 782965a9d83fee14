// Waiting for the dust to settle.
import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 400_000
const PAUSE_MS = 1_000

/** Asks what is missing until it is nothing, or until nobody would wait any longer. */
export const waitForNone = async (
  findMissing: () => Promise<readonly string[]>,
): Promise<{ missing: readonly string[]; took: number }> => {
  const began = Date.now()
  for (;;) {
    const missing = await findMissing()
    const took = Date.now() - began
    if (missing.length === 0 || took > PATIENCE_MS) return { missing, took }
    await sleep(PAUSE_MS)
  }
}
