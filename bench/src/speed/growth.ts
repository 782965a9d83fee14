// How much slower requests get with more tasks: a small and a large database, measured alternately.
import { totalmem } from 'node:os'
import { type Bench, counted, milliseconds, type Row, times } from '../table.ts'
import { CONNECTIONS, chooseMeasures } from './measures/all.ts'
import { measurePaired } from './rounds.ts'
import { startWorld } from './world.ts'

const GROWTH_MAX = 1.25
/**
 * A quarter of the memory, as PostgreSQL's manual advises, at most 2 GB. With the small default, only the large
 * database would be read from files.
 */
const BUFFERS = { shared_buffers: `${Math.min(2_048, Math.floor(totalmem() / 4 / 2 ** 20))}MB` }

export const growthBench: Bench = {
  name: 'growth',
  run: async (options) => {
    const { sizes, rounds, roundMs } = options
    const [few = 0, many = 0] = [Math.min(...sizes), Math.max(...sizes)]
    await using small = await startWorld(few, BUFFERS)
    await using large = await startWorld(many, BUFFERS)
    const rows: Row[] = []
    for (const measure of chooseMeasures(options)) {
      for (const connections of CONNECTIONS) {
        const meters = [large.meters[0], small.meters[0]] as const
        const pace = { connections, rounds, roundMs, meters }
        const [smallSides, largeSides] = await Promise.all(
          [small, large].map((world) => measure.prepare(world)),
        )
        if (!smallSides || !largeSides) continue
        const paired = await measurePaired(largeSides.ours, smallSides.ours, pace)
        const growth = times(paired.ours.p50 / paired.bare.p50)
        console.log(
          `${measure.name}, ${connections}: ${growth}, by CPU ${times(paired.ours.cpu / paired.bare.cpu)}`,
        )
        rows.push({
          request: measure.name,
          connections,
          [`p50 at ${counted(few)}`]: milliseconds(paired.bare.p50),
          [`p50 at ${counted(many)}`]: milliseconds(paired.ours.p50),
          growth,
          'by CPU': times(paired.ours.cpu / paired.bare.cpu),
          goal: `≤ ${GROWTH_MAX} ×`,
        })
      }
    }
    const title = `Growth from ${counted(few)} to ${counted(many)} tasks on PostgreSQL`
    return [{ title, rows }]
  },
}
