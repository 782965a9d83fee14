// Measures two servers in alternating short rounds, so that other load affects both equally.
import type { Meter } from './cpu.ts'
import { type Client, openClient } from './load.ts'

export type Side = {
  readonly url: string
  /** The next request; undefined if this round has no more. */
  next(): Buffer | undefined
  /** Restores the data between rounds; its time isn't measured. */
  afterRound?(): Promise<void>
}

export type Timing = {
  readonly p50: number
  readonly p99: number
  readonly rate: number
  /** Milliseconds of CPU time per request, of the server and its database. */
  readonly cpu: number
  /** CPU time of the external services. */
  readonly outsideCpu: number
}

export type Paired = {
  readonly ours: Timing
  readonly bare: Timing
  /** Our rate divided by the bare server's, the median of all pairs. */
  readonly ratio: number
}

export type Pace = {
  readonly connections: number
  readonly rounds: number
  readonly roundMs: number
  /** For our server and the bare server. */
  readonly meters?: readonly [Meter, Meter]
  readonly outsideMeter?: Meter
}

export const measurePaired = async (
  ours: Side,
  bare: Side,
  { connections, rounds, roundMs, meters, outsideMeter }: Pace,
): Promise<Paired> => {
  using stack = new DisposableStack()
  const open = async (side: Side) => ({
    side,
    client: stack.use(await openClient(side.url, connections)),
  })
  const sides = [await open(ours), await open(bare)]
  const results = sides.map((): Result => ({ times: [], rates: [], cpu: 0, outsideCpu: 0 }))
  // The first pair warms both up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [n, { side, client }] of sides.entries()) {
      const read = () => Promise.all([meters?.[n]?.() ?? 0, outsideMeter?.() ?? 0])
      const before = await read()
      const { times, rate } = await runRound(side, client, roundMs)
      const after = await read()
      await side.afterRound?.()
      const result = results[n]
      if (round === 0 || !result) continue
      result.times.push(...times)
      result.rates.push(rate)
      result.cpu += after[0] - before[0]
      result.outsideCpu += after[1] - before[1]
    }
  }
  const [first, second] = results.map(timingOf)
  const ratios = (results[0]?.rates ?? []).map((rate, n) => rate / (results[1]?.rates[n] ?? 1))
  if (!first || !second) throw new Error('nothing was measured')
  return { ours: first, bare: second, ratio: quantile(ratios, 0.5) }
}

/** Sends requests without measuring them, and returns how many. */
export const sendLoad = async (
  side: Side,
  connections: number,
  durationMs: number,
): Promise<number> => {
  using client = await openClient(side.url, connections)
  const { times } = await runRound(side, client, durationMs)
  await side.afterRound?.()
  return times.length
}

const runRound = async (
  side: Side,
  client: Client,
  roundMs: number,
): Promise<{ times: number[]; rate: number }> => {
  const times: number[] = []
  const began = performance.now()
  const until = began + roundMs
  const sendRequests = async (connection: number): Promise<void> => {
    while (performance.now() < until) {
      const request = side.next()
      if (!request) return
      const { status, body, ms } = await client.send(connection, request)
      if (status !== 200) throw new Error(`${side.url} answered ${status}: ${body.slice(0, 500)}`)
      times.push(ms)
    }
  }
  await Promise.all(Array.from({ length: client.connections }, (_, n) => sendRequests(n)))
  return { times, rate: (times.length / (performance.now() - began)) * 1_000 }
}

type Result = {
  readonly times: number[]
  readonly rates: number[]
  cpu: number
  outsideCpu: number
}

const timingOf = ({ times, rates, cpu, outsideCpu }: Result): Timing => ({
  cpu: cpu / times.length,
  outsideCpu: outsideCpu / times.length,
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  rate: quantile(rates, 0.5),
})

export const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
