// The main requests at several database sizes, compared with the bare server.
import { isDeepStrictEqual } from 'node:util'
import { type Bench, counted, milliseconds, perSecond, type Row, times } from '../table.ts'
import { openClient } from './load.ts'
import { CONNECTIONS, chooseMeasures } from './measures/all.ts'
import type { Measure } from './measures/measure.ts'
import { measurePaired, type Paired, type Timing } from './rounds.ts'
import { startWorld, type World } from './world.ts'

type Result = Paired & {
  readonly measure: Measure
  readonly tasks: number
  readonly connections: number
}

export const requestsBench: Bench = {
  name: 'requests',
  run: async (options) => {
    const results: Result[] = []
    for (const tasks of options.sizes) {
      await using world = await startWorld(tasks)
      for (const measure of chooseMeasures(options)) {
        await assertAlike(world, measure)
        for (const connections of CONNECTIONS) {
          const { rounds, roundMs } = options
          const { meters, outsideMeter } = world
          const pace = { connections, rounds, roundMs, meters, outsideMeter }
          const { ours, bare } = await measure.prepare(world)
          const paired = await measurePaired(ours, bare, pace)
          results.push({ ...paired, measure, tasks, connections })
          console.log(
            `${measure.name}, ${tasks} tasks, ${connections}: ${times(paired.ratio)}, by CPU ${times(paired.bare.cpu / paired.ours.cpu)}`,
          )
        }
      }
    }
    return [
      { title: 'Requests on PostgreSQL, compared with the bare handler', rows: results.map(rowOf) },
    ]
  },
}

/** These differ with each answer: sealed file links, invoice and payment ids, and the numbers of a new invoice and receipt. */
const VARYING = [
  /(?<=\?(?:file|payment)=)[\w-]+/g,
  /(?<="(?:id|paymentId)":")[\w-]{50,}/g,
  /(?<="B-)\d+/g,
  /(?<="receipt":\{"number":")[\w-]+|(?<="paidAt":")[\w:.-]+/g,
]

/** The bare server counts as a limit only if it gives the same answer. */
const assertAlike = async (world: World, { name, sample }: Measure): Promise<void> => {
  if (!sample) return
  const answers: unknown[] = []
  for (const { url } of [world.ours, world.bare]) {
    using client = await openClient(url, 1)
    const { body } = await client.send(0, sample(world))
    answers.push(JSON.parse(VARYING.reduce((text, part) => text.replaceAll(part, ''), body)))
  }
  const [ours, bare] = answers
  if (!isDeepStrictEqual(ours, bare)) {
    const beginnings = answers.map((answer) => JSON.stringify(answer).slice(0, 1_000))
    throw new Error(`${name}: the answers differ\n${beginnings.join('\n')}`)
  }
}

const rowOf = ({ measure, tasks, connections, ours, bare, ratio }: Result): Row => ({
  request: measure.name,
  tasks: counted(tasks),
  connections,
  'p50 (bare)': `${milliseconds(ours.p50)} (${milliseconds(bare.p50)})`,
  'p99 (bare)': `${milliseconds(ours.p99)} (${milliseconds(bare.p99)})`,
  'per second (bare)': `${perSecond(ours.rate)} (${perSecond(bare.rate)})`,
  'CPU (bare)': `${milliseconds(ours.cpu)} (${milliseconds(bare.cpu)})`,
  'vs. bare': times(ratio),
  'by CPU': times(bare.cpu / ours.cpu),
  'services (bare)': measure.asksOutside ? `${shareOf(ours)} (${shareOf(bare)})` : '',
  goal: connections === 16 ? `≥ ${measure.goal}` : '',
})

/** How much of the total CPU time went to the outside services. */
const shareOf = ({ cpu, outsideCpu }: Timing): string =>
  `${Math.round((100 * outsideCpu) / (cpu + outsideCpu))}%`
