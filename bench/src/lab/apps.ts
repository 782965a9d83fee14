// The processes of the app in a lab: one, or several behind a load balancer. Each can be killed and restarted.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox } from '@invoice-desk/sandbox/start'
import { type ServerProcess, startServer } from '@invoice-desk/testing/app/server-process'
import type { Random } from '@invoice-desk/testing/random'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { waitForExit } from '../../../scripts/lib/processes.mjs'
import { type Balancer, startBalancer } from './balancer.ts'

export type Apps = {
  /** Kills the running process that `turn` selects, with SIGKILL. */
  kill(turn?: number): Promise<void>
  /** Starts all processes that aren't running. */
  start(): Promise<void>
  processes(): ServerProcess[]
  kills(): number
  killedAt(): readonly number[]
}

/** Reserved first, because the emulators need to know where the app will be. */
export type Address = {
  readonly url: string
  readonly ports: readonly number[]
  /** Where each process has its mail relay. */
  readonly relayPorts: readonly number[]
  readonly balancer: Balancer | undefined
}

export const reserveAddress = async (count: number): Promise<Address> => {
  const reserve = () => Promise.all(Array.from({ length: count }, freePort))
  const [ports, relayPorts] = [await reserve(), await reserve()]
  const balancer = count > 1 ? await startBalancer() : undefined
  const url = balancer?.url ?? `http://localhost:${ports[0]}`
  return { url, ports, relayPorts, balancer }
}

export const createApps = (
  { ports, relayPorts, balancer }: Address,
  sandbox: Sandbox,
  env: Readonly<Record<string, string>>,
  output: number,
): Apps => {
  const running = new Map<number, ServerProcess>()
  const killedAt: number[] = []
  const listPorts = () => ports.filter((port) => running.has(port))
  /** A real balancer would find out through its health checks. */
  const updateBalancer = () => balancer?.use(listPorts())
  return {
    kills: () => killedAt.length,
    killedAt: () => killedAt,
    processes: () => listPorts().flatMap((port) => running.get(port) ?? []),
    start: async () => {
      const missing = ports.filter((port) => !running.has(port))
      await Promise.all(
        missing.map(async (port) => {
          const relay = { SMTP_RELAY_PORT: String(relayPorts[ports.indexOf(port)]) }
          running.set(port, await startServer(sandbox, port, { ...relay, ...env }, output))
          updateBalancer()
        }),
      )
    },
    kill: async (turn = 0) => {
      const port = listPorts()[turn % Math.max(1, running.size)] ?? 0
      const victim = running.get(port)
      if (!victim) return
      running.delete(port)
      victim.process.kill('SIGKILL')
      await waitForExit(victim.process)
      killedAt.push(Date.now())
      updateBalancer()
    },
  }
}

export type Killing = {
  readonly random: Random
  readonly processes: number
  /** How long all processes run until the next kill. */
  readonly calmMs: readonly [min: number, max: number]
  readonly killsMax?: number
}

/** Kills and restarts one process after another until stopped. */
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
    /** Resolves when all processes are running. */
    stop: async (): Promise<void> => {
      over.abort()
      await work
    },
  }
}
