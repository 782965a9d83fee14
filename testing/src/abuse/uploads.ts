// Uploads hostile files and forms, and checks what was stored.
import { listVendorBills } from '@invoice-desk/contract/contractor/contractor'
import { submitInvoice } from '@invoice-desk/contract/contractor/submission'
import { FILE_TYPES, FILES_MAX } from '@invoice-desk/contract/values/limits'
import { storedFiles } from '../app/stored-files.ts'
import type { Contractor } from '../contractor/contractors.ts'
import { samplePdf } from '../contractor/sample-files.ts'
import { passHumanCheck } from '../sandbox/human-check.ts'
import { type HostileFile, hostileFiles } from './hostile-files.ts'
import { createSender, type RawAnswer } from './send.ts'
import type { World } from './world.ts'

export type UploadResult = {
  readonly sent: number
  readonly accepted: number
  readonly problems: readonly string[]
  /** The largest growth of memory during the uploads, in bytes. */
  readonly memoryGrowth: number
}

type Upload = {
  readonly what: string
  readonly type: string
  readonly body: Buffer
  readonly isAccepted: boolean
  readonly content?: Buffer
}

const BOUNDARY = 'desk-boundary'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** Uploads every nth file, for a quick run, and all forms. */
export const uploadHostile = async (world: World, every = 1): Promise<UploadResult> => {
  const { desk } = world.shop
  const { contractor } = world.a
  const sender = createSender(desk.url, 1)
  const problems: string[] = []
  let accepted = 0
  let number = 0
  const began = process.memoryUsage.rss()
  let memory = began
  const files = hostileFiles().filter((_, at) => at % every === 0)
  const makers = [...files.map(withFile), ...FORMS]
  let before = await readStored(world)
  for (const make of makers) {
    number += 1
    const fields = fieldsOf(contractor, `UP-${number}`, await passHumanCheck(desk))
    const upload = make(fields)
    const headers = { authorization: `Bearer ${contractor.token}`, 'content-type': upload.type }
    const target = submitInvoice.path
    const { body } = upload
    const answer = await sender.send({ method: 'POST', target, headers, body }).catch(noAnswer)
    const after = await readStored(world)
    memory = Math.max(memory, process.memoryUsage.rss())
    const problem = upload.isAccepted
      ? await problemOfAccepted(answer, upload)
      : problemOfRefused(answer, before, after)
    if (problem) problems.push(`${upload.what}: ${problem}`)
    if (upload.isAccepted) accepted += 1
    before = after
  }
  sender.close()
  if (before.files !== before.rows) {
    problems.push(`${before.files} files are stored, but the database has ${before.rows}`)
  }
  return { sent: makers.length, accepted, problems, memoryGrowth: memory - began }
}

const noAnswer = (error: unknown): RawAnswer => ({ status: 0, headers: {}, text: String(error) })

type Stored = { readonly bills: number; readonly files: number; readonly rows: number }

const readStored = async ({ shop, a }: World): Promise<Stored> => {
  const { pool } = shop.desk.desk.dependencies.database
  const { rows } = await pool.query('SELECT count(*)::int AS n FROM invoice_file')
  const bills = await shop.desk.call(listVendorBills, {
    token: a.contractor.token,
    body: { vendorName: a.contractor.vendor, limit: 1 },
  })
  return {
    bills: bills.body.total.count,
    files: (await storedFiles(shop.desk)).length,
    rows: Number(rows[0]?.n),
  }
}

const problemOfRefused = ({ status, text }: RawAnswer, before: Stored, after: Stored) => {
  if (status < 400 || status >= 500) return `answered ${status} ${text.slice(0, 200)}`
  const isSame = JSON.stringify(before) === JSON.stringify(after)
  return isSame ? undefined : `left ${JSON.stringify(after)}, before ${JSON.stringify(before)}`
}

const problemOfAccepted = async ({ status, text }: RawAnswer, { content }: Upload) => {
  if (status !== 200) return `answered ${status} ${text.slice(0, 200)}`
  const served = await fetch(JSON.parse(text).bill.custom_fields[0].value)
  const [type, name] = ['content-type', 'content-disposition'].map((key) => served.headers.get(key))
  if (!FILE_TYPES.some((known) => known === type)) return `served as ${type}`
  if (served.headers.get('x-content-type-options') !== 'nosniff') return 'served without nosniff'
  if (/[\\/<>\r\n]|\.\.\//.test(name?.replace("UTF-8''", '') ?? '')) return `served as ${name}`
  const bytes = Buffer.from(await served.arrayBuffer())
  return content && !bytes.equals(content) ? 'served with other bytes' : undefined
}

type Fields = Readonly<Record<string, string>>

const fieldsOf = (
  { email, vendor, token }: Contractor,
  number: string,
  captcha: string,
): Fields => ({
  email,
  amount: '12.50',
  invoiceNumber: number,
  dueDate: '2030-01-31',
  captchaToken: captcha,
  vendorName: vendor,
  token,
  confirmDuplicate: 'true',
})

const part = (disposition: string, content: Buffer | string, more = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n${more}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])

