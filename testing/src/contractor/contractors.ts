// Adds contractors and their bills: as rows if the app runs in this process, otherwise over HTTP.
import type { InvoiceField } from '@invoice-desk/contract/bills/invoice-form'
import { addVendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { type AnyDesk, staffTokenOf } from '../app/any-desk.ts'
import type { BillRow, VerificationRow } from '../app/rows.ts'
import type { TestDesk } from '../app/test-desk.ts'
import { ADMIN } from '../people.ts'
import { askForLink } from '../sandbox/mailbox.ts'
import { submit } from './submit.ts'

/** Someone whose email is mapped to a vendor. */
export type Person = { readonly email: string; readonly vendor: string }
/** A person with a valid token. */
export type Contractor = Person & { readonly token: string }

type Mapping = { readonly email?: string; readonly qbBillAccount?: string }

type AddContractor = {
  (desk: TestDesk, vendor?: string, mapping?: Mapping): Promise<Contractor>
  /** Without a token, because getting one takes an email. */
  (desk: AnyDesk, vendor?: string, mapping?: Mapping): Promise<Person>
}

let people = 0

export const addContractor = (async (desk: AnyDesk, vendor?: string, mapping: Mapping = {}) => {
  people += 1
  const id = `${people}.${process.pid}.${Date.now()}`
  const { email = `person.${id}@vendor.example`, qbBillAccount } = mapping
  const person = { email, vendor: vendor ?? `Vendor ${id} & Sons` }
  await mapVendor(desk, person.email, person.vendor, qbBillAccount)
  return desk.rows ? { ...person, token: await desk.rows.addVerification(email, {}) } : person
}) as AddContractor

export const mapVendor = async (
  desk: AnyDesk,
  email: string,
  vendor: string,
  qbBillAccount = '',
): Promise<void> => {
  const body = { email, vendor, qbBillAccount }
  if (desk.rows) return desk.rows.addMapping(body)
  // Not by those who approve invoices: anyone who maps a vendor can't approve its next invoice alone.
  const token = await staffTokenOf(desk, ADMIN)
  const answer = await desk.call(addVendorMapping, { token, body })
  if (answer.status !== 200) throw new Error(`not mapped: ${JSON.stringify(answer.body)}`)
}

export const addToken = (
  desk: TestDesk,
  email: string,
  fields: VerificationRow = {},
): Promise<string> => desk.rows.addVerification(email, fields)

const links = new WeakMap<AnyDesk, Map<string, Promise<string>>>()

/** Their verification link, requested once per person; `askForLink` requests a new one. */
export const getLink = (desk: AnyDesk, { email }: Pick<Person, 'email'>): Promise<string> => {
  const known = links.get(desk) ?? new Map<string, Promise<string>>()
  links.set(desk, known)
  const link = known.get(email) ?? askForLink(desk, email)
  known.set(email, link)
  link.catch(() => known.delete(email))
  return link
}

/** Adds the token of the person's link. */
export const verifyContractor = async (desk: AnyDesk, person: Person): Promise<Contractor> => ({
  ...person,
  token: new URL(await getLink(desk, person)).searchParams.get('token') ?? '',
})

/** A bill as the form describes it. */
export type BillForm = Readonly<Partial<Record<InvoiceField, string>>> & {
  readonly file?: Buffer | undefined
  /** The contractor confirmed that this isn't an invoice they submitted before. */
  readonly confirmDuplicate?: 'true'
}

type AddBill = {
  (desk: TestDesk, person: Person, fields?: BillRow): Promise<string>
  (desk: AnyDesk, person: Person, fields?: BillForm): Promise<string>
}

/** Adds a submitted bill and returns its id. */
export const addBill: AddBill = (desk: AnyDesk, person: Person, fields: object = {}) =>
  desk.rows ? desk.rows.addBill(person, fields) : submitBill(desk, person, fields)

const submitBill = async (
  desk: AnyDesk,
  person: Person,
  { file, ...fields }: BillForm,
): Promise<string> => {
  const { status, body } = await submit(desk, await verifyContractor(desk, person), {
    fields,
    file: file && { name: 'invoice.pdf', content: file },
  })
  if (status !== 200) throw new Error(`The bill was refused: ${JSON.stringify(body)}`)
  return body.bill.id
}
