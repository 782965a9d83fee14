// What may be known of a card: its brand and last four digits. Everything else of it is dropped here.

export type Card = { readonly brand: string; readonly last4: string }

/** Only these words are ever kept, so that a name or a number beside them cannot slip through. */
const INSTRUMENTS: readonly (readonly [pattern: RegExp, brand: string, isCard: boolean])[] = [
  [/gift/i, 'Gift Card', false],
  [/reward|points/i, 'Rewards', false],
  [/invoice/i, 'Pay by Invoice', false],
  [/bank|checking|debit account/i, 'Bank Account', false],
  [/visa/i, 'Visa', true],
  [/master\s*card/i, 'Mastercard', true],
  [/american\s*express|amex/i, 'American Express', true],
  [/discover/i, 'Discover', true],
  [/diners/i, 'Diners Club', true],
  [/jcb/i, 'JCB', true],
  [/union\s*pay/i, 'UnionPay', true],
  [/maestro/i, 'Maestro', true],
  [/store\s*card/i, 'Store Card', true],
]

/** The card in words such as `Visa ****4840` or `Gift Certificate/Card and Visa - 7944`. */
export const readCard = (text: string, identifier = ''): Card => {
  if (text === '' && identifier === '') return { brand: '', last4: '' }
  const found = INSTRUMENTS.filter(([pattern]) => pattern.test(text))
  const isCard = found.length === 0 || found.some(([, , card]) => card)
  const brand = found.map(([, name]) => name).join(' and ')
  // The number of a gift card, an invoice or an account is nobody's business.
  return { brand: brand || 'Card', last4: isCard ? last4Of(text, identifier) : '' }
}

/** A column of its own holds just the last digits, of which a spreadsheet may have eaten leading zeros. */
const last4Of = (text: string, identifier: string): string => {
  const digits = identifier.replace(/\D/g, '')
  if (digits !== '') return digits.slice(-4).padStart(4, '0')
  return /(\d{4})\D*$/.exec(text)?.[1] ?? ''
}

export const cardUsed = ({ brand, last4 }: Card): string =>
  last4 === '' ? brand : `${brand} ending in ${last4}`
