// Figure 1: payments while processes are killed at random and the services fail at random.
import { createRandom, type Random } from '@invoice-desk/testing/random'
import type { Result } from '../figures.ts'
import { type Killing, killAtRandom } from './apps.ts'
import { compare, listOpen, waitForDust } from './compare.ts'
import { type FaultFigure, processesText, seconds } from './figure.ts'
import { type Outcome, type Payer, pay } from './payer.ts'
import { openTown, type Town } from './town.ts'

const DUST_MS_MAX = 60_000
/** Of a hundred calls to each service, so many fail in each of these ways. */
const FAULTS = { error: 5, timeout: 5, 'timeout-after': 5, cut: 5 } as const
/** Of those who did not walk away, so many have to learn how their payment ended. */
const TOLD_SHARE_MIN = 0.9

export type Storm = Omit<Killing, 'random'> & {
  readonly seed: number
  readonly payments: number
  readonly atOnce: number
}
type Told = { readonly outcome: Outcome; readonly tookMs: number }

export const stormFigure: FaultFigure = {
  name: 'storm',
  run: async ({ seed, payments, processes }) => {
    const results: Result[] = []
    for (const count of processes) {
      const calmMs = count > 1 ? ([1_000, 5_000] as const) : ([2_000, 10_000] as const)
      const town = await openTown({}, count)
      try {
        results.push(await rage(town, { seed, payments, processes: count, atOnce: 24, calmMs }))
      } finally {
        await town.close()
      }
    }
    return results
  },
}

export const rage = async (town: Town, storm: Storm): Promise<Result> => {
  const { seed, payments, processes } = storm
  const random = createRandom(seed)
  const payers = await invite(town, random, payments)
  await switchFaults(town, seed)
  const began = Date.now()
  const told = await weather(town, random, payers, storm)
  const lastedMs = Date.now() - began
  await town.control('/faults', undefined, 'DELETE')
  await town.start()
  const dustMs = await waitForDust(town)
  const { charges, bookings, problems } = await compare(town)
  const isLate = dustMs > DUST_MS_MAX
  const late = isLate ? [`it took ${seconds(dustMs)} to settle`, ...(await listOpen(town))] : []
  return {
    figure: `1 payments under kills and faults, ${processesText(processes)}`,
    done: `${payers.length} payments in ${seconds(lastedMs)}, ${town.kills()} kills, 20 % faults`,
    result: `${charges} charges, ${bookings} bookings, ${tally(told)}, settled after ${seconds(dustMs)}`,
    problems: [...problems, ...missing(told, charges), ...late],
  }
}

const invite = async (town: Town, random: Random, count: number): Promise<Payer[]> => {
  const payers: Payer[] = []
  for (let index = 1; index <= count; index += 1) {
    const payer: Payer = {
      number: `S-${index}`,
      amount: random.between(100, 90_000) / 100,
      way: random.pick(['card', 'card', 'challenge', 'wallet']),
      isHasty: random.next() < 0.05,
    }
    await town.company.addInvoice(payer.number, payer.amount)
    payers.push(payer)
  }
  return payers
}

const switchFaults = async ({ control }: Town, seed: number): Promise<void> => {
  for (const provider of ['stripe', 'paypal', 'quickbooks']) {
    for (const [index, [mode, percent]] of Object.entries(FAULTS).entries()) {
      // Only the services' own calls: the bank's page and the wallet's window are people's.
      const fault = { provider, mode, percent, times: 100_000, seed: seed + index }
      for (const match of MATCHES[provider] ?? []) await control('/faults', { ...fault, match })
    }
  }
}

const MATCHES: Readonly<Record<string, readonly string[]>> = {
  stripe: ['/v1/payment_intents'],
  paypal: ['/v2/checkout/orders'],
  quickbooks: ['/v3/company'],
}

/** Everybody pays, many at a time, while a process dies every few seconds. */
const weather = async (
  town: Town,
  random: Random,
  payers: readonly Payer[],
  storm: Storm,
): Promise<Told[]> => {
  const waiting = [...payers]
  const told: Told[] = []
  const killing = killAtRandom(town, { ...storm, random })
  await Promise.all(
    Array.from({ length: storm.atOnce }, async () => {
      for (let payer = waiting.shift(); payer; payer = waiting.shift()) {
        const began = Date.now()
        const outcome = await pay(town, payer)
        told.push({ outcome, tookMs: Date.now() - began })
      }
    }),
  )
  await killing.stop()
  return told
}

const isTold = ({ outcome }: Told): boolean => outcome === 'paid' || outcome === 'refused'

const tally = (told: readonly Told[]): string => {
  const counts = (['paid', 'refused', 'left', 'unsettled'] as const).map(
    (outcome) => `${told.filter((each) => each.outcome === outcome).length} ${outcome}`,
  )
  const times = told
    .filter(isTold)
    .map(({ tookMs }) => tookMs)
    .sort((a, b) => a - b)
  const at = (share: number) => seconds(times[Math.floor(times.length * share)] ?? 0)
  return `${counts.join(', ')}; told after ${at(0.5)} (median), ${at(0.99)} (99 %)`
}

/** Whoever was told that they paid has paid, and hardly anyone who waited was told nothing. */
const missing = (told: readonly Told[], charges: number): string[] => {
  const paid = told.filter(({ outcome }) => outcome === 'paid').length
  const waited = told.filter(({ outcome }) => outcome !== 'left').length
  const answered = told.filter(isTold).length
  return [
    ...(paid > charges ? [`${paid} were told that they paid, ${charges} were charged`] : []),
    ...(answered < waited * TOLD_SHARE_MIN ? [`only ${answered} of ${waited} were told`] : []),
  ]
}
