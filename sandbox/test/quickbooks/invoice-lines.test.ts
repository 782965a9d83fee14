// What's on an invoice: kinds of lines, discounts, tax, shipping and deposits, and sums that must be right.
import { beforeEach, describe, expect, it } from 'vitest'
import { type Entity, errorOf, openCompany } from './support.ts'

const { post, write, read, select } = await openCompany()

let customer: Entity
let bundle: Entity
beforeEach(async () => {
  customer = await write('/customer', {
    DisplayName: 'Lines & Co',
    BillAddr: { Line1: '1 Pier Road', City: 'Astoria' },
  })
  bundle = (await select('Item', "WHERE Type = 'Group'"))[0] as Entity
})

const item = (Amount: number, detail: Record<string, unknown> = {}) => ({
  DetailType: 'SalesItemLineDetail',
  Amount,
  SalesItemLineDetail: detail,
})
const text = { DetailType: 'DescriptionOnly', Description: 'As agreed' }
const percent = (DiscountPercent: number) => ({
  DetailType: 'DiscountLineDetail',
  DiscountLineDetail: { PercentBased: true, DiscountPercent },
})
const fixed = (Amount: number) => ({ DetailType: 'DiscountLineDetail', Amount })
const shipping = (Amount: number) => item(Amount, { ItemRef: { value: 'SHIPPING_ITEM_ID' } })
const group = (Line: unknown[], more: Record<string, unknown> = {}) => ({
  DetailType: 'GroupLineDetail',
  GroupLineDetail: { GroupItemRef: { value: bundle.Id }, Quantity: 2, Line },
  ...more,
})
const body = (Line: unknown[], more: Record<string, unknown> = {}) => ({
  CustomerRef: { value: customer.Id },
  Line,
  ...more,
})
const linesOf = ({ Line }: Entity) => Line as Record<string, unknown>[]
const codeFor = async (Line: unknown[], more = {}) =>
  errorOf(await post('/invoice', body(Line, more))).code

describe('an invoice', () => {
  it('adds tax and shipping, subtracts the discount, and lowers the balance by the deposit', async () => {
    const lines = [text, percent(10), item(30, { Qty: 3, UnitPrice: 10 }), shipping(5), item(70.05)]
    const more = { TxnTaxDetail: { TotalTax: 7.2 }, Deposit: 20, CustomerMemo: { value: 'Thanks' } }
    const invoice = await write('/invoice', body(lines, more))
    // 100.05 − 10.01 + 5 + 7.20
    expect(invoice).toMatchObject({ TotalAmt: 102.24, Balance: 82.24, ...more })
    expect(invoice.BillAddr).toMatchObject({ Line1: '1 Pier Road' })
    expect(linesOf(invoice).map(({ DetailType, Amount }) => [DetailType, Amount])).toEqual([
      ['DescriptionOnly', undefined],
      ['SalesItemLineDetail', 30],
      ['SalesItemLineDetail', 70.05],
      ['SubTotalLineDetail', 100.05],
      ['DiscountLineDetail', 10.01],
      ['SalesItemLineDetail', 5],
    ])
    const { Id, SyncToken } = invoice
    const raised = await write('/invoice', { Id, SyncToken, sparse: true, Line: [item(200)] })
    expect(raised).toMatchObject({ TotalAmt: 207.2, Balance: 187.2 })
  })

  it('has bundles that cost what their parts cost', async () => {
    const invoice = await write('/invoice', body([group([item(10), item(5.5)]), fixed(0.5)]))
    expect(invoice.TotalAmt).toBe(15)
    expect(linesOf(invoice)[0]).toMatchObject({
      Amount: 15.5,
      GroupLineDetail: {
        GroupItemRef: { value: bundle.Id, name: 'Open house kit' },
        Quantity: 2,
        Line: [{ Amount: 10 }, { Amount: 5.5 }],
      },
    })
  })

  it.each([
    ['a bundle with the wrong sum', () => [group([item(10)], { Amount: 11 })], '6070'],
    ['a bundle without parts', () => [group([])], '2020'],
    ['an item as a bundle', () => [group([item(1, { ItemRef: { value: bundle.Id } })])], '2500'],
    ['a discount larger than the subtotal', () => [item(10), fixed(10.01)], '6000'],
    ['a negative discount', () => [item(10), fixed(-1)], '6000'],
    [
      'a discount without an amount',
      () => [item(10), { DetailType: 'DiscountLineDetail' }],
      '2020',
    ],
    ['two discounts', () => [item(10), fixed(1), fixed(1)], '6000'],
    ['a text line without text', () => [item(1), { DetailType: 'DescriptionOnly' }], '2020'],
  ])('is refused with %s', async (_case, lines, code) => {
    expect(await codeFor(lines())).toBe(code)
  })

  it('is refused if the tax lines have another sum, or the deposit is more than the total', async () => {
    const TaxLine = [{ Amount: 1, DetailType: 'TaxLineDetail' }]
    expect(await codeFor([item(10)], { TxnTaxDetail: { TotalTax: 2, TaxLine } })).toBe('6000')
    expect(await codeFor([item(10)], { Deposit: 10.01 })).toBe('6000')
  })

  it('is zero in all parts once voided', async () => {
    const more = { TxnTaxDetail: { TotalTax: 1 }, Deposit: 2 }
    const { Id, SyncToken } = await write('/invoice', body([group([item(10)]), percent(5)], more))
    await write('/invoice?operation=void', { Id, SyncToken })
    const voided = await read(`/invoice/${Id}`)
    expect(voided).toMatchObject({ TotalAmt: 0, Balance: 0, Deposit: 0 })
    expect(JSON.stringify(voided)).not.toMatch(/"(Amount|TotalTax)":[1-9]/)
  })
})

it('sample invoices add up and describe every line', async () => {
  const invoices = await select('Invoice')
  for (const invoice of invoices) {
    const lines = linesOf(invoice)
    const sumOf = (type: string) =>
      lines
        .filter(({ DetailType }) => DetailType === type)
        .reduce((sum, { Amount = 0 }) => sum + Math.round(Number(Amount) * 100), 0)
    const { TotalTax } = invoice.TxnTaxDetail as { TotalTax: number }
    const items = sumOf('SalesItemLineDetail') + sumOf('GroupLineDetail')
    const total = items - sumOf('DiscountLineDetail') + Math.round(TotalTax * 100)
    expect(total, String(invoice.DocNumber)).toBe(Math.round(Number(invoice.TotalAmt) * 100))
    const [first] = lines
    expect(first?.Description, String(invoice.DocNumber)).toBeTruthy()
  }
})
