// The requests people wait for, at every size: ours beside the bare limit.
import { isDeepStrictEqual } from 'node:util'
import type { Options } from '../options.ts'
import {
  type Bench,
  counted,
  milliseconds,
  perSecond,
  type Row,
  type Table,
  times,
} from '../table.ts'
import type { DatabaseKind } from './databases.ts'
import { openClient } from './load.ts'
import { CONNECTIONS, chooseMeasures } from './measures/all.ts'
import type { Measure } from './measures/measure.ts'
import { type Figures, measurePaired, type Paired } from './rounds.ts'
import { startWorld, type World } from './world.ts'

type Result = Paired & {
  readonly measure: Measure
  readonly tasks: number
  readonly connections: number
}

export const requestsBench: Bench = {
  name: 'requests',
  run: (options) => compare('postgres', 'PostgreSQL', options),
}

export const embeddedBench: Bench = {
  name: 'embedded',
  run: (options) => compare('embedded', 'the embedded database', options),
}

const compare = async (
  kind: DatabaseKind,
  called: string,
  options: Options,
): Promise<readonly Table[]> => {
  const results: Result[] = []
  for (const tasks of options.sizes) {
    const world = await startWorld(kind, tasks)
    try {
      for (const measure of chooseMeasures(options)) {
        await assertAlike(world, measure)
        for (const connections of CONNECTIONS) {
          const { rounds, roundMs } = options
          const { meters, outsideMeter } = world
          const pace = { connections, rounds, roundMs, meters, outsideMeter }
          const { ours, bare } = await measure.prepare(world, pace)
          const paired = await measurePaired(ours, bare, pace)
          results.push({ ...paired, measure, tasks, connections })
          console.log(
            `${measure.name}, ${tasks} tasks, ${connections}: ${times(paired.ratio)}, by CPU ${times(paired.bare.cpu / paired.ours.cpu)}`,
          )
        }
      }
    } finally {
      await world.close()
    }
  }
  return [
    {
      title: `Requests on ${called}, beside the bare limit`,
      rows: results.map((each) => rowOf(each, kind)),
    },
  ]
}

/** Sealed anew every time: links to files, ids of invoices and payments; and a payment is of a new invoice. */
const VARYING = [
  /(?<=\?(?:file|payment)=)[\w-]+/g,
  /(?<="(?:id|paymentId)":")[\w-]{50,}/g,
  /(?<="B-)\d+/g,
]

/** A limit that answers something else is none. */
const assertAlike = async (world: World, { name, sample }: Measure): Promise<void> => {
  if (!sample) return
  const answers: unknown[] = []
  for (const { url } of [world.ours, world.bare]) {
    const client = await openClient(url, 1)
    const { body } = await client.send(0, sample(world))
    client.close()
    answers.push(JSON.parse(VARYING.reduce((text, part) => text.replaceAll(part, ''), body)))
  }
  const [ours, bare] = answers
  if (!isDeepStrictEqual(ours, bare)) {
    const beginnings = answers.map((answer) => JSON.stringify(answer).slice(0, 1_000))
    throw new Error(`${name}: the answers differ\n${beginnings.join('\n')}`)
  }
}

const rowOf = (
  { measure, tasks, connections, ours, bare, ratio }: Result,
  kind: DatabaseKind,
): Row => ({
  request: measure.name,
  tasks: counted(tasks),
  connections,
  'p50 (bare)': `${milliseconds(ours.p50)} (${milliseconds(bare.p50)})`,
  'p99 (bare)': `${milliseconds(ours.p99)} (${milliseconds(bare.p99)})`,
  'a second (bare)': `${perSecond(ours.rate)} (${perSecond(bare.rate)})`,
  'CPU (bare)': `${milliseconds(ours.cpu)} (${milliseconds(bare.cpu)})`,
  'of the limit': times(ratio),
  'by CPU': times(bare.cpu / ours.cpu),
  'services (bare)': measure.asksOutside ? `${shareOf(ours)} (${shareOf(bare)})` : '',
  goal: kind === 'postgres' && connections === 16 ? `≥ ${measure.goal}` : '',
})

/** How much of all processor time went to the outside services. */
const shareOf = ({ cpu, outsideCpu }: Figures): string =>
  `${Math.round((100 * outsideCpu) / (cpu + outsideCpu))} %`
