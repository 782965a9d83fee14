// Says what is owed, and what can't be paid online.

import type { OpenCustomer } from '@invoice-desk/contract/payments/pay-links'
import { PAY_LINK_DAYS } from '@invoice-desk/contract/values/limits'
import { centsOf, formatMoney, HOME_CURRENCY } from '@invoice-desk/contract/values/money'

export const balancesText = (balances: OpenCustomer['balances']): string =>
  balances.map(({ amount, currency }) => formatMoney(centsOf(amount), currency)).join(' + ')

/** Undefined if all of it can be paid online. */
export const notOnlineText = (currencies: readonly string[]): string | undefined => {
  const others = currencies.filter((currency) => currency !== HOME_CURRENCY)
  if (others.length === 0) return undefined
  return `Invoices in ${others.join(' and ')} can't be paid online.`
}

/** What a customer with several open invoices sees first. */
export const opensText = (url: string, currencies: readonly string[]): string => {
  const number = new URL(url).searchParams.get('invoice')
  const selected = notOnlineText(currencies) ? '' : ' selected'
  return `Opens with invoice ${number}${selected}. The other open invoices are listed, too.`
}

export const sharedText = (currencies: readonly string[]): string => {
  const doing = currencies.includes(HOME_CURRENCY) ? 'see and pay' : 'see'
  return `Anyone with this link can ${doing} this customer's invoices. For ${PAY_LINK_DAYS} days, it also shows what's on them.`
}
