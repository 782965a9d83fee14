// Decides whose invoices a browser may see in full. A number and a date can be guessed, so it needs something that only
// the customer has: a pay link, the billing ZIP code, or a payment they made.

import type { Dependencies } from '../../dependencies.ts'
import { refuseVisitor } from '../../http/quickbooks-refusals.ts'
import { AppError } from '../../lib/app-error.ts'
import {
  type Customer,
  createLinkKeys,
  isOf,
  newPass,
  type Pass,
  type Proofs,
} from '../../secrets/customer-pass.ts'
import { createInvoiceIds, type InvoiceRef } from '../../secrets/invoice-id.ts'
import { findRealmId } from '../accounting/connection/queries.ts'
import { listPaidInvoices } from '../payments/queries.ts'
import { customerLinkJob } from './job-kinds.ts'
import { findRevokedAt } from './queries.ts'

export type OpenInvoices = 'all' | readonly string[]

export const createCustomerAccess = ({ config, database, jobs, quickbooks }: Dependencies) => {
  const { db } = database
  const visitors = quickbooks.for('visitors')
  const ids = createInvoiceIds(config.keyring)
  const keys = createLinkKeys(config)

  const openId = (invoiceId: string): InvoiceRef => {
    const ref = ids.open(invoiceId)
    if (!ref) throw new AppError('invoice_not_found')
    return ref
  }
  const isValid = async (pass: Pass): Promise<boolean> => {
    const revokedAt = await findRevokedAt(db, pass)
    return !revokedAt || pass.issuedAt >= revokedAt.getTime()
  }

  const knows = async ({ passes }: Proofs, customer: Customer): Promise<boolean> => {
    const pass = passes.find((each) => isOf(each, customer))
    return pass !== undefined && isValid(pass)
  }

  /** Of which of the customer's invoices the browser may see what's on them. */
  const openInvoices = async (proofs: Proofs, customer: Customer): Promise<OpenInvoices> => {
    if (await knows(proofs, customer)) return 'all'
    const { paymentIds } = proofs
    return paymentIds.length > 0 ? listPaidInvoices(db, paymentIds, customer) : []
  }

  /** Throws unless the browser may see this invoice or, for `all`, everything of the customer. */
  const require = async (proofs: Proofs, sealedId: string, what: 'all' | 'invoice') => {
    const ref = openId(sealedId)
    const open = await openInvoices(proofs, ref)
    if (open === 'all' || (what === 'invoice' && open.includes(ref.invoiceId))) return
    throw new AppError('customer_proof_required')
  }

  const checkZip = async (sealedId: string, zip: string): Promise<Pass> => {
    const ref = openId(sealedId)
    const { customers, invoices } = visitors.salesOf(ref.realmId)
    const [contact, [invoice]] = await Promise.all([
      customers.findContact(ref.customerId),
      invoices.listByIds([ref.invoiceId]),
    ]).catch(refuseVisitor('customer_unread'))
    // The customer may know only the address on the invoice.
    const printed = invoice?.customerId === ref.customerId ? invoice.billTo : []
    const known = [contact?.zip ?? '', ...printed.map((line) => line.match(ZIP_AT_END)?.[0] ?? '')]
    const typed = plainZip(zip)
    // Some bookkeepers enter a dash.
    const isKnown = typed !== '' && known.some((each) => plainZip(each) === typed)
    if (!isKnown) throw new AppError('zip_mismatch', { field: 'zip' })
    return newPass(ref)
  }

  const openLink = async (key: string): Promise<Pass> => {
    const pass = keys.open(key)
    const isOurs = pass && pass.realmId === (await findRealmId(db)) && (await isValid(pass))
    if (!pass || !isOurs) throw new AppError('pay_link_invalid')
    return pass
  }

  /** The caller can't tell whether the customer has an address. */
  const emailLink = async ({ realmId, customerId, invoiceId }: InvoiceRef): Promise<void> =>
    jobs.send(db, customerLinkJob, { realmId, customerId, invoiceId })

  return { openId, openInvoices, require, checkZip, openLink, emailLink }
}

const ZIP_AT_END = /\b\d{5}(-\d{4})?$/

/** Of a ZIP+4, the first five digits. Postal codes of other countries as they are. */
const plainZip = (zip: string): string => {
  const plain = zip.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return /^\d{9}$/.test(plain) ? plain.slice(0, 5) : plain
}
