// A short fault run; `npm run bench:faults` is the long one. Two processes on one PostgreSQL are killed at the worst
// steps and at random, and every fifth call to a service fails. Then all ledgers are compared.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runChaos } from '../../bench/src/faults/chaos.ts'
import { POINTS, payUntilHeld } from '../../bench/src/faults/crash-points.ts'
import { openFaultLab } from '../../bench/src/faults/fault-lab.ts'
import { runRelay } from '../../bench/src/faults/relay.ts'

const WORST = [
  'before confirming the card',
  'after confirming the card',
  'after capturing the order',
]

/** @type {import('../../bench/src/faults/fault-lab.ts').FaultLab} */
let lab
beforeAll(async () => {
  lab = await openFaultLab({}, 2)
}, 120_000)
afterAll(() => lab?.close(), 60_000)

it('delivers each relayed message, and repeats one only if an answer was lost', async () => {
  const { result, problems } = await runRelay(lab, {
    seed: 3,
    messages: 12,
    processes: 2,
    atOnce: 6,
    isHurried: true,
    calmMs: [500, 1_500],
    // After those in the middle of a call to Gmail and before a device gets its answer.
    killsMax: 0,
  })
  expect(problems, result).toEqual([])
}, 240_000)

it('charges and books each payment once while processes are killed and services fail', async () => {
  const killsBefore = lab.kills()
  for (const point of POINTS.filter(({ name }) => WORST.includes(name)))
    await payUntilHeld(lab, point)
  await lab.kill()
  await lab.kill()
  await lab.start()
  /** @type {import('../../bench/src/faults/chaos.ts').Chaos} */
  const chaos = {
    seed: 1,
    payments: 10,
    processes: 2,
    atOnce: 10,
    calmMs: [500, 1_500],
    killsMax: 1,
    pace: { normalMs: [0, 500], slowMs: [2_500, 3_500], timesMax: 1 },
    ways: ['card', 'challenge', 'wallet'],
  }
  const { result, problems } = await runChaos(lab, chaos)
  expect(problems, result).toEqual([])
  expect(lab.kills() - killsBefore).toBeGreaterThan(2)
  // Restarts take time, and payers poll for minutes.
}, 300_000)
