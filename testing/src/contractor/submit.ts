// Submits and corrects invoices over HTTP, with the same form as the page.
import { resubmitInvoice, submitInvoice } from '@invoice-desk/contract/contractor/submission'
import type { Answer } from '../http/caller.ts'
import type { SandboxSite } from '../sandbox/control.ts'
import { passHumanCheck } from '../sandbox/human-check.ts'

type SentFile = { readonly name: string; readonly content: Buffer | string }

export type SubmitOptions = {
  /** Undefined fields are left out. */
  readonly fields?: Readonly<Record<string, string | undefined>>
  readonly file?: SentFile | undefined
  /** Sent after `file`. */
  readonly attachments?: readonly SentFile[]
  /** The contractor's token by default; an empty string sends none. */
  readonly bearer?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

type Submitter = { readonly email: string; readonly vendor: string; readonly token: string }
type Site = { readonly url: string; readonly sandbox: SandboxSite }

let numbers = 0

/** The form and the headers of a submission. */
export const encodeSubmission = async (
  desk: Site,
  contractor: Submitter,
  { fields = {}, file, attachments = [], bearer = contractor.token, key, headers }: SubmitOptions,
): Promise<{ form: FormData; headers: Record<string, string> }> => {
  numbers += 1
  const all = {
    email: contractor.email,
    amount: '1250.50',
    invoiceNumber: `INV-${numbers}`,
    dueDate: '2030-01-31',
    captchaToken: 'captchaToken' in fields ? undefined : await passHumanCheck(desk),
    vendorName: contractor.vendor,
    token: contractor.token,
    ...fields,
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(all)) if (value !== undefined) form.append(name, value)
  for (const { name, content } of file ? [file, ...attachments] : attachments)
    form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  return {
    form,
    headers: {
      ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
  }
}

const sendTo =
  ({ method, path }: typeof submitInvoice | typeof resubmitInvoice) =>
  async (desk: Site, contractor: Submitter, options: SubmitOptions = {}): Promise<Answer> => {
    const { form: body, headers } = await encodeSubmission(desk, contractor, options)
    const response = await fetch(`${desk.url}${path}`, { method, headers, body })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

export const submit = sendTo(submitInvoice)
/** The fields must name the bill and its version. */
export const resubmit = sendTo(resubmitInvoice)
