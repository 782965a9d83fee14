// Held-out invoices written by hand or by older systems, in English.
import { itemTable, sums, type Template } from './template.ts'
import { longDate, money, numeric } from './values.ts'

const usd = (cents: number) => `$${money(cents, 'en-US')}`

const boxes: Template = {
  name: 'a row of boxes',
  currency: 'USD',
  taxRate: 6,
  terms: [30],
  draw: (pen, v) => {
    const number = `${v.pick(['A', 'K', 'W'])}${v.digits(5)}`
    pen.at(40, 40, 'Granite State Electric Supply', { size: 13, bold: true })
    pen.stack(
      40,
      58,
      ['900 Industrial Dr', 'Nashua NH 03060', 'Phone 603-555-0110   Fax 603-555-0111'],
      { size: 8 },
    )
    pen.to(572, 40, 'Invoice', { size: 24, bold: true })
    pen.stack(40, 120, ['Sold To:', 'Birch Contractors', '7 Elm St', 'Keene NH 03431'])
    pen.stack(320, 120, ['Ship To:', 'Birch Contractors', 'Job site 14', 'Keene NH 03431'])
    const cells = [
      ['INVOICE NO.', number],
      ['INVOICE DATE', numeric.us(v.date)],
      ['CUSTOMER NO.', v.digits(6)],
      ['P.O. NUMBER', v.digits(7)],
      ['TERMS', `NET ${v.terms} DAYS`],
      ['DUE DATE', numeric.us(v.dueDate)],
    ] as const
    cells.forEach(([label, value], index) => {
      const x = 40 + index * 89
      pen
        .box(x, 200, 89, 34)
        .at(x + 4, 204, label, { size: 7 })
        .at(x + 4, 218, value, { size: 9 })
    })
    const y = itemTable(
      pen,
      { x: [40, 400, 480, 572], y: 260 },
      ['Item', 'Shipped', 'Price', 'Extended'],
      v.items,
      (cents) => money(cents, 'en-US'),
    )
    sums(pen, { label: 430, value: 572, y }, [
      ['Merchandise', money(v.netCents, 'en-US')],
      ['Sales tax', money(v.taxCents, 'en-US')],
      ['Invoice total', usd(v.totalCents)],
    ])
    return { invoiceNumber: number, vendor: 'Granite State Electric Supply' }
  },
}

const deposit: Template = {
  name: 'deposit and balance',
  currency: 'USD',
  taxRate: 0,
  terms: [14],
  face: 'times',
  draw: (pen, v) => {
    const number = `${v.date.slice(2, 4)}-${v.digits(3)}`
    const paid = Math.round(v.totalCents / 3)
    pen.at(60, 50, 'TALLGRASS CARPENTRY', { size: 16, bold: true }).at(60, 70, 'License 88-1123')
    pen.at(60, 110, `Invoice #${number}`, { bold: true }).at(60, 126, longDate(v.date, 'en-US'))
    pen.at(60, 150, 'To: Orchard House Hotel')
    const y = itemTable(
      pen,
      { x: [60, 380, 460, 550], y: 190 },
      ['Work', 'Hours', 'Rate', 'Cost'],
      v.items,
      usd,
    )
    sums(pen, { label: 360, value: 550, y }, [
      ['Contract total', usd(v.totalCents)],
      ['Less deposit received', `-${usd(paid)}`],
      ['Balance due', usd(v.totalCents - paid)],
    ])
    pen.at(
      60,
      640,
      `Balance is due by ${longDate(v.dueDate, 'en-US')}. Checks payable to Tallgrass Carpentry.`,
    )
    return {
      invoiceNumber: number,
      vendor: 'TALLGRASS CARPENTRY',
      amountCents: v.totalCents - paid,
    }
  },
}

