// Harbor & Finch Studio: a dozen vendors with bills, and five customers in every state of paying.
import { seedLists } from './seed-lists.ts'
import type { Planter } from './seeds.ts'
import { addDays, dayFromToday } from './time.ts'

type VendorSeed = readonly [name: string, email: string, city: string, taxId?: string]
const VENDORS: readonly VendorSeed[] = [
  ['Alder & Ash Carpentry', 'office@alderash.example', 'Portland', '93-1204417'],
  ['Beacon Web Services', 'billing@beaconweb.example', 'Seattle'],
  ['Blue Heron Photography', 'hello@blueheron.example', 'Astoria', '91-4420187'],
  ['Cedar Street Printing', 'accounts@cedarstreet.example', 'Portland'],
  ['Dana Whitfield', 'dana@whitfield.example', 'Eugene', '541-62-3308'],
  ['Elm Grove Landscaping', 'pay@elmgrove.example', 'Salem'],
  ['Foundry Type Co.', 'licences@foundrytype.example', 'San Francisco'],
  ['Gull Rock Catering', 'events@gullrock.example', 'Newport'],
  ['Kestrel Courier', 'billing@kestrel.example', 'Portland'],
  ['Maya Lindqvist Illustration', 'maya@lindqvist.example', 'Bend', '532-80-1179'],
  ["O'Malley Electric", 'jobs@omalley.example', 'Beaverton'],
  ['Pier 9 Storage', 'office@pier9.example', 'Astoria'],
]

type CustomerSeed = readonly [name: string, contact: string, email: string, city: string]
const CUSTOMERS: readonly CustomerSeed[] = [
  ['Aspen Ridge Dental', 'Ruth Okafor', 'ap@aspenridge.example', 'Boise'],
  ['Brightwater Books', 'Tomas Iversen', 'tomas@brightwater.example', 'Olympia'],
  ['Cobalt Coffee Roasters', 'Priya Nair', 'priya@cobaltcoffee.example', 'Portland'],
  ['Driftwood Inn', 'Helen Marsh', 'accounts@driftwoodinn.example', 'Cannon Beach'],
  ['Evergreen Montessori School', 'Luis Ortega', 'office@evergreenmontessori.example', 'Tacoma'],
]

type InvoiceSeed = readonly [
  number: string,
  customer: string,
  day: number,
  item: string,
  quantity: number,
  price: number,
]
const INVOICES: readonly InvoiceSeed[] = [
  ['1001', 'Aspen Ridge Dental', -95, 'Design', 12, 95],
  ['1002', 'Aspen Ridge Dental', -58, 'Photography', 5, 140],
  ['1003', 'Aspen Ridge Dental', -20, 'Design', 8, 95],
  ['1004', 'Brightwater Books', -88, 'Print run', 500, 1.85],
  ['1005', 'Brightwater Books', -47, 'Design', 6, 95],
  ['1006', 'Brightwater Books', -12, 'Hosting', 3, 35],
  ['1007', 'Cobalt Coffee Roasters', -76, 'Design', 20, 95],
  ['1008', 'Cobalt Coffee Roasters', -61, 'Photography', 4, 140],
  ['1009', 'Cobalt Coffee Roasters', -33, 'Print run', 1200, 0.42],
  ['1010', 'Cobalt Coffee Roasters', -6, 'Design', 3.5, 95],
  ['1011', 'Driftwood Inn', -70, 'Photography', 9, 140],
  ['1012', 'Driftwood Inn', -25, 'Design', 10, 95],
  ['1013', 'Driftwood Inn', -3, 'Hosting', 12, 35],
  ['1014', 'Evergreen Montessori School', -52, 'Design', 15, 95],
  ['1015', 'Evergreen Montessori School', -28, 'Print run', 800, 0.65],
  ['1016', 'Evergreen Montessori School', -1, 'Photography', 2, 140],
]

type PaymentSeed = {
  readonly customer: string
  readonly day: number
  readonly total: number
  readonly method: string
  readonly reference?: string
  readonly note?: string
  readonly applied: readonly (readonly [invoice: string, amount: number])[]
}
const PAYMENTS: readonly PaymentSeed[] = [
  {
    customer: 'Aspen Ridge Dental',
    day: -70,
    total: 1140,
    method: 'Credit Card',
    note: 'Stripe payment (ID: pi_3Sample1001HarborFinch)',
    applied: [['1001', 1140]],
  },
  {
    customer: 'Aspen Ridge Dental',
    day: -30,
    total: 300,
    method: 'Check',
    reference: '2041',
    note: 'First half by check',
    applied: [['1002', 300]],
  },
  {
    customer: 'Brightwater Books',
    day: -60,
    total: 1495,
    method: 'Check',
    reference: '5518',
    applied: [
      ['1004', 925],
      ['1005', 570],
    ],
  },
  {
    customer: 'Cobalt Coffee Roasters',
    day: -50,
    total: 1900,
    method: 'ACH',
    reference: 'ACH-77120',
    applied: [['1007', 1900]],
  },
  {
    customer: 'Cobalt Coffee Roasters',
    day: -21,
    total: 160,
    method: 'Credit Card',
    note: 'Stripe payment (ID: pi_3Sample1008HarborFinch)',
    applied: [['1008', 160]],
  },
  {
    customer: 'Driftwood Inn',
    day: -41,
    total: 1260,
    method: 'PayPal',
    note: 'PayPal payment (ID: 8SX74120SAMPLE11)',
    applied: [['1011', 1260]],
  },
  {
    customer: 'Evergreen Montessori School',
    day: -30,
    total: 1000,
    method: 'Credit Card',
    note: 'Stripe payment (ID: pi_3Sample1014HarborFinch)',
    applied: [['1014', 1000]],
  },
]

