// A contractor at the load balancer: mapped by staff, verified by mail, with an invoice and its file.
import { sendVerification, submitInvoice } from '@invoice-desk/contract/contractor'
import { addVendorMapping } from '@invoice-desk/contract/vendors'
import { samplePdf } from '../../../server/test/support/contractor.ts'
import { waitFor } from '../../../server/test/support/wait-for.ts'
import type { Fleet } from './fleet.ts'

export type Person = { readonly email: string; readonly vendor: string; readonly token: string }
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly links: readonly string[]
}

export const mailsTo = async ({ control }: Fleet, email: string): Promise<Mail[]> =>
  (await control(`/mail/messages?to=${encodeURIComponent(email)}`)) as Mail[]

export const addPerson = async (fleet: Fleet, name: string): Promise<Person> => {
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

/** The answer to a form that was sent to this process. */
export const submitTo = async (
  fleet: Fleet,
  process: number,
  { email, vendor, token }: Person,
  invoiceNumber: string,
) => {
  const { caller, sandbox } = fleet
  const form = new FormData()
  const fields = {
    email,
    amount: '1250.50',
    invoiceNumber,
    dueDate: '2030-01-31',
    captchaToken: await passHumanCheck(fleet),
    vendorName: vendor,
    token,
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(samplePdf(invoiceNumber))]), 'invoice.pdf')
  const response = await fetch(`${caller.url}${submitInvoice.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-process': String(process) },
    body: form,
  })
  const body = (await response.json()) as {
    bill: { id: string; custom_fields: { value: string }[] }
  }
  if (response.status !== 200) throw new Error(`${sandbox.url}: ${JSON.stringify(body)}`)
  return body.bill
}

const passHumanCheck = async ({ sandbox, caller }: Fleet): Promise<string> => {
  const key = sandbox.settings['human-check']?.RECAPTCHA_SITE_KEY
  const answer = await fetch(`${sandbox.url}/human-check/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: caller.url },
    body: JSON.stringify({ key, action: 'submit_invoice' }),
  })
  return ((await answer.json()) as { token: string }).token
}
