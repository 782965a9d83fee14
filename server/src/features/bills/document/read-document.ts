// Reads a PDF that a contractor sent. Whatever is in the file, reading it ends within these limits and reaches
// no setting or file of ours: the process has no environment, and can open only the program's own files. A thread isn't
// enough, because a file that makes it run out of memory ends the whole server.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { AMOUNTS_MAX } from '@invoice-desk/contract/document/find-amounts'
import { NUMBER_LENGTH_MAX } from '@invoice-desk/contract/document/find-number'
import type { ReadDocument } from '@invoice-desk/contract/document/read-document'
import { line } from '@invoice-desk/contract/values/text'
import { z } from 'zod'

/** The program gets their real addresses, because it can't follow links to them. */
const MODULES = ['unpdf/pdfjs', '@invoice-desk/contract/document/read-document'].map((name) =>
  import.meta.resolve(name),
)
const HEAP_MB = 256
/** The watchdog ends a process that is busy sooner. After that, the machine has no time for it. */
const TIMEOUT_MS = 30_000

/** The watchdog's, and those with which Node and the system end a process that is out of memory. */
const LIMIT_SIGNALS = ['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGSEGV']

const flagsFor = (program: URL) => [
  `--max-old-space-size=${HEAP_MB}`,
  '--permission',
  '--allow-worker',
  ...[program, ...MODULES].map((file) => `--allow-fs-read=${fileURLToPath(new URL('.', file))}*`),
]

const run = promisify(execFile)

const cents = z.number().int().min(0)
/** What the file made the program print. */
const printed = z.object({
  amounts: z.array(cents).max(AMOUNTS_MAX),
  invoice: z.object({
    invoiceNumber: line(NUMBER_LENGTH_MAX).exactOptional(),
    amountCents: cents.exactOptional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .exactOptional(),
    date: z.iso.date().exactOptional(),
    dueDate: z.iso.date().exactOptional(),
    vendor: line(100).exactOptional(),
  }),
})

/** An image, a scan, or a PDF that can't be read. */
const NOTHING: ReadDocument = { amounts: [], invoice: {} }

/** Runs a program that gets the PDF and prints what is in it. One at a time, because each may take a lot of memory. */
export const createReader = (program: URL, timeoutMs = TIMEOUT_MS) => {
  let last: Promise<unknown> = Promise.resolve()
  const command = [...flagsFor(program), fileURLToPath(program), ...MODULES]

  const readNow = async (pdf: Uint8Array): Promise<ReadDocument> => {
    const options = { env: {}, timeout: timeoutMs, killSignal: 'SIGKILL' } as const
    const running = run(process.execPath, command, options)
    // It may end before it has read everything.
    running.child.stdin?.on('error', () => {}).end(pdf)
    try {
      return printed.nullable().parse(JSON.parse((await running).stdout)) ?? NOTHING
    } catch (error) {
      if (wasStopped(error)) return NOTHING
      throw error
    }
  }

  return async (pdf: Uint8Array): Promise<ReadDocument> => {
    if (!startsAsPdf(pdf)) return NOTHING
    const reading = last.then(() => readNow(pdf))
    last = reading.catch(() => {})
    return reading
  }
}

/** The upload check lets nothing before it. */
const startsAsPdf = (file: Uint8Array) => Buffer.from(file.subarray(0, 4)).toString() === '%PDF'

/** Empty if it can't be read. Throws if reading isn't possible right now. */
export const readInProcess = createReader(new URL('./reader.ts', import.meta.url))

/** At a limit. Otherwise, it had no time to run, the program itself doesn't work, or the whole server is being stopped. */
const wasStopped = (error: unknown): boolean =>
  error instanceof Error &&
  'signal' in error &&
  LIMIT_SIGNALS.includes(String(error.signal)) &&
  // By our clock.
  !('killed' in error && error.killed)
