// The cards of the overview, the counts in the navigation, the activity page and the search over everything: how fast
// their queries are, and how much slower they get with more invoices and payments.

import { TOOLS } from '@invoice-desk/contract/identity/tools'
import { PAYMENT_METHOD_IDS } from '@invoice-desk/contract/payments/payment-methods'
import { STAFF } from '@invoice-desk/testing/people'
import pg from 'pg'
import { openDatabase } from '../../../server/src/db/open.ts'
import type { Dependencies } from '../../../server/src/dependencies.ts'
import { createActivity } from '../../../server/src/features/activity/service.ts'
import {
  createAttention,
  createMoney,
  createWaiting,
} from '../../../server/src/features/overview/service.ts'
import { createSearch } from '../../../server/src/features/search/service.ts'
import { type Bench, counted, milliseconds, type Row, times } from '../table.ts'
import { prepareDatabase } from './database.ts'

const SIZES = [1_000, 10_000, 100_000] as const
const REPEATS = 30
const TIME_MAX_MS = 50

export const overviewBench: Bench = {
  name: 'overview',
  run: async () => {
    await using stack = new AsyncDisposableStack()
    const worlds: Cards[] = []
    for (const size of SIZES) worlds.push(await openCards(stack, size))
    const rows: Row[] = []
    for (const card of Object.keys(worlds[0] ?? {})) {
      rows.push({ card, ...rowOf(await measure(worlds.map((cards) => cards[card]))) })
    }
    const title = `Overview, activity and search with up to ${counted(Math.max(...SIZES))} invoices and as many payments, on PostgreSQL`
    const note = `Each time is the fastest of ${REPEATS} runs of its statements and their mapping, without HTTP, and the median in parentheses, which includes waiting for other processes on the machine. Half of the invoices are pending; everything is spread over a year.`
    return [{ title, rows, note }]
  },
}

type Cards = Readonly<Record<string, () => Promise<unknown>>>

const openCards = async (stack: AsyncDisposableStack, size: number): Promise<Cards> => {
  const { databaseUrl, dataDir } = stack.use(await prepareDatabase(size))
  const database = await openDatabase({ dataDir, databaseUrl })
  stack.defer(database.close)
  await spread(databaseUrl, size)
  const config = { businessTimeZone: 'America/New_York' }
  const parts = { database, config } as unknown as Dependencies
  const caller = {
    kind: 'staff',
    session: { id: '', signedInAt: new Date() },
    email: STAFF,
    name: '',
    admin: true,
    tools: TOOLS,
    exp: 0,
  } as const
  const { counts, attention } = createAttention(parts)
  const { waiting, decisionTime } = createWaiting(parts)
  const { figures, moneyIn, moneyOut } = createMoney(parts)
  const activity = createActivity(parts)
  const search = createSearch(parts)
  return {
    'counts in the navigation': () => counts(caller),
    waiting,
    figures: () => figures(caller),
    'money in': moneyIn,
    'money out': moneyOut,
    'decision time': decisionTime,
    attention: () => attention(caller),
    'activity, newest 100': () => activity.list({}),
    'activity of one person': () => activity.list({ actor: 'contractor7@bench.example' }),
    'activity of one day, half a year ago': () => activity.list({ from: HALF, to: HALF }),
    'activity about jobs': () => activity.list({ subject: 'job' }),
    'search for an invoice number': () => search(caller, 'INV-777'),
    'search for what every invoice has': () => search(caller, 'vendor'),
    'search for two characters': () => search(caller, 'in'),
  }
}

const HALF = new Date(Date.now() - 183 * 86_400_000).toISOString().slice(0, 10)

type Measured = { readonly fastest: number; readonly median: number }

/** Takes turns, so other load on the machine affects all sizes. */
const measure = async (runs: readonly (Cards[string] | undefined)[]): Promise<Measured[]> => {
  const measured = runs.map((): number[] => [])
  for (let n = 0; n < REPEATS; n += 1) {
    for (const [index, run] of runs.entries()) {
      const began = performance.now()
      await run?.()
      measured[index]?.push(performance.now() - began)
    }
  }
  return measured.map((all) => {
    const [fastest = 0, ...slower] = all.toSorted((a, b) => a - b)
    return { fastest, median: slower[Math.floor(slower.length / 2)] ?? 0 }
  })
}

