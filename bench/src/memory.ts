// How fast the app starts, and how much memory it uses when idle.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox } from '@invoice-desk/sandbox/start'
import { startServer } from '@invoice-desk/testing/app/server-process'
import { freePort } from '../../scripts/lib/ports.mjs'
import { startPostgres } from '../../scripts/lib/postgres.mjs'
import { residentOf } from './speed/server-process.ts'
import { type Bench, megabytes, type Row } from './table.ts'

const SETTLE_MS = 10_000
const STARTS = ['first start (creates the tables)', 'second start', 'third start']

export const memoryBench: Bench = {
  name: 'memory',
  run: async () => {
    const embedded = await measureStarts({}, { ready: '', resident: '≤ 300 MB' })
    const postgres = await startPostgres()
    if (!postgres) throw new Error('this run needs PostgreSQL')
    const live = await measureStarts(
      { DATABASE_URL: postgres.url },
      { ready: '≤ 1 s', resident: '≤ 150 MB' },
    )
    await postgres.stop()
    const when = 'time to ready, and resident memory ten seconds later'
    return [
      { title: `A process on PostgreSQL: ${when}`, rows: live },
      { title: `A process with the embedded database: ${when}`, rows: embedded },
    ]
  },
}

const measureStarts = async (
  env: Readonly<Record<string, string>>,
  goals: { ready: string; resident: string },
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
    rows.push({
      start,
      'ready after': `${Math.round(server.readyAfterMs)} ms`,
      'goal (ready)': n === 0 ? '' : goals.ready,
      resident: megabytes((await residentOf(server.process)).now),
      'goal (resident)': n === 0 ? '' : goals.resident,
    })
    await server.stop()
  }
  await sandbox.close()
  await rm(dataDir, { recursive: true, force: true })
  return rows
}
