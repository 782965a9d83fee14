// The sample data of Harbor & Finch Studio; days are relative to today.

/** The state and ZIP code of each city. */
export const CITIES = {
  Astoria: ['OR', '97103'],
  Beaverton: ['OR', '97005'],
  Bend: ['OR', '97701'],
  Boise: ['ID', '83702'],
  'Cannon Beach': ['OR', '97110'],
  Eugene: ['OR', '97401'],
  Newport: ['OR', '97365'],
  Olympia: ['WA', '98501'],
  Portland: ['OR', '97201'],
  Salem: ['OR', '97301'],
  'San Francisco': ['CA', '94103'],
  Seattle: ['WA', '98101'],
  Tacoma: ['WA', '98402'],
} as const
export type City = keyof typeof CITIES

/** With a tax id, even an empty one, it's a 1099 vendor. */
type VendorSeed = readonly [name: string, email: string, city: City, taxId?: string]
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
  city: City | 'Berlin',
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
