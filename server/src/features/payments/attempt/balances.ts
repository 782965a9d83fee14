// Checks a payment against QuickBooks as it is now, not as the payer saw it up to an hour ago.

import { balanceChangedText, type CurrentInvoice } from '@invoice-desk/contract/payments/payments'
import { isCalendarDate } from '@invoice-desk/contract/values/dates'
import { durationInWords } from '@invoice-desk/contract/values/duration'
import { decimalFromCents, formatUsd, HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import type { Invoice } from '../../../providers/quickbooks/invoices.ts'
import { createInvoiceIds } from '../../../secrets/invoice-id.ts'
import type { Config } from '../../../settings/config.ts'
import type { Attempt, HeldLine } from '../queries.ts'
import { listRecentBookings } from './line-queries.ts'

/** The invoices as they are in QuickBooks now. Money never trusts anything older. */
export const listLiveInvoices = (
  { quickbooks }: Dependencies,
  lines: readonly Pick<HeldLine, 'invoiceId'>[],
  priority: 'money' | 'visitors' = 'money',
): Promise<Invoice[]> =>
  quickbooks.for(priority).invoices.listCurrent(lines.map(({ invoiceId }) => invoiceId))

export type Checked = {
  readonly customer: Pick<Attempt, 'customerName' | 'customerAddress'>
  /** With their current numbers, dates and balances. Empty if one of them can't be paid here at all. */
  readonly lines: readonly HeldLine[]
  /** Why the payer can't pay them like this. */
  readonly refusal: AppError | undefined
}

/** Throws a `ProviderError` if QuickBooks doesn't tell the balances. */
export const checkBalances = async (
  deps: Dependencies,
  attempt: Attempt,
  lines: readonly HeldLine[],
  priority?: 'money' | 'visitors',
): Promise<Checked> => {
  const [invoices, bookings] = await Promise.all([
    listLiveInvoices(deps, lines, priority),
    listRecentBookings(
      deps.database.db,
      attempt.realmId,
      lines.map(({ invoiceId }) => invoiceId),
    ),
  ])
  if (bookings.some((booking) => isUnlinked(booking, invoices))) {
    throw new ProviderError('quickbooks', 'unavailable', "it doesn't show our last payment yet")
  }
  await correctCopy(deps, attempt, lines, invoices)
  try {
    return compare(deps.config, attempt, lines, invoices)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { customer: { customerName: '', customerAddress: [] }, lines: [], refusal: error }
  }
}

/** QuickBooks' answers can lag behind what it has stored: the balance is from before our last payment. */
const isUnlinked = (
  { invoiceId, paymentId }: Awaited<ReturnType<typeof listRecentBookings>>[number],
  invoices: readonly Invoice[],
): boolean => {
  const invoice = invoices.find(({ id }) => id === invoiceId)
  return invoice !== undefined && !invoice.paymentIds.includes(paymentId ?? '')
}

const compare = (
  config: Config,
  attempt: Attempt,
  lines: readonly HeldLine[],
  invoices: readonly Invoice[],
): Checked => {
  const checked = lines.map((line) => {
    const invoice = getPayable(attempt, line, invoices)
    const { number: invoiceNumber, date, balanceCents, totalCents } = invoice
    const invoiceDate = isCalendarDate(date) ? date : null
    const current = { ...line, invoiceNumber, invoiceDate, balanceCents, totalCents }
    return { line, invoice, current }
  })
  const current = checked.map((each) => each.current)
  const extraOf = () => ({ invoices: currentInvoices(config, attempt, current) })
  const first = checked[0]?.invoice
  return {
    customer: {
      customerName: first?.customerName ?? '',
      customerAddress: first?.billTo ?? [],
    },
    lines: current,
    refusal: checked
      .map(({ line, invoice }) => refusalOf(line, invoice, extraOf))
      .find((refusal) => refusal !== undefined),
  }
}

/**
 * What the payer's page needs to go on without another search, whose ids name the old balances. The new ids are valid
 * for an hour after the refusal, no matter how often the request is repeated.
 */
export const currentInvoices = (
  { keyring }: Config,
  { realmId, customerId, updatedAt }: Attempt,
  lines: readonly (HeldLine & { readonly totalCents?: number })[],
): CurrentInvoice[] => {
  const ids = createInvoiceIds(keyring, () => updatedAt.getTime())
  return lines.map(({ invoiceId, invoiceNumber: number, balanceCents, totalCents }) => ({
    id: ids.seal({ realmId, customerId, invoiceId, number, balanceCents }),
    balance: decimalFromCents(balanceCents),
    ...(totalCents !== undefined && { amount: decimalFromCents(totalCents) }),
  }))
}

/** The payer saw our copy, which is out of date if a balance or a customer differs, or an invoice is gone. */
const correctCopy = async (
  { books }: Dependencies,
  { realmId, customerId }: Attempt,
  lines: readonly HeldLine[],
  invoices: readonly Invoice[],
): Promise<void> => {
  const seen = new Map(lines.map(({ invoiceId, balanceCents }) => [invoiceId, balanceCents]))
  const changed = invoices.filter(
    (invoice) => seen.get(invoice.id) !== invoice.balanceCents || invoice.customerId !== customerId,
  )
  for (const { id } of invoices) seen.delete(id)
  await books.keep(realmId, 'invoice', changed)
  await books.forget(realmId, 'invoice', [...seen.keys()])
}

const BUSY_TEXT =
  "We're very busy right now and can't check the balance of this invoice, so we haven't charged you. Please try again in"
/** If QuickBooks doesn't say for how long. */
const BUSY_MS = 60_000

/** Doesn't tell visitors that the business uses QuickBooks. */
export const unreadRefusal = (cause: ProviderError): AppError => {
  if (cause.kind !== 'rate_limited') return new AppError('balance_unavailable', { cause })
  const retryAfterSeconds = Math.ceil((cause.retryAfterMs ?? BUSY_MS) / 1_000)
  const text = `${BUSY_TEXT} ${durationInWords(retryAfterSeconds)}.`
  return new AppError('balance_unavailable', { cause, text, retryAfterSeconds })
}

const getPayable = (attempt: Attempt, line: HeldLine, invoices: readonly Invoice[]): Invoice => {
  const invoice = invoices.find(({ id }) => id === line.invoiceId)
  const field = `invoices.${line.position}.id`
  if (invoice?.customerId !== attempt.customerId) {
    throw new AppError('invoice_lookup_expired', { field })
  }
  const { currency, number } = invoice
  if (currency !== HOME_CURRENCY) {
    const text = `Invoice ${number} is in ${currency} and can't be paid here. Please pay it by bank transfer.`
    throw new AppError('currency_not_accepted', { field, text })
  }
  return invoice
}

const refusalOf = (
  line: HeldLine,
  { balanceCents, number }: Invoice,
  extraOf: () => { invoices: CurrentInvoice[] },
): AppError | undefined => {
  const field = `invoices.${line.position}.amount`
  if (balanceCents <= 0) {
    const text = `Invoice ${number} has already been paid.`
    return new AppError('invoice_paid', { field, text, extra: extraOf() })
  }
  const { amountCents, balanceCents: seenCents } = line
  // Ids from earlier releases don't say what the payer saw.
  const isChanged = seenCents > 0 && balanceCents !== seenCents
  if (isChanged && amountCents <= Math.max(seenCents, balanceCents)) {
    const text = balanceChangedText(balanceCents)
    return new AppError('balance_changed', { field, text, extra: extraOf() })
  }
  if (amountCents <= balanceCents) return undefined
  const text = `The amount for invoice ${number} is more than its balance of ${formatUsd(balanceCents)}.`
  return new AppError('amount_above_balance', { field, text })
}
