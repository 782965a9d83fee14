// Exact money in cents, and the checks of an order's amount.
import { type Detail, detail } from '../api/fault.ts'
import type { Money } from '../wire.ts'

/** All have two decimals, so a cent is the smallest unit of each. */
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

/** PayPal's fee, at most the whole payment. */
export const feeOf = (cents: bigint): bigint => {
  const fee = (cents * 349n) / 10_000n + 49n
  return fee < cents ? fee : cents
}

/** What is wrong with an amount at the path `at`. */
export const problemOf = (money: Money, at: string): Detail | undefined => {
  const { currency_code, value } = money
  if (!CURRENCIES.includes(currency_code))
    return detail('INVALID_CURRENCY_CODE', `${at}/currency_code`, currency_code)
  const issue = valueIssue(money)
  return issue === undefined ? undefined : detail(issue, `${at}/value`, value)
}

const valueIssue = (money: Money): string | undefined => {
  if ((money.value.split('.')[1] ?? '').length > 2) return 'DECIMAL_PRECISION'
  const cents = centsOf(money)
  if (cents > CENTS_MAX) return 'MAX_VALUE_EXCEEDED'
  return cents <= 0n ? 'CANNOT_BE_ZERO_OR_NEGATIVE' : undefined
}
