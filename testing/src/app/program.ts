// Runs one of our Node programs as a child process.
import type { ChildProcess } from 'node:child_process'
import { startNode, stop, waitForExit } from '../../../scripts/lib/processes.mjs'
import { waitFor } from '../wait-for.ts'

const READY_WITHIN_MS = 180_000
const READY_PAUSE_MS = 10
const ANSWER_WITHIN_MS = 5_000
const LOG_LENGTH_MAX = 200_000

export type Program = {
  readonly process: ChildProcess
  readonly readyAfterMs: number
  /** The program's latest output; empty if the output goes elsewhere. */
  log(): string
  stop(): Promise<void>
}

export type ProgramOptions = {
  readonly name: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Answers 200 when the program is ready. */
  readonly readyUrl: string
  /** Where its output goes: an open file, or our output. By default, it's kept for `log`. */
  readonly output?: number | 'inherit' | undefined
}

export const startProgram = async (options: ProgramOptions): Promise<Program> => {
  const { name, args, env, readyUrl, output = 'pipe' } = options
  const began = performance.now()
  // The program gets none of the shell's settings.
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = startNode(args, { env: { PATH, HOME, NODE_COMPILE_CACHE, ...env }, output })
  const log = readLog(child)
  const over = new AbortController()
  void waitForExit(child).then(() => over.abort())
  try {
    await waitFor(() => expectReady(readyUrl), {
      withinMs: READY_WITHIN_MS,
      pauseMs: READY_PAUSE_MS,
      signal: over.signal,
    })
  } catch (error) {
    await stop(child)
    throw new Error(`The ${name} didn't start:\n${log()}`, { cause: error })
  }
  return {
    process: child,
    readyAfterMs: performance.now() - began,
    log,
    stop: () => stop(child),
  }
}

const readLog = ({ stdout, stderr }: ChildProcess): (() => string) => {
  let log = ''
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-LOG_LENGTH_MAX)
    })
  }
  return () => log
}

const expectReady = async (url: string): Promise<void> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
}
