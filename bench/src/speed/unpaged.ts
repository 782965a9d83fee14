// The whole pending list in one answer, as the specification's call returns it.
import { type Bench, counted, milliseconds, type Row, times } from '../table.ts'
import { sameForBoth } from './measures/measure.ts'
import { pendingRequest } from './measures/pending.ts'
import { measurePaired } from './rounds.ts'
import { startWorld } from './world.ts'

const PENDING = 10_000

export const unpagedBench: Bench = {
  name: 'unpaged',
  run: async ({ rounds, roundMs }) => {
    await using world = await startWorld(2 * PENDING)
    const request = pendingRequest(world, '')
    const { ours, bare } = sameForBoth(world, () => request)
    const rows: Row[] = []
    for (const connections of [1, 4]) {
      const paired = await measurePaired(ours, bare, { connections, rounds, roundMs })
      rows.push({
        connections,
        'p50 (bare)': `${milliseconds(paired.ours.p50)} (${milliseconds(paired.bare.p50)})`,
        'p99 (bare)': `${milliseconds(paired.ours.p99)} (${milliseconds(paired.bare.p99)})`,
        'time vs. bare': times(paired.ours.p50 / paired.bare.p50),
        goal: '≤ 1.5 ×',
      })
    }
    return [{ title: `The whole list of ${counted(PENDING)} pending invoices at once`, rows }]
  },
}
