// Finds who sent the invoice. Never whom it's for.
import { belowOf, type Document, rightOf } from './beside.ts'
import { findDates } from './find-dates.ts'
import type { Label } from './match-labels.ts'

const LENGTH_MAX = 100
const NOT_A_NAME = /[@\d:\p{Cc}]|www\.|https?|^(?:original|copy|duplicate|kopie|copie|copia)$/iu

/** Undefined if it isn't clear. */
export const findVendor = (document: Document): string | undefined => {
  const named = new Set(
    document.labels.flatMap((label) =>
      label.kind === 'vendor' ? nameBeside(document, label) : [],
    ),
  )
  if (named.size > 0) return named.size === 1 ? [...named][0] : undefined
  return letterhead(document)
}

const nameBeside = (document: Document, label: Label): string[] => {
  if (label.before !== '') return []
  if (label.rest !== '') return /^[^:]+ ?: /.test(label.cell.text) ? namesIn(label.rest) : []
  const [right] = rightOf(document, label)
  const below = belowOf(document, label)
  return [right, below].flatMap((cell) => (cell ? namesIn(cell.text) : [])).slice(0, 1)
}

/** A sender's line above the customer's address. The largest text may be a slogan, and the first one a customer. */
const letterhead = ({ rows }: Document): string | undefined => {
  const sender = rows
    .flat()
    .find(({ page, text }) => page === 0 && SENDER.test(text) && /\d/.test(text))
  return sender && namesIn(sender.text)[0]
}

/** `Example GmbH · Hafenstr. 12 · 20457 Hamburg` */
const SENDER = /^[^·|•\d]{3,80} [·|•] [^·|•]{3,80} [·|•] [^·|•]{3,80}$/u

const namesIn = (text: string): string[] => {
  const name = text.replace(/(?: [·|•–] .*|,)$/, '')
  const isName =
    / /.test(name) &&
    name.isWellFormed() &&
    name.length <= LENGTH_MAX &&
    /\p{L}{2}/u.test(name) &&
    !NOT_A_NAME.test(name) &&
    findDates(name).length === 0
  return isName ? [name] : []
}
