// A payment of three invoices compared with a payment of one.
import { type Bench, milliseconds, perSecond, type Row, times } from '../table.ts'
import { paymentRequest } from './measures/payments.ts'
import { measurePaired, type Side, type Timing } from './rounds.ts'
import { startWorld } from './world.ts'

const TASKS = 1_000
const SEVERAL = 3

export const severalBench: Bench = {
  name: 'several',
  run: async ({ rounds, roundMs }) => {
    await using world = await startWorld(TASKS)
    const sideOf = (invoices: number): Side => ({
      url: world.ours.url,
      next: () => paymentRequest(world.nextNumber(), invoices),
    })
    const [meter] = world.meters
    const pace = { connections: 16, rounds, roundMs, meters: [meter, meter] as const }
    const paired = await measurePaired(sideOf(SEVERAL), sideOf(1), pace)
    const rows: Row[] = [
      { payment: 'one invoice', ...cellsOf(paired.bare), 'vs. one invoice': '', goal: '' },
      {
        payment: 'three invoices at once',
        ...cellsOf(paired.ours),
        'vs. one invoice': times(paired.ratio),
        goal: '≥ 0.85 ×',
      },
    ]
    return [{ title: 'Paying three invoices at once, compared with one, 16 connections', rows }]
  },
}

const cellsOf = ({ p50, rate, cpu }: Timing): Row => ({
  p50: milliseconds(p50),
  'per second': perSecond(rate),
  CPU: milliseconds(cpu),
})
