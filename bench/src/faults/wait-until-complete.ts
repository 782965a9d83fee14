// Waits until nothing is missing.
import { waitFor } from '@invoice-desk/testing/wait-for'

const PATIENCE_MS = 400_000
const PAUSE_MS = 1_000

type Patience = { readonly withinMs?: number; readonly pauseMs?: number }

/** Returns what is still missing at the timeout, and how long it took. */
export const waitUntilComplete = async (
  findMissing: () => Promise<readonly string[]>,
  { withinMs = PATIENCE_MS, pauseMs = PAUSE_MS }: Patience = {},
): Promise<{ missing: readonly string[]; took: number }> => {
  const began = Date.now()
  const expectNone = async () => {
    const missing = await findMissing()
    if (missing.length > 0) throw new Error(missing.join('; '))
    return missing
  }
  // Checks once more at the end, so that a failed check isn't mistaken for success.
  const missing = await waitFor(expectNone, { withinMs, pauseMs }).catch(findMissing)
  return { missing, took: Date.now() - began }
}
