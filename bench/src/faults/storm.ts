// Figure 1: payments while the app is killed at random and the services fail at random.
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '../../../server/test/support/random.ts'
import { compare, listOpen, waitForDust } from './compare.ts'
import { type FaultOptions, type Figure, seconds } from './figure.ts'
import { type Outcome, type Payer, pay } from './payer.ts'
import { openTown, type Town } from './town.ts'

const AT_ONCE = 24
const DUST_MS_MAX = 60_000
/** Of a hundred calls to each service, so many fail in each of these ways. */
const FAULTS = { error: 5, timeout: 5, 'timeout-after': 5, cut: 5 } as const

export const stormFigure: Figure = {
  name: 'storm',
  run: async (options) => {
    const random = createRandom(options.seed)
    const town = await openTown()
    try {
      const payers = await invite(town, random, options)
      await switchFaults(town, options.seed)
      const outcomes = await weather(town, random, payers)
      await town.control('/faults', undefined, 'DELETE').catch(() => {})
      await town.start()
      const dustMs = await waitForDust(town)
      const verdict = await compare(town)
      const isLate = dustMs > DUST_MS_MAX
      const late = isLate ? [`it took ${seconds(dustMs)} to settle`, ...(await listOpen(town))] : []
      return [
        {
          figure: '1 payments under kills and faults',
          done: `${payers.length} payments, ${town.kills()} kills, 20 % faults`,
          result: `${verdict.charges} charges, ${verdict.bookings} bookings, ${tally(outcomes)}, settled after ${seconds(dustMs)}`,
          problems: [...verdict.problems, ...missing(outcomes, verdict.charges), ...late],
        },
      ]
    } finally {
      await town.close()
    }
  },
}

const invite = async (town: Town, random: Random, { payments }: FaultOptions): Promise<Payer[]> => {
  const payers: Payer[] = []
  for (let index = 1; index <= payments; index += 1) {
    const payer: Payer = {
      number: `S-${index}`,
      amount: random.between(100, 90_000) / 100,
      way: random.pick(['card', 'card', 'challenge', 'wallet']),
      isHasty: random.next() < 0.1,
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

/** Everybody pays, two dozen at a time, while the app dies every few seconds. */
const weather = async (
  town: Town,
  random: Random,
  payers: readonly Payer[],
): Promise<Outcome[]> => {
  const waiting = [...payers]
  const outcomes: Outcome[] = []
  let isOver = false
  const killer = (async () => {
    while (!isOver) {
      await sleep(random.between(1_000, 6_000))
      if (isOver) return
      await town.kill()
      await town.start()
    }
  })()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let payer = waiting.shift(); payer; payer = waiting.shift()) {
        outcomes.push(await pay(town, payer))
      }
    }),
  )
  isOver = true
  await killer
  return outcomes
}

const tally = (outcomes: readonly Outcome[]): string =>
  (['paid', 'refused', 'left', 'unsettled'] as const)
    .map((outcome) => `${outcomes.filter((each) => each === outcome).length} ${outcome}`)
    .join(', ')

/** Whoever was told that they paid has paid. */
const missing = (outcomes: readonly Outcome[], charges: number): string[] => {
  const paid = outcomes.filter((outcome) => outcome === 'paid').length
  return paid > charges ? [`${paid} were told that they paid, ${charges} were charged`] : []
}
