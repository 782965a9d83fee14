// Recognizes documents that no one should pay: other kinds of documents, and invoices that are paid or void.
import type { Document } from './beside.ts'
import type { Cell } from './layout.ts'
import { plainWords } from './match-labels.ts'

const OTHER_TITLES = phrasesOf([
  'estimate|quote|quotation|proposal|bid|purchase order|work order|sales order|order confirmation|agreement|contract',
  'statement of work|pro forma|proforma|pro forma invoice|proforma invoice|credit note|credit memo|credit memorandum',
  'timesheet|time sheet|statement|statement of account|account statement|packing slip|delivery note',
  'angebot|kostenvoranschlag|auftragsbestätigung|bestellung|vertrag|proforma rechnung|pro forma rechnung|gutschrift',
  'stornorechnung|stundenzettel|stundennachweis|kontoauszug|lieferschein',
  'devis|bon de commande|contrat|facture proforma|facture pro forma|avoir|facture d avoir|note de crédit|feuille de temps',
  'relevé|relevé de compte|bon de livraison',
  'presupuesto|cotización|orden de compra|contrato|factura proforma|nota de crédito|factura rectificativa|estado de cuenta',
  'hoja de horas|albarán',
  'preventivo|ordine d acquisto|ordine di acquisto|contratto|fattura proforma|fattura pro forma|nota di credito',
  'estratto conto|foglio ore|documento di trasporto',
  'offerte|inkooporder|bestelbon|overeenkomst|proforma factuur|pro forma factuur|creditnota|creditfactuur|urenstaat',
  'rekeningoverzicht|pakbon',
  'orçamento|ordem de compra|pedido de compra|fatura proforma|fatura pró forma|folha de horas|extrato|extrato de conta',
  'oferta|zamówienie|umowa|faktura proforma|faktura pro forma|faktura korygująca|wyciąg|karta czasu pracy|kosztorys|wycena',
])
const SETTLED = phrasesOf([
  'paid|paid in full|void|voided|cancelled|canceled|bezahlt|storniert|payé|payée|acquitté|acquittée|annulé|annulée',
  'pagado|pagada|anulado|anulada|pagato|pagata|annullata|betaald|voldaan|geannuleerd|pago|paga|zapłacono|opłacono|anulowano',
])
/** `Services agreement`, `Kitchen estimate` */
const NAMED = /^(?:[a-z]+ ){1,2}(?:estimate|quote|quotation|proposal|agreement|contract|timesheet)$/
const WORDS_MAX = 4
/** In heights of the usual text. */
const LARGE = 1.4

function phrasesOf(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split('|')).map((text) => plainWords(text).join(' ')))
}

export const isPayable = ({ rows, labels }: Document): boolean => {
  const heights = rows.flatMap((row) => row.map(({ height }) => height)).sort((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)] ?? 0
  const titles = labels.filter(({ kind, before, rest }) => kind === 'title' && before + rest === '')
  const firstTitle = titles[0]?.row ?? rows.length
  // Other labels are titles of columns, or have a value.
  const isTitle = (cell: Cell, row: number) =>
    rows[row]?.length === 1 || cell.height > LARGE * usual
  return !rows.some((cells, row) =>
    cells.some((cell) => {
      if (cell.text.split(' ').length > WORDS_MAX || !isTitle(cell, row)) return false
      const phrase = plainWords(cell.text).join(' ')
      const isOther = OTHER_TITLES.has(phrase) || NAMED.test(phrase)
      return SETTLED.has(phrase) || (isOther && cell.page === 0 && row < firstTitle)
    }),
  )
}
