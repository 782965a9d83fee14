// How many tests run at the same time: one per core, if the memory is enough.
import { availableParallelism } from 'node:os'

/** A worker of the API tests and one of the browser tests, with app, sandbox and browser. */
const BYTES_EACH = 2 * 2 ** 30
/** Tests often wait, so two are faster than one even on a single core. */
const FEWEST = 2

const countWorkers = () => {
  const fitting = Math.floor(process.availableMemory() / BYTES_EACH)
  return Math.max(FEWEST, Math.min(availableParallelism(), fitting))
}

// Counted once per run, because the tests themselves use memory.
process.env.TEST_WORKERS ??= String(countWorkers())

export const WORKERS = Number(process.env.TEST_WORKERS)

/** Unit tests run beside API tests, which take longer. Each worker loads the same modules. */
export const UNIT_WORKERS = Math.ceil(WORKERS / 2)
