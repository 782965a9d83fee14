// Says whether an invoice agrees with its document.
import type { Task } from '@invoice-desk/contract/approval/approval'
import { invoiceNumberKey } from '@invoice-desk/contract/document/invoice-number-key'
import { formatMoney, HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import type { Comparison } from '../bills/document/queries.ts'

type Check = NonNullable<Task['details']['documentCheck']>
type Typed = {
  readonly invoiceNumber: string
  readonly amountCents: number
  readonly dueDate: string
  readonly submittedAt: Date
}

/** Fewer may be the end of any other number. */
const DIGITS_MIN = 3

/** Undefined if there's nothing to compare with. */
export const documentCheckOf = (typed: Typed, comparison: Comparison | null): Check | undefined => {
  if (!comparison) return undefined
  const { invoice, hasAmounts } = comparison
  if (!hasAmounts && Object.keys(invoice).length === 0) return undefined
  const { invoiceNumber, dueDate } = invoice
  return {
    invoiceNumber: checkOf(invoiceNumber, (found) => isSameNumber(typed.invoiceNumber, found)),
    // Its result doesn't depend on the total that we found, because approval rules ask for it.
    amount: hasAmounts
      ? {
          result: comparison.hasAmount ? 'agrees' : 'differs',
          found: otherTotal(typed, comparison),
        }
      : { result: 'absent' },
    dueDate: isTypeable(typed, dueDate)
      ? checkOf(dueDate, (found) => found === typed.dueDate)
      : { result: 'absent' },
  }
}

/** The typed amount may be in the document, but as a subtotal, or in another currency. */
const otherTotal = (typed: Typed, { invoice }: Comparison): string | undefined => {
  const { amountCents, currency = HOME_CURRENCY } = invoice
  const isSame = amountCents === typed.amountCents && currency === HOME_CURRENCY
  return amountCents === undefined || isSame ? undefined : formatMoney(amountCents, currency)
}

/** What is elsewhere in the document may be an order's number, or the invoice's date. */
const checkOf = (
  found: string | undefined,
  isSame: (found: string) => boolean,
): Check['dueDate'] => {
  if (found === undefined) return { result: 'absent' }
  return isSame(found) ? { result: 'agrees' } : { result: 'differs', found }
}

/** The form takes no earlier day than the one on which it's sent. */
const isTypeable = ({ dueDate, submittedAt }: Typed, found: string | undefined): boolean =>
  found === undefined || found === dueDate || found >= submittedAt.toISOString().slice(0, 10)

/** People leave out the beginning, or add one: `0412` of `RE-2026-0412`, `INV-1045` for `1045`. */
const isSameNumber = (typed: string, found: string): boolean => {
  const keys = [invoiceNumberKey(typed), invoiceNumberKey(found)]
  const [shorter = '', longer = ''] = keys.toSorted((a, b) => a.length - b.length)
  const prefix = longer.slice(0, longer.length - shorter.length)
  const isLong = shorter.replace(/\D/g, '').length >= DIGITS_MIN
  const isPart = longer.endsWith(shorter) && (isLong || /^\p{L}+$/u.test(prefix))
  return shorter === longer || isPart
}
