// QuickBooks speaks decimals; the books add up in whole cents.
import type { Ref } from './entities.ts'

export const AMOUNT_MAX = 99_999_999_999.99

/** Undefined when the number is not finite, has a third decimal or is past what QuickBooks holds. */
export const toCents = (amount: number): number | undefined => {
  if (!Number.isFinite(amount) || Math.abs(amount) > AMOUNT_MAX) return undefined
  const cents = Math.round(amount * 100)
  return cents / 100 === amount ? cents : undefined
}

/** For amounts that have been checked already. */
export const cents = (amount: number | undefined): number => Math.round((amount ?? 0) * 100)

export const fromCents = (amountCents: number): number => amountCents / 100

/** For people, in the currency of the record that it is an amount of. */
export const amountText = (amount: number, { CurrencyRef }: { CurrencyRef: Ref }): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: CurrencyRef.value }).format(amount)
