// Sixteen approvers press the button on one bill in the same moment, again and again.
import { type Bench, counted, milliseconds, type Row } from '../table.ts'
import { openClient } from './load.ts'
import { taskRequest } from './measures/tasks.ts'
import { quantile } from './rounds.ts'
import { taskIdOf } from './seed.ts'
import { startWorld } from './world.ts'

const APPROVERS = 16
const TASKS = 1_000
const BILLS = 100
/** What the others are told: that it changed meanwhile, or that it is approved already. */
const TOLD = 409

export const approversBench: Bench = {
  name: 'approvers',
  run: async () => {
    const world = await startWorld('postgres', TASKS)
    const client = await openClient(world.ours.url, APPROVERS)
    const seen = new Map<string, number>()
    const slowest: number[] = []
    try {
      for (let bill = 0; bill < BILLS; bill += 1) {
        const request = taskRequest(world, 'approve', taskIdOf(world.seeded.firstPending + bill))
        const answers = await Promise.all(
          Array.from({ length: APPROVERS }, (_, n) => client.send(n, request)),
        )
        const won = answers.filter(({ status }) => status === 200).length
        const told = answers.filter(({ status }) => status === TOLD).length
        const outcome = `${won} won, ${told} told, ${APPROVERS - won - told} else`
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
        slowest.push(Math.max(...answers.map(({ ms }) => ms)))
      }
    } finally {
      client.close()
      await world.close()
    }
    const rows: Row[] = [...seen].map(([outcome, bills]) => ({
      outcome,
      bills,
      goal: '1 won, 15 told',
    }))
    const note = `Until the last of the sixteen had an answer: ${milliseconds(quantile(slowest, 0.5))} at the median.`
    return [
      { title: `${APPROVERS} approvers at once on each of ${counted(BILLS)} bills`, rows, note },
    ]
  },
}
