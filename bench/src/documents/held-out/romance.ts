// Held-out invoices in French, Spanish and Italian.
import { itemTable, sums, type Template } from './template.ts'
import { longDate, money, numeric } from './values.ts'

const fr = (cents: number) => `${money(cents, 'fr-FR')} €`
const eu = (cents: number) => `${money(cents, 'de-DE')} €`

const artisan: Template = {
  name: 'French tradesman with a deposit',
  currency: 'EUR',
  taxRate: 20,
  terms: [30],
  size: 'A4',
  draw: (pen, v) => {
    const number = `F-${v.date.slice(0, 4)}-${v.digits(3)}`
    const paid = Math.round(v.totalCents / 4)
    pen.stack(50, 50, [
      'Menuiserie Lefèvre',
      '4 rue des Tanneurs',
      '69005 Lyon',
      'SIRET 812 345 678 00019',
      'Tél. 04 72 55 01 02',
    ])
    pen.at(330, 50, `FACTURE N° ${number}`, { size: 13, bold: true })
    pen
      .at(330, 72, `Date : ${numeric.slashed(v.date)}`)
      .at(330, 87, `Échéance : ${numeric.slashed(v.dueDate)}`)
    pen.stack(330, 130, ['Hôtel du Parc', '1 place Bellecour', '69002 Lyon'])
    const y = itemTable(
      pen,
      { x: [50, 330, 420, 540], y: 220 },
      ['Désignation', 'Qté', 'P.U. HT', 'Total HT'],
      v.items,
      fr,
    )
    sums(pen, { label: 340, value: 540, y }, [
      ['Total HT', fr(v.netCents)],
      ['TVA 20 %', fr(v.taxCents)],
      ['Total TTC', fr(v.totalCents)],
      ['Acompte versé', `-${fr(paid)}`],
      ['Net à payer', fr(v.totalCents - paid)],
    ])
    pen.at(
      50,
      760,
      'N° TVA intracommunautaire FR12812345678. Pénalités de retard : 3 fois le taux légal.',
      { size: 7 },
    )
    return { invoiceNumber: number, vendor: 'Menuiserie Lefèvre', amountCents: v.totalCents - paid }
  },
}

const abonnement: Template = {
  name: 'French subscription',
  currency: 'EUR',
  taxRate: 20,
  terms: [7, 30],
  size: 'A4',
  face: 'helvetica',
  draw: (pen, v) => {
    const number = `${v.pick(['LUM', 'ORB'])}${v.digits(6)}`
    pen.at(40, 40, 'Facture', { size: 22, bold: true })
    const facts = [
      ['Numéro de facture', number],
      ["Date d'émission", longDate(v.date, 'fr-FR')],
      ["Date d'échéance", longDate(v.dueDate, 'fr-FR')],
      ['Référence client', `C${v.digits(5)}`],
    ] as const
    facts.forEach(([label, value], index) => {
      pen.at(40, 80 + index * 15, label).at(160, 80 + index * 15, value)
    })
    pen.stack(40, 160, ['Lumen Logiciels SAS', '12 avenue Foch', '75116 Paris'])
    pen.stack(300, 160, ['Facturer à', 'Librairie Ombre', '3 rue Neuve', '44000 Nantes'])
    const y = itemTable(
      pen,
      { x: [40, 350, 440, 550], y: 240 },
      ['Description', 'Quantité', 'Prix unitaire', 'Montant'],
      v.items,
      (cents) => fr(cents).replaceAll('\u202f', ' '),
    )
    sums(pen, { label: 330, value: 550, y }, [
      ['Sous-total', fr(v.netCents).replaceAll('\u202f', ' ')],
      ['TVA (20 %)', fr(v.taxCents).replaceAll('\u202f', ' ')],
      ['Montant dû', fr(v.totalCents).replaceAll('\u202f', ' ')],
    ])
    return { invoiceNumber: number, vendor: 'Lumen Logiciels SAS' }
  },
}

const autonomo: Template = {
  name: 'Spanish freelancer with withholding',
  currency: 'EUR',
  taxRate: 21,
  terms: [30],
  size: 'A4',
  draw: (pen, v) => {
    const number = `${v.date.slice(0, 4)}/${v.digits(3)}`
    const withheld = Math.round(v.netCents * 0.15)
    pen.at(50, 50, 'FACTURA', { size: 20, bold: true })
    pen.stack(50, 90, ['Lucía Ferrer Diseño', 'NIF 12345678Z', 'C/ Mayor 14, 46002 Valencia'])
    pen.stack(330, 90, ['Cliente:', 'Bodegas Sol S.L.', 'CIF B12345678'])
    pen.at(50, 160, 'Nº de factura:').at(140, 160, number)
    pen.at(50, 175, 'Fecha:').at(140, 175, longDate(v.date, 'es-ES'))
    pen.at(50, 190, 'Vencimiento:').at(140, 190, longDate(v.dueDate, 'es-ES'))
    const y = itemTable(
      pen,
      { x: [50, 340, 430, 545], y: 230 },
      ['Concepto', 'Cantidad', 'Precio', 'Importe'],
      v.items,
      eu,
    )
    sums(pen, { label: 340, value: 545, y }, [
      ['Base imponible', eu(v.netCents)],
      ['IVA 21%', eu(v.taxCents)],
      ['Retención IRPF 15%', `-${eu(withheld)}`],
      ['Total a pagar', eu(v.totalCents - withheld)],
    ])
    pen.at(50, 740, 'Forma de pago: transferencia a ES91 2100 0418 4502 0005 1332', { size: 8 })
    return {
      invoiceNumber: number,
      vendor: 'Lucía Ferrer Diseño',
      amountCents: v.totalCents - withheld,
    }
  },
}

