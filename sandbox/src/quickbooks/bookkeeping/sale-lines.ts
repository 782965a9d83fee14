// The lines of invoices and credit memos, in QuickBooks' order: items, subtotal, discount, shipping. Their sums are checked.
import { businessRule, invalidReference, QuickBooksFault, requiredMissing } from '../api/fault.ts'
import type { EntityOf, Line, Ref } from '../records/entities.ts'
import { cents, fromCents } from '../records/money.ts'
import { getReferenced, refTo, type Writing } from './rules.ts'

type Sale = Writing<'Invoice' | 'CreditMemo'>

/** QuickBooks' own item, which isn't in the list of items. */
const SHIPPING = 'SHIPPING_ITEM_ID'

type Lines = { readonly lines: Line[]; readonly totalCents: number }

export const saleLines = (writing: Sale, sent: readonly Line[]): Lines => {
  const lines = sent.filter(({ DetailType }) => DetailType !== 'SubTotalLineDetail')
  if (lines.length === 0) throw requiredMissing('Line')
  const isExtra = (line: Line) => isDiscount(line) || isShipping(line)
  const items = lines.filter((line) => !isExtra(line)).map((line) => saleLine(writing, line))
  const subtotalCents = sumOf(items)
  const subtotal: Line = {
    Amount: fromCents(subtotalCents),
    DetailType: 'SubTotalLineDetail',
    SubTotalLineDetail: {},
  }
  const discounts = lines.filter(isDiscount).map((line) => discount(writing, line, subtotalCents))
  const shipping = lines.filter(isShipping).map((line) => itemLine(line, { value: SHIPPING }))
  if (discounts.length > 1 || shipping.length > 1)
    throw businessRule('A transaction can have one discount and one shipping amount.')
  return {
    lines: [...numbered(items), subtotal, ...discounts, ...shipping],
    totalCents: subtotalCents - sumOf(discounts) + sumOf(shipping),
  }
}

export const sumOf = (lines: readonly { Amount?: number }[]): number =>
  lines.reduce((sum, line) => sum + cents(line.Amount), 0)

const isDiscount = ({ DetailType }: Line): boolean => DetailType === 'DiscountLineDetail'
const isShipping = ({ SalesItemLineDetail }: Line): boolean =>
  SalesItemLineDetail?.ItemRef?.value === SHIPPING

const numbered = (lines: readonly Line[]): Line[] =>
  lines.map((line, index) => ({ ...line, Id: String(index + 1), LineNum: index + 1 }))

const saleLine = (writing: Sale, line: Line): Line => {
  switch (line.DetailType) {
    case 'GroupLineDetail':
      return groupLine(writing, line)
    case 'DescriptionOnly':
      if (!line.Description) throw requiredMissing('Line.Description')
      return { ...line, DescriptionLineDetail: line.DescriptionLineDetail ?? {} }
    default:
      return itemLine(line, itemOf(writing, line))
  }
}

type Part = NonNullable<NonNullable<Line['GroupLineDetail']>['Line']>[number]

const itemOf = (writing: Sale, { SalesItemLineDetail }: Line | Part): Ref => {
  const ref = SalesItemLineDetail?.ItemRef ?? { value: '1' }
  return itemRef(writing, ref, 'Line.SalesItemLineDetail.ItemRef')
}

const itemLine = <L extends Line | Part>(line: L, ItemRef: Ref): L => {
  if (line.Amount === undefined) throw requiredMissing('Line.Amount')
  const detail = line.SalesItemLineDetail
  if (line.DetailType !== 'SalesItemLineDetail' || !detail)
    throw requiredMissing('Line.SalesItemLineDetail')
  const { Qty, UnitPrice } = detail
  if (Qty !== undefined && UnitPrice !== undefined && cents(Qty * UnitPrice) !== cents(line.Amount))
    throw wrongSum('UnitPrice * Qty', line.Amount)
  return { ...line, SalesItemLineDetail: { TaxCodeRef: { value: 'NON' }, ...detail, ItemRef } }
}

const itemRef = ({ books }: Sale, ref: Ref, element: string, isGroup = false): Ref => {
  const item = getReferenced(books, 'Item', ref, element)
  if ((item.Type === 'Group') !== isGroup) throw invalidReference(`Item ${ref.value}`, element)
  return refTo(item.Id, item.Name)
}

/** A bundle costs what its parts cost. */
const groupLine = (writing: Sale, line: Line): Line => {
  const { GroupItemRef, Quantity = 1, Line: sent = [] } = line.GroupLineDetail ?? {}
  if (!GroupItemRef) throw requiredMissing('Line.GroupLineDetail.GroupItemRef')
  const ref = itemRef(writing, GroupItemRef, 'Line.GroupLineDetail.GroupItemRef', true)
  if (sent.length === 0) throw requiredMissing('Line.GroupLineDetail.Line')
  const parts = sent.map((part) => itemLine(part, itemOf(writing, part)))
  const amountCents = sumOf(parts)
  if (line.Amount !== undefined && cents(line.Amount) !== amountCents)
    throw wrongSum('the sum of the lines of the group', line.Amount)
  return {
    ...line,
    Amount: fromCents(amountCents),
    GroupLineDetail: { GroupItemRef: ref, Quantity, Line: parts },
  }
}

/** Amounts are positive. A percentage decides the amount. */
const discount = ({ books }: Sale, line: Line, subtotalCents: number): Line => {
  const detail = line.DiscountLineDetail ?? {}
  const { PercentBased = false, DiscountPercent, DiscountAccountRef } = detail
  if (PercentBased && (DiscountPercent === undefined || DiscountPercent < 0))
    throw requiredMissing('Line.DiscountLineDetail.DiscountPercent')
  if (!PercentBased && line.Amount === undefined) throw requiredMissing('Line.Amount')
  const amountCents = PercentBased
    ? Math.round((subtotalCents * (DiscountPercent ?? 0)) / 100)
    : cents(line.Amount)
  if (amountCents < 0 || amountCents > subtotalCents)
    throw businessRule('The discount must be between 0 and the subtotal.')
  const account = DiscountAccountRef
    ? getReferenced(books, 'Account', DiscountAccountRef, 'DiscountAccountRef')
    : discountAccount(books.list('Account'))
  return {
    ...line,
    Amount: fromCents(amountCents),
    DiscountLineDetail: {
      ...(account && { DiscountAccountRef: refTo(account.Id, account.FullyQualifiedName) }),
      PercentBased,
      ...(PercentBased && DiscountPercent !== undefined && { DiscountPercent }),
    },
  }
}

const discountAccount = (accounts: readonly EntityOf['Account'][]) =>
  accounts.find(({ AccountSubType }) => AccountSubType === 'DiscountsRefundsGiven')

const wrongSum = (of: string, supplied: number) =>
  new QuickBooksFault(
    '6070',
    'Amount calculation incorrect in the request',
    `Amount is not equal to ${of}. Supplied value:${supplied}`,
    'Line.Amount',
  )
