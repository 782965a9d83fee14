// Kills the embedded database repeatedly: acknowledged rows survive, and no second process can open it.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@invoice-desk/testing/random'
import { waitForExit } from '../../../scripts/lib/processes.mjs'
import type { FaultMeasurement } from './measurement.ts'

const WRITER = new URL('./embedded-writer.ts', import.meta.url)
const KILLS = 100

export const embeddedMeasurement: FaultMeasurement = {
  name: 'embedded',
  run: async ({ payments, seed }) => {
    const kills = Math.min(KILLS, payments)
    const random = createRandom(seed)
    const dataDir = await mkdtemp(join(tmpdir(), 'desk-embedded-'))
    const acknowledged = new Set<number>()
    let lost = 0
    let admitted = 0
    for (let round = 0; round <= kills; round += 1) {
      const writer = startWriter(dataDir)
      const known = await writer.known
      lost += [...acknowledged].filter((number) => !known.has(number)).length
      if (round === kills) {
        await writer.kill()
        break
      }
      if (round % 10 === 0 && (await isAdmitted(dataDir))) admitted += 1
      await sleep(random.between(5, 300))
      for (const number of await writer.kill()) acknowledged.add(number)
    }
    await rm(dataDir, { recursive: true, force: true })
    return [
      {
        measurement: 'Embedded database killed',
        setup: `${kills} kills, ${acknowledged.size} rows acknowledged, ${Math.ceil(kills / 10)} second processes`,
        result: `${lost} rows lost, ${admitted} second processes admitted`,
        problems: [
          ...(lost > 0 ? [`${lost} acknowledged rows are lost`] : []),
          ...(admitted > 0 ? ['a second process was admitted'] : []),
        ],
      },
    ]
  },
}

type Message = { known?: number[]; acknowledged?: number }

const startWriter = (dataDir: string) => {
  const child: ChildProcess = fork(WRITER, [dataDir], { stdio: 'ignore' })
  const acknowledged: number[] = []
  const known = new Promise<Set<number>>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if (message.known) resolve(new Set(message.known))
      if (message.acknowledged !== undefined) acknowledged.push(message.acknowledged)
    })
    child.once('exit', () => reject(new Error('the database did not open')))
  })
  known.catch(() => {})
  return {
    known,
    kill: async () => {
      child.kill('SIGKILL')
      await waitForExit(child)
      return acknowledged
    },
  }
}

const isAdmitted = async (dataDir: string): Promise<boolean> => {
  const second = startWriter(dataDir)
  const opened = await second.known.then(
    () => true,
    () => false,
  )
  await second.kill()
  return opened
}
