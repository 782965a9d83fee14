// A card payment: attempt, invoice holds, intent, charge and audit events.
import { createHash } from 'node:crypto'
import { KEYRING } from '@invoice-desk/testing/app/settings'
import type pg from 'pg'
import { createSealer } from '../../../../server/src/sealing.ts'
import { countCall, inTransaction, storeJob, undoCount } from './common.ts'
import { ids } from './invoices.ts'
import type { BareHandlers } from './main.ts'
import { askByIds, type InvoiceRecord } from './quickbooks.ts'

const sealer = createSealer(KEYRING, 'payment-id')

type PaymentRequest = {
  paymentMethodId: string
  invoices: { id: string; amount: number }[]
  amount: number
  companyName: string
  payerName: string
  email: string
}
type Attempt = { id: string; claimed_until: Date }
type Line = { invoiceId: string; customerId: string; cents: number }

export const paymentHandlers: BareHandlers = {
  '/api/stripe/create-payment': async ({ pool, body, request }) => {
    const { remoteAddress } = request.socket
    await countCall(pool, `payment:${remoteAddress}`)
    const payment = (await body()) as PaymentRequest
    const key = String(request.headers['idempotency-key'])
    await pool.query('SELECT * FROM payment_attempt WHERE key = $1', [key])
    const { rows } = await pool.query('SELECT realm_id FROM qbo_connection')
    const lines = payment.invoices.map(({ id, amount }): Line => {
      const { invoiceId = '', customerId = '' } = ids.open(id) ?? {}
      return { invoiceId, customerId, cents: Math.round(amount * 100) }
    })
    const declines = [`declines-end:${remoteAddress}`, `declines:${remoteAddress}`]
    for (const counted of declines) await countCall(pool, counted)
    await countCall(pool, `customer:${lines[0]?.customerId}`)
    const attempt = await inTransaction(pool, (client) =>
      hold(client, payment, lines, { key, realmId: rows[0].realm_id }),
    )
    await readLines(pool, attempt)
    const invoices = await askByIds<InvoiceRecord>(
      pool,
      'Invoice',
      lines.map(({ invoiceId }) => invoiceId),
    )
    await inTransaction(pool, (client) => reserve(client, attempt, invoices))
    const numbers = (await readLines(pool, attempt)).map((line) => line.invoice_number)
    const intent = await createIntent(attempt, payment, numbers)
    await inTransaction(pool, (client) =>
      move(client, attempt, { from: 'reserved', to: 'confirming', set: 'provider_id = $4' }, [
        intent,
      ]),
    )
    const { amount_received } = await confirmIntent(attempt, intent, payment.paymentMethodId)
    await inTransaction(pool, (client) => capture(client, attempt, intent, amount_received))
    await pool.query(
      'UPDATE payment_attempt SET claimed_until = NULL WHERE id = $1 AND claimed_until = $2',
      [attempt.id, attempt.claimed_until],
    )
    const paid = await readLines(pool, attempt)
    const paymentId = sealer.seal(attempt.id)
    for (const counted of declines) await undoCount(pool, counted)
    return {
      paymentId,
      status: 'succeeded',
      amount: payment.amount,
      invoiceNumbers: paid.map((line) => line.invoice_number),
      receiptUrl: `${process.env.PUBLIC_URL}/api/payments/receipt?payment=${paymentId}`,
    }
  },
}

const readLines = async (pool: pg.Pool, { id }: Attempt): Promise<{ invoice_number: string }[]> =>
  (await pool.query('SELECT * FROM payment_line WHERE attempt_id = $1 ORDER BY position', [id]))
    .rows

const HOLD = `
  INSERT INTO payment_attempt (key, request_hash, method, state, realm_id, customer_id, total_cents, company_name,
    payer_name, email, claimed_until, next_check_at)
  VALUES ($1, $2, 'stripe', 'created', $3, $4, $5, $6, $7, $8,
    date_trunc('milliseconds', now() + interval '45 seconds'), now() + interval '45 seconds')
  ON CONFLICT (key) DO NOTHING RETURNING *`

