// How fast the app starts, and how much memory it uses at the start, when idle and after load.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox } from '@invoice-desk/sandbox/start'
import { startServer } from '@invoice-desk/testing/app/server-process'
import { freePort } from '../../scripts/lib/ports.mjs'
import { startPostgres } from '../../scripts/lib/postgres.mjs'
import type { Options } from './options.ts'
import { chooseMeasures } from './speed/measures/all.ts'
import { sendLoad } from './speed/rounds.ts'
import { residentOf } from './speed/server-process.ts'
import { startWorld } from './speed/world.ts'
import { type Bench, counted, megabytes, type Row } from './table.ts'

const SETTLE_MS = 10_000
const STARTS = ['first start (creates the tables)', 'second start', 'third start']
const TASKS = 1_000
const CONNECTIONS = 16

export const memoryBench: Bench = {
  name: 'memory',
  run: async (options) => {
    const embedded = await measureStarts({}, { peak: '≤ 400 MB', ready: '', resident: '≤ 300 MB' })
    const postgres = await startPostgres()
    if (!postgres) throw new Error('this run needs PostgreSQL')
    const live = await measureStarts(
      { DATABASE_URL: postgres.url },
      { peak: '', ready: '≤ 1 s', resident: '≤ 150 MB' },
    )
    await postgres.stop()
    const when = 'time to ready, peak memory, and memory ten seconds later'
    return [
      { title: `A process on PostgreSQL: ${when}`, rows: live },
      { title: `A process with the embedded database: ${when}`, rows: embedded },
      {
        title: `A process on PostgreSQL: memory after load on ${CONNECTIONS} connections`,
        rows: await measureLoad(options),
      },
    ]
  },
}

const measureStarts = async (
  env: Readonly<Record<string, string>>,
  goals: { peak: string; ready: string; resident: string },
): Promise<Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'desk-bench-'))
  const port = await freePort()
  const appUrl = `http://localhost:${port}`
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, appUrl })
  const rows: Row[] = []
  // The first start creates the database, and keeps the memory that takes until the process ends.
  for (const [n, start] of STARTS.entries()) {
    const server = await startServer(sandbox, port, { DATA_DIR: dataDir, ...env }, 'inherit')
    await sleep(SETTLE_MS)
    const resident = await residentOf(server.process)
    rows.push({
      start,
      'ready after': `${Math.round(server.readyAfterMs)} ms`,
      'goal (ready)': n === 0 ? '' : goals.ready,
      peak: megabytes(resident.peak),
      'goal (peak)': n === 0 ? goals.peak : '',
      resident: megabytes(resident.now),
      'goal (resident)': n === 0 ? '' : goals.resident,
    })
    await server.stop()
  }
  await sandbox.close()
  await rm(dataDir, { recursive: true, force: true })
  return rows
}

/** Every kind of request for a while, then a pause, as after a busy hour. */
const measureLoad = async (options: Options): Promise<Row[]> => {
  await using world = await startWorld(TASKS)
  const { process } = world.ours
  const before = await residentOf(process)
  let requests = 0
  for (const measure of chooseMeasures(options)) {
    const { ours } = await measure.prepare(world)
    const durationMs = options.rounds * options.roundMs
    requests += await sendLoad(ours, CONNECTIONS, durationMs)
  }
  const loaded = await residentOf(process)
  await sleep(SETTLE_MS)
  const after = await residentOf(process)
  return [
    {
      requests: counted(requests),
      before: megabytes(before.now),
      peak: megabytes(loaded.peak),
      'ten seconds later': megabytes(after.now),
      goal: '≤ 200 MB',
    },
  ]
}
