// CPU time, which other programs can delay but not increase: more stable than wall-clock time on a busy machine.
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const MS_PER_TICK = 10

/** Milliseconds of CPU time that a server and its database have used so far. */
export type Meter = () => Promise<number>

export const createMeter = async (pid: number | undefined, pool?: pg.Pool): Promise<Meter> => {
  const postmaster = pool ? await findPostmaster(pool) : undefined
  return async () => {
    const database = postmaster === undefined ? [] : await childrenOf(postmaster)
    const used = await Promise.all([pid ?? 0, ...database].map(usedBy))
    // The parent process has the time of closed connections.
    const closed = postmaster === undefined ? 0 : await usedByEnded(postmaster)
    return used.reduce((sum, each) => sum + each, closed)
  }
}

const findPostmaster = async (pool: pg.Pool): Promise<number | undefined> => {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const stat = await statOf(rows[0]?.pid ?? 0)
  return stat && Number(stat[PARENT])
}

const childrenOf = async (parent: number): Promise<number[]> => {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(
    () => undefined,
  )
  if (children !== undefined) return children.split(' ').filter(Boolean).map(Number)
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const stats = await Promise.all(pids.map(async (pid) => ({ pid, stat: await statOf(pid) })))
  return stats.filter(({ stat }) => Number(stat?.[PARENT]) === parent).map(({ pid }) => pid)
}

const usedBy = async (pid: number): Promise<number> => {
  const stat = await statOf(pid)
  return stat ? (Number(stat[USER]) + Number(stat[SYSTEM])) * MS_PER_TICK : 0
}

const usedByEnded = async (parent: number): Promise<number> => {
  const stat = await statOf(parent)
  return stat ? (Number(stat[ENDED_USER]) + Number(stat[ENDED_SYSTEM])) * MS_PER_TICK : 0
}

// Positions in /proc/…/stat after the name, the only field that can contain spaces.
const PARENT = 1
const USER = 11
const SYSTEM = 12
const ENDED_USER = 13
const ENDED_SYSTEM = 14

const statOf = async (pid: number): Promise<string[] | undefined> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}
