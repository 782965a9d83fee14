// Submits an invoice with its file to one process of a fleet.
import type { Contractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { submit } from '@invoice-desk/testing/contractor/submit'
import type { Fleet } from './fleet.ts'

/** Returns the bill. */
export const submitTo = async (
  { caller }: Fleet,
  process: number,
  person: Contractor,
  invoiceNumber: string,
) => {
  const { status, body } = await submit(caller, person, {
    fields: { invoiceNumber },
    file: { name: 'invoice.pdf', content: samplePdf(invoiceNumber) },
    headers: { 'x-process': String(process) },
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.bill as { id: string; custom_fields: { value: string }[] }
}
