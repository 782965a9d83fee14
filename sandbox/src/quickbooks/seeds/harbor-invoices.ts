// The invoices that Harbor & Finch Studio sent, with every kind of line; days are relative to today.

type LineSeed = readonly [
  item: string,
  description: string,
  quantity: number,
  price: number,
  /** The day of the service. */
  day?: number,
]
type Extras = {
  /** A line without an amount, before the others. */
  readonly note?: string
  /** The item of which all lines are parts. */
  readonly bundle?: string
  readonly discountPercent?: number
  readonly shipping?: number
  readonly tax?: { readonly percent: number; readonly net: number; readonly amount: number }
  readonly message?: string
  /** Dollars per unit of the customer's currency. */
  readonly exchangeRate?: number
}
type InvoiceSeed = readonly [
  number: string,
  customer: string,
  day: number,
  lines: readonly LineSeed[],
  extras?: Extras,
]

const ASPEN = 'Aspen Ridge Dental'
const BRIGHTWATER = 'Brightwater Books'
const COBALT = 'Cobalt Coffee Roasters'
const DRIFTWOOD = 'Driftwood Inn'
const EVERGREEN = 'Evergreen Montessori School'

export const INVOICES: readonly InvoiceSeed[] = [
  ['1001', ASPEN, -95, [['Design', 'Welcome folder for new patients', 12, 95]]],
  ['1002', ASPEN, -58, [['Photography', 'Team portraits, five sessions', 5, 140]]],
  [
    '1003',
    ASPEN,
    -20,
    [['Design', 'Recall postcards, two versions', 8, 95, -24]],
    { note: 'Second round of the fall campaign, as agreed with Dr. Okafor.' },
  ],
  ['1004', BRIGHTWATER, -88, [['Print run', 'Gift cards, both sides, 350 g', 500, 1.85]]],
  ['1005', BRIGHTWATER, -47, [['Design', 'Reading list for the holidays', 6, 95]]],
  ['1006', BRIGHTWATER, -12, [['Hosting', 'Website hosting, three months', 3, 35]]],
  ['1007', COBALT, -76, [['Design', 'Coffee bags, three blends', 20, 95]]],
  [
    '1008',
    COBALT,
    -61,
    [
      ['Design', 'Autumn menu, layout and print files', 4, 85, -66],
      ['Signage', 'Window lettering, two panes', 2, 80, -62],
      ['Delivery', 'Delivery', 1, 60],
    ],
    { message: 'Thank you for working with us. The print files stay available for a year.' },
  ],
  [
    '1009',
    COBALT,
    -33,
    [['Print run', 'Takeaway cups, two colors, 12 oz', 1200, 0.5]],
    {
      discountPercent: 20,
      tax: { percent: 5, net: 480, amount: 24 },
      message: 'Your reorder discount is included. Please mention the invoice number.',
    },
  ],
  ['1010', COBALT, -6, [['Design', 'Loyalty card, changes after proof', 3.5, 95]]],
  ['1011', DRIFTWOOD, -70, [['Photography', 'Rooms and breakfast, one day on site', 9, 140]]],
  [
    '1012',
    DRIFTWOOD,
    -25,
    [
      ['Design', 'Brochure, concept and layout', 6, 95],
      ['Design', 'Map of the coast trail', 4, 95],
    ],
  ],
  ['1013', DRIFTWOOD, -3, [['Hosting', 'Booking page hosting, one year', 12, 35]]],
  [
    '1014',
    EVERGREEN,
    -52,
    [
      ['Design', 'Invitation and program', 10, 95],
      ['Photography', 'Classroom photos', 2, 140],
      ['Print run', 'Invitations with envelopes', 300, 0.65],
    ],
    { bundle: 'Open house kit' },
  ],
  ['1015', EVERGREEN, -28, [['Print run', 'School calendar', 700, 0.65]], { shipping: 65 }],
  ['1016', EVERGREEN, -1, [['Photography', 'Class portraits', 2, 140]]],
  [
    '1017',
    'Galerie Lindenhof',
    -16,
    [['Design', 'Exhibition catalog', 8, 105]],
    { exchangeRate: 1.09 },
  ],
]
