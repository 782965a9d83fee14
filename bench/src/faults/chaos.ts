// Figure 1: payments while processes are killed at random, and the services fail, are slow, and lose their webhooks.
import { createRandom, type Random } from '@invoice-desk/testing/random'
import { type Killing, killAtRandom } from '../lab/apps.ts'
import type { Result } from '../measurements.ts'
import { compare } from './compare.ts'
import { type FaultLab, openFaultLab } from './fault-lab.ts'
import { type Again, payImpatiently } from './impatient-payer.ts'
import { type FaultMeasurement, processesText, seconds } from './measurement.ts'
import { type Outcome, type Payer, pay, type Way } from './payer.ts'
import { listOpen, reconcile, waitUntilSettled } from './settled.ts'
import { disturb, type Pace } from './slowdowns.ts'

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
const IMPATIENT_SHARE = 0.2

export type Chaos = Omit<Killing, 'random'> & {
  readonly seed: number
  readonly payments: number
  readonly atOnce: number
  readonly pace: Pace
  readonly ways: readonly [Way, ...Way[]]
}
type ChaosPayer = Payer & { readonly isImpatient: boolean }
type Told = { readonly outcome: Outcome; readonly tookMs: number; readonly again?: Again }

const WAYS = [
  ...(['card', 'card', 'card', 'challenge', 'challenge', 'wallet', 'wallet', 'wallet'] as const),
  ...(['declined card', 'declined wallet'] as const),
] as const

export const chaosMeasurement: FaultMeasurement = {
  name: 'chaos',
  run: async ({ seed, payments, processes }) => {
    const results: Result[] = []
    for (const count of processes) {
      const calmMs = count > 1 ? ([1_000, 5_000] as const) : ([2_000, 10_000] as const)
      const pace = { wellMs: [4_000, 12_000], illMs: [2_000, 6_000] } as const
      const chaos = { seed, payments, processes: count, atOnce: 24, calmMs, pace, ways: WAYS }
      await using lab = await openFaultLab({}, count)
      results.push(await runChaos(lab, chaos))
    }
    return results
  },
}

export const runChaos = async (lab: FaultLab, chaos: Chaos): Promise<Result> => {
  const { seed, processes } = chaos
  const payers = await addPayers(lab, createRandom(seed), chaos)
  await switchFaults(lab, seed)
  const began = Date.now()
  const { told, slowdowns, refunds } = await payAll(lab, payers, chaos)
  const lastedMs = Date.now() - began
  await lab.control('/faults', undefined, 'DELETE')
  await lab.start()
  const settledMs = await waitUntilSettled(lab)
  const reconciled = await reconcile(lab)
  // It may have found money, which is booked now.
  if (Number.isFinite(settledMs)) await waitUntilSettled(lab)
  const verdict = await compare(lab, reconciled.differences)
  const { charges, bookings, chargedTwice, unbooked, bookedTwice, named, held } = verdict
  const isLate = settledMs > SETTLED_MS_MAX
  const late = isLate ? [`it took ${seconds(settledMs)} to settle`, ...(await listOpen(lab))] : []
  const done = [
    `${payers.length} payments in ${seconds(lastedMs)}`,
    `${lab.kills()} kills`,
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
    measurement: `Payments under kills and faults, ${processesText(processes)}`,
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

const addPayers = async (
  lab: FaultLab,
  random: Random,
  { payments, ways }: Chaos,
): Promise<ChaosPayer[]> => {
  const payers: ChaosPayer[] = []
  for (let index = 1; index <= payments; index += 1) {
    const temper = random.next()
    const payer = {
      number: `S-${index}`,
      amount: random.between(100, 90_000) / 100,
      way: random.pick(ways),
      isHasty: temper < HASTY_SHARE,
      isImpatient: temper >= 1 - IMPATIENT_SHARE,
    }
    await lab.company.addInvoice(payer.number, payer.amount)
    payers.push(payer)
  }
  return payers
}

const switchFaults = async ({ control }: FaultLab, seed: number): Promise<void> => {
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
const payAll = async (lab: FaultLab, payers: readonly ChaosPayer[], chaos: Chaos) => {
  const waiting = [...payers]
  const told: Told[] = []
  const killing = killAtRandom(lab, { ...chaos, random: createRandom(chaos.seed) })
  const disturbance = disturb(lab, chaos.seed, chaos.pace)
  await Promise.all(
    Array.from({ length: chaos.atOnce }, async () => {
      for (let payer = waiting.shift(); payer; payer = waiting.shift()) {
        const began = Date.now()
        const heard = payer.isImpatient
          ? await payImpatiently(lab, payer)
          : { outcome: await pay(lab, payer) }
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
