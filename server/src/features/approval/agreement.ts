// Says whether an invoice agrees with its document.
import type { Task } from '@invoice-desk/contract/approval'
import { invoiceNumberKey } from '@invoice-desk/contract/document/invoice-number-key'
import { formatMoney, HOME_CURRENCY } from '@invoice-desk/contract/money'
import type { Comparison } from '../contractor/document/queries.ts'

type Check = NonNullable<Task['details']['documentCheck']>
type Typed = {
  readonly invoiceNumber: string
  readonly amountCents: number
  readonly dueDate: string
}

/** A shorter number may be anything: a quantity, a page. */
const NUMBER_LENGTH_MIN = 3

/** Undefined if there's nothing to compare with. */
export const agreementOf = (typed: Typed, comparison: Comparison | null): Check | undefined => {
  if (!comparison?.hasText) return undefined
  const { invoice } = comparison
  const { invoiceNumber, dueDate } = invoice
  const isSameDay = dueDate === typed.dueDate || comparison.hasDueDate
  return {
    invoiceNumber: checkOf(hasNumber(typed.invoiceNumber, comparison), invoiceNumber),
    // Its result doesn't depend on the total that we found, because approval rules ask for it.
    amount: comparison.hasAmounts
      ? {
          result: comparison.hasAmount ? 'agrees' : 'differs',
          found: otherTotal(typed, comparison),
        }
      : { result: 'absent' },
    dueDate: checkOf(isSameDay, dueDate),
  }
}

/** The typed amount may be in the document, but as a subtotal, or in another currency. */
const otherTotal = (typed: Typed, { invoice }: Comparison): string | undefined => {
  const { amountCents, currency = HOME_CURRENCY } = invoice
  const isSame = amountCents === typed.amountCents && currency === HOME_CURRENCY
  return amountCents === undefined || isSame ? undefined : formatMoney(amountCents, currency)
}

const checkOf = (isSame: boolean, found: string | undefined): Check['dueDate'] => {
  if (isSame) return { result: 'agrees' }
  return found === undefined ? { result: 'absent' } : { result: 'differs', found }
}

const hasNumber = (typed: string, { hasNumber, invoice }: Comparison): boolean => {
  const key = invoiceNumberKey(typed)
  const found = invoiceNumberKey(invoice.invoiceNumber ?? '')
  if (key.length < NUMBER_LENGTH_MIN) return key === found
  // People leave out the beginning: `0412` of `RE-2026-0412`.
  return hasNumber || found.endsWith(key)
}
