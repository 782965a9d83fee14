// A new invoice with a 200 kB PDF, from a different contractor each time.
import { randomUUID } from 'node:crypto'
import { submitInvoice } from '@invoice-desk/contract/contractor/submission'
import { requestOf } from '../load.ts'
import { contractorOf } from '../seed.ts'
import type { World } from '../world.ts'
import { type Measure, sameForBoth } from './measure.ts'

const PDF_BYTES = 200_000
const BOUNDARY = 'bench-form-boundary'

export const submitRequest = ({ seeded }: World, number: number, bytes = PDF_BYTES): Buffer => {
  const { email, vendor, token } = contractorOf(number % seeded.contractors)
  const fields = {
    email,
    amount: '1250.50',
    invoiceNumber: `NEW-${number}`,
    dueDate: '2099-12-31',
    captchaToken: `person-${number}`,
    vendorName: vendor,
    token,
  }
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="invoice.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${parts.join('')}${file}`),
    pdfOf(number, bytes),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
  return requestOf({
    method: submitInvoice.method,
    path: submitInvoice.path,
    token,
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'idempotency-key': randomUUID(),
    },
    body,
  })
}

/** Starts and ends like a PDF, and is different for each number. */
const pdfOf = (number: number, bytes: number): Buffer => {
  const start = `%PDF-1.7\n% ${number}\n`
  const end = '\ntrailer<</Size 5/Root 1 0 R>>\nstartxref\n9\n%%EOF\n'
  return Buffer.concat([
    Buffer.from(start),
    Buffer.alloc(bytes - start.length - end.length, 'x'),
    Buffer.from(end),
  ])
}

export const submitBill: Measure = {
  name: 'submit with a 200 kB PDF',
  goal: 0.6,
  asksOutside: true,
  prepare: async (world) => sameForBoth(world, () => submitRequest(world, world.nextNumber())),
}
