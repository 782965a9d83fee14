// Checks that webhooks that arrive up to five times, out of order or not at all lead to the same result.
import { compare } from './compare.ts'
import { type FaultLab, openFaultLab } from './fault-lab.ts'
import { type FaultMeasurement, seconds } from './measurement.ts'
import { type Payer, pay } from './payer.ts'
import { waitUntilSettled } from './settled.ts'

const PAYERS = 60
const AT_ONCE = 6

export const webhooksMeasurement: FaultMeasurement = {
  name: 'webhooks',
  run: async () => {
    const clean = await payAll({})
    const rough = await payAll({ copiesMax: 5, shuffle: true, dropPercent: 10 })
    const isSame = clean.end === rough.end
    return [
      {
        measurement: 'Webhooks repeated, shuffled and dropped',
        setup: `${PAYERS} payments reported 1–5 times, shuffled, 10% never; compared with as many reported once`,
        result: `${rough.end}; ${isSame ? 'same final state' : `instead of ${clean.end}`}; settled after ${seconds(rough.settledMs)}`,
        problems: [
          ...clean.problems,
          ...rough.problems,
          ...(isSame ? [] : ['the final states differ']),
        ],
      },
    ]
  },
}

const payAll = async (switches: Record<string, unknown>) => {
  await using lab = await openFaultLab()
  for (const provider of ['stripe', 'paypal']) {
    await lab.control(`/${provider}/switches`, switches)
  }
  const payers = await addPayers(lab)
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let payer = payers.shift(); payer; payer = payers.shift()) await pay(lab, payer)
    }),
  )
  const settledMs = await waitUntilSettled(lab)
  const { problems } = await compare(lab)
  return { settledMs, problems, end: await readFinalState(lab) }
}

/** Every ninth payer leaves early, so that only a webhook finishes the payment. */
const addPayers = async ({ company }: FaultLab): Promise<Payer[]> => {
  const ways = ['card', 'challenge', 'wallet'] as const
  const payers = Array.from({ length: PAYERS }, (_, index) => ({
    number: `R-${index}`,
    amount: 10 + index,
    way: ways[index % ways.length] ?? 'card',
    isHasty: index % 9 === 0,
  }))
  for (const { number, amount } of payers) await company.addInvoice(number, amount)
  return payers
}

const readFinalState = async ({ pool }: FaultLab): Promise<string> => {
  const { rows } = await pool.query<{ state: string; count: number; cents: string }>(
    `SELECT state, count(*)::int AS count, sum(total_cents) AS cents FROM payment_attempt GROUP BY state ORDER BY state`,
  )
  return rows.map(({ state, count, cents }) => `${count} ${state} (${cents} ¢)`).join(', ')
}
