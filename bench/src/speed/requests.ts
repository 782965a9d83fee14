// The requests people wait for, at every size: ours beside the bare limit, and how either grows.
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
import { contractorBills } from './measures/bills.ts'
import type { Measure } from './measures/measure.ts'
import { pendingPage } from './measures/pending.ts'
import { submitBill } from './measures/submit.ts'
import { approveTask, fetchTask } from './measures/tasks.ts'
import { measurePaired, type Paired } from './rounds.ts'
import { startWorld, type World } from './world.ts'

/** Those that add rows come last, so that the others meet the number of tasks they are named after. */
const MEASURES: readonly Measure[] = [
  pendingPage,
  contractorBills,
  fetchTask,
  approveTask,
  submitBill,
]
const CONNECTIONS = [1, 16]
const GROWTH_MAX = 1.25

type Result = Paired & {
  readonly measure: Measure
  readonly tasks: number
  readonly connections: number
}

export const requestsBench: Bench = {
  name: 'requests',
  run: (options) => compare('postgres', 'PostgreSQL', options.sizes, options),
}

export const embeddedBench: Bench = {
  name: 'embedded',
  run: (options) => compare('embedded', 'the embedded database', options.embeddedSizes, options),
}

const compare = async (
  kind: DatabaseKind,
  called: string,
  sizes: readonly number[],
  options: Options,
): Promise<readonly Table[]> => {
  const results: Result[] = []
  for (const tasks of sizes) {
    const world = await startWorld(kind, tasks)
    try {
      for (const measure of MEASURES) {
        await assertAlike(world, measure)
        for (const connections of CONNECTIONS) {
          const pace = { connections, rounds: options.rounds, roundMs: options.roundMs }
          const { ours, bare } = await measure.prepare(world, pace)
          const paired = await measurePaired(ours, bare, pace)
          results.push({ ...paired, measure, tasks, connections })
          console.log(`${measure.name}, ${tasks} tasks, ${connections}: ${times(paired.ratio)}`)
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
    ...growthTables(results, called, sizes),
  ]
}

/** A limit that answers something else is none. */
const assertAlike = async (world: World, { name, sample }: Measure): Promise<void> => {
  if (!sample) return
  const answers: string[] = []
  for (const { url } of [world.ours, world.bare]) {
    const client = await openClient(url, 1)
    const { status, body } = await client.send(0, sample(world))
    client.close()
    // Links to files are sealed anew every time.
    answers.push(`${status} ${body.replaceAll(/\?file=[\w-]+/g, '')}`)
  }
  if (answers[0] !== answers[1])
    throw new Error(`${name}: the answers differ\n${answers.join('\n')}`)
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
  'of the limit': times(ratio),
  goal: kind === 'postgres' && connections === 16 ? `≥ ${measure.goal}` : '',
})

const growthTables = (
  results: readonly Result[],
  called: string,
  sizes: readonly number[],
): Table[] => {
  const first = sizes[0] ?? 0
  const last = sizes.at(-1) ?? 0
  if (first === last) return []
  const rows = MEASURES.flatMap((measure) =>
    CONNECTIONS.map((connections): Row => {
      const at = (tasks: number) =>
        results.find(
          (each) =>
            each.measure === measure && each.connections === connections && each.tasks === tasks,
        )?.ours.p50 ?? 0
      return {
        request: measure.name,
        connections,
        [`p50 at ${counted(first)}`]: milliseconds(at(first)),
        [`p50 at ${counted(last)}`]: milliseconds(at(last)),
        growth: times(at(last) / at(first)),
        goal: `≤ ${GROWTH_MAX} ×`,
      }
    }),
  )
  return [{ title: `Growth from ${counted(first)} to ${counted(last)} tasks on ${called}`, rows }]
}
