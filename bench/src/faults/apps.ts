// The processes of the app in a fault run: one, or several behind a load balancer; each can be killed and started again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox } from '@invoice-desk/sandbox/start'
import { type ServerProcess, startServer } from '@invoice-desk/testing/app/server-process'
import type { Random } from '@invoice-desk/testing/random'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { ended } from '../../../scripts/lib/processes.mjs'
import { type Balancer, startBalancer } from '../fleet/balancer.ts'

export type Apps = {
  /** Ends one of them without a warning, at once: the one that `turn` falls on. */
  kill(turn?: number): Promise<void>
  /** Starts those that do not run. */
  start(): Promise<void>
  readonly kills: () => number
}

/** Where they are called, which the stand-ins have to know before any of them runs. */
export type Address = {
  readonly url: string
  readonly ports: readonly number[]
  readonly balancer: Balancer | undefined
}

export const reserveAddress = async (count: number): Promise<Address> => {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const balancer = count > 1 ? await startBalancer() : undefined
  return { url: balancer?.url ?? `http://localhost:${ports[0]}`, ports, balancer }
}

export const createApps = (
  { url, ports, balancer }: Address,
  sandbox: Sandbox,
  env: Readonly<Record<string, string>>,
): Apps => {
  const running = new Map<number, ServerProcess>()
  let kills = 0
  /** As a balancer's health checks would find out by themselves. */
  const tell = () => balancer?.use([...running.keys()])
  return {
    kills: () => kills,
    start: async () => {
      const missing = ports.filter((port) => !running.has(port))
      await Promise.all(
        missing.map(async (port) => {
          running.set(
            port,
            await startServer(sandbox, port, { ...env, PUBLIC_URL: url }, 'inherit'),
          )
          tell()
        }),
      )
    },
    kill: async (turn = 0) => {
      const port = [...running.keys()].sort()[turn % Math.max(1, running.size)]
      const victim = port === undefined ? undefined : running.get(port)
      if (port === undefined || !victim) return
      running.delete(port)
      kills += 1
      victim.process.kill('SIGKILL')
      await ended(victim.process)
      tell()
    },
  }
}

export type Killing = {
  readonly random: Random
  readonly processes: number
  /** Between the moment when all processes run and the next kill. */
  readonly calmMs: readonly [min: number, max: number]
  readonly killsMax?: number
}

/** Again and again one of them dies and is started again, until told to stop. */
export const killAtRandom = (
  { kill, start }: Apps,
  { random, processes, calmMs, killsMax = Number.POSITIVE_INFINITY }: Killing,
) => {
  const over = new AbortController()
  const work = (async () => {
    for (let kills = 0; kills < killsMax; kills += 1) {
      await sleep(random.between(...calmMs), undefined, { signal: over.signal }).catch(() => {})
      if (over.signal.aborted) return
      await kill(random.between(0, processes - 1))
      await start()
    }
  })()
  return {
    /** Answers once all of them run. */
    stop: async (): Promise<void> => {
      over.abort()
      await work
    },
  }
}
