// Reads the amounts in a PDF that a contractor sent. Whatever is in the file, reading it ends within these limits and reaches
// no setting or file of ours: the process has no environment, and can open only the program's own files. A thread isn't
// enough, because a file that makes it run out of memory ends the whole server.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'

/** The program gets its real address, because it can't follow links to it. */
const LIBRARY = import.meta.resolve('unpdf/pdfjs')
const HEAP_MB = 256
/** The watchdog ends a busy process sooner. */
const TIMEOUT_MS = 30_000

/** The watchdog's and ours, and those with which Node and the system end a process that is out of memory. */
const LIMIT_SIGNALS = ['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGSEGV']

const flagsFor = (program: URL) => [
  `--max-old-space-size=${HEAP_MB}`,
  '--permission',
  '--allow-worker',
  ...[new URL('.', program), new URL('.', LIBRARY)].map(
    (folder) => `--allow-fs-read=${fileURLToPath(folder)}*`,
  ),
]

const run = promisify(execFile)
const printed = z.array(z.number().int())

/** Runs a program that gets the PDF and prints amounts. One at a time, because each may take a lot of memory. */
export const createReader = (program: URL) => {
  let last: Promise<unknown> = Promise.resolve()
  const command = [...flagsFor(program), fileURLToPath(program), LIBRARY]

  const readNow = async (pdf: Uint8Array): Promise<number[]> => {
    const options = { env: {}, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' } as const
    const running = run(process.execPath, command, options)
    // It may end before it has read everything.
    running.child.stdin?.on('error', () => {}).end(pdf)
    try {
      return printed.parse(JSON.parse((await running).stdout))
    } catch (error) {
      if (wasStopped(error)) return []
      throw error
    }
  }

  return (pdf: Uint8Array): Promise<number[]> => {
    const reading = last.then(() => readNow(pdf))
    last = reading.catch(() => {})
    return reading
  }
}

/** In cents; empty if it can't be read. Throws if reading isn't possible right now. */
export const readAmounts = createReader(new URL('./reader.ts', import.meta.url))

/** At a limit. Otherwise, the program itself doesn't work, or the whole server is being stopped. */
const wasStopped = (error: unknown): boolean =>
  error instanceof Error && 'signal' in error && LIMIT_SIGNALS.includes(String(error.signal))
