// A card payment: attempt, invoice holds, intent, charge and audit events.
import { createHash } from 'node:crypto'
import { KEYRING } from '@invoice-desk/testing/app/settings'
import { createSealer } from '../../../../server/src/secrets/sealing.ts'
import { STORE_JOBS, statement } from './common.ts'
import { ids } from './invoices.ts'
import type { BareHandlers } from './main.ts'
import { askForInvoices, readConnection } from './quickbooks.ts'

const sealer = createSealer(KEYRING, 'payment-id')

type PaymentRequest = {
  paymentMethodId: string
  invoices: { id: string; number: string; amount: number }[]
  amount: number
  companyName: string
  payerName: string
  email: string
}

/** The attempt and its hold on the invoices. */
const hold = statement<{ id: string }>(
  'hold',
  `WITH attempt AS (
     INSERT INTO payment_attempt (key, request_hash, method, state, realm_id, customer_id, total_cents, company_name,
       payer_name, email, claimed_until, next_check_at)
     VALUES ($1, $2, 'stripe', 'created', $3, $4, $5, $6, $7, $8,
       date_trunc('milliseconds', now() + interval '45 seconds'), now() + interval '45 seconds') RETURNING *
   ), line AS (
     INSERT INTO payment_line (attempt_id, position, realm_id, invoice_id, amount_cents)
     SELECT attempt.id, place - 1, realm_id, invoice_id, cents
     FROM attempt, unnest($9::text[], $10::bigint[]) WITH ORDINALITY AS held (invoice_id, cents, place)
   ), event AS (
     INSERT INTO audit_event (actor, action, subject_kind, subject_id, details)
     SELECT email, 'payment_begun', 'payment', id::text,
       jsonb_build_object('method', method, 'totalCents', total_cents, 'invoices', $9::text[]) FROM attempt
   ) SELECT id FROM attempt`,
)

/** The balances that QuickBooks gave, and the intent that is about to be confirmed. */
const reserve = statement<{ id: string }>(
  'reserve',
  `WITH line AS (
     UPDATE payment_line SET invoice_number = seen.number, balance_cents = seen.balance_cents
     FROM unnest($4::text[], $5::text[], $6::bigint[]) AS seen (invoice_id, number, balance_cents)
     WHERE attempt_id = $1 AND payment_line.invoice_id = seen.invoice_id
   ), event AS (
     INSERT INTO audit_event (actor, action, subject_kind, subject_id)
     SELECT 'system', action, 'payment', $1::uuid::text
     FROM unnest(ARRAY['payment_reserved', 'payment_confirming']) AS action
   )
   UPDATE payment_attempt SET customer_name = $2, provider_id = $3, state = 'confirming', checks = 0,
     next_check_at = now() + interval '45 seconds', updated_at = now()
   WHERE id = $1 AND state = 'created' RETURNING id`,
)

const capture = statement<{ captured_at: Date }>(
  'capture',
  `WITH attempt AS (
     UPDATE payment_attempt SET reference = $2, captured_cents = $3, captured_at = now(), claimed_until = NULL,
       refunded_cents = 0, dispute = NULL, failure_code = NULL, failure_text = NULL, review_reasons = '[]', state = 'captured',
       checks = 0, next_check_at = now() + interval '45 seconds', updated_at = now()
     WHERE id = $1 AND state = 'confirming' RETURNING id, captured_at
   ), event AS (
     INSERT INTO audit_event (actor, action, subject_kind, subject_id, details)
     SELECT 'system', 'payment_captured', 'payment', id::text,
       jsonb_build_object('reference', $2::text, 'amountCents', $3::bigint, 'after', 'confirming') FROM attempt
   ), new_job (name, data) AS (
     SELECT name, jsonb_build_object('attemptId', id)
     FROM attempt, unnest(ARRAY['payment-receipt', 'payment-settle']) AS name
   ), stored AS (${STORE_JOBS}) SELECT captured_at FROM attempt`,
)

export const paymentHandlers: BareHandlers = {
  '/api/stripe/create-payment': async ({ pool, body, request }) => {
    const payment = (await body()) as PaymentRequest
    const connection = await readConnection(pool)
    const refs = payment.invoices.map(({ id }) => ids.open(id))
    const invoiceIds = refs.map((ref) => ref?.invoiceId ?? '')
    const numbers = payment.invoices.map(({ number }) => number)
    const [attempt] = await hold(
      pool,
      request.headers['idempotency-key'],
      createHash('sha256').update(JSON.stringify(payment)).digest('hex'),
      connection.realm_id,
      refs[0]?.customerId,
      centsOf(payment.amount),
      payment.companyName,
      payment.payerName,
      payment.email,
      invoiceIds,
      payment.invoices.map(({ amount }) => centsOf(amount)),
    )
    if (!attempt) throw new Error('the attempt was not stored')
    const [invoices, intent] = await Promise.all([
      askForInvoices(connection, invoiceIds),
      createIntent(attempt.id, payment.amount, numbers),
    ])
    await reserve(
      pool,
      attempt.id,
      invoices[0]?.CustomerRef.name,
      intent.id,
      invoices.map(({ Id }) => Id),
      invoices.map(({ DocNumber }) => DocNumber),
      invoices.map(({ Balance }) => centsOf(Balance)),
    )
    const charged = await confirmIntent(attempt.id, intent.id, payment.paymentMethodId)
    const [captured] = await capture(pool, attempt.id, intent.id, charged.amount_received)
    if (!captured) throw new Error('the charge was not stored')
    const paymentId = sealer.seal(attempt.id)
    return {
      paymentId,
      status: 'succeeded',
      amount: payment.amount,
      invoiceNumbers: numbers,
      receiptUrl: `${process.env.PUBLIC_URL}/api/payments/receipt?payment=${paymentId}`,
      receipt: {
        number: attempt.id,
        paidAt: captured.captured_at,
        paidWith: 'Credit Card',
        email: payment.email,
        invoices: invoices.map((invoice, n) => ({
          number: invoice.DocNumber,
          amount: payment.invoices[n]?.amount,
          date: invoice.TxnDate,
          remaining: invoice.Balance - (payment.invoices[n]?.amount ?? 0),
        })),
      },
    }
  },
}

const centsOf = (amount: number): number => Math.round(amount * 100)

type Intent = { id: string; amount_received: number }

const post = async (path: string, key: string, form: Record<string, string>): Promise<Intent> => {
  const answer = await fetch(`${process.env.STRIPE_API_URL}/v1/payment_intents${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_bench', 'idempotency-key': key },
    body: new URLSearchParams(form),
  })
  return (await answer.json()) as Intent
}

const createIntent = (id: string, amount: number, numbers: readonly string[]): Promise<Intent> =>
  post('', `pi-${id}-0`, {
    amount: String(centsOf(amount)),
    currency: 'usd',
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
    description: `Invoices ${numbers.join(', ')}`,
    'metadata[attempt]': id,
  })

const confirmIntent = (id: string, intent: string, method: string): Promise<Intent> =>
  post(`/${intent}/confirm`, `pi-${id}-1`, {
    payment_method: method,
    use_stripe_sdk: 'true',
    'expand[0]': 'latest_charge',
  })
