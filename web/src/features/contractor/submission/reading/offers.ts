// What the form offers from an invoice that was read: values for empty fields, and hints beside filled ones. It never
// replaces what someone typed.
import type { FoundInvoice } from '@invoice-desk/contract/document/read-invoice'
import type { InvoiceField } from '@invoice-desk/contract/invoice-form'
import { centsToText, HOME_CURRENCY, typedCents } from '@invoice-desk/contract/money'
import { formatDay } from '../../../../shared/times.ts'
import { today } from '../../../../shared/today.ts'
import { textProblem } from '../invoice-checks.ts'
import { type InvoiceTexts, TEXT_NAMES } from '../invoice-fields.ts'

export type Offer =
  /** We filled in the field, and they haven't confirmed it yet. */
  | { readonly kind: 'filled'; readonly text: string }
  /** They had entered something else. */
  | { readonly kind: 'hint'; readonly text: string; readonly says: string }
  /** Something that the field can't hold. */
  | { readonly kind: 'note'; readonly note: string }
export type Offers = Readonly<Partial<Record<InvoiceField, Offer>>>

export const offersOf = (found: FoundInvoice, values: InvoiceTexts): Offers => {
  const offers: Partial<Record<InvoiceField, Offer>> = {}
  for (const [field, text] of Object.entries(textsOf(found)) as [InvoiceField, string][]) {
    if (textProblem(field, text) !== undefined || isEqual(field, values[field], text)) continue
    offers[field] =
      values[field].trim() === ''
        ? { kind: 'filled', text }
        : { kind: 'hint', text, says: `Your file says ${shown(field, text)}` }
  }
  return { ...offers, ...notesOf(found) }
}

/** As typed into the form. */
const textsOf = ({
  amountCents,
  currency = HOME_CURRENCY,
  invoiceNumber,
  dueDate,
}: FoundInvoice) => ({
  ...(amountCents !== undefined &&
    currency === HOME_CURRENCY && { amount: centsToText(amountCents) }),
  ...(invoiceNumber !== undefined && { invoiceNumber }),
  ...(dueDate !== undefined && { dueDate }),
})

const notesOf = ({ currency = HOME_CURRENCY, dueDate = '' }: FoundInvoice): Offers => ({
  ...(currency !== HOME_CURRENCY && {
    amount: note(`Your file is in ${currency}. Enter the amount in US dollars.`),
  }),
  ...(dueDate !== '' &&
    dueDate < today() && {
      dueDate: note(
        `Your file says ${formatDay(dueDate)}, which is in the past. Choose another date.`,
      ),
    }),
})

const note = (text: string): Offer => ({ kind: 'note', note: text })

const shown = (field: InvoiceField, text: string): string => {
  if (field === 'dueDate') return formatDay(text)
  return field === 'amount' ? text.replace(/\B(?=(\d{3})+\.)/g, ',') : text
}

const isEqual = (field: InvoiceField, typed: string, text: string): boolean =>
  field === 'amount' ? typedCents(typed) === typedCents(text) : typed.trim() === text

/** What to show beside a field now. A value that was changed since isn't ours anymore. */
export const visibleOffer = (
  offers: Offers,
  field: InvoiceField,
  values: InvoiceTexts,
): Offer | undefined => {
  const offer = offers[field]
  if (offer?.kind === 'filled') return values[field] === offer.text ? offer : undefined
  if (offer?.kind === 'hint') return isEqual(field, values[field], offer.text) ? undefined : offer
  return offer
}

/** Fields that we filled in, and that weren't changed or confirmed. */
export const markedFields = (offers: Offers, values: InvoiceTexts): InvoiceField[] =>
  TEXT_NAMES.filter((field) => visibleOffer(offers, field, values)?.kind === 'filled')

export const withoutOffer = (offers: Offers, field: InvoiceField): Offers => {
  const { [field]: _gone, ...others } = offers
  return others
}

/** What was found that has no field: `Acme Studio, dated Nov 3, 2026`. */
export const summaryOf = ({ vendor, date }: FoundInvoice): string | undefined => {
  const text = [vendor, date && `dated ${formatDay(date)}`].filter(Boolean).join(', ')
  return text.replace(/^d/, vendor ? 'd' : 'D') || undefined
}
