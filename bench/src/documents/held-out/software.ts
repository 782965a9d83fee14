// Held-out invoices that look like those of widespread invoicing software, in English.
import { itemTable, sums, type Template } from './template.ts'
import { longDate, mediumDate, money, numeric } from './values.ts'

const usd = (cents: number) => `$${money(cents, 'en-US')}`

const cardProcessor: Template = {
  name: 'card processor',
  currency: 'USD',
  taxRate: 0,
  terms: [7, 30],
  face: 'helvetica',
  draw: (pen, v) => {
    const number = `${v.pick(['8C3F21B', 'A0D94E7', '5E11BC2'])}-${v.digits(4)}`
    const due = longDate(v.dueDate, 'en-US')
    pen.at(40, 40, 'Invoice', { size: 20, bold: true })
    pen.at(40, 75, 'Invoice number', { bold: true }).at(130, 75, number, { bold: true })
    pen.at(40, 90, 'Date of issue').at(130, 90, longDate(v.date, 'en-US'))
    pen.at(40, 105, 'Date due').at(130, 105, due)
    pen.stack(40, 140, [
      'Northwind Labs, Inc.',
      '88 Mill Road',
      'Portland, OR 97205',
      '+1 503-555-0199',
    ])
    pen.stack(300, 140, ['Bill to', 'Juniper Retail LLC', '12 Oak Street', 'Austin, TX 78701'])
    pen.at(40, 220, `${usd(v.totalCents)} USD due ${due}`, { size: 16, bold: true })
    pen.at(40, 245, 'Pay online', { bold: true })
    const y = itemTable(
      pen,
      { x: [40, 380, 460, 570], y: 280 },
      ['Description', 'Qty', 'Unit price', 'Amount'],
      v.items,
      usd,
    )
    sums(pen, { label: 320, value: 570, y }, [
      ['Subtotal', usd(v.netCents)],
      ['Total', usd(v.totalCents)],
      ['Amount due', `${usd(v.totalCents)} USD`],
    ])
    pen.at(40, 760, `${number} · ${usd(v.totalCents)} USD due ${due}`, { size: 8 })
    pen.to(570, 760, 'Page 1 of 1', { size: 8 })
    return { invoiceNumber: number, vendor: 'Northwind Labs, Inc.' }
  },
}

const smallBooks: Template = {
  name: 'small business books',
  currency: 'USD',
  taxRate: 8.25,
  terms: [15, 30],
  draw: (pen, v) => {
    const number = v.digits(4)
    pen.at(50, 40, 'Cobalt Plumbing & Heating', { size: 12, bold: true })
    pen.stack(50, 58, [
      '411 Water St',
      'Tulsa, OK 74103 US',
      '(918) 555-0143',
      'office@cobaltplumbing.example',
    ])
    pen.at(50, 130, 'INVOICE', { size: 18 })
    pen.at(50, 165, 'BILL TO', { size: 8, gray: true })
    pen.stack(50, 178, ['Harbor Goods Co', '9 Pier Ave', 'Tulsa, OK 74104'])
    const facts = [
      ['INVOICE #', number],
      ['DATE', numeric.us(v.date)],
      ['DUE DATE', numeric.us(v.dueDate)],
      ['TERMS', `Net ${v.terms}`],
    ] as const
    facts.forEach(([label, value], index) => {
      pen.to(470, 165 + index * 14, label, { size: 8, gray: true })
      pen.at(478, 165 + index * 14, value, { size: 9 })
    })
    const y = itemTable(
      pen,
      { x: [50, 380, 460, 560], y: 250 },
      ['ACTIVITY', 'QTY', 'RATE', 'AMOUNT'],
      v.items,
      (cents) => money(cents, 'en-US'),
    )
    sums(pen, { label: 350, value: 560, y }, [
      ['SUBTOTAL', money(v.netCents, 'en-US')],
      ['TAX (8.25%)', money(v.taxCents, 'en-US')],
      ['TOTAL', money(v.totalCents, 'en-US')],
      ['BALANCE DUE', usd(v.totalCents)],
    ])
    return { invoiceNumber: number, vendor: 'Cobalt Plumbing & Heating' }
  },
}

