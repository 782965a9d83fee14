// Lists the amounts in a document's text. Which of them is the total isn't guessed. Whatever can be read as an amount is
// listed, because none that a person sees there may be reported as missing.

/** A document with more of them isn't an invoice. */
export const AMOUNTS_MAX = 5_000

const CURRENCY = String.raw`(?:\p{Sc}|USD|EUR|GBP|CAD)`
const NUMBER = new RegExp(
  String.raw`(?<before>${CURRENCY} ?)?(?<number>\d+(?:[.,'’]\d+)*)(?<after> ?(?:%|${CURRENCY}))?`,
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
  for (const { number, isPrice } of numbersIn(text.normalize('NFKC'))) {
    const parsed = parseNumber(number)
    // `1,250.000`. But `1.250` may be either.
    const precise = parseNumber(/^.+[.,]\d\d(?=00?$)/.exec(number)?.[0] ?? '')
    if (parsed) found.add(parsed.amountCents)
    if (precise) found.add(precise.amountCents)
    isMoney ||= parsed?.hasCents || (isPrice && (parsed ?? precise) !== undefined)
    if (found.size > AMOUNTS_MAX) return []
  }
  return isMoney ? [...found] : []
}

type NumberText = { readonly number: string; readonly isPrice: boolean }

function* numbersIn(text: string): Generator<NumberText> {
  for (const spelling of spellingsOf(text)) {
    for (const { groups = {} } of spelling.matchAll(NUMBER)) {
      const { before, number = '', after } = groups
      if (after?.endsWith('%')) continue
      yield { number, isPrice: before !== undefined || after !== undefined }
    }
  }
  yield* tornNumbersIn(text)
}

/** PDFs place each character on its own, so spaces may be missing from the text, or be where no one sees them. */
const spellingsOf = (text: string): string[] => [
  text,
  // `1 234,56`, `1, 234 .56`
  text.replace(/(?<=\d) (?=\d{3}(?!\d))|(?<=\d) (?=[.,'’]\d)|(?<=\d[.,'’]) (?=\d)/g, ''),
  // `1 , 2 3 4 . 5 6`
  text.replace(/(?<=(?<![\d.,'’])[\d.,'’]) (?=[\d.,'’](?![\d.,'’]))/g, ''),
  // Small raised cents have no period: `$1,234 56`, `$1,23456`. And `$.50` has no zero.
  text
    .replace(/(\p{Sc} ?(?:\d{1,3}(?:,\d{3})+|\d+(?=[ \n])))[ \n]?(?=\d\d(?![\d.,]))/gu, '$1.')
    .replace(/(?<=\p{Sc} ?)\.(?=\d\d(?!\d))/gu, '0.'),
]

const TORN = /(?<![\d.,'’])[\d.,'’]+(?: +[\d.,'’]+)+(?<percent> ?%)?/g
const PIECES_MAX = 6

/** `1,2 50.00`, `1 234 . 56`. With cents only, because any numbers next to each other could be a whole one. */
function* tornNumbersIn(text: string): Generator<NumberText> {
  for (const [run, percent = ''] of text.matchAll(TORN)) {
    const pieces = run
      .slice(0, run.length - percent.length)
      .replace(/[.,'’]+$/, '')
      .split(/ +/)
    if (percent) pieces.pop()
    for (const [start, first] of pieces.entries()) {
      const end = Math.min(start + PIECES_MAX, pieces.length)
      let number = first
      for (let next = start + 1; next < end; next += 1) {
        number += pieces[next]
        if (isPoint(number.at(-3))) yield { number, isPrice: false }
      }
    }
  }
}

const isPoint = (character: string | undefined) => character === '.' || character === ','

const parseNumber = (number: string) => {
  if (number.length > NUMBER_LENGTH_MAX) return undefined
  const groups = (WITH_CENTS.exec(number) ?? WITHOUT_CENTS.exec(number))?.groups
  if (!groups) return undefined
  const { whole = '', cents = '' } = groups
  const amountCents = Number(whole.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  return Number.isSafeInteger(amountCents)
    ? { amountCents, hasCents: cents.length === 2 }
    : undefined
}
