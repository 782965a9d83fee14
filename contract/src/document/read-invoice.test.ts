import { describe, expect, it } from 'vitest'
import { type FoundInvoice, findInvoice } from './read-invoice.ts'

type Style = { readonly height?: number; readonly comments?: readonly string[] }

/** A page whose lines have their cells separated by `|`. */
const pageOf = (lines: readonly string[], { height = 10, comments = [] }: Style = {}) => ({
  pieces: lines.flatMap((line, row) =>
    line.split('|').map((text, column) => ({
      text: text.trim(),
      endsLine: true,
      x: 50 + 130 * column,
      y: 700 - 15 * row,
      width: 5 * text.trim().length,
      height,
    })),
  ),
  fields: [],
  comments,
})

const findField = (field: keyof FoundInvoice, text: string) =>
  findInvoice([pageOf(text.split('\n'))])[field]

describe('an amount is left out', () => {
  it.each([
    // The first line of a table.
    'Hours Worked|Hourly Rate|Total\n8|$40.00|$320.00\n2|$40.00|$80.00',
    'Name of job|Total Amount\nKitchen|$100.00\nBath|$200.00',
    // The document goes on calculating.
    'Total|$1,000.00\nSales tax 8%|$80.00\nTotal with tax|$1,080.00',
    'Total|$1,000.00\nRetainer applied|-$400.00',
    'Total|$1,000.00\nLess: deposit received|$400.00',
    'Total|$1,000.00\nDue this month|$500.00',
    'Amount due|$1,000.00\nPast due amount|$300.00\nGrand total|$1,300.00',
    // Hours, a unit price, another balance.
    'Total|40.50\nPay: $2,025.00',
    'Total|40 hrs|$50.00',
    'Total price|$50.00 each',
    'Total: 40 hours @ $50.00 = $2,000.00',
    'Billed this period|$16,000.00\nBalance|$60,000.00',
    'Total: $600.00\nIf paid by 11/13/2026, please pay $588.00',
    'Amount due monthly: $50.00\nTotal: $600.00',
    // Only a part of what is written is a number.
    'Total: 12 500 USD',
    'Total: USD 12 500',
    'Total: $15k',
    'Total|$1,250|75',
    'Total: $12.500',
  ])('%s', (text) => expect(findField('amountCents', text)).toBeUndefined())
})

it.each([
  ['Subtotal|$900.00\nDiscount|-$90.00\nTotal|$810.00', 81_000],
  ['Total|$1,400.00\nPayment|$500.00\nAmount due|$900.00', 90_000],
  ['Gesamtbetrag|119,00 €\ndarin enthaltene MwSt.|19,00 €', 11_900],
  ['Labor|$972.00\nTotal|972.00\nAmount paid|$0.00', 97_200],
])('the amount of %s is %s', (text, cents) => {
  expect(findField('amountCents', text)).toBe(cents)
})

it.each([
  ['Total: $1,000.00\nWe also accept EUR transfers', 'USD'],
  ['Total: $1,000.00 (EUR 920.00)', 'USD'],
  ['Amount due (CAD)|$1,000.00', 'CAD'],
  ['Total: $1,000.00\nAll amounts in Canadian dollars', undefined],
  ['Total: $1,100.00\nABN 12 345 678 901', undefined],
  ['Total: 1,000.00\nEUR account IBAN DE89370400440532013000', undefined],
])('the currency of %s is %s', (text, currency) => {
  expect(findField('currency', text)).toBe(currency)
})

describe('a due date is left out', () => {
  it.each([
    'Payments received after 45 days will incur a charge.',
    'A fee applies to payments more than 30 days past due.',
    'Disputes must be raised within 10 days or the amount due is final.',
    'Payment is due 15 days after completion.',
    'Net 30 EOM',
    'Net 10 business days',
    'Net 30 from date of delivery',
    'Net 12 kg',
    '2% discount if paid by 11/13/2026',
    'Pay by 11/13/2026 and take 2% off',
    'Deliverables due: 11/20/2026',
    'Past due: 11/20/2026',
    'Next payment due: 12/20/2026',
    'Payment date: 11/20/2026',
    'Payment covers service until 12/31/2026',
    'Questions about this payment? Contact us by 11/10/2026',
  ])('%s', (line) => {
    expect(findField('dueDate', `Date: 11/03/2026\n${line}\nTotal: $1.00`)).toBeUndefined()
  })
})

it.each([
  ['Date: 11/03/2026\nTerms: Net 30. Late payments are charged 1.5% interest.', '2026-12-03'],
  ['Date: 11/03/2026\nPay by 11/13/2026 and take 2% off\nNet 30', '2026-12-03'],
  ['Date: 11/03/2026\nPayment due: 12/03/2026 Late payments accrue 1.5%.', '2026-12-03'],
  ['Date: 11/03/2026\nPlease pay by 12/03/2026. Thanks!', '2026-12-03'],
  // These aren't the invoice's date.
  ['Date|Work performed\n10/01/2026|Dig\n10/02/2026|Fill\nNet 30', undefined],
  ['Date: 10/01/2026 - 10/31/2026\nNet 30', undefined],
  ['Permit issued on 10/01/2026\nNet 30', undefined],
  // The month may be first or not.
  ['Date: 11.03.2026\nNet 30', undefined],
  ['Date: 03/11/2026\nNet 30\nLondon, United Kingdom', undefined],
])('with %s, it is due on %s', (text, dueDate) => {
  expect(findField('dueDate', `${text}\nTotal: $1.00`)).toBe(dueDate)
})

it.each([
  ['Past due invoice # 1001 remains open', undefined],
  ['This replaces invoice # 1001', undefined],
  ['Invoice # 2026 - 0017', undefined],
  ['Invoice # 2026 0017', undefined],
  ['Invoice #|ACME-2026-\n |0017', undefined],
  ['Invoice number: 17\nInvoice # 2017', undefined],
  ['Invoice No|Balance\n1001|$100.00\n1002|$150.00', undefined],
  ['Invoice 1 of 3', undefined],
  ['Invoice Q4', undefined],
  ['Invoice 2026', undefined],
  ['Bill 40 hours to project X', undefined],
  ['Invoice: 00045\nRef. invoice no. 00031', '00045'],
  ['Re: Invoice 2026-122, Matter 20-4417', '2026-122'],
])('the number of %s is %s', (text, number) => {
  expect(findField('invoiceNumber', text)).toBe(number)
})

const PAYABLE = ['Invoice # 1738', 'Total: $100.00']

it.each([
  'ESTIMATE',
  'Purchase Order',
  'SERVICES AGREEMENT',
  'Credit note',
  'Angebot',
  'TIMESHEET',
])('finds nothing under the title %s', (title) =>
  expect(findInvoice([pageOf([title, ...PAYABLE])])).toEqual({}),
)

it.each(['PAID IN FULL', 'VOID', 'Bezahlt'])('finds nothing beside %s', (stamp) => {
  expect(findInvoice([pageOf([...PAYABLE, stamp])])).toEqual({})
})

it('finds nothing if each page is an invoice', () => {
  expect(findInvoice([pageOf(PAYABLE), pageOf(['Invoice # 1739'])])).toEqual({})
})

it('ignores comments and text that is too small to read', () => {
  const due = 'Amount due $900.00'
  const pages = [pageOf(PAYABLE, { comments: [due] }), pageOf([due], { height: 0.1 })]
  expect(findInvoice(pages)).toMatchObject({ invoiceNumber: '1738', amountCents: 10_000 })
})
