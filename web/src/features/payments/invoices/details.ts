// How the contents of an invoice read: quantities, rates, and the rows from its subtotal to its balance.
import type { InvoiceDetails } from '@invoice-desk/contract/customer-invoices/invoice-details'
import { centsOf, formatMoney } from '@invoice-desk/contract/values/money'

const DECIMALS_MAX = 7
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: DECIMALS_MAX })

export const quantityText = (quantity: number): string => number.format(quantity)

/** `$85.00`, `$0.0125`: with as many decimals as QuickBooks keeps. */
export const rateText = (rate: number, currency: string): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    maximumFractionDigits: DECIMALS_MAX,
  }).format(rate)

type Total = { readonly label: string; readonly text: string }

/** Without what the invoice doesn't have. */
export const totalsOf = (details: InvoiceDetails): Total[] => {
  const { discount, discountPercent, shipping, tax, isTaxIncluded, currency } = details
  const row = (label: string, amount: number, sign: 1 | -1 = 1): Total => ({
    label,
    text: formatMoney(sign * centsOf(amount), currency),
  })
  const rowIf = (label: string, amount: number, sign: 1 | -1 = 1) =>
    centsOf(amount) === 0 ? [] : [row(label, amount, sign)]
  const percent = discountPercent ? ` (${quantityText(discountPercent)}%)` : ''
  const added = [
    ...rowIf(`Discount${percent}`, discount, -1),
    ...rowIf('Shipping', shipping),
    ...(isTaxIncluded ? [] : rowIf('Tax', tax)),
  ]
  return [
    ...(added.length > 0 ? [row('Subtotal', details.subtotal), ...added] : []),
    row('Invoice total', details.total),
    ...(isTaxIncluded ? rowIf('Includes tax', tax) : []),
    ...rowIf('Deposit', details.deposit, -1),
    ...rowIf('Paid earlier', details.payments, -1),
    ...rowIf('Credits', details.credits, -1),
    row('Balance', details.balance),
  ]
}
