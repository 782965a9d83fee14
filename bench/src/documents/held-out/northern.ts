// Held-out invoices in German, Dutch and Polish.
import { itemTable, sums, type Template } from './template.ts'
import { longDate, money, numeric } from './values.ts'

const euro = (cents: number) => `${money(cents, 'de-DE')} €`

const letter: Template = {
  name: 'German letter with an info block',
  currency: 'EUR',
  taxRate: 19,
  terms: [14, 30],
  size: 'A4',
  draw: (pen, v) => {
    const number = `RE-${v.date.slice(0, 4)}-${v.digits(4)}`
    pen.at(60, 120, 'Brückner Metallbau GmbH · Hafenstr. 12 · 20457 Hamburg', { size: 7 })
    pen.stack(60, 135, ['Weber & Söhne KG', 'Buchhaltung', 'Am Markt 3', '28195 Bremen'])
    const facts = [
      ['Rechnungsnummer:', number],
      ['Kundennummer:', v.digits(5)],
      ['Rechnungsdatum:', numeric.dotted(v.date)],
      ['Leistungsdatum:', numeric.dotted(v.date)],
      ['Ihre Bestellung:', `B-${v.digits(6)}`],
    ] as const
    facts.forEach(([label, value], index) => {
      pen.at(360, 135 + index * 15, label).at(460, 135 + index * 15, value)
    })
    pen.at(60, 240, `Rechnung Nr. ${number}`, { size: 14, bold: true })
    const y = itemTable(
      pen,
      { x: [60, 360, 440, 535], y: 280 },
      ['Bezeichnung', 'Menge', 'Einzelpreis', 'Gesamt'],
      v.items,
      euro,
    )
    const end = sums(pen, { label: 360, value: 535, y }, [
      ['Nettobetrag', euro(v.netCents)],
      ['zzgl. 19 % USt.', euro(v.taxCents)],
      ['Gesamtbetrag', euro(v.totalCents)],
    ])
    pen.paragraph(
      60,
      end + 20,
      470,
      `Bitte überweisen Sie den Betrag von ${euro(v.totalCents)} bis zum ${numeric.dotted(v.dueDate)} auf das unten genannte Konto.`,
    )
    pen.at(
      60,
      780,
      'IBAN DE12 5001 0517 0648 4898 90 · USt-IdNr. DE123456789 · HRB 44518 · Steuernummer 41/123/00456',
      { size: 7 },
    )
    return { invoiceNumber: number, vendor: 'Brückner Metallbau GmbH' }
  },
}

const freelancer: Template = {
  name: 'German freelancer, number in the title only',
  currency: 'EUR',
  taxRate: 19,
  terms: [14],
  size: 'A4',
  face: 'helvetica',
  draw: (pen, v) => {
    const number = `${v.date.slice(0, 4)}/${v.digits(2)}`
    pen
      .to(535, 60, 'Katrin Vogel Fotografie', { bold: true })
      .to(535, 75, 'Lindenweg 8, 50667 Köln')
    pen.stack(60, 130, ['An', 'Rheinblick Verlag', 'Domstr. 1', '50668 Köln'])
    pen.to(535, 220, `Köln, den ${longDate(v.date, 'de-DE')}`)
    pen.at(60, 250, `Rechnung ${number}`, { size: 16, bold: true })
    v.items.forEach((item, index) => {
      pen
        .at(60, 300 + index * 16, item.name)
        .to(535, 300 + index * 16, euro(item.quantity * item.unitCents))
    })
    const end = sums(pen, { label: 300, value: 535, y: 315 + v.items.length * 16 }, [
      ['Zwischensumme', euro(v.netCents)],
      ['Umsatzsteuer 19 %', euro(v.taxCents)],
      ['Rechnungsbetrag', euro(v.totalCents)],
    ])
    pen.at(60, end + 30, `Zahlbar innerhalb von ${v.terms} Tagen ohne Abzug.`)
    return { invoiceNumber: number, vendor: 'Katrin Vogel Fotografie' }
  },
}

const swiss: Template = {
  name: 'Swiss invoice',
  currency: 'CHF',
  taxRate: 8.1,
  terms: [30],
  size: 'A4',
  draw: (pen, v) => {
    const number = v.digits(6)
    const franc = (cents: number) => money(cents, 'de-CH')
    pen.at(60, 50, 'Aare Treuhand AG', { size: 14 }).at(60, 70, 'Bundesgasse 20, 3011 Bern')
    pen.stack(350, 120, ['Alpenblick Hotel AG', 'Seestrasse 4', '3700 Spiez'])
    pen
      .at(60, 200, 'Rechnungs-Nr.')
      .at(160, 200, number)
      .at(60, 215, 'Datum')
      .at(160, 215, longDate(v.date, 'de-CH'))
    pen
      .at(60, 230, 'Zahlbar bis')
      .at(160, 230, numeric.dotted(v.dueDate))
      .at(60, 245, 'MWST-Nr.')
      .at(160, 245, 'CHE-123.456.789 MWST')
    const y = itemTable(
      pen,
      { x: [60, 340, 430, 535], y: 280 },
      ['Leistung', 'Anzahl', 'Ansatz', 'Betrag CHF'],
      v.items,
      franc,
    )
    sums(pen, { label: 380, value: 535, y }, [
      ['Total exkl. MWST', franc(v.netCents)],
      ['MWST 8.1%', franc(v.taxCents)],
      ['Total inkl. MWST CHF', franc(v.totalCents)],
    ])
    return { invoiceNumber: number, vendor: 'Aare Treuhand AG' }
  },
}

