// A bill's status: a mark with a shape of its own, and the word.
import { BILL_STATUSES, type BillStatus } from '@invoice-desk/contract/bills/bill-status'
import type { ReactNode } from 'react'

export const StatusChip = ({ status }: { status: BillStatus }) => (
  <span className="inline-line pill" style={colorsOf(status)}>
    <StatusMark status={status} />
    {BILL_STATUSES[status].label}
  </span>
)

/** Shapes differ too, for people who can't tell the colors apart. */
const SHAPES: Readonly<Record<BillStatus, ReactNode>> = {
  received: <circle cx="6" cy="6" r="4" fill="none" stroke="currentcolor" strokeWidth="2" />,
  sent_for_approval: (
    <>
      <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentcolor" strokeWidth="1.5" />
      <path d="M6 1.75a4.25 4.25 0 0 0 0 8.5z" fill="currentcolor" />
    </>
  ),
  changes_requested: (
    <path
      d="M4.2 2L1.8 4.4l2.4 2.4M2.2 4.4h5a2.7 2.7 0 0 1 0 5.4H4.6"
      fill="none"
      stroke="currentcolor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  approved: <circle cx="6" cy="6" r="5" fill="currentcolor" />,
  paid: (
    <path
      d="M1.8 6.4l2.9 2.9 5.5-6.2"
      fill="none"
      stroke="currentcolor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  rejected: (
    <path d="M2.5 2.5l7 7m0-7l-7 7" stroke="currentcolor" strokeWidth="2.2" strokeLinecap="round" />
  ),
  withdrawn: <path d="M2 6h8" stroke="currentcolor" strokeWidth="2.2" strokeLinecap="round" />,
}

export const StatusMark = ({ status }: { status: BillStatus }) => (
  <svg
    style={{ color: tokenOf(status, 'dot') }}
    width={12}
    height={12}
    viewBox="0 0 12 12"
    aria-hidden="true"
    focusable="false"
  >
    {SHAPES[status]}
  </svg>
)

const tokenOf = (status: BillStatus, part: 'dot' | 'bg' | 'text') =>
  `var(--${status.replaceAll('_', '-')}-${part})`

export const colorsOf = (status: BillStatus) => ({
  background: tokenOf(status, 'bg'),
  color: tokenOf(status, 'text'),
})
