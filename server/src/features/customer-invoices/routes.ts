// Public endpoints for customer invoices: the search, what only the customer may see, and how they show that they are the customer.
import * as contract from '@invoice-desk/contract/customer-invoices/customer-invoices'
import * as passes from '@invoice-desk/contract/customer-invoices/customer-pass'
import * as details from '@invoice-desk/contract/customer-invoices/invoice-details'
import {
  HUMAN_CHECK_EMAIL,
  HUMAN_CHECK_SEARCH,
  HUMAN_CHECK_ZIP,
} from '@invoice-desk/contract/http/human-check'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind, Call } from '../../http/bind.ts'
import { createHumanGate, holdPoints, type ProveHuman } from '../../http/human-gate.ts'
import { countAll, undoAll } from '../../http/rate-limits.ts'
import { csvHeaders } from '../../lib/csv.ts'
import { pdfHeaders } from '../../pdf/headers.ts'
import { type Customer, createProofs } from '../../secrets/customer-pass.ts'
import { createCustomerAccess } from './customer-access.ts'
import { createInvoiceFiles } from './invoice-files.ts'
import { createInvoiceSearch } from './invoice-search.ts'
import { createStatement } from './statement/statement.ts'

export const customerInvoiceRoutes = (bind: Bind, dependencies: Dependencies): void => {
  bindSearch(bind, dependencies)
  bindPasses(bind, dependencies)
  bindFiles(bind, dependencies)
}

type Counting = Pick<Call<typeof contract.searchInvoice>, 'address' | 'limits'>

/**
 * From an invoice of a monthly run, someone can guess those of the neighbors. So each customer that an address finds counts,
 * also when every search finds one.
 */
const countCustomer = async (
  { address, limits }: Counting,
  customer: Customer,
  proveHuman: ProveHuman,
): Promise<void> => {
  const seen = limits.counter('seen_customer', `${address} ${subjectOf(customer)}`)
  await seen.isReached()
  if ((seen.counted?.points ?? 0) > 0) return
  const suspects = limits.counter('proof_search_customers', address)
  const customers = limits.counter('search_customers', address)
  const [isSuspect, isRefused] = await countAll([suspects, customers])
  try {
    if (isRefused) throw customers.refusal('rate_limited')
    if (isSuspect) await proveHuman()
  } catch (error) {
    await undoAll([suspects, customers]).catch(() => {})
    throw error
  }
  // Only now: a call beside this one must not pass as the second for a customer that wasn't admitted yet.
  await seen.count()
}

const bindSearch = (bind: Bind, dependencies: Dependencies): void => {
  const service = createInvoiceSearch(dependencies)
  const access = createCustomerAccess(dependencies)
  const proofs = createProofs(dependencies.config)
  const humanGate = createHumanGate(dependencies)
  bind(contract.searchInvoice, async (call) => {
    const { body, address, limits, request } = call
    const calls = limits.counter('invoice_search', address)
    const misses = limits.counter('proof_search_misses', address)
    // Also counted by invoice number, so no one can guess its date from many IP addresses.
    const ofNumber = limits.counter('proof_number_misses', body.invoiceNumber.toLowerCase())
    const proveHuman = humanGate(HUMAN_CHECK_SEARCH, body.captchaToken)
    // While QuickBooks is down, we can't tell a miss, so a failed search counts too.
    return holdPoints(['invoice_not_found', 'invoice_search_failed'], async ({ takeAll }) => {
      const [isMissing, isGuessed, isRefused] = await takeAll([misses, ofNumber], [calls])
      if (isRefused) throw calls.refusal('rate_limited')
      if (isMissing || isGuessed) await proveHuman()
      return service.search(body, async (customer) => {
        const open = await access.openInvoices(proofs.read(request), customer)
        if (open !== 'all' && open.length === 0) await countCustomer(call, customer, proveHuman)
        return open
      })
    })
  })
  bind(contract.listPaymentHistory, ({ body }) => service.listHistory(body.invoiceId))
}

const bindPasses = (bind: Bind, dependencies: Dependencies): void => {
  const access = createCustomerAccess(dependencies)
  const proofs = createProofs(dependencies.config)
  const humanGate = createHumanGate(dependencies)

  bind(passes.proveByZip, async ({ body, address, limits, request, reply }) => {
    const customer = access.openId(body.invoiceId)
    if ((await access.openInvoices(proofs.read(request), customer)) === 'all') return {}
    const tries = limits.counter('zip_tries', address)
    const ofCustomer = limits.counter('proof_customer_zip', subjectOf(customer))
    const proveHuman = humanGate(HUMAN_CHECK_ZIP, body.captchaToken)
    const pass = await holdPoints(['zip_mismatch'], async ({ takeAll }) => {
      const [isRefused, isGuessed] = await takeAll([tries, ofCustomer])
      if (isRefused) throw tries.refusal('rate_limited')
      if (isGuessed) await proveHuman()
      return access.checkZip(body.invoiceId, body.zip)
    })
    // Right ones count for the address, too, because neighbors may have the same code.
    await tries.count()
    proofs.addPass(request, reply, pass)
    return {}
  })
  bind(passes.proveByLink, async ({ body, request, reply }) => {
    proofs.addPass(request, reply, await access.openLink(body.key))
    return {}
  })
  bind(passes.emailPayLink, async ({ body, address, limits }) => {
    const invoice = access.openId(body.invoiceId)
    const emails = limits.counter('link_email', address)
    const suspects = limits.counter('proof_link_email', address)
    const [isRefused, isSuspect] = await countAll([emails, suspects])
    if (isRefused) throw emails.refusal('rate_limited')
    if (isSuspect) await humanGate(HUMAN_CHECK_EMAIL, body.captchaToken)()
    const hasEnough = await limits.counter('quiet_link_email', subjectOf(invoice)).count()
    if (!hasEnough) await access.emailLink(invoice)
    return {}
  })
}

/** Ids of customers are only unique within a company. */
const subjectOf = ({ realmId, customerId }: Customer): string => `${realmId} ${customerId}`

const bindFiles = (bind: Bind, dependencies: Dependencies): void => {
  const files = createInvoiceFiles(dependencies)
  const statement = createStatement(dependencies)
  const access = createCustomerAccess(dependencies)
  const proofs = createProofs(dependencies.config)

  bind(details.readInvoiceDetails, async ({ body, request }) => {
    await access.require(proofs.read(request), body.invoiceId, 'invoice')
    return files.readDetails(body.invoiceId)
  })
  bind(details.downloadInvoicePdf, async ({ query, request, reply }) => {
    await access.require(proofs.read(request), query.invoice, 'invoice')
    const { name, content } = await files.openPdf(query.invoice)
    reply.headers(pdfHeaders(name))
    return content
  })
  bind(details.downloadStatementPdf, async ({ query, request, reply }) => {
    await access.require(proofs.read(request), query.invoice, 'all')
    const { name, content } = await statement.openPdf(query.invoice)
    reply.headers(pdfHeaders(name))
    return content
  })
  bind(details.downloadStatementCsv, async ({ query, request, reply }) => {
    await access.require(proofs.read(request), query.invoice, 'all')
    const { name, content } = await statement.openCsv(query.invoice)
    reply.headers(csvHeaders(name))
    return content
  })
}
