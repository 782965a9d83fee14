// Payments while processes are killed at random and the services fail, slow down and lose webhooks.
import { createRandom, type Random } from '@invoice-desk/testing/random'
import { type Killing, killAtRandom } from '../lab/apps.ts'
import type { Result } from '../measurements.ts'
import { compare } from './compare.ts'
import { type FaultLab, openFaultLab } from './fault-lab.ts'
import { payImpatiently, type SecondTry } from './impatient-payer.ts'
import { type FaultMeasurement, processesText, seconds } from './measurement.ts'
import { type Outcome, type Payer, pay, type Way } from './payer.ts'
import { listOpen, reconcile, waitUntilSettled } from './settled.ts'
import { disturb, type Pace } from './slowdowns.ts'

const SETTLED_MS_MAX = 60_000
/** In all, 20% of the calls to each service fail. */
const FAULTS = [
  ...(['error', 'timeout', 'timeout-after', 'cut', 'garble'] as const).map((mode) => ({
    mode,
    percent: 3,
  })),
  ...[401, 403, 408, 409, 429].map((status) => ({ mode: 'error', status, percent: 1 })),
]
/** The share of waiting payers who must learn the outcome. */
const ANSWERED_SHARE_MIN = 0.9
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
type PayerResult = {
  readonly outcome: Outcome
  readonly tookMs: number
  readonly again?: SecondTry
}

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
      const pace = { normalMs: [4_000, 12_000], slowMs: [2_000, 6_000] } as const
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
  const { results, slowdowns, refunds } = await payAll(lab, payers, chaos)
  const lastedMs = Date.now() - began
  await lab.control('/faults', undefined, 'DELETE')
  await lab.start()
  const settledMs = await waitUntilSettled(lab)
  const reconciled = await reconcile(lab)
  // Reconciling may have found payments, which are booked now.
  if (Number.isFinite(settledMs)) await waitUntilSettled(lab)
  const verdict = await compare(lab, reconciled.differences)
  const { charges, bookings, chargedTwice, unbooked, bookedTwice, named, held } = verdict
  const isLate = settledMs > SETTLED_MS_MAX
  const late = isLate ? [`it took ${seconds(settledMs)} to settle`, ...(await listOpen(lab))] : []
  const setup = [
    `${payers.length} payments in ${seconds(lastedMs)}`,
    `${lab.kills()} kills`,
    '20% faults',
    `${slowdowns} slowdowns`,
    `${refunds} refunded before we knew`,
    ...againTexts(results),
  ]
  const result = [
    `${chargedTwice.length} charged twice, ${unbooked.length} neither booked nor reported, ${bookedTwice.length} booked twice`,
    `${charges} charges, ${bookings} bookings, ${named} in review or reported by reconciliation, ${verdict.refunds} refunded`,
    ...tally(results),
    `settled after ${seconds(settledMs)}, except ${held} uncharged on hold until a lost capture can no longer complete`,
  ]
  return {
    measurement: `Payments under kills and faults, ${processesText(processes)}`,
    setup: setup.join(', '),
    result: result.join('; '),
    problems: [
      ...verdict.problems,
      ...verdict.heldTooLong,
      ...reconciled.problems,
      ...findUnanswered(results, charges),
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
    const chance = random.next()
    const payer = {
      number: `S-${index}`,
      amount: random.between(100, 90_000) / 100,
      way: random.pick(ways),
      isHasty: chance < HASTY_SHARE,
      isImpatient: chance >= 1 - IMPATIENT_SHARE,
    }
    await lab.company.addInvoice(payer.number, payer.amount)
    payers.push(payer)
  }
  return payers
}

const switchFaults = async ({ control }: FaultLab, seed: number): Promise<void> => {
  // A 401 triggers a token refresh. Intuit changes the refresh token once a day, not with each refresh; otherwise a
  // process that dies before storing the new token would lose the connection.
  await control('/quickbooks/switches/rotation', { mode: 'daily' })
  // Only API calls, not the bank's page and the wallet's window.
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

/** Many payers at a time, while a process is killed every few seconds. */
const payAll = async (lab: FaultLab, payers: readonly ChaosPayer[], chaos: Chaos) => {
  const waiting = [...payers]
  const results: PayerResult[] = []
  const killing = killAtRandom(lab, { ...chaos, random: createRandom(chaos.seed) })
  const disturbance = disturb(lab, chaos.seed, chaos.pace)
  await Promise.all(
    Array.from({ length: chaos.atOnce }, async () => {
      for (let payer = waiting.shift(); payer; payer = waiting.shift()) {
        const began = Date.now()
        const result = payer.isImpatient
          ? await payImpatiently(lab, payer)
          : { outcome: await pay(lab, payer) }
        results.push({ ...result, tookMs: Date.now() - began })
      }
    }),
  )
  await killing.stop()
  return { results, ...(await disturbance.stop()) }
}

const isAnswered = ({ outcome }: PayerResult): boolean =>
  outcome === 'paid' || outcome === 'refused'

const againTexts = (results: readonly PayerResult[]): string[] => {
  const count = (how: SecondTry) => results.filter(({ again }) => again === how).length
  return [
    `${count('refused')} second payments refused`,
    `${count('accepted')} accepted because the first had ended`,
  ]
}

const tally = (results: readonly PayerResult[]): string[] => {
  const counts = (['paid', 'refused', 'left', 'unsettled'] as const).map(
    (outcome) => `${results.filter((each) => each.outcome === outcome).length} ${outcome}`,
  )
  const times = results
    .filter(isAnswered)
    .map(({ tookMs }) => tookMs)
    .sort((a, b) => a - b)
  const at = (share: number) => seconds(times[Math.floor(times.length * share)] ?? 0)
  return [counts.join(', '), `payer informed after ${at(0.5)} (median), ${at(0.99)} (99%)`]
}

/** No more payers learn that they paid than were charged, and most who wait learn the outcome. */
const findUnanswered = (results: readonly PayerResult[], charges: number): string[] => {
  const paid = results.filter(({ outcome }) => outcome === 'paid').length
  const waited = results.filter(({ outcome }) => outcome !== 'left').length
  const answered = results.filter(isAnswered).length
  return [
    ...(paid > charges ? [`${paid} learned that they paid, ${charges} were charged`] : []),
    ...(answered < waited * ANSWERED_SHARE_MIN
      ? [`only ${answered} of ${waited} learned the outcome`]
      : []),
  ]
}
