// QuickBooks uses decimals; sums are computed in whole cents.
import { moneyText } from '../../web/pages.ts'
import type { Ref } from './entities.ts'

export const AMOUNT_MAX = 99_999_999_999.99

/** Undefined if the number isn't finite, has more than two decimals or is too large. */
export const toCents = (amount: number): number | undefined => {
  if (!Number.isFinite(amount) || Math.abs(amount) > AMOUNT_MAX) return undefined
  const cents = Math.round(amount * 100)
  return cents / 100 === amount ? cents : undefined
}

/** For validated amounts. */
export const cents = (amount: number | undefined): number => Math.round((amount ?? 0) * 100)

export const fromCents = (amountCents: number): number => amountCents / 100

export const amountText = (amount: number, { CurrencyRef }: { CurrencyRef: Ref }): string =>
  moneyText(amount, CurrencyRef.value)
