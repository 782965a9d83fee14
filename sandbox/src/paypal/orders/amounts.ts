// Money of an order: read exactly, and checked to add up.
import { type Detail, detail } from '../api/fault.ts'
import { BREAKDOWN_PARTS, type Item, type Money, type UnitRequest } from '../wire.ts'

/** Of two decimals, so that cents are the smallest part of each. */
const CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD']
const CENTS_MAX = 99_999_999_999_999_999n

export const centsOf = ({ value }: Money): bigint => {
  const [whole = '0', part = ''] = value.split('.')
  const cents =
    BigInt(whole.replace('-', '') || '0') * 100n + BigInt(part.padEnd(2, '0').slice(0, 2))
  return value.startsWith('-') ? -cents : cents
}

export const moneyOf = (cents: bigint, currency_code: string): Money => {
  const text = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return { currency_code, value: `${cents < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}` }
}

/** PayPal keeps a part of each payment, but never more than all of it. */
export const feeOf = (cents: bigint): bigint => {
  const fee = (cents * 349n) / 10_000n + 49n
  return fee < cents ? fee : cents
}

const checkMoney = (money: Money, field: string, mayBeZero: boolean): Detail[] => {
  const { currency_code, value } = money
  if (!CURRENCIES.includes(currency_code))
    return [detail('INVALID_CURRENCY_CODE', `${field}/currency_code`, currency_code)]
  const at = `${field}/value`
  if ((value.split('.')[1] ?? '').length > 2) return [detail('DECIMAL_PRECISION', at, value)]
  const cents = centsOf(money)
  if (cents > CENTS_MAX) return [detail('MAX_VALUE_EXCEEDED', at, value)]
  if (mayBeZero) return cents < 0n ? [detail('CANNOT_BE_NEGATIVE', at, value)] : []
  return cents <= 0n ? [detail('CANNOT_BE_ZERO_OR_NEGATIVE', at, value)] : []
}

/** Everything that is wrong with the money of one purchase unit. */
export const checkAmounts = ({ amount, items = [] }: UnitRequest, at: string): Detail[] => {
  const { breakdown } = amount
  const wrong = [
    ...checkMoney(amount, `${at}/amount`, false),
    ...BREAKDOWN_PARTS.flatMap((part) => {
      const money = breakdown?.[part]
      return money ? checkMoney(money, `${at}/amount/breakdown/${part}`, true) : []
    }),
    ...items.flatMap((item, index) => [
      ...checkMoney(item.unit_amount, `${at}/items/${index}/unit_amount`, false),
      ...(item.tax ? checkMoney(item.tax, `${at}/items/${index}/tax`, true) : []),
    ]),
  ]
  if (wrong.length > 0) return wrong
  const used = [amount, ...Object.values(breakdown ?? {}), ...items.map((item) => item.unit_amount)]
  if (new Set(used.map(({ currency_code }) => currency_code)).size > 1)
    return [detail('MULTI_CURRENCY_ORDER', `${at}/amount/currency_code`)]
  return checkSums(amount, items, at)
}

const checkSums = (amount: UnitRequest['amount'], items: readonly Item[], at: string): Detail[] => {
  const { breakdown } = amount
  const part = (name: (typeof BREAKDOWN_PARTS)[number]): bigint => {
    const money = breakdown?.[name]
    return money ? centsOf(money) : 0n
  }
  const sumOf = (pick: (item: Item) => Money | undefined): bigint =>
    items.reduce((sum, item) => {
      const money = pick(item)
      return money ? sum + centsOf(money) * BigInt(item.quantity) : sum
    }, 0n)
  const inBreakdown = (name: string) => `${at}/amount/breakdown/${name}`
  const wrong: Detail[] = []
  if (items.length > 0 && !breakdown?.item_total)
    wrong.push(detail('ITEM_TOTAL_REQUIRED', inBreakdown('item_total')))
  else if (items.length > 0 && sumOf((item) => item.unit_amount) !== part('item_total'))
    wrong.push(
      detail('ITEM_TOTAL_MISMATCH', inBreakdown('item_total'), breakdown?.item_total?.value),
    )
  const taxed = items.some((item) => item.tax)
  if (taxed && !breakdown?.tax_total)
    wrong.push(detail('TAX_TOTAL_REQUIRED', inBreakdown('tax_total')))
  else if (taxed && sumOf((item) => item.tax) !== part('tax_total'))
    wrong.push(detail('TAX_TOTAL_MISMATCH', inBreakdown('tax_total'), breakdown?.tax_total?.value))
  const total =
    part('item_total') +
    part('tax_total') +
    part('shipping') +
    part('handling') +
    part('insurance') -
    part('shipping_discount') -
    part('discount')
  if (breakdown && total !== centsOf(amount))
    wrong.push(detail('AMOUNT_MISMATCH', `${at}/amount/value`, amount.value))
  return wrong
}
