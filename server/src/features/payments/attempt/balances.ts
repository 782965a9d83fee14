// Checks a payment against QuickBooks as it is now, not as the payer saw it up to an hour ago.
import { decimalFromCents, formatUsd, HOME_CURRENCY } from '@invoice-desk/contract/money'
import { AppError } from '../../../app-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import type { Invoice } from '../../../providers/quickbooks/invoices.ts'
import type { Attempt, HeldLine } from '../queries.ts'

/** The invoices as they are in QuickBooks now. Money never trusts anything older. */
export const listLiveInvoices = (
  { quickbooks }: Dependencies,
  lines: readonly Pick<HeldLine, 'invoiceId'>[],
): Promise<Invoice[]> =>
  quickbooks.for('money').invoices.listByIds(lines.map(({ invoiceId }) => invoiceId))

export type Checked = { readonly customerName: string; readonly lines: readonly HeldLine[] }

/** The lines with their current numbers and balances. Throws if the payer can't pay them like this. */
export const checkBalances = async (
  deps: Dependencies,
  attempt: Attempt,
  lines: readonly HeldLine[],
): Promise<Checked> => {
  const invoices = await listLiveInvoices(deps, lines).catch(refuseUnread)
  await correctCopy(deps, attempt, lines, invoices)
  const checked = lines.map((line) => ({ line, invoice: checkLine(attempt, line, invoices) }))
  return {
    customerName: checked[0]?.invoice.customerName ?? '',
    lines: checked.map(({ line, invoice: { number, balanceCents } }) => ({
      ...line,
      invoiceNumber: number,
      balanceCents,
    })),
  }
}

/** The payer saw our copy, which is out of date if a balance differs. */
const correctCopy = async (
  { books }: Dependencies,
  { realmId }: Attempt,
  lines: readonly HeldLine[],
  invoices: readonly Invoice[],
): Promise<void> => {
  const seen = new Map(lines.map(({ invoiceId, balanceCents }) => [invoiceId, balanceCents]))
  const changed = invoices.filter(({ id, balanceCents }) => seen.get(id) !== balanceCents)
  if (changed.length > 0) await books.keep(realmId, 'invoice', changed)
}

const BUSY_TEXT =
  "We're very busy right now and can't check the balance of this invoice, so we haven't charged you. Please try again in a minute."

/** Doesn't tell visitors that the business uses QuickBooks. */
const refuseUnread = (error: unknown): never => {
  if (!(error instanceof ProviderError)) throw error
  const isBusy = error.kind === 'rate_limited'
  throw new AppError('balance_unavailable', { cause: error, ...(isBusy && { text: BUSY_TEXT }) })
}

const checkLine = (attempt: Attempt, line: HeldLine, invoices: readonly Invoice[]): Invoice => {
  const invoice = invoices.find(({ id }) => id === line.invoiceId)
  const path = `invoices.${line.position}`
  if (invoice?.customerId !== attempt.customerId) {
    throw new AppError('invoice_lookup_expired', { field: `${path}.id` })
  }
  const { balanceCents, currency, number } = invoice
  if (currency !== HOME_CURRENCY) {
    const text = `Invoice ${number} is in ${currency} and can't be paid here. Please pay it by bank transfer.`
    throw new AppError('currency_not_accepted', { field: `${path}.id`, text })
  }
  const field = `${path}.amount`
  if (balanceCents <= 0) {
    const text = `Invoice ${number} has already been paid. Search again to see its balance.`
    throw new AppError('invoice_paid', { field, text })
  }
  if (isChanged(line, balanceCents)) {
    const text = `This balance changed. It is now ${formatUsd(balanceCents)}.`
    const extra = { balance: decimalFromCents(balanceCents) }
    throw new AppError('balance_changed', { field, text, extra })
  }
  if (line.amountCents > balanceCents) {
    const text = `The amount for invoice ${number} is more than its balance of ${formatUsd(balanceCents)}.`
    throw new AppError('amount_above_balance', { field, text })
  }
  return invoice
}

/** The payer chose a valid amount that no longer fits, or wanted to pay all of a balance that has grown since. */
const isChanged = (
  { amountCents, balanceCents: seenCents }: Pick<HeldLine, 'amountCents' | 'balanceCents'>,
  balanceCents: number,
): boolean =>
  amountCents <= seenCents &&
  (amountCents > balanceCents || (amountCents === seenCents && balanceCents > seenCents))
