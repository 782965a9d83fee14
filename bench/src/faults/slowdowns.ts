// Makes services slow for a while: calls exceed our timeouts but still take effect.
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@invoice-desk/testing/random'
import type { FaultLab } from './fault-lab.ts'
import { refundUnseen } from './refunds.ts'

/** Twice the app's timeout. */
const SLOW_MS = 3_000
/** How far QuickBooks' queries are behind what it has stored. */
const LAG_SECONDS = 3
const LOOK_EVERY_MS = 700

export type Pace = {
  /** How long a service works normally, and how long it's disturbed. */
  readonly normalMs: readonly [min: number, max: number]
  readonly slowMs: readonly [min: number, max: number]
  readonly timesMax?: number
}

type Disturbance = {
  begin(count: number): Promise<unknown>
  /** Called repeatedly while it lasts. */
  during?(): Promise<unknown>
  end(): Promise<unknown>
}

/** Each disturbance has its own random numbers, so that they don't influence each other. */
export const disturb = (lab: FaultLab, seed: number, pace: Pace) => {
  const { control } = lab
  const refunds = refundUnseen(lab, createRandom(seed))
  const slow = (provider: string, delayMatch: string): Disturbance => ({
    begin: () => control(`/${provider}/switches`, { delayMs: SLOW_MS, delayMatch }),
    end: () => control(`/${provider}/switches`, { delayMs: 0 }),
  })
  const bookings: Disturbance = {
    begin: async (count) => {
      const mode = count % 2 === 0 ? 'replay' : 'refuse'
      await control('/quickbooks/switches/overlap', { mode })
      await control('/quickbooks/switches/slow', { ms: SLOW_MS, match: '/payment?' })
    },
    end: () => control('/quickbooks/switches/slow', { ms: 0 }),
  }
  const setWebhooks = (webhooks: 'on' | 'off') =>
    Promise.all(['stripe', 'paypal'].map((each) => control(`/${each}/switches`, { webhooks })))
  const lostWebhooks: Disturbance = {
    begin: () => setWebhooks('off'),
    during: refunds.look,
    end: () => setWebhooks('on'),
  }
  const setLag = (seconds: number) => control('/quickbooks/switches/query-lag', { seconds })
  const lag: Disturbance = { begin: () => setLag(LAG_SECONDS), end: () => setLag(0) }
  const disturbances = [
    slow('stripe', '/confirm'),
    slow('paypal', '/capture'),
    bookings,
    lostWebhooks,
    lag,
  ]
  const running = disturbances.map((each, index) => alternate(each, seed + index, pace))
  return {
    /** Ends all disturbances; returns how many there were, and how many payments were refunded. */
    stop: async () => {
      const counts = await Promise.all(running.map(({ stop }) => stop()))
      return { slowdowns: counts.reduce((sum, count) => sum + count, 0), refunds: refunds.count() }
    },
  }
}

const alternate = ({ begin, during, end }: Disturbance, seed: number, pace: Pace) => {
  const { normalMs, slowMs, timesMax = Number.POSITIVE_INFINITY } = pace
  const random = createRandom(seed)
  const over = new AbortController()
  const { signal } = over
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
  const waitDuring = async (ms: number): Promise<void> => {
    const until = Date.now() + ms
    while (during && Date.now() < until && !signal.aborted) {
      await during()
      await pause(LOOK_EVERY_MS)
    }
    await pause(Math.max(0, until - Date.now()))
  }
  let count = 0
  const work = (async () => {
    while (count < timesMax) {
      await pause(random.between(...normalMs))
      if (signal.aborted) return
      count += 1
      await begin(count)
      await waitDuring(random.between(...slowMs))
      await end()
    }
  })()
  return {
    stop: async (): Promise<number> => {
      over.abort()
      await work
      return count
    },
  }
}
