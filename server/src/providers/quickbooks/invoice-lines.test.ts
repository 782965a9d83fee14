import { describe, expect, test } from 'vitest'
import { addressLines, content, taxCents } from './invoice-lines.ts'
import { invoiceRecord } from './invoices.ts'

const sale = (Amount: number, more: object = {}, detail: object = {}) => ({
  DetailType: 'SalesItemLineDetail',
  Amount,
  SalesItemLineDetail: { ItemRef: { value: '3', name: 'Design' }, ...detail },
  ...more,
})

describe('the lines of an invoice', () => {
  test('products and services keep their quantity, their rate with all decimals, and their day', () => {
    const line = sale(
      1.05,
      { Description: 'Flyers' },
      { Qty: 2.5, UnitPrice: 0.4205, ServiceDate: '2026-10-01' },
    )
    expect(content.parse([line]).lines).toEqual([
      {
        kind: 'item',
        item: 'Design',
        description: 'Flyers',
        date: '2026-10-01',
        quantity: 2.5,
        rate: 0.4205,
        amountCents: 105,
      },
    ])
  })

  test('a bundle comes before its parts', () => {
    const bundle = {
      DetailType: 'GroupLineDetail',
      Description: 'Opening kit',
      Amount: 90,
      GroupLineDetail: {
        GroupItemRef: { value: '9', name: 'Kit' },
        Quantity: 1,
        Line: [sale(60), sale(30)],
      },
    }
    const { lines } = content.parse([bundle])
    expect(lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['group', 9_000],
      ['part', 6_000],
      ['part', 3_000],
    ])
  })

  test("the discount, shipping and the invoice's own subtotal aren't lines", () => {
    const parsed = content.parse([
      sale(100),
      { DetailType: 'SubTotalLineDetail', Amount: 100, SubTotalLineDetail: {} },
      sale(50),
      { DetailType: 'DescriptionOnly', Description: 'Thank you' },
      { DetailType: 'SubTotalLineDetail', Amount: 150, SubTotalLineDetail: {} },
      {
        DetailType: 'DiscountLineDetail',
        Amount: 15,
        DiscountLineDetail: { PercentBased: true, DiscountPercent: 10 },
      },
      sale(8, {}, { ItemRef: { value: 'SHIPPING_ITEM_ID' } }),
    ])
    expect(parsed.lines.map(({ kind }) => kind)).toEqual(['item', 'subtotal', 'item', 'text'])
    expect(parsed).toMatchObject({ discountCents: 1_500, discountPercent: 10, shippingCents: 800 })
  })

  test('an invoice without lines is readable', () => {
    expect(content.parse(undefined).lines).toEqual([])
    expect(content.parse([{ DetailType: 'TDSLineDetail', Amount: 3 }]).lines).toEqual([])
    const empty = sale(3, { Description: null }, { ItemRef: null, Qty: null })
    expect(content.parse([empty]).lines).toMatchObject([{ amountCents: 300, description: '' }])
  })
})

test("an invoice whose content can't be read can still be paid", () => {
  const amounts = { Id: '7', CustomerRef: { value: '2' }, TotalAmt: 12, Balance: 12 }
  const broken = { Line: [{ DetailType: 4 }], TxnTaxDetail: 'none', Deposit: '0', BillAddr: 3 }
  const invoice = invoiceRecord.parse({ ...amounts, ...broken, CustomerMemo: 'Thanks' })
  expect(invoice).toMatchObject({ balanceCents: 1_200, taxCents: 0, message: '', billTo: [] })
  expect(invoice.content).toBeNull()
})

test('tax is 0 where QuickBooks charges none', () => {
  expect([{ TotalTax: 4.2 }, {}, null, undefined].map((each) => taxCents.parse(each))).toEqual([
    420, 0, 0, 0,
  ])
})

test('an address has one line per street, then the city with state and postal code', () => {
  const parts = { Line1: ' 12 Pier Road ', Line3: 'Suite 4', City: 'Astoria', PostalCode: '97103' }
  expect(addressLines.parse({ ...parts, CountrySubDivisionCode: 'OR', Lat: 46.1 })).toEqual([
    '12 Pier Road',
    'Suite 4',
    'Astoria, OR 97103',
  ])
  expect(addressLines.parse({ City: 'Berlin', Country: 'Germany' })).toEqual(['Berlin', 'Germany'])
  expect(addressLines.parse(null)).toEqual([])
})
