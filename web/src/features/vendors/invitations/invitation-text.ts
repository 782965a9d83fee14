// What people read about an invitation: its state, and when its link or its details expire.
import { DAY_MS } from '@invoice-desk/contract/values/business-day'
import type { VendorInvitation } from '@invoice-desk/contract/vendors/vendor-invitations'
import { formatDay } from '../../../shared/text/times.ts'
import type { Tone } from '../../../shared/ui/feedback/notice.tsx'

export const STATES: Readonly<
  Record<VendorInvitation['state'], { readonly label: string; readonly tone: Tone }>
> = {
  invited: { label: 'Invited', tone: 'neutral' },
  submitted: { label: 'To review', tone: 'warning' },
  sent_back: { label: 'Sent back', tone: 'info' },
  accepted: { label: 'Accepted', tone: 'positive' },
  expired: { label: 'Expired', tone: 'neutral' },
}

const HOUR_MS = 60 * 60_000
const relative = new Intl.RelativeTimeFormat('en-US')

/** `in 3 days`, `in 5 hours`, `soon`. */
const inText = (ms: number): string => {
  if (ms >= DAY_MS) return relative.format(Math.floor(ms / DAY_MS), 'day')
  return ms >= HOUR_MS ? relative.format(Math.floor(ms / HOUR_MS), 'hour') : 'soon'
}

/** On one line. */
const dayOf = (time: string) => formatDay(time).replaceAll(' ', '\u00a0')

type Expiring = Pick<VendorInvitation, 'state' | 'expiresAt'>

/** Until the tax ID is erased. */
export const timeLeft = ({ expiresAt }: Expiring, now: number): string =>
  inText(Date.parse(expiresAt) - now)

export const expiryText = (invitation: Expiring, now: number): string => {
  const { state, expiresAt } = invitation
  const left = Date.parse(expiresAt) - now
  if (state === 'submitted') return `Tax ID erased ${timeLeft(invitation, now)}`
  if (state !== 'expired') return `Link works until ${dayOf(expiresAt)}`
  // The details can expire before the link.
  return left > 0 ? 'Tax ID erased without a review' : `Link expired ${dayOf(expiresAt)}`
}
