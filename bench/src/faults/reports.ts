// Figure 3: webhooks that come up to five times, shuffled, or not at all lead to the same books.
import { compare } from './compare.ts'
import { type FaultFigure, seconds } from './figure.ts'
import { type Payer, pay } from './payer.ts'
import { waitUntilSettled } from './settled.ts'
import { openTown, type Town } from './town.ts'

const PAYERS = 60
const AT_ONCE = 6

export const reportsFigure: FaultFigure = {
  name: 'reports',
  run: async () => {
    const clean = await books({})
    const rough = await books({ copiesMax: 5, shuffle: true, dropPercent: 10 })
    const isSame = clean.end === rough.end
    return [
      {
        figure: '3 webhooks repeated, shuffled, dropped',
        done: `${PAYERS} payments told of 1–5 times, shuffled, 10 % never, beside as many told of once`,
        result: `${rough.end}; ${isSame ? 'the same end state' : `instead of ${clean.end}`}; settled after ${seconds(rough.settledMs)}`,
        problems: [...clean.problems, ...rough.problems, ...(isSame ? [] : ['the ends differ'])],
      },
    ]
  },
}

const books = async (switches: Record<string, unknown>) => {
  const town = await openTown()
  try {
    for (const provider of ['stripe', 'paypal']) {
      await town.control(`/${provider}/switches`, switches)
    }
    const payers = await invite(town)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let payer = payers.shift(); payer; payer = payers.shift()) await pay(town, payer)
      }),
    )
    const settledMs = await waitUntilSettled(town)
    const { problems } = await compare(town)
    return { settledMs, problems, end: await endOf(town) }
  } finally {
    await town.close()
  }
}

/** A third of them leave the rest to the webhooks. */
const invite = async ({ company }: Town): Promise<Payer[]> => {
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

const endOf = async ({ pool }: Town): Promise<string> => {
  const { rows } = await pool.query<{ state: string; count: number; cents: string }>(
    `SELECT state, count(*)::int AS count, sum(total_cents) AS cents FROM payment_attempt GROUP BY state ORDER BY state`,
  )
  return rows.map(({ state, count, cents }) => `${count} ${state} (${cents} ¢)`).join(', ')
}