const formOf = (fields: Fields, ...files: readonly Buffer[]): Buffer =>
  Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value)),
    ...files,
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])

const withFile =
  ({ what, name, content, isAccepted }: HostileFile) =>
  (fields: Fields): Upload => {
    const filename = name.replaceAll('"', '%22')
    const file = part(`name="file"; filename="${filename}"`, content, 'content-type: text/html\r\n')
    return { what, type: TYPE, body: formOf(fields, file), isAccepted, content }
  }

const pdfPart = (disposition = 'name="file"; filename="a.pdf"', more = '') =>
  part(disposition, samplePdf('form'), more)

const form =
  (what: string, bodyOf: (fields: Fields) => Buffer, type = TYPE) =>
  (fields: Fields): Upload => ({ what, type, body: bodyOf(fields), isAccepted: false })

const replaced = (body: Buffer, from: string, to: string): Buffer =>
  Buffer.from(body.toString('latin1').replaceAll(from, to), 'latin1')

/** An odd but complete form with a valid file. */
const oddForm =
  (what: string, more: string) =>
  (fields: Fields): Upload => ({
    what,
    type: TYPE,
    body: formOf(fields, pdfPart(undefined, more)),
    isAccepted: true,
    content: samplePdf('form'),
  })

/** Broken forms with a valid file. */
const FORMS: readonly ((fields: Fields) => Upload)[] = [
  form('too many files', (fields) =>
    formOf(fields, ...Array.from({ length: FILES_MAX + 1 }, () => pdfPart())),
  ),
  form('a file that is not in the list', (fields) => formOf({ ...fields, files: '' }, pdfPart())),
  form('a list of files that are not there', (fields) =>
    formOf({ ...fields, files: 'new,new' }, pdfPart()),
  ),
  form('a file under another name', (fields) =>
    formOf(fields, pdfPart('name="other"; filename="a.pdf"')),
  ),
  form('a file without a field', (fields) => formOf(fields, pdfPart('filename="a.pdf"'))),
  form('a file in place of a field', ({ amount: _, ...fields }) =>
    formOf(fields, pdfPart('name="amount"; filename="a.pdf"')),
  ),
  form('a form inside the form', (fields) =>
    formOf(
      fields,
      part('name="file"', formOf({ a: '1' }), 'content-type: multipart/mixed; boundary=x\r\n'),
    ),
  ),
  form('no end', (fields) => formOf(fields, pdfPart()).subarray(0, -20)),
  form('an end in the middle', (fields) => Buffer.concat([formOf({}), formOf(fields, pdfPart())])),
  form(
    'another boundary',
    (fields) => formOf(fields, pdfPart()),
    'multipart/form-data; boundary=other',
  ),
  form('no boundary', (fields) => formOf(fields, pdfPart()), 'multipart/form-data'),
  form(
    'an empty boundary',
    (fields) => formOf(fields, pdfPart()),
    'multipart/form-data; boundary=""',
  ),
  form(
    'a very long boundary',
    (fields) => formOf(fields, pdfPart()),
    `multipart/form-data; boundary=${'x'.repeat(5_000)}`,
  ),
  form('another type', (fields) => formOf(fields, pdfPart()), 'application/octet-stream'),
  form('the bare file', () => samplePdf(), 'application/pdf'),
  form('LF line endings', (fields) => replaced(formOf(fields, pdfPart()), '\r\n', '\n')),
  oddForm('a very long header', `x: ${'y'.repeat(100_000)}\r\n`),
  oddForm('a thousand headers', 'x: y\r\n'.repeat(1_000)),
  form('a thousand parts', (fields) =>
    formOf(fields, ...Array.from({ length: 1_000 }, (_, n) => part(`name="f${n}"`, 'x'))),
  ),
  form('a field of 1 MB', (fields) => formOf({ ...fields, note: 'x'.repeat(1_000_000) })),
  form('a field twice', (fields) => formOf(fields, part('name="amount"', '1'))),
  form('a prototype', (fields) => formOf(fields, part('name="__proto__"', 'x'))),
  form('a NUL in a field', (fields) => formOf({ ...fields, invoiceNumber: 'a\0b' }, pdfPart())),
  form('invalid UTF-8', (fields) => replaced(formOf(fields, pdfPart()), 'UP-', '\xff\xfe\0')),
  form('someone else’s email', (fields) => formOf({ ...fields, email: 'x@y.example' }, pdfPart())),
  form('no human check', ({ captchaToken: _, ...fields }) => formOf(fields, pdfPart())),
  form('an empty body', () => Buffer.alloc(0)),
]