const mexico: Template = {
  name: 'Mexican invoice with terms in days',
  currency: 'MXN',
  taxRate: 16,
  terms: [15, 30],
  draw: (pen, v) => {
    const number = `A-${v.digits(5)}`
    const peso = (cents: number) => `$${money(cents, 'en-US')}`
    pen
      .at(50, 40, 'Talleres Quetzal S.A. de C.V.', { size: 12, bold: true })
      .at(50, 58, 'RFC TQU010203AB1')
    pen.to(560, 40, 'Factura', { size: 18 })
    pen
      .to(480, 70, 'Folio de factura:')
      .at(486, 70, number)
      .to(480, 85, 'Fecha de emisión:')
      .at(486, 85, numeric.slashed(v.date))
    pen.to(480, 100, 'Condiciones de pago:').at(486, 100, `${v.terms} días`)
    pen.at(50, 110, 'Receptor: Comercial del Bajío').at(50, 125, 'RFC CBA990909XY2')
    const y = itemTable(
      pen,
      { x: [50, 360, 450, 560], y: 170 },
      ['Descripción', 'Cantidad', 'Valor unitario', 'Importe'],
      v.items,
      peso,
    )
    sums(pen, { label: 380, value: 560, y }, [
      ['Subtotal', peso(v.netCents)],
      ['IVA 16%', peso(v.taxCents)],
      ['Total MXN', peso(v.totalCents)],
    ])
    return { invoiceNumber: number, vendor: 'Talleres Quetzal S.A. de C.V.' }
  },
}

const fattura: Template = {
  name: 'Italian invoice, number and date in one line',
  currency: 'EUR',
  taxRate: 22,
  terms: [30, 60],
  size: 'A4',
  draw: (pen, v) => {
    const number = `${v.digits(2)}/${v.date.slice(0, 4)}`
    pen.stack(50, 50, [
      'Officine Bellini S.r.l.',
      'Via Roma 15, 40121 Bologna',
      'P.IVA 01234567890',
    ])
    pen.stack(340, 50, ['Spett.le', 'Caffè Duomo S.p.A.', 'Piazza Duomo 2, Milano'])
    pen.at(50, 130, `Fattura n. ${number} del ${numeric.slashed(v.date)}`, { size: 13, bold: true })
    const y = itemTable(
      pen,
      { x: [50, 340, 430, 545], y: 170 },
      ['Descrizione', 'Q.tà', 'Prezzo', 'Importo'],
      v.items,
      eu,
    )
    const end = sums(pen, { label: 350, value: 545, y }, [
      ['Imponibile', eu(v.netCents)],
      ['IVA 22%', eu(v.taxCents)],
      ['Totale fattura', eu(v.totalCents)],
    ])
    pen.at(
      50,
      end + 30,
      'Modalità di pagamento: bonifico bancario IT60 X054 2811 1010 0000 0123 456',
    )
    pen.at(50, end + 46, `Scadenza pagamento: ${numeric.slashed(v.dueDate)}`)
    return { invoiceNumber: number, vendor: 'Officine Bellini S.r.l.' }
  },
}

const parcella: Template = {
  name: 'Italian professional fee, labels above values',
  currency: 'EUR',
  taxRate: 22,
  terms: [30],
  size: 'A4',
  face: 'times',
  draw: (pen, v) => {
    const number = `FPR ${v.digits(3)}/${v.date.slice(2, 4)}`
    pen.at(50, 50, 'Studio Legale Moretti', { size: 14, bold: true })
    const cells = [
      ['Numero fattura', number],
      ['Data fattura', longDate(v.date, 'it-IT')],
      ['Data scadenza', longDate(v.dueDate, 'it-IT')],
      ['Codice cliente', v.digits(4)],
    ] as const
    cells.forEach(([label, value], index) => {
      pen
        .box(50 + index * 122, 100, 122, 34)
        .at(54 + index * 122, 104, label, { size: 8 })
        .at(54 + index * 122, 117, value)
    })
    pen.stack(50, 150, ['Destinatario', 'Vigneti Alti Soc. Agr.', 'Alba (CN)'])
    const y = itemTable(
      pen,
      { x: [50, 340, 430, 538], y: 210 },
      ['Prestazione', 'Ore', 'Tariffa', 'Totale'],
      v.items,
      eu,
    )
    sums(pen, { label: 350, value: 538, y }, [
      ['Totale imponibile', eu(v.netCents)],
      ['Totale IVA', eu(v.taxCents)],
      ['Netto a pagare', eu(v.totalCents)],
    ])
    return { invoiceNumber: number, vendor: 'Studio Legale Moretti' }
  },
}

export const ROMANCE = [artisan, abonnement, autonomo, mexico, fattura, parcella]
