// Held-out invoices of larger suppliers, in English.
import { itemTable, sums, type Template } from './template.ts'
import { longDate, money, numeric } from './values.ts'

const usd = (cents: number) => `$${money(cents, 'en-US')}`

const cloud: Template = {
  name: 'due date inside the total',
  currency: 'USD',
  taxRate: 0,
  terms: [15],
  face: 'helvetica',
  draw: (pen, v) => {
    const number = v.digits(10)
    pen.at(40, 40, 'Cirrus Compute, Inc.', { size: 14, bold: true })
    pen.at(40, 70, 'Invoice Summary', { size: 16 })
    pen.at(40, 100, 'Account number:', { bold: true }).at(200, 100, v.digits(12))
    pen.at(300, 100, 'Invoice Number:', { bold: true }).to(570, 100, number)
    pen.at(300, 116, 'Invoice Date:', { bold: true }).to(570, 116, longDate(v.date, 'en-US'))
    pen
      .at(40, 160, `TOTAL AMOUNT DUE ON ${longDate(v.dueDate, 'en-US')}`, { bold: true })
      .to(570, 160, usd(v.totalCents), { bold: true })
    pen.at(40, 185, 'This invoice is for the billing period October 1 - October 31, 2026')
    pen.at(40, 230, 'Summary', { bold: true })
    pen
      .at(40, 250, 'Charges')
      .to(570, 250, usd(v.totalCents))
      .at(40, 266, 'Credits')
      .to(570, 266, '$0.00')
    pen
      .at(40, 282, 'Tax')
      .to(570, 282, '$0.00')
      .at(40, 298, 'Total for this invoice')
      .to(570, 298, usd(v.totalCents))
    pen.at(40, 340, 'Detail', { bold: true })
    v.items.forEach((item, index) => {
      pen
        .at(40, 360 + index * 16, item.name)
        .to(570, 360 + index * 16, usd(item.quantity * item.unitCents))
    })
    return { invoiceNumber: number, vendor: 'Cirrus Compute, Inc.' }
  },
}

const utility: Template = {
  name: 'utility statement',
  currency: 'USD',
  taxRate: 0,
  terms: [21],
  draw: (pen, v) => {
    const number = v.digits(9)
    const before = 1_000 + Math.floor(v.random() * 20_000)
    pen.at(40, 40, 'Lakeshore Water District', { size: 13, bold: true })
    pen
      .at(40, 80, 'Account number')
      .at(150, 80, v.digits(8))
      .at(40, 95, 'Invoice number')
      .at(150, 95, number)
    pen.at(40, 110, 'Bill date').at(150, 110, longDate(v.date, 'en-US'))
    pen
      .box(360, 70, 210, 60)
      .at(370, 78, 'Amount due')
      .to(560, 78, usd(v.totalCents), { bold: true })
    pen.at(370, 100, 'Pay by').to(560, 100, longDate(v.dueDate, 'en-US'), { bold: true })
    sums(pen, { label: 40, value: 330, y: 160 }, [
      ['Previous balance', usd(before)],
      ['Payment received, thank you', `-${usd(before)}`],
      ['Water and sewer', usd(v.totalCents)],
      ['New charges', usd(v.totalCents)],
    ])
    pen.at(40, 300, 'Meter reading').to(330, 300, '12,418.00')
    return { invoiceNumber: number, vendor: 'Lakeshore Water District' }
  },
}

const discount: Template = {
  name: 'discount and prompt payment terms',
  currency: 'EUR',
  taxRate: 23,
  terms: [30],
  draw: (pen, v) => {
    const number = `IE/${v.date.slice(2, 4)}/${v.digits(4)}`
    const euro = (cents: number) => `€${money(cents, 'en-IE')}`
    const off = Math.round(v.netCents / 10)
    const vat = Math.round((v.netCents - off) * 0.23)
    const total = v.netCents - off + vat
    pen.to(550, 40, 'SALES INVOICE', { size: 18 }).at(50, 40, 'Shannon Seeds Ltd', { bold: true })
    pen.stack(
      50,
      56,
      ['Unit 4, Docklands, Limerick', 'VAT Reg No: IE1234567T', 'Tel: 061 555 012'],
      { size: 8 },
    )
    pen.at(50, 120, 'Customer: Claddagh Gardens').at(50, 135, 'Customer ID: CG-104')
    pen.at(350, 120, 'Our invoice ref:').to(550, 120, number)
    pen.at(350, 135, 'Tax date:').to(550, 135, numeric.slashed(v.date))
    pen.at(350, 150, 'Payment due by:').to(550, 150, numeric.slashed(v.dueDate))
    const y = itemTable(
      pen,
      { x: [50, 370, 450, 550], y: 190 },
      ['Product', 'Qty', 'Each', 'Net'],
      v.items,
      euro,
    )
    sums(pen, { label: 380, value: 550, y }, [
      ['Goods total', euro(v.netCents)],
      ['Discount 10%', `(${euro(off)})`],
      ['VAT @ 23%', euro(vat)],
      ['Total to pay', euro(total)],
    ])
    pen.at(50, 700, 'E. & O. E. Registered in Ireland No. 448812. Directors: A. Byrne, P. Walsh', {
      size: 7,
    })
    return { invoiceNumber: number, vendor: 'Shannon Seeds Ltd', amountCents: total }
  },
}

export const STATEMENTS = [cloud, utility, discount]