const hold = async (
  client: pg.PoolClient,
  payment: PaymentRequest,
  lines: readonly Line[],
  { key, realmId }: { key: string; realmId: string },
): Promise<Attempt> => {
  const { companyName, payerName, email } = payment
  const requestHash = createHash('sha256').update(JSON.stringify(payment)).digest('hex')
  const total = lines.reduce((sum, { cents }) => sum + cents, 0)
  const content = [key, requestHash, realmId, lines[0]?.customerId, total]
  const { rows } = await client.query(HOLD, [...content, companyName, payerName, email])
  const [attempt] = rows
  const places = lines.map((_, n) => `($1, ${n}, $2, $${3 + 2 * n}, $${4 + 2 * n})`)
  await client.query(
    `INSERT INTO payment_line (attempt_id, position, realm_id, invoice_id, amount_cents)
     VALUES ${places.join(', ')} ON CONFLICT DO NOTHING RETURNING position`,
    [attempt.id, realmId, ...lines.flatMap(({ invoiceId, cents }) => [invoiceId, cents])],
  )
  const invoices = lines.map(({ invoiceId }) => invoiceId)
  const details = { method: 'stripe', totalCents: total, invoices }
  await record(client, attempt, { actor: email, action: 'payment_begun', details })
  return attempt
}

const record = (
  client: pg.PoolClient,
  { id }: Attempt,
  { actor, action, details }: { actor: string; action: string; details: object },
): Promise<unknown> =>
  client.query(
    `INSERT INTO audit_event (actor, action, subject_kind, subject_id, details)
     VALUES ($1, $2, 'payment', $3, $4)`,
    [actor, action, id, JSON.stringify(details)],
  )

type Step = { from: string; to: string; set: string; details?: object }

/** `set` writes the values, which begin at $4. */
const move = async (
  client: pg.PoolClient,
  attempt: Attempt,
  { from, to, set, details = {} }: Step,
  values: readonly unknown[],
): Promise<void> => {
  await client.query(
    `UPDATE payment_attempt SET ${set}, state = $3, checks = 0, next_check_at = now() + interval '45 seconds',
       updated_at = now() WHERE id = $1 AND state = $2 RETURNING *`,
    [attempt.id, from, to, ...values],
  )
  await record(client, attempt, { actor: 'system', action: `payment_${to}`, details })
}

const reserve = async (
  client: pg.PoolClient,
  attempt: Attempt,
  invoices: readonly InvoiceRecord[],
): Promise<void> => {
  const step = { from: 'created', to: 'reserved', set: 'customer_name = $4' }
  await move(client, attempt, step, [invoices[0]?.CustomerRef.name])
  for (const [position, { DocNumber, Balance }] of invoices.entries()) {
    await client.query(
      `UPDATE payment_line SET invoice_number = $3, balance_cents = $4
       WHERE attempt_id = $1 AND position = $2`,
      [attempt.id, position, DocNumber, Math.round(Balance * 100)],
    )
  }
}

const CAPTURED = `
  reference = $4, captured_cents = $5, captured_at = $6, claimed_until = NULL, refunded_cents = 0, dispute = NULL,
  failure_code = NULL, failure_text = NULL, review = ''`

const capture = async (
  client: pg.PoolClient,
  attempt: Attempt,
  reference: string,
  amountCents: number,
): Promise<void> => {
  const details = { reference, amountCents, after: 'confirming' }
  const step = { from: 'confirming', to: 'captured', set: CAPTURED, details }
  await move(client, attempt, step, [reference, amountCents, new Date()])
  await storeJob(client, 'payment-receipt', { attemptId: attempt.id })
  await storeJob(client, 'payment-settle', { attemptId: attempt.id })
}

type Intent = { id: string; amount_received: number }

const post = async (path: string, key: string, form: Record<string, string>): Promise<Intent> => {
  const answer = await fetch(`${process.env.STRIPE_API_URL}/v1/payment_intents${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_bench', 'idempotency-key': key },
    body: new URLSearchParams(form),
  })
  return (await answer.json()) as Intent
}

const createIntent = async (
  { id }: Attempt,
  { amount }: PaymentRequest,
  numbers: readonly string[],
): Promise<string> => {
  const intent = await post('', `pi-${id}-0`, {
    amount: String(Math.round(amount * 100)),
    currency: 'usd',
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
    description: `Invoices ${numbers.join(', ')}`,
    'metadata[attempt]': id,
  })
  return intent.id
}

const confirmIntent = ({ id }: Attempt, intent: string, method: string): Promise<Intent> =>
  post(`/${intent}/confirm`, `pi-${id}-1`, {
    payment_method: method,
    use_stripe_sdk: 'true',
    'expand[0]': 'latest_charge',
  })
