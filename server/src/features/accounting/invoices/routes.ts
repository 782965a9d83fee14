// Public endpoints for customer invoices: the search, what only the customer may see, and how they show that they are the customer.
import * as contract from '@invoice-desk/contract/accounting-invoices'
import * as passes from '@invoice-desk/contract/customer-pass'
import { HUMAN_CHECK_SEARCH, HUMAN_CHECK_ZIP } from '@invoice-desk/contract/human-check'
import * as details from '@invoice-desk/contract/invoice-details'
import { csvHeaders } from '../../../csv.ts'
import { type Customer, createProofs } from '../../../customer-pass.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Bind, Call } from '../../../http/bind.ts'
import { countAll, undoAll } from '../../../http/rate-limits.ts'
import { createHumanGate, holdPoints, type ProveHuman } from '../../../human-gate.ts'
import { pdfHeaders } from '../../../pdf/headers.ts'
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
  { realmId, customerId }: Customer,
  proveHuman: ProveHuman,
): Promise<void> => {
  const seen = limits.counter('seen_customer', `${address} ${realmId} ${customerId}`)
  const suspects = limits.counter('proof_search_customers', address)
  const customers = limits.counter('search_customers', address)
  const [, isSuspect, isRefused] = await countAll([seen, suspects, customers])
  if ((seen.counted?.points ?? 0) > 1) return undoAll([suspects, customers])
  try {
    if (isRefused) throw customers.refusal('rate_limited')
    if (isSuspect) await proveHuman()
  } catch (error) {
    await undoAll([seen, suspects, customers])
    throw error
  }
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
        if (open !== 'all') await countCustomer(call, customer, proveHuman)
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
    const { customerId } = access.openId(body.invoiceId)
    const tries = limits.counter('zip_tries', address)
    const ofCustomer = limits.counter('proof_customer_zip', customerId)
    const proveHuman = humanGate(HUMAN_CHECK_ZIP, body.captchaToken)
    return holdPoints(['zip_mismatch'], async ({ takeAll }) => {
      // Also right ones, because neighbors may have the same code.
      const [isGuessed, isRefused] = await takeAll([ofCustomer], [tries])
      if (isRefused) throw tries.refusal('rate_limited')
      if (isGuessed) await proveHuman()
      proofs.addPass(request, reply, await access.checkZip(body.invoiceId, body.zip))
      return {}
    })
  })
  bind(passes.proveByLink, async ({ body, request, reply }) => {
    proofs.addPass(request, reply, await access.openLink(body.key))
    return {}
  })
  bind(passes.emailPayLink, async ({ body, address, limits }) => {
    const invoice = access.openId(body.invoiceId)
    await limits.take('link_email', address)
    const hasEnough = await limits.counter('quiet_link_email', invoice.customerId).count()
    if (!hasEnough) await access.emailLink(invoice)
    return {}
  })
}

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
