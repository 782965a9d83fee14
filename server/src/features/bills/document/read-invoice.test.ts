import { findInvoice, readInvoice } from '@invoice-desk/contract/document/read-invoice'
import { isProportional } from '@invoice-desk/testing/growth'
import { getDocument } from 'unpdf/pdfjs'
import { describe, expect, it } from 'vitest'
import { heldOutSamples } from '../../../../../bench/src/documents/held-out/samples.ts'
import { scoreOf } from '../../../../../bench/src/documents/score.ts'
import { textPdf } from '../../../../test/support/pdfs.ts'

const read = async (lines: readonly string[], options?: PDFKit.PDFDocumentOptions) =>
  readInvoice(getDocument, new Uint8Array(await textPdf(lines, options)))

describe('held-out invoices', () => {
  it('have 90% of their numbers, amounts and due dates found, and none wrong', async () => {
    const scores = await Promise.all(heldOutSamples([1]).map(scoreOf))
    expect(scores.length).toBeGreaterThan(25)
    for (const field of ['invoiceNumber', 'amountCents', 'dueDate'] as const) {
      const results = scores.map(({ results }) => results[field])
      expect(results).not.toContain('wrong')
      const right = results.filter((result) => result === 'right').length
      expect(right / scores.length).toBeGreaterThanOrEqual(0.9)
    }
  })
})

it('gives up on a PDF that is encrypted or has no text', async () => {
  await expect(read(['Invoice number: INV-18'], { userPassword: 'secret' })).rejects.toThrow()
  await expect(read([])).rejects.toThrow('no text')
})

describe('the number', () => {
  it.each([
    [['Invoice number: INV-18', 'Customer number: 4711', 'PO number: 99'], 'INV-18'],
    [['Rechnung Nr. 2026/17 vom 03.11.2026', 'USt-IdNr. DE123456789'], '2026/17'],
    [['Factura Nº 17', 'NIF 12345678Z', 'Pedido nº 3'], '17'],
    // The same one with and without its prefix.
    [['Invoice # INV 2026 18', 'Please quote invoice number 202618'], 'INV 2026 18'],
    [['Invoice number: INV-18', 'Replaces invoice number: INV-17'], 'INV-18'],
    [['Order number: 17', 'Phone: 555 0123', 'Page 1 of 2'], undefined],
    [['Invoice date: 11/03/2026'], undefined],
    [['Invoice: $250.00'], undefined],
  ])('of %j is %s', async (lines, number) => {
    expect((await read(lines)).invoiceNumber).toBe(number)
  })
})

describe('the amount', () => {
  it.each([
    [
      ['Subtotal $100.00', 'Tax $8.00', 'Total $108.00', 'Deposit $50.00', 'Balance due $58.00'],
      5_800,
    ],
    [['Nettobetrag 1.000,00 €', 'USt. 190,00 €', 'Gesamtbetrag 1.190,00 €'], 119_000],
    [["Total CHF 1'234.55"], 123_455],
    [['Total TTC 1 234,56 €', 'Total HT 1 028,80 €'], 123_456],
    [['Subtotal $100.00', 'Total tax $8.00', 'Total hours 12.50'], undefined],
    [['Total $108.00', 'Total $109.00'], undefined],
    // No one says what is left.
    [['Total $108.00', 'Deposit received $50.00'], undefined],
    [['Total $108.00', 'Amount due $0.00'], undefined],
    [['Total -$108.00'], undefined],
    [['Total ($108.00)'], undefined],
  ])('of %j is %s', async (lines, cents) => {
    expect((await read(lines)).amountCents).toBe(cents)
  })
})

describe('the days', () => {
  it.each([
    [['Total $1.00', 'Date: 03/04/2026', 'Net 30'], '2026-03-04', '2026-04-03'],
    [['Total £1.00', 'Date: 03/04/2026', 'Due: 05/04/2026'], '2026-04-03', '2026-04-05'],
    // Another date tells which comes first.
    [['Total $1.00', 'Date: 03/04/2026', 'Due date: 25/04/2026'], '2026-04-03', '2026-04-25'],
    [['Date: 03/04/2026'], undefined, undefined],
    [
      ['Total 1,00 €', 'Fecha: 3 de abril de 2026', 'Vencimiento: 3-5-26'],
      '2026-04-03',
      '2026-05-03',
    ],
    [['Datum: 03.04.26', 'Zahlbar innerhalb von 14 Tagen'], '2026-04-03', '2026-04-17'],
    [['Date: May 3, 2026', 'Due on receipt'], '2026-05-03', '2026-05-03'],
    [['Date: May 3, 2026', 'Returns within 30 days'], '2026-05-03', undefined],
    [['Date: May 3, 2026', 'Due date: May 1, 2026'], '2026-05-03', undefined],
    [['Due date: May 3, 2026', 'Due date: June 3, 2026'], undefined, undefined],
    [['Delivery date: May 3, 2026', 'Date: May 4, 2026'], '2026-05-04', undefined],
  ])('of %j are %s and %s', async (lines, date, dueDate) => {
    const found = await read(lines)
    expect([found.date, found.dueDate]).toEqual([date, dueDate])
  })
})

it.each([
  [['From: Blue Heron Services', 'Bill to: Kestrel Trading Ltd'], 'Blue Heron Services'],
  [['Kestrel Trading Ltd', '1 Hill Road', 'Invoice 7'], undefined],
])('the vendor of %j is %s', async (lines, vendor) => {
  expect((await read(lines)).vendor).toBe(vendor)
})

it.each(['Invoice ', 'Total 1.00 ', '1 , ', 'Net 1 day ', '1 de ', 'A · ', 'due by ', '½'])(
  'takes time in proportion to the repetitions of %j',
  (piece) => {
    const place = { endsLine: true, x: 0, width: 100, height: 10 }
    const find = (size: number) => {
      const long = { ...place, text: piece.repeat(size / piece.length), y: 0 }
      const rows = Array.from({ length: size / 50 }, (_, index) => ({
        ...place,
        text: piece.repeat(5),
        y: -12 * index,
      }))
      findInvoice([{ pieces: [long, ...rows], fields: [], comments: [] }])
    }
    expect(isProportional(50_000, find)).toBe(true)
  },
)
