// A new invoice: stores the file as safely as our server does, then the rows, event and jobs.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { type BillRow, billOf } from './bills.ts'
import { linkHashOf, STORE_JOBS, statement } from './common.ts'
import type { BareHandlers } from './main.ts'

const FOLDER = join(process.env.DATA_DIR ?? '', 'bare-files')

type Form = { fields: Record<string, string>; path: string; sha256: string; bytes: number }

const findContractor = statement<{ email: string; vendor: string }>(
  'contractor',
  'SELECT email, vendor FROM verification JOIN vendor_mapping USING (email) WHERE token_hash = $1',
)

const lockVendor = statement(
  'lock_vendor',
  'SELECT pg_advisory_xact_lock(hashtextextended(lower($1), 1))',
)

/** The file and the bill with its possible duplicates, its event and its emails. */
const storeBill = statement<BillRow>(
  'store_bill',
  `WITH earlier AS (
     SELECT id AS bill_id, lower(vendor) = lower($3) AND invoice_number_key = $5 AS is_same_number FROM bill
     WHERE id IN (
       SELECT id FROM bill WHERE lower(vendor) = lower($3) AND invoice_number_key = $5
       UNION ALL
       SELECT bill.id FROM invoice_file JOIN bill ON file_id = invoice_file.id WHERE sha256 = $10)
     ORDER BY submitted_at DESC LIMIT 20
   ), file AS (
     INSERT INTO invoice_file (id, name, type, bytes, sha256)
     VALUES ($8, 'invoice.pdf', 'application/pdf', $11, $10)
   ), added AS (
     INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date, file_id,
       submission_key, duplicates)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, (
       SELECT coalesce(jsonb_agg(jsonb_build_object('billId', bill_id,
         'because', CASE WHEN is_same_number THEN 'same_number' ELSE 'same_file' END)), '[]') FROM earlier))
     RETURNING *
   ), event AS (
     INSERT INTO audit_event (actor, action, subject_kind, subject_id, details)
     SELECT email, 'bill_submitted', 'bill', id::text, jsonb_build_object('vendor', vendor,
       'invoiceNumber', invoice_number, 'amountCents', amount_cents, 'dueDate', due_date, 'fileSha256', $10::text,
       'duplicates', duplicates) FROM added
   ), new_job (name, data) AS (
     SELECT 'bill-mail', jsonb_build_object('billId', id, 'step', 'received', 'version', version) FROM added
     UNION ALL
     SELECT 'approver-notice', jsonb_build_object('billId', id) FROM added
   ), stored AS (${STORE_JOBS})
   SELECT id, version, invoice_number, amount_cents, status, submitted_at, due_date::text, file_id, reject_reason,
     'invoice.pdf' AS file_name, $11::int AS bytes FROM added`,
)

export const submitHandlers: BareHandlers = {
  '/api/cup/submit-invoice': async ({ pool, request }) => {
    const [contractor] = await findContractor(pool, linkHashOf(request))
    if (!contractor) throw new Error('there is no such link')
    const { email, vendor } = contractor
    const { fields, path, sha256, bytes } = await readForm(request)
    await fetch(process.env.RECAPTCHA_VERIFY_URL ?? '', {
      method: 'POST',
      body: new URLSearchParams({ secret: '-', response: fields.captchaToken ?? '' }),
    }).then((answer) => answer.json())
    const fileId = randomUUID()
    await keep(path, fileId)
    const number = fields.invoiceNumber ?? ''
    const content = [number, number.replaceAll('-', ''), Math.round(Number(fields.amount) * 100)]
    const key = request.headers['idempotency-key']
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      // Statements see what was committed before they began, so the lock needs its own.
      await lockVendor(client, vendor)
      const values = [randomUUID(), email, vendor, ...content, fields.dueDate, fileId, key]
      const [bill] = await storeBill(client, ...values, sha256, bytes)
      await client.query('COMMIT')
      return { message: 'Invoice submitted successfully!', bill: bill && billOf(bill) }
    } finally {
      client.release()
    }
  },
}

const readForm = async (request: IncomingMessage): Promise<Form> => {
  await mkdir(FOLDER, { recursive: true })
  const path = join(FOLDER, `${randomUUID()}.part`)
  const fields: Record<string, string> = {}
  const hash = createHash('sha256')
  let bytes = 0
  const parser = new Busboy({ headers: request.headers as BusboyHeaders })
  let writing: Promise<void> | undefined
  parser.on('field', (name, value) => {
    fields[name] = value
  })
  parser.on('file', (_name, stream) => {
    stream.on('data', (piece: Buffer) => {
      hash.update(piece)
      bytes += piece.length
    })
    writing = pipeline(stream, createWriteStream(path))
  })
  await pipeline(request, parser)
  await writing
  return { fields, path, sha256: hash.digest('hex'), bytes }
}

const keep = async (path: string, id: string): Promise<void> => {
  const folder = join(FOLDER, id.slice(0, 2))
  await mkdir(folder, { recursive: true })
  await flush(path)
  await rename(path, join(folder, id))
  await flush(folder)
}

const flush = async (path: string): Promise<void> => {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}
