// Measures the CPU time of programs that a piece of work runs, with all the programs that those run. Only on Linux.
import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

const TICKS_PER_SECOND = 100

/** @typedef {{ ticks: number }} Meter */
/** @type {AsyncLocalStorage<Meter>} */
const meters = new AsyncLocalStorage()
let counted = 0

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<{ result: T, cpuSeconds: number | undefined }>}
 */
export const measureCpu = async (work) => {
  const meter = { ticks: 0 }
  const result = await meters.run(meter, work)
  return { result, cpuSeconds: meter.ticks ? meter.ticks / TICKS_PER_SECOND : undefined }
}

/** Call it when a program has ended: the system adds up the time of all that have. */
export const countEndedProgram = () => {
  const ticks = readEndedTicks()
  const meter = meters.getStore()
  if (meter) meter.ticks += ticks - counted
  counted = ticks
}

/** User and system time of the child processes that have ended: fields 16 and 17 of the process's status. */
const readEndedTicks = () => {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(fields[13]) + Number(fields[14])
  } catch {
    return 0
  }
}

/** CPU time of everything that has run on this machine, also of browser processes, which outlive their parents. */
export const machineCpuSeconds = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0) / 1_000