const cloudBooks: Template = {
  name: 'cloud books with a payment slip',
  currency: 'GBP',
  taxRate: 20,
  terms: [14, 30],
  draw: (pen, v) => {
    const number = `INV-${v.digits(4)}`
    const pounds = (cents: number) => money(cents, 'en-GB')
    pen.at(60, 60, 'TAX INVOICE', { size: 22 })
    pen.stack(80, 100, ['Quayside Stores Ltd', '3 Dock Lane', 'BRISTOL BS1 4QA', 'UNITED KINGDOM'])
    const facts = [
      ['Invoice Date', mediumDate(v.date, 'en-GB')],
      ['Invoice Number', number],
      ['Reference', `PO ${v.digits(5)}`],
      ['VAT Number', 'GB 123 4567 89'],
    ] as const
    facts.forEach(([label, value], index) => {
      pen.at(330, 100 + index * 32, label, { size: 9, bold: true })
      pen.at(330, 112 + index * 32, value, { size: 9 })
    })
    pen.stack(450, 100, ['Fenwick Design Ltd', '20 Castle Street', 'LEEDS LS1 2AB'], { size: 9 })
    const y = itemTable(
      pen,
      { x: [60, 340, 430, 550], y: 260 },
      ['Description', 'Quantity', 'Unit Price', 'Amount GBP'],
      v.items,
      pounds,
    )
    const end = sums(pen, { label: 400, value: 550, y }, [
      ['Subtotal', pounds(v.netCents)],
      ['TOTAL VAT 20%', pounds(v.taxCents)],
      ['TOTAL GBP', pounds(v.totalCents)],
    ])
    pen.at(60, end + 20, `Due Date: ${mediumDate(v.dueDate, 'en-GB')}`, { bold: true })
    pen.rule(60, 600, 490).at(60, 615, 'PAYMENT ADVICE', { size: 16 })
    const slip = [
      ['Customer', 'Quayside Stores Ltd'],
      ['Invoice Number', number],
      ['Amount Due', pounds(v.totalCents)],
      ['Due Date', mediumDate(v.dueDate, 'en-GB')],
      ['Amount Enclosed', ''],
    ] as const
    slip.forEach(([label, value], index) => {
      pen.at(330, 615 + index * 18, label, { size: 9, bold: true })
      pen.at(430, 615 + index * 18, value, { size: 9 })
    })
    return { invoiceNumber: number, vendor: 'Fenwick Design Ltd' }
  },
}

const freelancerApp: Template = {
  name: 'labels above values in four columns',
  currency: 'CAD',
  taxRate: 13,
  terms: [30],
  draw: (pen, v) => {
    const number = v.digits(7).padStart(7, '0')
    const dollars = (cents: number) => `$${money(cents, 'en-CA')}`
    pen.at(45, 45, 'Maple Ridge Studio', { size: 14, bold: true })
    pen.to(567, 45, '416-555-0137', { size: 8 }).to(567, 58, '77 King St W, Toronto', { size: 8 })
    const small = { size: 8, gray: true }
    pen.at(45, 130, 'Billed To', small).at(190, 130, 'Date of Issue', small)
    pen.at(310, 130, 'Invoice Number', small).to(567, 130, 'Amount Due (CAD)', small)
    pen.stack(45, 144, ['Dana Wu', 'Lakefront Foods', '5 Bay Rd']).valueOf()
    pen.at(190, 144, v.date).at(310, 144, number).to(567, 142, dollars(v.totalCents), { size: 20 })
    pen.at(190, 166, 'Due Date', small).at(190, 180, v.dueDate)
    const y = itemTable(
      pen,
      { x: [45, 470, 400, 567], y: 240 },
      ['Description', 'Qty', 'Rate', 'Line Total'],
      v.items,
      dollars,
    )
    sums(pen, { label: 400, value: 567, y }, [
      ['Subtotal', money(v.netCents, 'en-CA')],
      ['HST (13%)', money(v.taxCents, 'en-CA')],
      ['Total', money(v.totalCents, 'en-CA')],
      ['Amount Paid', '0.00'],
      ['Amount Due (CAD)', dollars(v.totalCents)],
    ])
    return { invoiceNumber: number, vendor: 'Maple Ridge Studio' }
  },
}

