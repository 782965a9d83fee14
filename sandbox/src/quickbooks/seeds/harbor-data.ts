// The sample data of Harbor & Finch Studio; days are relative to today.

/** With a tax id, even an empty one, it's a 1099 vendor. */
type VendorSeed = readonly [name: string, email: string, city: string, taxId?: string]
export const VENDORS: readonly VendorSeed[] = [
  ['Alder & Ash Carpentry', 'office@alderash.example', 'Portland', '93-1204417'],
  ['Beacon Web Services', 'billing@beaconweb.example', 'Seattle'],
  ['Blue Heron Photography', 'hello@blueheron.example', 'Astoria', '91-4420187'],
  ['Cedar Street Printing', 'accounts@cedarstreet.example', 'Portland'],
  ['Dana Whitfield', 'dana@whitfield.example', 'Eugene', '541-62-3308'],
  ['Elm Grove Landscaping', 'pay@elmgrove.example', 'Salem', ''],
  ['Foundry Type Co.', 'licenses@foundrytype.example', 'San Francisco'],
  ['Gull Rock Catering', 'events@gullrock.example', 'Newport'],
  ['Kestrel Courier', 'billing@kestrel.example', 'Portland'],
  ['Maya Lindqvist Illustration', 'maya@lindqvist.example', 'Bend', '532-80-1179'],
  ["O'Malley Electric", 'jobs@omalley.example', 'Beaverton'],
  ['Pier 9 Storage', 'office@pier9.example', 'Astoria'],
]

type CustomerSeed = readonly [
  name: string,
  contact: string,
  email: string,
  city: string,
  currency?: string,
]
export const CUSTOMERS: readonly CustomerSeed[] = [
  ['Aspen Ridge Dental', 'Ruth Okafor', 'ap@aspenridge.example', 'Boise'],
  ['Brightwater Books', 'Tomas Iversen', 'tomas@brightwater.example', 'Olympia'],
  ['Cobalt Coffee Roasters', 'Priya Nair', 'priya@cobaltcoffee.example', 'Portland'],
  ['Driftwood Inn', 'Helen Marsh', 'accounts@driftwoodinn.example', 'Cannon Beach'],
  ['Evergreen Montessori School', 'Luis Ortega', 'office@evergreenmontessori.example', 'Tacoma'],
  ['Galerie Lindenhof', 'Anke Vogt', 'buero@lindenhof.example', 'Berlin', 'EUR'],
]

type InvoiceSeed = readonly [
  number: string,
  customer: string,
  day: number,
  item: string,
  quantity: number,
  price: number,
  /** Dollars per unit of the customer's currency. */
  exchangeRate?: number,
]
export const INVOICES: readonly InvoiceSeed[] = [
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
  ['1017', 'Galerie Lindenhof', -16, 'Design', 8, 105, 1.09],
]

type PaymentSeed = readonly [
  customer: string,
  day: number,
  method: string,
  /** A check or transfer number, or a note. */
  reference: { readonly PaymentRefNum?: string; readonly PrivateNote?: string },
  applied: Readonly<Record<string, number>>,
]
const stripeNote = (id: string) => ({
  PrivateNote: `Stripe payment (ID: pi_3Sample${id}HarborFinch)`,
})
const halfByCheck = { PaymentRefNum: '2041', PrivateNote: 'First half by check' }
const paypalNote = { PrivateNote: 'PayPal payment (ID: 8SX74120SAMPLE11)' }
export const PAYMENTS: readonly PaymentSeed[] = [
  ['Aspen Ridge Dental', -70, 'Credit Card', stripeNote('1001'), { 1001: 1140 }],
  ['Aspen Ridge Dental', -30, 'Check', halfByCheck, { 1002: 300 }],
  ['Brightwater Books', -60, 'Check', { PaymentRefNum: '5518' }, { 1004: 925, 1005: 570 }],
  ['Cobalt Coffee Roasters', -50, 'ACH', { PaymentRefNum: 'ACH-77120' }, { 1007: 1900 }],
  ['Cobalt Coffee Roasters', -21, 'Credit Card', stripeNote('1008'), { 1008: 160 }],
  ['Driftwood Inn', -41, 'PayPal', paypalNote, { 1011: 1260 }],
  ['Evergreen Montessori School', -30, 'Credit Card', stripeNote('1014'), { 1014: 1000 }],
]

type BillSeed = readonly [
  vendor: string,
  number: string,
  day: number,
  dueIn: number,
  account: string,
  amount: number,
]
export const BILLS: readonly BillSeed[] = [
  ['Alder & Ash Carpentry', 'AA-2291', -64, 30, 'Repairs & Maintenance', 1840],
  ['Beacon Web Services', 'BW-10044', -33, 15, 'Office Expenses:Software', 219.5],
  ['Blue Heron Photography', 'BH-77', -18, 30, 'Cost of Goods Sold:Photography', 1250],
  ['Cedar Street Printing', '88213', -41, 30, 'Cost of Goods Sold:Print Production', 962.4],
  ['Cedar Street Printing', '88260', -9, 30, 'Cost of Goods Sold:Print Production', 431.75],
  ['Dana Whitfield', 'DW-014', -26, 14, 'Cost of Goods Sold:Subcontractors', 680],
  ['Kestrel Courier', 'KC-5520', -15, 14, 'Office Expenses:Postage & Courier', 57.2],
  ["O'Malley Electric", 'OM-318', -4, 30, 'Utilities:Electricity', 305],
  ['Elm Grove Landscaping', 'EG-118', -38, 30, 'Repairs & Maintenance', 2640],
  ['Maya Lindqvist Illustration', 'ML-187', -29, 30, 'Advertising', 1450],
]

type BillPaymentSeed = readonly [bill: string, amount: number, type?: 'CreditCard']
export const BILL_PAYMENTS: readonly BillPaymentSeed[] = [
  ['AA-2291', 1840],
  ['BW-10044', 219.5],
  ['88213', 962.4],
  ['EG-118', 2640],
  ['ML-187', 950],
  ['ML-187', 500, 'CreditCard'],
]
