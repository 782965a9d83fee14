// Compares, line by line, what the providers charged, what QuickBooks has booked, and what our attempts say.
import type { Town } from './town.ts'
import { waitForNone } from './wait-for-none.ts'

export type Charge = { readonly id: string; readonly attempt: string; readonly cents: number }
export type Verdict = {
  readonly charges: number
  readonly bookings: number
  readonly attempts: number
  /** Each a sentence; none when everything agrees. */
  readonly problems: readonly string[]
}

type Intent = {
  id: string
  status: string
  amount_received: number
  metadata: { attempt?: string }
}
type Capture = { id: string; status: string; amount: { value: string }; custom_id?: string }
type Booking = { Id: string; TotalAmt: number; UnappliedAmt?: number; PrivateNote?: string }
type Invoice = { DocNumber: string; TotalAmt: number; Balance: number }
type State = {
  stripe: { paymentIntents: Intent[] }
  paypal: { captures: Capture[] }
  quickbooks: { payments: Booking[]; invoices: Invoice[] }
}

const UNDER_WAY = `SELECT count(*)::int AS open FROM payment_attempt
  WHERE next_check_at IS NOT NULL AND state NOT IN ('requires_action', 'reserved')`

/**
 * Waits until nothing is under way and everything agrees, and says how long that took. An attempt that waits
 * for its payer is not under way; one whose payer has paid must not look like that.
 */
export const waitForDust = async (town: Town, withinMs = 90_000): Promise<number> => {
  const findOpen = async () => {
    const { rows } = await town.pool.query<{ open: number }>(UNDER_WAY)
    return rows[0]?.open === 0 ? (await compare(town)).problems : ['payments are under way']
  }
  const { missing, took } = await waitForNone(findOpen, { withinMs, pauseMs: 500 })
  return missing.length === 0 ? took : Number.POSITIVE_INFINITY
}

const chargesOf = ({ stripe, paypal }: State): Charge[] => [
  ...stripe.paymentIntents
    .filter(({ status }) => status === 'succeeded')
    .map(({ id, metadata, amount_received: cents }) => ({
      id,
      cents,
      attempt: metadata.attempt ?? '',
    })),
  ...paypal.captures
    .filter(({ status }) => status === 'COMPLETED')
    .map(({ id, amount, custom_id }) => ({
      id,
      cents: Math.round(Number(amount.value) * 100),
      attempt: custom_id ?? '',
    })),
]

/** What is still under way, for whoever wants to know why. */
export const listOpen = async ({ pool }: Town): Promise<string[]> => {
  const { rows } = await pool.query<{ line: string }>(
    `SELECT concat_ws(' ', 'attempt', id, method, state, 'checked', checks, 'times, next', next_check_at - now()) AS line
     FROM payment_attempt WHERE next_check_at IS NOT NULL ORDER BY next_check_at LIMIT 20`,
  )
  return rows.map(({ line }) => line)
}

export const compare = async (town: Town): Promise<Verdict> => {
  const state = (await town.control('/state')) as State
  const charges = chargesOf(state)
  const bookings = bookingsById(
    state.quickbooks.payments.filter(({ Id }) => !town.samplePayments.has(Id)),
  )
  const { rows: attempts } = await town.pool.query<{
    id: string
    state: string
    reference: string | null
    numbers: string[]
  }>(`SELECT a.id, a.state, a.reference, array_agg(l.invoice_number) AS numbers
      FROM payment_attempt a JOIN payment_line l ON l.attempt_id = a.id GROUP BY a.id`)
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const problems: string[] = []
  const paidFor = new Map<string, string>()
  for (const { id, attempt: attemptId, cents } of charges) {
    const attempt = byId.get(attemptId)
    const booked = bookings.get(id) ?? []
    if (!attempt) problems.push(`charge ${id} belongs to no attempt`)
    else if (attempt.state !== 'booked') problems.push(`charge ${id}: attempt is ${attempt.state}`)
    if (booked.length !== 1) problems.push(`charge ${id} is booked ${booked.length} times`)
    if (booked.some(({ TotalAmt }) => Math.round(TotalAmt * 100) !== cents)) {
      problems.push(`charge ${id} is booked with another amount`)
    }
    for (const number of attempt?.numbers ?? []) {
      const other = paidFor.get(number)
      if (other) problems.push(`invoice ${number} was charged twice: ${other} and ${id}`)
      paidFor.set(number, id)
    }
  }
  const charged = new Set(charges.map(({ id }) => id))
  for (const id of bookings.keys()) {
    if (!charged.has(id)) problems.push(`booking of ${id} without a charge`)
  }
  for (const { id, state: stands, reference } of attempts) {
    if (stands === 'booked' && !charged.has(reference ?? '')) {
      problems.push(`attempt ${id} is booked without a charge`)
    }
  }
  for (const { DocNumber, Balance } of state.quickbooks.invoices) {
    if (Balance < 0) problems.push(`invoice ${DocNumber} is paid above its amount`)
  }
  return {
    charges: charges.length,
    bookings: [...bookings.values()].flat().length,
    attempts: attempts.length,
    problems,
  }
}

const bookingsById = (payments: readonly Booking[]): Map<string, Booking[]> => {
  const byId = new Map<string, Booking[]>()
  for (const payment of payments) {
    const id = /^(?:Stripe|PayPal) payment \(ID: ([^)]+)\)/.exec(payment.PrivateNote ?? '')?.[1]
    if (id) byId.set(id, [...(byId.get(id) ?? []), payment])
  }
  return byId
}
