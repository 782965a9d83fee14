// A new invoice: stores the file as safely as our server does, then the rows, event and jobs.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type pg from 'pg'
import { billOf } from './bills.ts'
import { countCall, inTransaction, readLink, storeJob } from './common.ts'
import type { BareHandlers } from './main.ts'

const FOLDER = join(process.env.DATA_DIR ?? '', 'bare-files')

type Form = { fields: Record<string, string>; path: string; sha256: string; bytes: number }

export const submitHandlers: BareHandlers = {
  '/api/cup/submit-invoice': async ({ pool, request }) => {
    const { email, vendor } = await readLink(pool, request)
    await countCall(pool, email)
    const form = await readForm(request)
    const key = request.headers['idempotency-key']
    await pool.query(KNOWN, [email, key])
    await fetch(process.env.RECAPTCHA_VERIFY_URL ?? '', {
      method: 'POST',
      body: new URLSearchParams({ secret: '-', response: form.fields.captchaToken ?? '' }),
    }).then((answer) => answer.json())
    const fileId = randomUUID()
    await keep(form.path, fileId)
    const bill = await inTransaction(pool, (client) =>
      store(client, request, { form, fileId, email, vendor, key }),
    )
    return { message: 'Invoice submitted successfully!', bill: billOf(bill) }
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

const KNOWN = `
  SELECT bill.*, sha256 FROM bill LEFT JOIN invoice_file ON invoice_file.id = file_id
  WHERE email = $1 AND submission_key = $2`
const EARLIER = `
  SELECT id, lower(vendor) = lower($1) AS same, invoice_number, invoice_number_key, amount_cents, status, submitted_at
  FROM bill WHERE id IN (
    SELECT id FROM bill WHERE lower(vendor) = lower($1) AND invoice_number_key = $2
    UNION ALL
    SELECT bill.id FROM invoice_file JOIN bill ON bill.file_id = invoice_file.id WHERE sha256 = $3)
  ORDER BY submitted_at DESC LIMIT 50`

type Parts = {
  form: Form
  fileId: string
  email: string
  vendor: string
  key: string | string[] | undefined
}

const store = async (
  client: pg.PoolClient,
  request: IncomingMessage,
  { form, fileId, email, vendor, key }: Parts,
) => {
  const { invoiceNumber = '', amount, dueDate } = form.fields
  const numberKey = invoiceNumber.replaceAll('-', '')
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended(lower($1), 1))', [vendor])
  await client.query(KNOWN, [email, key])
  await readLink(client, request)
  await client.query(EARLIER, [vendor, numberKey, form.sha256])
  await client.query(
    `INSERT INTO invoice_file (id, name, type, bytes, sha256) VALUES ($1, $2, $3, $4, $5)`,
    [fileId, 'invoice.pdf', 'application/pdf', form.bytes, form.sha256],
  )
  const { rows } = await client.query(
    `INSERT INTO bill (id, email, vendor, invoice_number, invoice_number_key, amount_cents, due_date, file_id, submission_key)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *, due_date::text AS due_date`,
    [
      randomUUID(),
      email,
      vendor,
      invoiceNumber,
      numberKey,
      Math.round(Number(amount) * 100),
      dueDate,
      fileId,
      key,
    ],
  )
  const bill = rows[0]
  await client.query(
    `INSERT INTO audit_event (actor, action, subject_kind, subject_id, details)
     VALUES ($1, 'bill_submitted', 'bill', $2, $3)`,
    [email, bill.id, JSON.stringify({ vendor, invoiceNumber, fileSha256: form.sha256 })],
  )
  await storeJob(client, 'bill-mail', { billId: bill.id, step: 'received', version: 1 })
  await storeJob(client, 'approver-notice', { billId: bill.id })
  return bill
}
