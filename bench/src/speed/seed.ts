// Fills the database with tasks: half decided, half pending, 40 per contractor, and a paid invoice for every fourth.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { REALM } from './services/books.ts'

const BILLS_PER_CONTRACTOR = 40

export type Seeded = {
  readonly tasks: number
  readonly contractors: number
  /** The number of the first pending task; all later ones are pending too. */
  readonly firstPending: number
}

export const seed = async (pool: pg.Pool, tasks: number): Promise<Seeded> => {
  const contractors = Math.max(1, Math.floor(tasks / BILLS_PER_CONTRACTOR))
  const firstPending = Math.floor(tasks / 2) + 1
  await pool.query(CONTRACTORS, [contractors])
  await pool.query(LINKS, [contractors])
  // In batches, to keep transactions small.
  for (let first = 1; first <= tasks; first += PART) {
    const last = Math.min(tasks, first + PART - 1)
    await pool.query(FILES, [first, last])
    await pool.query(BILLS, [first, last, tasks, contractors, firstPending])
    await pool.query(EVENTS, [first, last])
    await pool.query(PAYMENTS, [first, last])
  }
  await pool.query('VACUUM ANALYZE')
  return { tasks, contractors, firstPending }
}

const PART = 50_000

export const taskIdOf = (number: number): string => uuidOf(`bill ${number}`)

export const contractorOf = (number: number) => ({
  email: `contractor${number}@bench.example`,
  vendor: `Vendor ${number}`,
  token: `bench-link-${number}`,
})

const uuidOf = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const CONTRACTORS = `
  INSERT INTO vendor_mapping (email, vendor, qb_bill_account)
  SELECT 'contractor' || n || '@bench.example', 'Vendor ' || n, 'Supplies'
  FROM generate_series(0, $1::int - 1) AS n`

const LINKS = `
  INSERT INTO verification (token_hash, email, expires_at)
  SELECT encode(sha256(convert_to('bench-link-' || n, 'UTF8')), 'hex'),
    'contractor' || n || '@bench.example', now() + interval '1 day'
  FROM generate_series(0, $1::int - 1) AS n`

/** Three of four bills have a file. */
const FILES = `
  INSERT INTO invoice_file (id, name, type, bytes, sha256)
  SELECT md5('file ' || n)::uuid, 'invoice-' || n || '.pdf', 'application/pdf', 200000,
    encode(sha256(convert_to(n::text, 'UTF8')), 'hex')
  FROM generate_series($1::int, $2::int) AS n WHERE n % 4 <> 0`

const BILLS = `
  INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date, status,
    file_id, submitted_at, decided_at, decided_by, reject_reason)
  SELECT md5('bill ' || n)::uuid, 'contractor' || n % $4::int || '@bench.example', 'Vendor ' || n % $4::int,
    'INV-' || n, 'INV' || n, 1000 + n::bigint * 7919 % 900000, current_date + n % 60 - 10,
    CASE WHEN n >= $5::int THEN CASE WHEN n % 4 = 0 THEN 'received' ELSE 'sent_for_approval' END
      ELSE (ARRAY['approved', 'paid', 'paid', 'rejected'])[1 + n % 4] END,
    CASE WHEN n % 4 <> 0 THEN md5('file ' || n)::uuid END,
    now() - interval '1 day' - ($3::int - n) * interval '30 seconds',
    CASE WHEN n < $5::int THEN now() - ($3::int - n) * interval '30 seconds' END,
    CASE WHEN n < $5::int THEN 'sam.staff@harborfinch.example' END,
    CASE WHEN n < $5::int AND n % 4 = 3 THEN 'Not ours' END
  FROM generate_series($1::int, $2::int) AS n`

const PAYMENTS = `
  WITH attempt AS (
    INSERT INTO payment_attempt (id, key, request_hash, method, state, realm_id, customer_id, customer_name,
      total_cents, company_name, payer_name, email, provider_id, reference, captured_cents, qbo_payment_id,
      created_at, updated_at, captured_at)
    SELECT md5('payment ' || n)::uuid, 'seeded-' || n, encode(sha256(convert_to(n::text, 'UTF8')), 'hex'), 'stripe',
      'booked', '${REALM}', 'seeded-' || n, 'Customer ' || n, 12550, 'Payer & Co', 'Pat Payer', 'pat@payer.example',
      'pi_seeded_' || n, 'pi_seeded_' || n, 12550, 'seeded-' || n, now() - n * interval '1 second',
      now() - n * interval '1 second', now() - n * interval '1 second'
    FROM generate_series($1::int, $2::int) AS n WHERE n % 4 = 0 RETURNING id, realm_id, customer_id
  )
  INSERT INTO payment_line (attempt_id, position, realm_id, invoice_id, invoice_number, amount_cents, balance_cents, is_live)
  SELECT id, 0, realm_id, customer_id, 'B-' || customer_id, 12550, 12550, false FROM attempt`

const EVENTS = `
  INSERT INTO audit_event (actor, action, subject_kind, subject_id)
  SELECT 'contractor' || n || '@bench.example', 'bill_submitted', 'bill', md5('bill ' || n)::uuid::text
  FROM generate_series($1::int, $2::int) AS n`
