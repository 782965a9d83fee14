// The sample bills. Days count from today.
import type { BillStatus } from '@invoice-desk/contract/bills/bill-status'
import type { MessageKind } from '@invoice-desk/contract/bills/conversation'

export type SampleBill = {
  readonly vendor: string
  readonly number: string
  readonly amountCents: number
  readonly status: BillStatus
  readonly submittedDay: number
  readonly dueDay: number
  readonly lines?: readonly (readonly [text: string, amountCents: number])[]
  readonly rejectReason?: string
  /** The number of an earlier bill that looks like a duplicate. */
  readonly resembles?: string
  /** On the day after it was submitted. */
  readonly conversation?: readonly (readonly [kind: MessageKind, text: string])[]
}

const BLUE_HERON = 'Blue Heron Photography'

export const BILLS: readonly SampleBill[] = [
  {
    vendor: BLUE_HERON,
    number: 'BH-68',
    amountCents: 98_000,
    status: 'paid',
    submittedDay: -82,
    dueDay: -52,
    lines: [['Product photography, 7 hours', 98_000]],
  },
  {
    vendor: BLUE_HERON,
    number: 'BH-71',
    amountCents: 56_000,
    status: 'paid',
    submittedDay: -57,
    dueDay: -27,
    lines: [['Team portraits, 4 hours', 56_000]],
  },
  {
    vendor: BLUE_HERON,
    number: 'BH-74',
    amountCents: 140_000,
    status: 'approved',
    submittedDay: -24,
    dueDay: 6,
    lines: [['Event photography, 10 hours', 140_000]],
  },
  {
    vendor: BLUE_HERON,
    number: 'BH-75',
    amountCents: 84_000,
    status: 'rejected',
    submittedDay: -21,
    dueDay: 9,
    lines: [['Event photography, 6 hours', 84_000]],
    rejectReason: 'BH-74 already includes the evening hours. Please send a corrected invoice.',
  },
  // QuickBooks already has this bill.
  {
    vendor: BLUE_HERON,
    number: 'BH-77',
    amountCents: 125_000,
    status: 'sent_for_approval',
    submittedDay: -17,
    dueDay: 13,
    lines: [
      ['Catalog photography, 8 hours', 112_000],
      ['Retouching', 13_000],
    ],
    conversation: [
      ['staff', 'Does the retouching cover all 40 photos, or only the cover?'],
      ['contractor', 'All 40. The cover had two more rounds, which I did not charge.'],
      ['note', 'Ada agreed to the retouching on the phone. Fine to approve.'],
    ],
  },
  {
    vendor: BLUE_HERON,
    number: 'BH-79',
    amountCents: 42_000,
    status: 'received',
    submittedDay: 0,
    dueDay: 30,
  },
  // QuickBooks has this number with a different amount.
  {
    vendor: 'Dana Whitfield',
    number: 'DW-014',
    amountCents: 69_000,
    status: 'sent_for_approval',
    submittedDay: -12,
    dueDay: 2,
    lines: [['Copywriting, October', 69_000]],
  },
  {
    vendor: 'Dana Whitfield',
    number: 'DW-015',
    amountCents: 51_250,
    status: 'sent_for_approval',
    submittedDay: -3,
    dueDay: 11,
    lines: [['Copywriting, newsletter', 51_250]],
  },
  {
    vendor: 'Cedar Street Printing',
    number: '88301',
    amountCents: 118_460,
    status: 'sent_for_approval',
    submittedDay: -5,
    dueDay: 25,
    lines: [
      ['Brochure, 1,200 copies', 96_000],
      ['Folding and delivery', 22_460],
    ],
  },
  {
    vendor: 'Cedar Street Printing',
    number: '88301-A',
    amountCents: 118_460,
    status: 'sent_for_approval',
    submittedDay: -1,
    dueDay: 29,
    resembles: '88301',
    lines: [['Brochure, 1,200 copies, delivered', 118_460]],
  },
  {
    vendor: 'Maya Lindqvist Illustration',
    number: 'ML-203',
    amountCents: 237_500,
    status: 'sent_for_approval',
    submittedDay: -2,
    dueDay: 28,
    lines: [['Twelve illustrations', 237_500]],
  },
  {
    vendor: 'Kestrel Courier',
    number: 'KC-5531',
    amountCents: 8_640,
    status: 'received',
    submittedDay: 0,
    dueDay: 14,
  },
]