type BillSeed = readonly [
  vendor: string,
  number: string,
  day: number,
  dueIn: number,
  account: string,
  amount: number,
]
const BILLS: readonly BillSeed[] = [
  ['Alder & Ash Carpentry', 'AA-2291', -64, 30, 'Repairs & Maintenance', 1840],
  ['Beacon Web Services', 'BW-10044', -33, 15, 'Office Expenses:Software', 219.5],
  ['Blue Heron Photography', 'BH-77', -18, 30, 'Cost of Goods Sold:Photography', 1250],
  ['Cedar Street Printing', '88213', -41, 30, 'Cost of Goods Sold:Print Production', 962.4],
  ['Cedar Street Printing', '88260', -9, 30, 'Cost of Goods Sold:Print Production', 431.75],
  ['Dana Whitfield', 'DW-014', -26, 14, 'Cost of Goods Sold:Subcontractors', 680],
  ['Kestrel Courier', 'KC-5520', -15, 14, 'Office Expenses:Postage & Courier', 57.2],
  ["O'Malley Electric", 'OM-318', -4, 30, 'Utilities:Electricity', 305],
]
const PAID_BILLS = ['AA-2291', 'BW-10044', '88213'] as const

export const seedHarborFinch = (planter: Planter): void => {
  seedLists(planter)
  seedNames(planter)
  seedSales(planter)
  seedPurchases(planter)
}

const address = (City: string) => ({
  Line1: '120 Main Street',
  City,
  CountrySubDivisionCode: 'OR',
  PostalCode: '97201',
})

const seedNames = ({ plant, retire }: Planter): void => {
  for (const [DisplayName, Address, city, taxId] of VENDORS)
    plant('Vendor', DisplayName, {
      DisplayName,
      CompanyName: DisplayName,
      PrimaryEmailAddr: { Address },
      BillAddr: address(city),
      ...(taxId && { Vendor1099: true, TaxIdentifier: taxId }),
    })
  plant('Vendor', 'Quill Paper Supply', { DisplayName: 'Quill Paper Supply' })
  retire('Vendor', 'Quill Paper Supply')
  for (const [DisplayName, contact, Address, city] of CUSTOMERS)
    plant('Customer', DisplayName, {
      DisplayName,
      CompanyName: DisplayName,
      GivenName: contact.split(' ')[0],
      FamilyName: contact.split(' ')[1],
      PrimaryEmailAddr: { Address },
      BillAddr: address(city),
    })
}

const saleLine = ({ ref }: Planter, item: string, Qty: number, UnitPrice: number) => ({
  DetailType: 'SalesItemLineDetail',
  Amount: Math.round(Qty * UnitPrice * 100) / 100,
  Description: item,
  SalesItemLineDetail: { ItemRef: ref('Item', item), Qty, UnitPrice },
})

const seedSales = (planter: Planter): void => {
  const { plant, ref, link } = planter
  for (const [DocNumber, customer, day, item, quantity, price] of INVOICES)
    plant('Invoice', DocNumber, {
      DocNumber,
      CustomerRef: ref('Customer', customer),
      TxnDate: dayFromToday(day),
      DueDate: addDays(dayFromToday(day), 30),
      Line: [saleLine(planter, item, quantity, price)],
    })
  for (const { customer, day, total, method, reference, note, applied } of PAYMENTS)
    plant('Payment', `${customer} ${day}`, {
      CustomerRef: ref('Customer', customer),
      TotalAmt: total,
      TxnDate: dayFromToday(day),
      PaymentMethodRef: ref('PaymentMethod', method),
      ...(reference && { PaymentRefNum: reference }),
      ...(note && { PrivateNote: note }),
      Line: applied.map(([invoice, amount]) => link('Invoice', invoice, amount)),
    })
  for (const [DocNumber, customer, day, hours] of [
    ['CM-101', 'Driftwood Inn', -22, 2],
    ['CM-102', 'Cobalt Coffee Roasters', -5, 1],
  ] as const)
    plant('CreditMemo', DocNumber, {
      DocNumber,
      CustomerRef: ref('Customer', customer),
      TxnDate: dayFromToday(day),
      PrivateNote: 'Agreed by phone',
      Line: [saleLine(planter, 'Design', hours, 95)],
    })
  // A credit memo is applied by a payment of nothing that names it and the invoice.
  plant('Payment', 'CM-101 to 1012', {
    CustomerRef: ref('Customer', 'Driftwood Inn'),
    TotalAmt: 0,
    TxnDate: dayFromToday(-20),
    Line: [link('Invoice', '1012', 190), link('CreditMemo', 'CM-101', 190)],
  })
}

const seedPurchases = ({ plant, ref, link }: Planter): void => {
  for (const [vendor, DocNumber, day, dueIn, account, Amount] of BILLS) {
    const TxnDate = dayFromToday(day)
    plant('Bill', DocNumber, {
      VendorRef: ref('Vendor', vendor),
      DocNumber,
      TxnDate,
      DueDate: addDays(TxnDate, dueIn),
      Line: [
        {
          DetailType: 'AccountBasedExpenseLineDetail',
          Amount,
          AccountBasedExpenseLineDetail: { AccountRef: ref('Account', account) },
        },
      ],
    })
    if (!PAID_BILLS.some((paid) => paid === DocNumber)) continue
    plant('BillPayment', DocNumber, {
      VendorRef: ref('Vendor', vendor),
      PayType: 'Check',
      TotalAmt: Amount,
      TxnDate: addDays(TxnDate, 10),
      CheckPayment: { BankAccountRef: ref('Account', 'Checking') },
      Line: [link('Bill', DocNumber, Amount)],
    })
  }
}
