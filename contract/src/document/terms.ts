// Finds in how many days an invoice is due: `Net 30`, `zahlbar innerhalb von 14 Tagen`.

const DAYS = `(?:days?|tage?n?|jours?|d[ií]as?|giorni|gg|dagen|dni)`
const NET = [
  /\bnet(?:to)?[ -]?(?<days>\d{1,3})\b(?![.,]\d)/giu,
  new RegExp(String.raw`\b(?<days>\d{1,3}) ?${DAYS}[ ,]*(?:rein )?net(?:to|s)?\b`, 'giu'),
]
const WITHIN = new RegExp(
  String.raw`(?<![\d.,/])(?<days>\d{1,3})[ -]?(?:calendar )?${DAYS}(?!\p{L})`,
  'giu',
)

/** Words about paying, or their beginnings. */
const PAYMENT =
  /(?<!\p{L})(?:pay|paid|remit|terms|due|zahl|überweis|fällig|begleich|paie|régl|régler|pago|pagar|pagam|abon[ao]|betal|overma|voldo|prazo|liquid|płat|zapłat|przel|vencim|échéance|scadenz)/iu
/** What happens to late payments, other things than paying, and days that aren't counted from the invoice's date. */
const OTHER =
  /late|interest|overdue|past due|return|warrant|guarant|refund|cancel|disput|question|contact|verzug|mahn|retard|pénal|demora|interes|ritardo|mora|rente|odset|end of|month end|eom|fin de mois|fine mese|fin de mes|monatsende|business|working|werktag|ouvr|fee|charge|incur|complet|deliver|receipt of|received|service|cover|approv|notice|weight|after(?! (?:the )?(?:date of )?(?:invoice|issue|billing))|(?<!\p{L})(?:if|kg|lbs?|oz|g)(?!\p{L})/iu
/** For a payment that is earlier or smaller. */
const DISCOUNT =
  /%|discount|(?<!\p{L})(?:off|save)(?!\p{L})|skonto|escompte|sconto|descuento|korting/iu
const ON_RECEIPT =
  /(?:due|payable|payment) (?:up)?on receipt|sofort (?:fällig|zahlbar)|(?:fällig|zahlbar) sofort|à réception|a la recepción|al recibo|a vista fattura|bij ontvangst/iu

/** Undefined if nothing is said, or different things. */
export const findTerms = (lines: readonly string[]): number | undefined => {
  const sentences = lines.flatMap(sentencesIn).filter((sentence) => !OTHER.test(sentence))
  const net = sentences.flatMap((sentence) => NET.flatMap((pattern) => daysIn(sentence, pattern)))
  const within = sentences.flatMap((sentence) =>
    PAYMENT.test(sentence) && !DISCOUNT.test(sentence) ? daysIn(sentence, WITHIN) : [],
  )
  const stated = new Set(net.length > 0 ? net : within)
  if (stated.size === 0 && lines.some((line) => ON_RECEIPT.test(line))) stated.add(0)
  return stated.size === 1 ? [...stated][0] : undefined
}

const sentencesIn = (line: string): string[] => line.split(/[.;!?](?=\s)/)

/** Whether the sentence around a day says when to pay, all of it. */
export const isAboutPaying = (before: string, after: string): boolean => {
  const sentence = `${sentencesIn(before).at(-1)} ${sentencesIn(after)[0]}`
  return PAYMENT.test(sentence) && !OTHER.test(sentence) && !DISCOUNT.test(sentence)
}

/** `and take 2% off`, but not `Late payments accrue 1.5%`. */
export const isAboutDiscount = (text: string): boolean =>
  DISCOUNT.test(text) && !/late|interest|overdue/iu.test(text)

const daysIn = (line: string, pattern: RegExp): number[] =>
  [...line.matchAll(pattern)].map(({ groups }) => Number(groups?.days)).filter((days) => days > 0)