const dutch: Template = {
  name: 'Dutch invoice',
  currency: 'EUR',
  taxRate: 21,
  terms: [14, 30],
  size: 'A4',
  draw: (pen, v) => {
    const number = `F${v.date.slice(0, 4)}${v.digits(4)}`
    const amount = (cents: number) => `€ ${money(cents, 'de-DE')}`
    pen.at(60, 50, 'Studio De Wind', { size: 16, bold: true })
    pen.stack(
      400,
      50,
      ['Oudegracht 101', '3511 AL Utrecht', 'KvK 12345678', 'BTW NL001234567B01'],
      { size: 8 },
    )
    pen.stack(60, 130, ['Bakkerij Molenaar B.V.', 'Dorpsstraat 5', '3811 EK Amersfoort'])
    pen.at(60, 210, 'FACTUUR', { size: 18 })
    const facts = [
      ['Factuurnummer', number],
      ['Factuurdatum', numeric.dashed(v.date)],
      ['Vervaldatum', numeric.dashed(v.dueDate)],
      ['Klantnummer', v.digits(4)],
    ] as const
    facts.forEach(([label, value], index) => {
      pen
        .at(60 + index * 120, 240, label, { size: 9, bold: true })
        .at(60 + index * 120, 254, value, { size: 9 })
    })
    const y = itemTable(
      pen,
      { x: [60, 340, 430, 535], y: 300 },
      ['Omschrijving', 'Aantal', 'Prijs', 'Totaal'],
      v.items,
      amount,
    )
    sums(pen, { label: 340, value: 535, y }, [
      ['Subtotaal', amount(v.netCents)],
      ['21% btw', amount(v.taxCents)],
      ['Totaal te betalen', amount(v.totalCents)],
    ])
    pen.at(
      60,
      720,
      `Graag binnen ${v.terms} dagen overmaken op NL91 ABNA 0417 1643 00 o.v.v. ${number}.`,
      { size: 8 },
    )
    return { invoiceNumber: number, vendor: 'Studio De Wind' }
  },
}

const dutchPlain: Template = {
  name: 'Dutch sole trader',
  currency: 'EUR',
  taxRate: 0,
  terms: [21],
  size: 'A4',
  face: 'times',
  draw: (pen, v) => {
    const number = `${v.date.slice(0, 4)}-${v.digits(3)}`
    pen.stack(60, 60, ['Factuur', 'Van: Joris Bakker Tekst & Vertaling', 'Aan: Uitgeverij Noord'])
    pen.stack(60, 120, [
      `Factuurnr.: ${number}`,
      `Datum: ${longDate(v.date, 'nl-NL')}`,
      `Uiterste betaaldatum: ${longDate(v.dueDate, 'nl-NL')}`,
    ])
    v.items.forEach((item, index) => {
      pen
        .at(60, 190 + index * 16, item.name)
        .to(450, 190 + index * 16, `€ ${money(item.quantity * item.unitCents, 'de-DE')}`)
    })
    const y = 200 + v.items.length * 16
    pen
      .at(60, y, 'Totaalbedrag', { bold: true })
      .to(450, y, `€ ${money(v.totalCents, 'de-DE')}`, { bold: true })
    pen.at(60, y + 30, 'Vrijgesteld van btw op grond van de kleineondernemersregeling.')
    return { invoiceNumber: number, vendor: 'Joris Bakker Tekst & Vertaling' }
  },
}

const polish: Template = {
  name: 'Polish VAT invoice',
  currency: 'PLN',
  taxRate: 23,
  terms: [7, 14],
  size: 'A4',
  draw: (pen, v) => {
    const number = `FV/${v.digits(2)}/${v.date.slice(5, 7)}/${v.date.slice(0, 4)}`
    const zloty = (cents: number) => money(cents, 'pl-PL').replaceAll('\u00a0', ' ')
    pen.at(50, 50, `Faktura VAT nr ${number}`, { size: 14, bold: true })
    pen.stack(50, 80, [
      `Data wystawienia: ${v.date}`,
      `Data sprzedaży: ${v.date}`,
      `Termin płatności: ${v.dueDate}`,
      'Sposób płatności: przelew',
    ])
    pen.stack(50, 160, [
      'Sprzedawca',
      'Żagiel Sp. z o.o.',
      'ul. Portowa 7, 81-350 Gdynia',
      'NIP 586-000-11-22',
    ])
    pen.stack(320, 160, [
      'Nabywca',
      'Łódzka Drukarnia S.A.',
      'ul. Piotrkowska 10, Łódź',
      'NIP 725-000-33-44',
    ])
    const y = itemTable(
      pen,
      { x: [50, 330, 430, 540], y: 250 },
      ['Nazwa towaru lub usługi', 'Ilość', 'Cena netto', 'Wartość netto'],
      v.items,
      zloty,
    )
    sums(pen, { label: 320, value: 540, y }, [
      ['Wartość netto', zloty(v.netCents)],
      ['VAT 23%', zloty(v.taxCents)],
      ['Wartość brutto', zloty(v.totalCents)],
      ['Do zapłaty', `${zloty(v.totalCents)} PLN`],
    ])
    pen.at(50, 700, 'Nr konta: PL61 1090 1014 0000 0712 1981 2874', { size: 8 })
    return { invoiceNumber: number, vendor: 'Żagiel Sp. z o.o.' }
  },
}

export const NORTHERN = [letter, freelancer, swiss, dutch, dutchPlain, polish]
