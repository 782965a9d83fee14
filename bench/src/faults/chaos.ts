// Payments while processes are killed at random, the services fail, slow down and lose webhooks, invoices change in
// QuickBooks, and the database is replaced by a backup.
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '@invoice-desk/testing/random'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { type Killing, killAtRandom } from '../lab/apps.ts'
import type { Result } from '../measurements.ts'
import { compare, type Verdict } from './compare.ts'
import { addPayers, createCrowd, type PayerResult, type Ways } from './crowd.ts'
import { type FaultLab, openFaultLab } from './fault-lab.ts'
import { failForHalfAnHour, type Outage, passHalfAnHour } from './half-hour.ts'
import type { SecondTry } from './impatient-payer.ts'
import { type FaultMeasurement, processesText, seconds } from './measurement.ts'
import { backUpLab, reopen, restoreLab } from './restore.ts'
import { findOpen, reconcile, waitUntilSettled } from './settled.ts'
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
/** The shares of payments that are over at the backup and at the restore. */
const BACKED_UP_AT = 0.4
const RESTORED_AT = 0.5

export type Chaos = Omit<Killing, 'random'> & {
  readonly seed: number
  readonly payments: number
  readonly atOnce: number
  readonly pace: Pace
  readonly ways: Ways
  /** The run also restores a backup, and lets all services fail for half an hour. */
  readonly isLong?: boolean
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
      const sizes = { seed, payments, processes: count, atOnce: 24 }
      await using lab = await openFaultLab({}, count)
      results.push(await runChaos(lab, { ...sizes, calmMs, pace, ways: WAYS, isLong: true }))
    }
    return results
  },
}

export const runChaos = async (lab: FaultLab, chaos: Chaos): Promise<Result> => {
  const { processes, payments, isLong } = chaos
  const began = Date.now()
  const { results, slowdowns, refunds, restored } = await payAll(lab, chaos)
  const lastedMs = Date.now() - began
  const outage = isLong ? await failForHalfAnHour(lab) : undefined
  await lab.control('/faults', undefined, 'DELETE')
  await lab.start()
  await passHalfAnHour(lab)
  const settledMs = await waitUntilSettled(lab)
  const open = settledMs > SETTLED_MS_MAX ? await findOpen(lab) : []
  const reconciled = await reconcile(lab)
  // Reconciling may have found payments, which are booked now.
  if (Number.isFinite(settledMs)) await waitUntilSettled(lab)
  const verdict = await compare(lab, reconciled.differences)
  const isLate = settledMs > SETTLED_MS_MAX
  const late = isLate ? [`it took ${seconds(settledMs)} to settle`, ...open] : []
  const setup = [
    `${payments} payments in ${seconds(lastedMs)}`,
    `${lab.kills()} kills`,
    '20% faults',
    `${slowdowns} slowdowns`,
    `${lab.story.changed.size} invoices changed while the payer was away`,
    `${refunds} refunded before we knew`,
    ...againTexts(results),
    ...restoreTexts(lab, restored),
  ]
  return {
    measurement: `Payments under kills and faults, ${processesText(processes)}`,
    setup: setup.join(', '),
    result: [...verdictTexts(verdict, outage), ...tally(results), settledText(settledMs)].join(
      '; ',
    ),
    problems: [
      ...verdict.problems,
      ...(outage?.silent ?? []),
      ...reconciled.problems,
      ...findUnanswered(results, verdict.charges),
      ...late,
    ],
  }
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
const payAll = async (lab: FaultLab, chaos: Chaos) => {
  const { seed, payments, atOnce, pace, isLong } = chaos
  const waiting = await addPayers(lab, createRandom(seed), chaos)
  const results: PayerResult[] = []
  const payOne = createCrowd(lab, seed)
  await switchFaults(lab, seed)
  const random = createRandom(seed)
  const kill = () => killAtRandom(lab, { ...chaos, random })
  let killing = kill()
  const disturbance = disturb(lab, seed, pace)
  const lose = async (): Promise<number> => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'desk-chaos-'))
    await hasPaid(results, payments * BACKED_UP_AT)
    const backup = await backUpLab(lab, folder.path)
    await hasPaid(results, payments * RESTORED_AT)
    await killing.stop()
    await restoreLab(lab, backup)
    // Staff reconcile once the services work.
    await lab.control('/faults', undefined, 'DELETE')
    const refunded = await reopen(lab)
    await switchFaults(lab, seed + 1)
    killing = kill()
    return refunded
  }
  const restoring = isLong ? lose() : undefined
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let payer = waiting.shift(); payer; payer = waiting.shift())
        results.push(await payOne(payer))
    }),
  )
  const restored = await restoring
  await killing.stop()
  return { results, restored, ...(await disturbance.stop()) }
}

const hasPaid = (results: readonly PayerResult[], count: number): Promise<void> =>
  waitFor(
    async () => {
      if (results.length < count) throw new Error(`only ${results.length} payments are over`)
    },
    { withinMs: 3_600_000 },
  )

const isAnswered = ({ outcome }: PayerResult): boolean =>
  outcome === 'paid' || outcome === 'refused'

const againTexts = (results: readonly PayerResult[]): string[] => {
  const count = (how: SecondTry) => results.filter(({ again }) => again === how).length
  const second = results.filter(({ habit }) => habit === 'second')
  const blocked = second.filter(({ isBlocked }) => isBlocked).length
  return [
    `${count('refused')} second payments refused`,
    `${count('accepted')} accepted because the first had ended`,
    `${second.length - blocked} of ${second.length} orders that nobody approved gave way to the next payer`,
  ]
}

const restoreTexts = ({ story }: FaultLab, refunded: number | undefined): string[] =>
  refunded === undefined
    ? []
    : [
        `a backup restored that lacked ${story.lost.length} payments, ${refunded} of which staff refunded`,
      ]

const verdictTexts = (verdict: Verdict, outage: Outage | undefined): string[] => {
  const { charges, bookings, chargedTwice, unbooked, bookedTwice, paidAfterChange } = verdict
  const { named, refunds } = verdict
  return [
    `${chargedTwice.length} charged twice, ${paidAfterChange.length} charged for a changed invoice unseen, ${unbooked.length} neither booked nor reported, ${bookedTwice.length} booked twice`,
    `${charges} charges, ${bookings} bookings, ${named} in review or reported by reconciliation, ${refunds} refunded`,
    ...(outage
      ? [
          `${outage.silent.length} of ${outage.held} held invoices longer than 35 minutes without staff knowing (the last email after 32 minutes and ${seconds(outage.tookMs)})`,
        ]
      : []),
  ]
}

const settledText = (settledMs: number): string => `settled after ${seconds(settledMs)}`

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