const rowOf = (measured: readonly Measured[]): Row => {
  const named = measured.map(({ fastest, median }, n) => [
    `at ${counted(SIZES[n] ?? 0)}`,
    `${milliseconds(fastest)} (${milliseconds(median)})`,
  ])
  const growth = times((measured.at(-1)?.fastest ?? 0) / (measured[0]?.fastest ?? 1))
  return { ...Object.fromEntries(named), growth, goal: `≤ ${TIME_MAX_MS} ms` }
}

/** Spreads the seeded rows over a year, and adds payments until there are as many as invoices. */
const spread = async (databaseUrl: string, size: number): Promise<void> => {
  // The server's own pool cancels long statements.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(SPREAD_BILLS, [size])
    await client.query(SPREAD_EVENTS, [size])
    await client.query(MORE_PAYMENTS, [size, PAYMENT_METHOD_IDS])
    await client.query(SPREAD_PAYMENTS, [size])
    await client.query(`SELECT jobs.create_queue('bench', '{"policy": "standard"}')`)
    await client.query(JOBS, [size / 10])
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

/** A moment within the last year, different for each number. */
const momentOf = (number: string) =>
  `now() - (${number} * 7919::bigint % $1::int) * interval '365 days' / $1::int`

const SPREAD_BILLS = `
  UPDATE bill SET submitted_at = moment, decided_at = decided,
    paid_at = CASE WHEN status = 'paid' THEN least(now(), decided + interval '10 days') END
  FROM (
    SELECT id AS of_bill, moment,
      CASE WHEN decided_at IS NOT NULL THEN least(now(), moment + n % 20 * interval '5 hours') END AS decided
    FROM (SELECT id, decided_at, substr(invoice_number, 5)::int AS n,
      ${momentOf('substr(invoice_number, 5)::int')} AS moment FROM bill) AS numbered
  ) AS spread WHERE id = of_bill`

/** The seeded events are all from today, and the log can only grow. */
const SPREAD_EVENTS = `
  INSERT INTO audit_event (at, actor, action, subject_kind, subject_id)
  SELECT ${momentOf('n')}, 'contractor' || n % 100 || '@bench.example', 'bill_approved', 'bill',
    md5('bill ' || n)::uuid::text
  FROM generate_series(1, $1::int) AS n`

const MORE_PAYMENTS = `
  INSERT INTO payment_attempt (key, request_hash, method, state, realm_id, customer_id, total_cents, company_name,
    payer_name, email, captured_cents, captured_at, review_reasons)
  SELECT 'more-' || n, '', ($2::text[])[1 + n % 2], 'booked', '1', 'more-' || n, 12550, 'Payer & Co', 'Pat Payer',
    'pat@payer.example', 12550, now(), CASE WHEN n % 1000 = 1 THEN $$[{"reason": "former", "text": "It was refunded."}]$$ ELSE '[]' END::jsonb
  FROM generate_series(1, $1::int) AS n WHERE n % 4 <> 0`

const SPREAD_PAYMENTS = `
  UPDATE payment_attempt SET captured_at = moment, created_at = moment
  FROM (SELECT id AS of_payment, ${momentOf('row_number() OVER ()')} AS moment FROM payment_attempt) AS spread
  WHERE id = of_payment`

/** About as many as stay for a week, some of them failed. */
const JOBS = `
  INSERT INTO jobs.job (name, data, state, completed_on)
  SELECT 'bench', '{"billId": "0b6e4b8e-6a55-4f0e-9a57-0c7f1f6f6a01"}',
    (CASE WHEN n % 1000 = 0 THEN 'failed' ELSE 'completed' END)::jobs.job_state, now()
  FROM generate_series(1, $1::int) AS n`
