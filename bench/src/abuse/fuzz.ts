// Fuzzes all operations of our OpenAPI document.
import { FUZZ_ENV, runFuzz } from '@invoice-desk/testing/abuse/fuzz'
import { openWorld } from '@invoice-desk/testing/abuse/world'
import { counted } from '../table.ts'
import type { AbuseMeasurement } from './measurement.ts'

export const fuzzMeasurement: AbuseMeasurement = {
  name: 'fuzz',
  run: async ({ requests, seed }) => {
    await using world = await openWorld(FUZZ_ENV)
    const onProgress = (done: number) => console.log(`fuzz: ${counted(done)}`)
    const run = await runFuzz(world, { requests, seed, onProgress })
    const statuses = [...run.byStatus].sort(([a], [b]) => a - b)
    const spread = statuses.map(([status, count]) => `${status}: ${counted(count)}`).join(', ')
    return [
      {
        measurement: 'Fuzzed requests',
        setup: `${counted(requests)} to ${run.operations} operations, ${run.reached} of which answered 200 at least once`,
        result: `${spread}; ≥ 500, undeclared or unanswered: ${run.problems.length}`,
        problems: run.problems,
      },
    ]
  },
}
