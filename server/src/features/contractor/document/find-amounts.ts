// Lists the amounts in a document's text. Which of them is the total isn't guessed. Whatever can be read as an amount is
// listed, because none that a person sees there may be reported as missing.
import { CENTS_MAX } from '@invoice-desk/contract/money'

/** A document with more of them isn't an invoice. */
const AMOUNTS_MAX = 5_000

const CURRENCY = String.raw`(?:\p{Sc}|USD|EUR|GBP|CAD)`
const NUMBER = new RegExp(
  String.raw`(?<before>${CURRENCY} ?)?(?<![\d.,'’])(?<number>\d[\d.,'’]*)(?<after> ?(?:%|${CURRENCY}))?`,
  'gu',
)
const NUMBER_LENGTH_MAX = 20

// Digits in groups have the same separator throughout, and another one before the cents.
const GROUPED = String.raw`\d{1,3}(?<group>[.,'’])\d{2,3}(?:\k<group>\d{2,3})*`
const WITH_CENTS = new RegExp(
  String.raw`^(?<whole>\d+|${GROUPED}(?!\k<group>))[.,](?<cents>\d\d?)$`,
)
const WITHOUT_CENTS = new RegExp(String.raw`^(?<whole>\d+|${GROUPED}(?<=\d{3}))$`)

/** In cents, without signs. Empty if the text has no number that is clearly an amount. */
export const findAmounts = (text: string): number[] => {
  const found = new Set<number>()
  let isMoney = false
  for (const spelling of spellingsOf(text)) {
    for (const { groups = {} } of spelling.matchAll(NUMBER)) {
      const { before, number = '', after } = groups
      const parsed = after?.endsWith('%') ? undefined : parseNumber(number)
      if (!parsed) continue
      found.add(parsed.amountCents)
      isMoney ||= parsed.hasCents || before !== undefined || after !== undefined
      if (found.size > AMOUNTS_MAX) return []
    }
  }
  return isMoney ? [...found] : []
}

/** PDFs place each character on its own, so spaces may be missing from the text, or be where no one sees them. */
const spellingsOf = (text: string): string[] => {
  const plain = text.normalize('NFKC')
  return [
    plain,
    // `1 234,56`, `1, 234 .56`
    plain.replace(/(?<=\d) (?=\d{3}(?!\d))|(?<=\d) (?=[.,'’]\d)|(?<=\d[.,'’]) (?=\d)/g, ''),
    // `1 , 2 3 4 . 5 6`
    plain.replace(/(?<=(?<![\d.,'’])[\d.,'’]) (?=[\d.,'’](?![\d.,'’]))/g, ''),
  ]
}

const parseNumber = (written: string) => {
  const number = written.replace(/[.,'’]+$/, '')
  if (number.length > NUMBER_LENGTH_MAX) return undefined
  const groups = (WITH_CENTS.exec(number) ?? WITHOUT_CENTS.exec(number))?.groups
  if (!groups) return undefined
  const { whole = '', cents = '' } = groups
  const amountCents = Number(whole.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  return amountCents <= CENTS_MAX ? { amountCents, hasCents: cents.length === 2 } : undefined
}
