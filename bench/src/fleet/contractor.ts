// A contractor at the load balancer: mapped by staff, verified by mail, with an invoice and its file.
import { sendVerification } from '@invoice-desk/contract/contractor'
import { addVendorMapping } from '@invoice-desk/contract/vendors'
import { type Contractor, samplePdf, submit } from '../../../server/test/support/contractor.ts'
import { waitFor } from '../../../server/test/support/wait-for.ts'
import type { Fleet } from './fleet.ts'

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly links: readonly string[]
}

export const mailsTo = async ({ control }: Fleet, email: string): Promise<Mail[]> =>
  (await control(`/mail/messages?to=${encodeURIComponent(email)}`)) as Mail[]

export const addPerson = async (fleet: Fleet, name: string): Promise<Contractor> => {
  const { caller, staff } = fleet
  const [email, vendor] = [`${name}@vendor.example`, `Vendor ${name}`]
  const body = { email, vendor, qbBillAccount: 'Cost of Goods Sold:Subcontractors' }
  const mapped = await caller.call(addVendorMapping, { token: staff, body })
  if (mapped.status !== 200) throw new Error(JSON.stringify(mapped.body))
  await caller.call(sendVerification, { body: { email } })
  const link = await waitFor(async () => {
    const [mail] = await mailsTo(fleet, email)
    if (!mail?.links[0]) throw new Error(`no mail to ${email}`)
    return mail.links[0]
  })
  return { email, vendor, token: new URL(link).searchParams.get('token') ?? '' }
}

/** The bill of a form that was sent to this process. */
export const submitTo = async (
  { caller, sandbox }: Fleet,
  process: number,
  person: Contractor,
  invoiceNumber: string,
) => {
  const { status, body } = await submit({ url: caller.url, sandbox }, person, {
    fields: { invoiceNumber },
    file: { name: 'invoice.pdf', content: samplePdf(invoiceNumber) },
    headers: { 'x-process': String(process) },
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.bill as { id: string; custom_fields: { value: string }[] }
}
