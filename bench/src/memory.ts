// What an idle desk holds of the machine's memory, as the operating system counts it.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox } from '@invoice-desk/sandbox/start'
import { type Bench, megabytes } from './table.ts'

const SETTLE_MS = 10_000
const READY_WITHIN_MS = 60_000

export const memoryBench: Bench = {
  name: 'memory',
  title: 'Idle server memory (resident), embedded database, ten seconds after it is ready',
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'desk-bench-'))
    const port = await freePort()
    const url = `http://localhost:${port}`
    const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, appUrl: url })
    const env = {
      ...process.env,
      MODE: 'sandbox',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      BUSINESS_NAME: 'Bench',
      CONTACT_EMAIL: 'bench@harborfinch.example',
      MAIL_FROM: 'bench@harborfinch.example',
      SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      ...Object.assign({}, ...Object.values(sandbox.settings)),
    }
    const rows = []
    // The first start creates the database and holds that memory until the next one.
    for (const start of ['first start (creates the database)', 'every later start']) {
      const began = performance.now()
      const server = spawn(process.execPath, ['--max-semi-space-size=4', 'server/src/main.ts'], {
        env,
        stdio: 'inherit',
      })
      await waitUntilReady(url, server)
      const ready = Math.round(performance.now() - began)
      await sleep(SETTLE_MS)
      rows.push({
        start,
        'ready after': `${ready} ms`,
        resident: await residentOf(server),
        goal: '300 MB',
      })
      server.kill('SIGTERM')
      await new Promise((done) => server.once('exit', done))
    }
    await sandbox.close()
    await rm(dataDir, { recursive: true, force: true })
    return rows
  },
}

const waitUntilReady = async (url: string, server: ChildProcess): Promise<void> => {
  const until = Date.now() + READY_WITHIN_MS
  while (Date.now() < until && server.exitCode === null) {
    const response = await fetch(`${url}/api/health`).catch(() => undefined)
    if (response?.ok) return
    await sleep(50)
  }
  throw new Error('the server did not become ready')
}

const residentOf = async (server: ChildProcess): Promise<string> => {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return megabytes(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024)
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, 'localhost', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
