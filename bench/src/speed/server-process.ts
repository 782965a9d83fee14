// Starts the bare server and the services, and reads the memory of a process.
import type { ChildProcess } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { startProgram } from '@invoice-desk/testing/app/program'
import type { ServerProcess } from '@invoice-desk/testing/app/server-process'
import { freePort } from '../../../scripts/lib/ports.mjs'

const BARE_PROGRAM = fileURLToPath(new URL('./bare/main.ts', import.meta.url))
const SERVICES_PROGRAM = fileURLToPath(new URL('./services/main.ts', import.meta.url))

export const startBare = (env: Readonly<Record<string, string>>): Promise<ServerProcess> =>
  start('bare server', BARE_PROGRAM, env)

export const startServices = (): Promise<ServerProcess> => start('services', SERVICES_PROGRAM, {})

const start = async (
  name: string,
  program: string,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const started = await startProgram({
    name,
    args: [program],
    env: { ...env, PORT: String(port) },
    readyUrl: `${url}/`,
    output: 'inherit',
  })
  return { ...started, url }
}

/** Bytes of memory it holds now, and the most it has held since `resetPeak`. */
export const residentOf = async ({ pid }: ChildProcess): Promise<{ now: number; peak: number }> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const bytesOf = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1_024
  return { now: bytesOf('VmRSS'), peak: bytesOf('VmHWM') }
}

export const resetPeak = ({ pid }: ChildProcess): Promise<void> =>
  writeFile(`/proc/${pid}/clear_refs`, '5')
