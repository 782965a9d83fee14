// Wording and formats of the development invoices, by language.

export type Words = {
  readonly title: string
  readonly number: string
  readonly date: string
  readonly due: string
  readonly subtotal: string
  readonly tax: string
  readonly total: string
  readonly customer: string
  readonly order: string
  readonly billTo: string
  readonly currency: string
  readonly money: (cents: number) => string
  readonly day: (iso: string) => string
  readonly terms: (days: number) => string
}

const grouped = (cents: number, group: string, point: string) => {
  const [whole = '', rest = ''] = (cents / 100).toFixed(2).split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, group) + point + rest
}

const dmy = (separator: string) => (iso: string) => iso.split('-').reverse().join(separator)
const named = (names: string, form: (day: string, month: string, year: string) => string) => {
  const months = names.split(' ')
  return (iso: string) => {
    const [year = '', month = '', day = ''] = iso.split('-')
    return form(String(Number(day)), months[Number(month) - 1] ?? '', year)
  }
}

export const WORDS: Readonly<Record<string, Words>> = {
  english: {
    ...{ title: 'Invoice', number: 'Invoice No.', date: 'Invoice date', due: 'Due date' },
    ...{ subtotal: 'Subtotal', tax: 'Sales tax', total: 'Total due' },
    ...{ customer: 'Customer number', order: 'PO number', billTo: 'Bill to', currency: 'USD' },
    money: (cents) => `$${grouped(cents, ',', '.')}`,
    day: named(
      'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
      (day, month, year) => `${month} ${day}, ${year}`,
    ),
    terms: (days) => `Terms: Net ${days}`,
  },
  british: {
    ...{ title: 'Tax invoice', number: 'Invoice ref', date: 'Date', due: 'Payment due date' },
    ...{ subtotal: 'Net amount', tax: 'VAT', total: 'Grand total' },
    ...{ customer: 'Account no', order: 'Your order no', billTo: 'Invoice to', currency: 'GBP' },
    money: (cents) => `£${grouped(cents, ',', '.')}`,
    day: dmy('/'),
    terms: (days) => `Payment due within ${days} days of invoice date`,
  },
  german: {
    ...{ title: 'Rechnung', number: 'Rechnungs-Nr.', date: 'Rechnungsdatum', due: 'Fällig am' },
    ...{ subtotal: 'Summe netto', tax: 'MwSt. 19%', total: 'Zu zahlender Betrag' },
    ...{ customer: 'Kunden-Nr.', order: 'Auftragsnummer', billTo: 'Rechnung an', currency: 'EUR' },
    money: (cents) => `${grouped(cents, '.', ',')} EUR`,
    day: dmy('.'),
    terms: (days) => `Zahlungsziel: ${days} Tage netto`,
  },
  french: {
    ...{
      title: 'Facture',
      number: 'Facture n°',
      date: 'Date de facturation',
      due: 'À payer avant le',
    },
    ...{ subtotal: 'Montant HT', tax: 'TVA', total: 'Montant TTC' },
    ...{ customer: 'N° client', order: 'Bon de commande', billTo: 'Adressé à', currency: 'EUR' },
    money: (cents) => `${grouped(cents, ' ', ',')} €`,
    day: named(
      'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
      (day, month, year) => `${day} ${month} ${year}`,
    ),
    terms: (days) => `Paiement à ${days} jours`,
  },
  spanish: {
    ...{
      title: 'Factura',
      number: 'Número de factura',
      date: 'Fecha de factura',
      due: 'Fecha de vencimiento',
    },
    ...{ subtotal: 'Subtotal', tax: 'IVA', total: 'Importe total' },
    ...{ customer: 'Nº cliente', order: 'Pedido', billTo: 'Facturar a', currency: 'EUR' },
    money: (cents) => `${grouped(cents, '.', ',')} €`,
    day: dmy('-'),
    terms: (days) => `Pago a ${days} días`,
  },
  italian: {
    ...{ title: 'Fattura', number: 'Fattura N.', date: 'Data', due: 'Scadenza' },
    ...{ subtotal: 'Imponibile', tax: 'IVA', total: 'Totale da pagare' },
    ...{ customer: 'Cod. cliente', order: 'Ordine', billTo: 'Intestatario', currency: 'EUR' },
    money: (cents) => `€ ${grouped(cents, '.', ',')}`,
    day: named(
      'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
      (day, month, year) => `${day} ${month} ${year}`,
    ),
    terms: (days) => `Pagamento a ${days} giorni`,
  },
  dutch: {
    ...{ title: 'Factuur', number: 'Factuurnummer', date: 'Datum', due: 'Te betalen voor' },
    ...{ subtotal: 'Totaal excl. btw', tax: 'Btw 21%', total: 'Totaal incl. btw' },
    ...{
      customer: 'Debiteurnummer',
      order: 'Uw referentie',
      billTo: 'Factuur aan',
      currency: 'EUR',
    },
    money: (cents) => `€ ${grouped(cents, '.', ',')}`,
    day: dmy('-'),
    terms: (days) => `Betalingstermijn: ${days} dagen`,
  },
  portuguese: {
    ...{ title: 'Fatura', number: 'Fatura nº', date: 'Data da fatura', due: 'Vencimento' },
    ...{ subtotal: 'Subtotal', tax: 'IVA 23%', total: 'Valor total' },
    ...{ customer: 'Cliente nº', order: 'Encomenda', billTo: 'Cobrar a', currency: 'EUR' },
    money: (cents) => `${grouped(cents, '.', ',')} €`,
    day: dmy('/'),
    terms: (days) => `Prazo de pagamento: ${days} dias`,
  },
  polish: {
    ...{
      title: 'Faktura',
      number: 'Numer faktury',
      date: 'Data wystawienia',
      due: 'Termin płatności',
    },
    ...{ subtotal: 'Razem netto', tax: 'VAT 23%', total: 'Razem do zapłaty' },
    ...{ customer: 'Nr klienta', order: 'Nr zamówienia', billTo: 'Nabywca', currency: 'PLN' },
    money: (cents) => `${grouped(cents, ' ', ',')} zł`,
    day: dmy('.'),
    terms: (days) => `Płatność w terminie ${days} dni`,
  },
}