const freeApp: Template = {
  name: 'labels that end at a colon in the middle',
  currency: 'USD',
  taxRate: 0,
  terms: [10, 45],
  face: 'times',
  draw: (pen, v) => {
    const number = String(1 + Math.floor(v.random() * 300))
    pen.to(560, 40, 'INVOICE', { size: 24 }).to(560, 70, 'Pelican Events', { bold: true })
    pen.to(560, 84, '2 Gulf Way, Mobile, AL 36602').to(560, 98, 'United States')
    pen.stack(50, 150, ['BILL TO', 'Marsh & Daughters', 'Ana Marsh', '251-555-0123'])
    const facts = [
      ['Invoice Number:', number],
      ['P.O./S.O. Number:', v.digits(5)],
      ['Invoice Date:', longDate(v.date, 'en-US')],
      ['Payment Due:', longDate(v.dueDate, 'en-US')],
      ['Amount Due (USD):', usd(v.totalCents)],
    ] as const
    facts.forEach(([label, value], index) => {
      const bold = index === 4
      pen
        .to(440, 150 + index * 16, label, { bold: true })
        .at(446, 150 + index * 16, value, { bold })
    })
    const y = itemTable(
      pen,
      { x: [50, 360, 450, 560], y: 260 },
      ['Items', 'Quantity', 'Price', 'Amount'],
      v.items,
      usd,
    )
    sums(pen, { label: 380, value: 560, y }, [
      ['Total:', usd(v.totalCents)],
      ['Amount Due (USD):', usd(v.totalCents)],
    ])
    pen.at(50, 720, 'Notes / Terms').at(50, 735, 'Thank you for choosing Pelican Events!')
    return { invoiceNumber: number, vendor: 'Pelican Events' }
  },
}

const suite: Template = {
  name: 'balance at the top',
  currency: 'USD',
  taxRate: 7,
  terms: [15, 60],
  draw: (pen, v) => {
    const number = `INV-${v.digits(6).padStart(6, '0')}`
    pen.at(50, 50, 'Sundial Analytics', { size: 11, bold: true })
    pen.stack(50, 68, ['1 Desert Rd', 'Phoenix Arizona 85001', 'U.S.A'], { size: 9 })
    pen.to(560, 45, 'INVOICE', { size: 28 }).to(560, 80, `# ${number}`, { bold: true })
    pen.to(560, 110, 'Balance Due', { size: 8 }).to(560, 122, usd(v.totalCents), { size: 14 })
    pen.at(50, 180, 'Bill To', { gray: true }).at(50, 194, 'Oak & Ember')
    const facts = [
      ['Invoice Date :', mediumDate(v.date, 'en-GB')],
      ['Terms :', `Net ${v.terms}`],
      ['Due Date :', mediumDate(v.dueDate, 'en-GB')],
      ['P.O.# :', `SO-${v.digits(5)}`],
    ] as const
    facts.forEach(([label, value], index) => {
      pen.to(460, 180 + index * 18, label, { gray: true }).to(560, 180 + index * 18, value)
    })
    const y = itemTable(
      pen,
      { x: [50, 380, 460, 560], y: 270 },
      ['# Item & Description', 'Qty', 'Rate', 'Amount'],
      v.items,
      (cents) => money(cents, 'en-US'),
    )
    sums(pen, { label: 400, value: 560, y }, [
      ['Sub Total', money(v.netCents, 'en-US')],
      ['Sales Tax (7%)', money(v.taxCents, 'en-US')],
      ['Total', usd(v.totalCents)],
      ['Balance Due', usd(v.totalCents)],
    ])
    return { invoiceNumber: number, vendor: 'Sundial Analytics' }
  },
}

const timeTracker: Template = {
  name: 'time tracker',
  currency: 'USD',
  taxRate: 0,
  terms: [30],
  face: 'helvetica',
  draw: (pen, v) => {
    const number = `${v.date.slice(0, 4)}${v.digits(3)}`
    pen.at(40, 40, 'From', { gray: true }).at(110, 40, 'Ines Calder Consulting', { bold: true })
    pen.at(40, 90, 'Invoice ID', { gray: true }).at(110, 90, number)
    pen.at(40, 106, 'Issue Date', { gray: true }).at(110, 106, numeric.us(v.date))
    pen
      .at(40, 122, 'Due Date', { gray: true })
      .at(110, 122, `${numeric.us(v.dueDate)} (Net ${v.terms})`)
    pen.at(40, 138, 'Subject', { gray: true }).at(110, 138, 'Interviews, second round')
    pen.at(330, 40, 'Invoice for', { gray: true }).at(400, 40, 'Tern Publishing')
    const y = itemTable(
      pen,
      { x: [40, 370, 450, 560], y: 190 },
      ['Description', 'Quantity', 'Unit Price', 'Amount'],
      v.items,
      usd,
    )
    pen
      .to(450, y + 10, 'Amount Due', { size: 14, bold: true })
      .to(560, y + 10, usd(v.totalCents), { size: 14, bold: true })
    return { invoiceNumber: number, vendor: 'Ines Calder Consulting' }
  },
}

export const SOFTWARE = [
  cardProcessor,
  smallBooks,
  cloudBooks,
  freelancerApp,
  freeApp,
  suite,
  timeTracker,
]
