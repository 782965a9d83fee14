// What the form offers from an invoice that was read: values for empty fields, and hints beside filled ones. It never
// replaces what someone typed.

import type { InvoiceField } from '@invoice-desk/contract/bills/invoice-form'
import type { FoundInvoice } from '@invoice-desk/contract/document/read-invoice'
import { centsToText, HOME_CURRENCY, typedCents } from '@invoice-desk/contract/values/money'
import { formatDay } from '../../../../shared/text/times.ts'
import { today } from '../../../../shared/text/today.ts'
import { textProblem } from '../invoice-checks.ts'
import { type InvoiceTexts, TEXT_NAMES } from '../invoice-fields.ts'

export type Offer =
  /** We filled in the field, and they haven't confirmed it yet. */
  | { readonly kind: 'filled'; readonly text: string }
  /** The contractor entered something else, or is about to. */
  | { readonly kind: 'hint'; readonly text: string; readonly says: string }
  /** Something that the field can't hold. */
  | { readonly kind: 'note'; readonly note: string }
export type Offers = Readonly<Partial<Record<InvoiceField, Offer>>>

/** A field that someone is typing in isn't filled, even if it has no value yet. */
export const offersOf = (
  found: FoundInvoice,
  values: InvoiceTexts,
  isTyping: (field: InvoiceField) => boolean,
): Offers => {
  const offers: Partial<Record<InvoiceField, Offer>> = {}
  for (const [field, text] of Object.entries(textsOf(found)) as [InvoiceField, string][]) {
    if (textProblem(field, text) !== undefined || isEqual(field, values[field], text)) continue
    const isFree = values[field].trim() === '' && !isTyping(field)
    offers[field] = isFree ? { kind: 'filled', text } : hint(field, text)
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

const hint = (field: InvoiceField, text: string): Offer => ({
  kind: 'hint',
  text,
  says: `Your file says ${shown(field, text)}`,
})

const note = (text: string): Offer => ({ kind: 'note', note: text })

const shown = (field: InvoiceField, text: string): string => {
  if (field === 'dueDate') return formatDay(text)
  return field === 'amount' ? text.replace(/\B(?=(\d{3})+\.)/g, ',') : text
}

const isEqual = (field: InvoiceField, typed: string, text: string): boolean =>
  field === 'amount' ? typedCents(typed) === typedCents(text) : typed.trim() === text

/** What to show beside a field now. */
export const visibleOffer = (
  offers: Offers,
  field: InvoiceField,
  values: InvoiceTexts,
): Offer | undefined => {
  const offer = offers[field]
  if (offer?.kind === 'hint') return isEqual(field, values[field], offer.text) ? undefined : offer
  return offer
}

/** Fields that we filled in, and that weren't changed or confirmed. */
export const markedFields = (offers: Offers): InvoiceField[] =>
  TEXT_NAMES.filter((field) => offers[field]?.kind === 'filled')

/** A value that was changed isn't ours anymore, even if it's typed again. The same offers if there is none. */
export const withoutChanged = (offers: Offers, values: InvoiceTexts): Offers => {
  let next = offers
  for (const field of TEXT_NAMES) {
    const offer = offers[field]
    if (offer?.kind === 'filled' && offer.text !== values[field])
      next = { ...next, [field]: hint(field, offer.text) }
  }
  return next
}

export const withoutOffer = (offers: Offers, field: InvoiceField): Offers => {
  const { [field]: _gone, ...others } = offers
  return others
}

/** What was found that has no field: `Acme Studio, dated Nov 3, 2026`. */
export const summaryOf = ({ vendor, date }: FoundInvoice): string | undefined => {
  const text = [vendor, date && `dated ${formatDay(date)}`].filter(Boolean).join(', ')
  return text.replace(/^d/, vendor ? 'd' : 'D') || undefined
}