const letter: Template = {
  name: 'a letter',
  currency: 'USD',
  taxRate: 0,
  terms: [30],
  face: 'times',
  draw: (pen, v) => {
    const number = `${v.date.slice(0, 4)}-${v.digits(3)}`
    pen.stack(70, 60, [
      'Dr. Miriam Osei',
      'Expert Witness Services',
      '14 Chapel Court, Boston, MA 02108',
    ])
    pen.at(70, 130, longDate(v.date, 'en-US'))
    pen.stack(70, 160, [
      'Lowell & Pratt LLP',
      'Attn: Accounts Payable',
      '1 State Street, Boston, MA 02109',
    ])
    pen.at(70, 220, `Re: Invoice ${number}, Matter 20-4417`, { bold: true })
    pen.paragraph(
      70,
      245,
      460,
      'Dear colleagues, please find below the fees for services rendered in the above matter.',
    )
    v.items.forEach((item, index) => {
      pen.at(90, 290 + index * 16, item.name)
      pen.to(480, 290 + index * 16, usd(item.quantity * item.unitCents))
    })
    const y = 300 + v.items.length * 16
    pen.at(90, y, 'Total fees', { bold: true }).to(480, y, usd(v.totalCents), { bold: true })
    pen.paragraph(
      70,
      y + 40,
      460,
      `Please remit ${usd(v.totalCents)} by ${longDate(v.dueDate, 'en-US')}. Thank you.`,
    )
    return { invoiceNumber: number, vendor: 'Dr. Miriam Osei', currency: 'USD' }
  },
}

const register: Template = {
  name: 'cash register',
  currency: 'USD',
  taxRate: 9,
  terms: [0],
  face: 'courier',
  size: [240, 560],
  draw: (pen, v) => {
    const number = v.digits(6)
    pen.stack(20, 20, ['   PRINT HOUSE 44', '  210 Canal St, NYC', '  Tel 212-555-0170'], {
      size: 9,
    })
    pen.stack(
      20,
      80,
      [`INVOICE: ${number}`, `DATE: ${numeric.us(v.date)} 14:02`, 'CASHIER: 07  REG: 2'],
      { size: 8 },
    )
    v.items.forEach((item, index) => {
      pen.at(20, 140 + index * 14, item.name.slice(0, 18), { size: 8 })
      pen.to(220, 140 + index * 14, money(item.quantity * item.unitCents, 'en-US'), { size: 8 })
    })
    const y = 160 + v.items.length * 14
    sums(pen, { label: 20, value: 220, y }, [
      ['SUBTOTAL', money(v.netCents, 'en-US')],
      ['TAX 9%', money(v.taxCents, 'en-US')],
      ['TOTAL', usd(v.totalCents)],
    ])
    pen.at(20, y + 80, 'RETURNS WITHIN 30 DAYS', { size: 8 })
    return { invoiceNumber: number, vendor: 'PRINT HOUSE 44', dueDate: null }
  },
}

const pages: Template = {
  name: 'three pages',
  currency: 'USD',
  taxRate: 5,
  terms: [45],
  draw: (pen, v) => {
    const number = `SI${v.digits(7)}`
    let carried = 0
    for (const page of [1, 2, 3]) {
      if (page > 1) pen.page()
      pen.at(40, 30, 'Ridgeline Freight Corp', { bold: true }).to(570, 30, `Page ${page} of 3`)
      pen
        .at(40, 50, 'Invoice No:')
        .at(110, 50, number)
        .at(240, 50, 'Date:')
        .at(280, 50, numeric.us(v.date))
      pen.at(400, 50, 'Account:').at(460, 50, v.digits(6))
      if (page > 1) pen.at(40, 90, 'Brought forward').to(570, 90, money(carried, 'en-US'))
      for (let row = 0; row < 30; row += 1) {
        const cents = page === 3 && row > 4 ? 0 : Math.floor(v.random() * 40_000) + 500
        if (cents > 0) {
          pen
            .at(40, 110 + row * 18, `Load ${v.digits(6)}`, { size: 9 })
            .at(200, 110 + row * 18, numeric.us(v.date), { size: 9 })
          pen.to(570, 110 + row * 18, money(cents, 'en-US'), { size: 9 })
        }
        carried += cents
      }
      if (page < 3) pen.at(40, 670, 'Carried forward').to(570, 670, money(carried, 'en-US'))
    }
    const tax = Math.round(carried * 0.05)
    sums(pen, { label: 400, value: 570, y: 240 }, [
      ['Net total', money(carried, 'en-US')],
      ['Fuel tax 5%', money(tax, 'en-US')],
      ['Total due', usd(carried + tax)],
    ])
    pen.at(40, 320, `Payment due: ${numeric.us(v.dueDate)}   Late payments accrue 1.5% per month.`)
    return { invoiceNumber: number, vendor: 'Ridgeline Freight Corp', amountCents: carried + tax }
  },
}

export const LETTERS = [boxes, deposit, letter, register, pages]
