// Opens thousands of connections to the mail relay at once: memory stays bounded, and the app and the relay still answer.
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox } from '@invoice-desk/sandbox/start'
import { startServer } from '@invoice-desk/testing/app/server-process'
import { TEST_PAGES } from '@invoice-desk/testing/app/test-desk'
import { openDialog } from '@invoice-desk/testing/relay/dialog'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { SMTP_LIMITS } from '../../../server/src/features/relay/smtp/limits.ts'
import { residentOf } from '../speed/server-process.ts'
import { megabytes, milliseconds } from '../table.ts'
import type { AbuseMeasurement } from './measurement.ts'

const CONNECTIONS = 10_000
/** Opened at the same time. */
const BATCH = 500
const ADDRESSES = 500
const GROWTH_MAX = 100_000_000
const ANSWER_MAX_MS = 2_000

export const connectionsMeasurement: AbuseMeasurement = {
  name: 'connections',
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'desk-connections-'))
    const [port, relayPort] = [await freePort(), await freePort()]
    const appUrl = `http://localhost:${port}`
    const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, appUrl })
    const env = { DATA_DIR: dataDir, WEB_DIR: TEST_PAGES, SMTP_RELAY_PORT: String(relayPort) }
    const server = await startServer(sandbox, port, env)
    try {
      const before = await residentOf(server.process)
      const { openMax, slowestMs, sockets } = await flood(relayPort, `${appUrl}/api/health`)
      const during = await residentOf(server.process)
      for (const socket of sockets) socket.destroy()
      const isBack = await waitFor(() => openDialog(relayPort)).then(
        (dialog) => dialog.greeting.startsWith('220'),
        () => false,
      )
      const growth = during.now - before.now
      const problems = [
        openMax === 0 && 'no connection was accepted',
        openMax > SMTP_LIMITS.connections && `${openMax} connections were open at once`,
        growth > GROWTH_MAX && `memory grew by ${megabytes(growth)}`,
        slowestMs > ANSWER_MAX_MS && `the app took ${milliseconds(slowestMs)} to answer`,
        !isBack && 'the relay did not accept a connection afterwards',
      ]
      return [
        {
          measurement: 'Connections to the mail relay',
          setup: `${CONNECTIONS} connections from ${ADDRESSES} addresses`,
          result: `at most ${openMax} open at once, memory ${megabytes(before.now)} → ${megabytes(during.now)}, slowest answer of the app ${milliseconds(slowestMs)}`,
          problems: problems.filter((each) => each !== false),
        },
      ]
    } finally {
      await server.stop()
      await sandbox.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

/** Keeps every connection open that the server leaves open, and asks the app after each batch. */
const flood = async (port: number, healthUrl: string) => {
  const sockets: Socket[] = []
  const greeted = new Set<Socket>()
  /** A new one takes the place of the oldest without a login. */
  let openMax = 0
  let slowestMs = 0
  for (let opened = 0; opened < CONNECTIONS; opened += BATCH) {
    for (let n = opened; n < opened + BATCH; n++) {
      const address = n % ADDRESSES
      const localAddress = `127.1.${address >> 8}.${address & 0xff || 1}`
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      socket.on('error', () => {})
      socket.once('data', (text) => {
        if (String(text).startsWith('220')) greeted.add(socket)
      })
      socket.once('close', () => greeted.delete(socket))
      sockets.push(socket)
    }
    const startedAt = performance.now()
    const answer = await fetch(healthUrl)
    if (answer.status !== 200) throw new Error(`the app answered ${answer.status}`)
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    await sleep(100)
    openMax = Math.max(openMax, greeted.size)
  }
  await sleep(1_000)
  return { sockets, openMax, slowestMs }
}
