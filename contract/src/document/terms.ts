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
export const PAYMENT =
  /(?<!\p{L})(?:pay|paid|remit|terms|due|zahl|überweis|fällig|begleich|paie|régl|régler|pago|pagar|pagam|abon[ao]|betal|overma|voldo|prazo|liquid|płat|zapłat|przel|vencim|échéance|scadenz)/iu
/** What happens to late payments, and days that aren't counted from the invoice's date. */
const OTHER =
  /late|interest|overdue|return|warrant|refund|cancel|verzug|mahn|skonto|retard|pénal|escompte|demora|interes|ritardo|mora|rente|odset|end of month|eom|fin de mois|fine mese|fin de mes|monatsende|business days|werktag|ouvr|%/iu
const ON_RECEIPT =
  /(?:due|payable|payment) (?:up)?on receipt|sofort (?:fällig|zahlbar)|(?:fällig|zahlbar) sofort|à réception|a la recepción|al recibo|a vista fattura|bij ontvangst/iu

/** Undefined if nothing is said, or different things. */
export const findTerms = (lines: readonly string[]): number | undefined => {
  const net = lines.flatMap((line) => NET.flatMap((pattern) => daysIn(line, pattern)))
  const within = lines.flatMap((line) =>
    PAYMENT.test(line) && !OTHER.test(line) ? daysIn(line, WITHIN) : [],
  )
  const stated = new Set(net.length > 0 ? net : within)
  if (stated.size === 0 && lines.some((line) => ON_RECEIPT.test(line))) stated.add(0)
  return stated.size === 1 ? [...stated][0] : undefined
}

const daysIn = (line: string, pattern: RegExp): number[] =>
  [...line.matchAll(pattern)].map(({ groups }) => Number(groups?.days)).filter((days) => days > 0)
