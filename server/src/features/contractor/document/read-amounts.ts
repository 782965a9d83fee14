// Reads the amounts in a PDF that a contractor sent. Whatever is in the file, reading it ends within these limits and reaches
// nothing of ours: the process gets no settings and can open only the program's own files. A thread isn't enough, because
// a file that makes it run out of memory ends the whole server.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'

const PROGRAM = new URL('./reader.ts', import.meta.url)
/** The program and the packages it imports. */
const FOLDERS = [
  new URL('.', PROGRAM),
  new URL('../..', import.meta.resolve('unpdf')),
  new URL('..', import.meta.resolve('@invoice-desk/contract/money')),
]
const HEAP_MB = 256
/** The watchdog ends a busy process sooner. */
const TIMEOUT_MS = 30_000

const FLAGS = [
  `--max-old-space-size=${HEAP_MB}`,
  '--permission',
  '--allow-worker',
  ...FOLDERS.map((folder) => `--allow-fs-read=${fileURLToPath(folder)}*`),
]

const run = promisify(execFile)
const printed = z.array(z.number().int())
let last: Promise<unknown> = Promise.resolve()

/** In cents; empty if it can't be read. One file at a time, because each may take a lot of memory. */
export const readAmounts = (pdf: Uint8Array): Promise<number[]> => {
  const reading = last.then(() => readNow(pdf))
  last = reading.catch(() => {})
  return reading
}

const readNow = async (pdf: Uint8Array): Promise<number[]> => {
  const options = { env: {}, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' } as const
  const running = run(process.execPath, [...FLAGS, fileURLToPath(PROGRAM)], options)
  // It may end before it has read everything.
  running.child.stdin?.on('error', () => {}).end(pdf)
  try {
    return printed.parse(JSON.parse((await running).stdout))
  } catch (error) {
    if (wasStopped(error)) return []
    throw error
  }
}

/** At a limit. Otherwise, the program itself doesn't work. */
const wasStopped = (error: unknown): boolean =>
  error instanceof Error && 'signal' in error && error.signal !== null
