// Figure 1: payments while processes are killed at random, and the services fail, are slow, and lose their webhooks.
import { createRandom, type Random } from '@invoice-desk/testing/random'
import type { Result } from '../figures.ts'
import { type Killing, killAtRandom } from './apps.ts'
import { compare } from './compare.ts'
import { type FaultFigure, processesText, seconds } from './figure.ts'
import { type Outcome, type Payer, pay, type Way } from './payer.ts'
import { type Again, payRashly } from './rash-payer.ts'
import { listOpen, reconcile, waitUntilSettled } from './settled.ts'
import { disturb, type Pace } from './slowdowns.ts'
import { openTown, type Town } from './town.ts'

const SETTLED_MS_MAX = 60_000
/** Of a hundred calls to each service, so many fail in each of these ways: twenty in all. */
const FAULTS = [
  ...(['error', 'timeout', 'timeout-after', 'cut', 'garble'] as const).map((mode) => ({
    mode,
    percent: 3,
  })),
  ...[401, 403, 408, 409, 429].map((status) => ({ mode: 'error', status, percent: 1 })),
]
/** Of those who did not walk away, so many have to learn how their payment ended. */
const TOLD_SHARE_MIN = 0.9
const HASTY_SHARE = 0.05
const RASH_SHARE = 0.2

export type Storm = Omit<Killing, 'random'> & {
  readonly seed: number
  readonly payments: number
  readonly atOnce: number
  readonly pace: Pace
  readonly ways: readonly [Way, ...Way[]]
}
type StormPayer = Payer & { readonly isRash: boolean }
type Told = { readonly outcome: Outcome; readonly tookMs: number; readonly again?: Again }

const WAYS = [
  ...(['card', 'card', 'card', 'challenge', 'challenge', 'wallet', 'wallet', 'wallet'] as const),
  ...(['declined card', 'declined wallet'] as const),
] as const

export const stormFigure: FaultFigure = {
  name: 'storm',
  run: async ({ seed, payments, processes }) => {
    const results: Result[] = []
    for (const count of processes) {
      const calmMs = count > 1 ? ([1_000, 5_000] as const) : ([2_000, 10_000] as const)
      const pace = { wellMs: [4_000, 12_000], illMs: [2_000, 6_000] } as const
      const storm = { seed, payments, processes: count, atOnce: 24, calmMs, pace, ways: WAYS }
      const town = await openTown({}, count)
      try {
        results.push(await rage(town, storm))
      } finally {
        await town.close()
      }
    }
    return results
  },
}

export const rage = async (town: Town, storm: Storm): Promise<Result> => {
  const { seed, processes } = storm
  const payers = await invite(town, createRandom(seed), storm)
  await switchFaults(town, seed)
  const began = Date.now()
  const { told, slowdowns, refunds } = await weather(town, payers, storm)
  const lastedMs = Date.now() - began
  await town.control('/faults', undefined, 'DELETE')
  await town.start()
  const settledMs = await waitUntilSettled(town)
  const reconciled = await reconcile(town)
  // It may have found money, which is booked now.
  if (Number.isFinite(settledMs)) await waitUntilSettled(town)
  const verdict = await compare(town, reconciled.differences)
  const { charges, bookings, chargedTwice, unbooked, bookedTwice, named, held } = verdict
  const isLate = settledMs > SETTLED_MS_MAX
  const late = isLate ? [`it took ${seconds(settledMs)} to settle`, ...(await listOpen(town))] : []
  const done = [
    `${payers.length} payments in ${seconds(lastedMs)}`,
    `${town.kills()} kills`,
    '20 % faults',
    `${slowdowns} slowdowns`,
    `${refunds} refunded before we knew of them`,
    ...againTexts(told),
  ]
  const result = [
    `${chargedTwice.length} charged twice, ${unbooked.length} neither booked nor named, ${bookedTwice.length} booked twice`,
    `${charges} charges, ${bookings} bookings, ${named} in review or named by the reconciliation, ${verdict.refunds} refunded`,
    ...tally(told),
    `settled after ${seconds(settledMs)}, but for ${held} uncharged on hold until a lost capture cannot run any more`,
  ]
  return {
    figure: `1 payments under kills and faults, ${processesText(processes)}`,
    done: done.join(', '),
    result: result.join('; '),
    problems: [
      ...verdict.problems,
      ...verdict.heldTooLong,
      ...reconciled.problems,
      ...missing(told, charges),
      ...late,
    ],
  }
}

const invite = async (
  town: Town,
  random: Random,
  { payments, ways }: Storm,
): Promise<StormPayer[]> => {
  const payers: StormPayer[] = []
  for (let index = 1; index <= payments; index += 1) {
    const temper = random.next()
    const payer = {
      number: `S-${index}`,
      amount: random.between(100, 90_000) / 100,
      way: random.pick(ways),
      isHasty: temper < HASTY_SHARE,
      isRash: temper >= 1 - RASH_SHARE,
    }
    await town.company.addInvoice(payer.number, payer.amount)
    payers.push(payer)
  }
  return payers
}

const switchFaults = async ({ control }: Town, seed: number): Promise<void> => {
  // A 401 has the token refreshed. At Intuit a refresh token changes once a day, not with every refresh: nobody
  // could save the connection of a process that dies between getting the new one and storing it.
  await control('/quickbooks/switches/rotation', { mode: 'daily' })
  // Only the services' own calls: the bank's page and the wallet's window are people's.
  for (const [provider, match] of Object.entries(MATCHES)) {
    for (const [index, fault] of FAULTS.entries()) {
      await control('/faults', { ...fault, provider, match, times: 100_000, seed: seed + index })
    }
  }
}

const MATCHES = {
  stripe: '/v1/payment_intents',
  paypal: '/v2/checkout/orders',
  quickbooks: '/v3/company',
}

/** Everybody pays, many at a time, while a process dies every few seconds. */
const weather = async (town: Town, payers: readonly StormPayer[], storm: Storm) => {
  const waiting = [...payers]
  const told: Told[] = []
  const killing = killAtRandom(town, { ...storm, random: createRandom(storm.seed) })
  const disturbance = disturb(town, storm.seed, storm.pace)
  await Promise.all(
    Array.from({ length: storm.atOnce }, async () => {
      for (let payer = waiting.shift(); payer; payer = waiting.shift()) {
        const began = Date.now()
        const heard = payer.isRash
          ? await payRashly(town, payer)
          : { outcome: await pay(town, payer) }
        told.push({ ...heard, tookMs: Date.now() - began })
      }
    }),
  )
  await killing.stop()
  return { told, ...(await disturbance.stop()) }
}

const isTold = ({ outcome }: Told): boolean => outcome === 'paid' || outcome === 'refused'

const againTexts = (told: readonly Told[]): string[] => {
  const count = (how: Again) => told.filter(({ again }) => again === how).length
  return [
    `${count('refused')} second payments refused`,
    `${count('let in')} let in because the first had ended`,
  ]
}

const tally = (told: readonly Told[]): string[] => {
  const counts = (['paid', 'refused', 'left', 'unsettled'] as const).map(
    (outcome) => `${told.filter((each) => each.outcome === outcome).length} ${outcome}`,
  )
  const times = told
    .filter(isTold)
    .map(({ tookMs }) => tookMs)
    .sort((a, b) => a - b)
  const at = (share: number) => seconds(times[Math.floor(times.length * share)] ?? 0)
  return [counts.join(', '), `told after ${at(0.5)} (median), ${at(0.99)} (99 %)`]
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
