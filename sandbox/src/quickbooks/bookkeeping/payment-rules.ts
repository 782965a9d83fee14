// Rules for customer payments and bill payments: what they are applied to, and how much.
import { businessRule, invalidReference, QuickBooksFault, requiredMissing } from '../api/fault.ts'
import type { Books } from '../records/books.ts'
import type { Line, LinkedTxn, Ref } from '../records/entities.ts'
import { cents, fromCents } from '../records/money.ts'
import { dayFromToday } from '../records/time.ts'
import { currencyOfTransaction } from './currency.ts'
import {
  getReferenced,
  nextVersion,
  payableAccount,
  type Rule,
  refTo,
  type Touched,
} from './rules.ts'

type Target = 'Invoice' | 'CreditMemo' | 'Bill'
export type Application = ReadonlyMap<string, { name: Target; Id: string; amountCents: number }>

/** The amount that the lines apply to each document. */
export const applicationOf = (lines: readonly Line[], allowed: readonly Target[]): Application => {
  const applied = new Map<string, { name: Target; Id: string; amountCents: number }>()
  for (const line of lines) {
    const [link, ...others] = line.LinkedTxn ?? []
    if (line.Amount === undefined) throw requiredMissing('Line.Amount')
    if (line.Amount <= 0)
      throw new QuickBooksFault(
        '2140',
        'Invalid Amount',
        `Supplied value:${line.Amount}`,
        'Line.Amount',
      )
    if (!link || others.length > 0) throw requiredMissing('Line.LinkedTxn')
    const name = allowed.find((type) => type === link.TxnType)
    if (!name)
      throw new QuickBooksFault(
        '620',
        'Transaction cannot be linked',
        `Transaction of type ${link.TxnType} cannot be linked`,
        'Line.LinkedTxn',
      )
    const key = `${name}/${link.TxnId}`
    const amountCents = cents(line.Amount) + (applied.get(key)?.amountCents ?? 0)
    applied.set(key, { name, Id: link.TxnId ?? '', amountCents })
  }
  return applied
}

export const NOTHING_APPLIED: Application = new Map()

/** The documents that change when `by` is applied as in `after` instead of `before`. */
export const reapply = (
  books: Books,
  by: { readonly link: LinkedTxn; readonly party: string },
  before: Application,
  after: Application,
): Touched[] =>
  [...new Map([...before, ...after]).entries()].flatMap(([key, { name, Id }]) => {
    const document = books.find(name, Id)
    if (!document) throw invalidReference('Line.LinkedTxn', 'Line.LinkedTxn')
    const party = 'VendorRef' in document ? document.VendorRef : document.CustomerRef
    const newCents = after.get(key)?.amountCents ?? 0
    if (newCents > 0 && party.value !== by.party)
      throw businessRule('The linked transaction belongs to another customer or vendor.')
    const changeCents = newCents - (before.get(key)?.amountCents ?? 0)
    if (changeCents === 0) return []
    const balanceCents = cents(document.Balance) - changeCents
    if (balanceCents < 0)
      throw businessRule(
        `The amount applied is more than the open balance of ${document.Balance.toFixed(2)}.`,
      )
    const Balance = fromCents(balanceCents)
    const others = (document.LinkedTxn ?? []).filter(({ TxnId }) => TxnId !== by.link.TxnId)
    const entity = {
      ...document,
      Balance,
      ...(name === 'CreditMemo' && { RemainingCredit: Balance }),
      LinkedTxn: newCents > 0 ? [...others, by.link] : others,
      ...nextVersion(document),
    }
    // The document came from the collection of this name.
    return [{ name, entity } as Touched]
  })

/** The money received must cover invoices minus credit memos; the rest stays unapplied. */
export const unappliedCents = (totalCents: number, applied: Application): number => {
  const netCents = [...applied.values()].reduce(
    (sum, { name, amountCents }) => sum + (name === 'CreditMemo' ? -amountCents : amountCents),
    0,
  )
  if (netCents < 0) throw businessRule('The credits applied are more than the invoices selected.')
  if (netCents > totalCents)
    throw businessRule('The amount applied is more than the amount received.')
  return totalCents - netCents
}

