// Works out what an invoice shows from its QuickBooks record and its payments. The amounts always add up.
import type {
  InvoiceDetails,
  InvoiceLine,
} from '@invoice-desk/contract/customer-invoices/invoice-details'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import { appliedCents } from './payment-history.ts'
import type { Invoice, Payment } from './queries.ts'

type Content = NonNullable<Invoice['content']>
type Readable = Invoice & { readonly content: Content }
type Line = Content['lines'][number]

export const detailsOf = (invoice: Readable, payments: readonly Payment[]): InvoiceDetails => {
  const { content, totalCents, balanceCents, taxCents } = invoice
  const { discountCents, discountPercent, shippingCents } = content
  const isTaxIncluded = hasTaxIncluded(invoice)
  const addedTaxCents = isTaxIncluded ? 0 : taxCents
  // Never more than was settled: QuickBooks may count a deposit differently, and payments aren't negative.
  const depositCents = Math.min(invoice.depositCents, Math.max(0, totalCents - balanceCents))
  const settledCents = totalCents - depositCents - balanceCents
  const creditCents = Math.min(creditsOf(payments, invoice.id), Math.max(settledCents, 0))
  return {
    lines: content.lines.map((line, index) => lineOf(line, partsOf(content.lines, index))),
    subtotal: decimalFromCents(totalCents + discountCents - shippingCents - addedTaxCents),
    discount: decimalFromCents(discountCents),
    ...(discountPercent !== undefined && { discountPercent }),
    shipping: decimalFromCents(shippingCents),
    tax: decimalFromCents(taxCents),
    isTaxIncluded,
    total: decimalFromCents(totalCents),
    deposit: decimalFromCents(depositCents),
    // Includes what we can't explain, such as an offset by a journal entry.
    payments: decimalFromCents(settledCents - creditCents),
    credits: decimalFromCents(creditCents),
    balance: decimalFromCents(balanceCents),
    currency: invoice.currency,
    message: invoice.message,
  }
}

/** QuickBooks may send the lines of an invoice with prices that include tax without it. */
const hasTaxIncluded = ({ isTaxIncluded, content, totalCents, taxCents }: Readable): boolean => {
  const { lines, discountCents, shippingCents } = content
  const sumCents = lines.reduce(
    (sum, line, index) => sum + ownCents(line, partsOf(lines, index)),
    0,
  )
  return isTaxIncluded && taxCents !== 0 && sumCents - discountCents + shippingCents === totalCents
}

/** The parts of a bundle follow it. */
const partsOf = (lines: readonly Line[], index: number): readonly Line[] => {
  const rest = lines.slice(index + 1)
  const end = rest.findIndex(({ kind }) => kind !== 'part')
  return lines[index]?.kind === 'group' ? rest.slice(0, end === -1 ? undefined : end) : []
}

const sumOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { amountCents = 0 }) => sum + amountCents, 0)

/** What a line adds to the subtotal. QuickBooks doesn't always send a bundle's amount. */
const ownCents = ({ kind, amountCents = 0 }: Line, parts: readonly Line[]): number => {
  if (kind === 'part' || kind === 'subtotal') return 0
  return kind === 'group' ? amountCents || sumOf(parts) : amountCents
}

const lineOf = (line: Line, parts: readonly Line[]): InvoiceLine => {
  const { kind, item, description, date, quantity, rate } = line
  const amountCents = kind === 'group' ? ownCents(line, parts) : line.amountCents
  const isShown = amountCents !== undefined && !(kind === 'text' && amountCents === 0)
  return {
    kind,
    item: isSame(item, description) ? '' : item,
    description,
    ...(date && { date }),
    ...(quantity !== undefined && { quantity }),
    ...(rate !== undefined && { rate }),
    ...(isShown && { amount: decimalFromCents(amountCents) }),
  }
}

const isSame = (item: string, description: string): boolean =>
  item.trim().toLowerCase() === description.trim().toLowerCase()

/** The credit memos that were applied to this invoice, as far as the payments tell. */
const creditsOf = (payments: readonly Payment[], invoiceId: string): number =>
  payments.reduce((sum, payment) => sum + creditOf(payment, invoiceId), 0)

const creditOf = (payment: Payment, invoiceId: string): number => {
  const { totalCents, creditMemos, invoices } = payment
  const usedCents = creditMemos.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const ofInvoice = appliedCents(payment, invoiceId)
  if (totalCents === 0 && usedCents > 0) return ofInvoice
  // A payment for several invoices doesn't tell which of them the credit was for.
  return invoices.length === 1 ? Math.min(usedCents, ofInvoice) : 0
}