const checkTotal = (total: number | undefined): number => {
  if (total === undefined) throw requiredMissing('TotalAmt')
  if (total < 0) throw businessRule('Transaction amount must be 0 or greater.')
  return total
}

export const paymentRule: Rule<'Payment'> = ({ merged, before, books, Id }) => {
  const customer = getReferenced(books, 'Customer', merged.CustomerRef, 'CustomerRef')
  const TotalAmt = checkTotal(merged.TotalAmt)
  const Line = merged.Line ?? []
  const applied = applicationOf(Line, ['Invoice', 'CreditMemo'])
  const earlier = applicationOf(before?.Line ?? [], ['Invoice', 'CreditMemo'])
  const by = { link: { TxnId: Id, TxnType: 'Payment' }, party: customer.Id }
  const touched = reapply(books, by, earlier, applied)
  if (merged.PaymentMethodRef)
    getReferenced(books, 'PaymentMethod', merged.PaymentMethodRef, 'PaymentMethodRef')
  return {
    fields: {
      ...merged,
      CustomerRef: refTo(customer.Id, customer.DisplayName),
      TotalAmt,
      UnappliedAmt: fromCents(unappliedCents(cents(TotalAmt), applied)),
      Line,
      ProcessPayment: false,
      DepositToAccountRef: depositAccount(books, merged.DepositToAccountRef),
      TxnDate: merged.TxnDate ?? dayFromToday(0),
      CurrencyRef: currencyOfTransaction(books.company, merged, customer),
    },
    touched,
  }
}

/** Payments go to "Undeposited Funds" unless the caller names a bank account. */
const depositAccount = (books: Books, ref: Ref | undefined): Ref => {
  if (ref) return { value: getReferenced(books, 'Account', ref, 'DepositToAccountRef').Id }
  const waiting = books.list('Account').find((one) => one.AccountSubType === 'UndepositedFunds')
  return { value: waiting?.Id ?? '' }
}

export const billPaymentRule: Rule<'BillPayment'> = ({ merged, before, books, Id }) => {
  const vendor = getReferenced(books, 'Vendor', merged.VendorRef, 'VendorRef')
  const TotalAmt = checkTotal(merged.TotalAmt)
  if (!merged.PayType) throw requiredMissing('PayType')
  if (!merged.Line?.length) throw requiredMissing('Line')
  const applied = applicationOf(merged.Line, ['Bill'])
  const earlier = applicationOf(before?.Line ?? [], ['Bill'])
  if (unappliedCents(cents(TotalAmt), applied) !== 0)
    throw businessRule('The total must be the sum of the bills paid.')
  const TxnType = merged.PayType === 'Check' ? 'BillPaymentCheck' : 'BillPaymentCreditCard'
  const by = { link: { TxnId: Id, TxnType }, party: vendor.Id }
  return {
    fields: {
      ...merged,
      ...payingAccount(books, merged),
      VendorRef: refTo(vendor.Id, vendor.DisplayName),
      APAccountRef: payableAccount(books),
      PayType: merged.PayType,
      TotalAmt,
      Line: merged.Line,
      TxnDate: merged.TxnDate ?? dayFromToday(0),
      CurrencyRef: currencyOfTransaction(books.company, merged, vendor),
    },
    touched: reapply(books, by, earlier, applied),
  }
}

const payingAccount = (books: Books, merged: Parameters<typeof billPaymentRule>[0]['merged']) => {
  if (merged.PayType === 'CreditCard') {
    const ref = merged.CreditCardPayment?.CCAccountRef
    const card = getReferenced(books, 'Account', ref, 'CreditCardPayment.CCAccountRef')
    return { CreditCardPayment: { CCAccountRef: refTo(card.Id, card.FullyQualifiedName) } }
  }
  const ref = merged.CheckPayment?.BankAccountRef
  const bank = getReferenced(books, 'Account', ref, 'CheckPayment.BankAccountRef')
  return {
    CheckPayment: {
      PrintStatus: 'NotSet',
      ...merged.CheckPayment,
      BankAccountRef: refTo(bank.Id, bank.FullyQualifiedName),
    },
  }
}
