// What the pages about wallet payments share.
import { badge, type Html, html, type NavLink, type Tone } from '../../web/pages.ts'
import type { Money } from '../wire.ts'

export const dollars = ({ value, currency_code }: Money): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency_code }).format(
    Number(value),
  )

const TONES: Readonly<Record<string, Tone>> = {
  COMPLETED: 'good',
  APPROVED: 'good',
  PENDING: 'warning',
  PAYER_ACTION_REQUIRED: 'warning',
  PARTIALLY_REFUNDED: 'warning',
  OPEN: 'warning',
  WAITING_FOR_SELLER_RESPONSE: 'warning',
  UNDER_REVIEW: 'warning',
  DECLINED: 'bad',
  FAILED: 'bad',
}

export const statusBadge = (status: string): Html =>
  badge(status.replaceAll('_', ' ').toLowerCase(), TONES[status] ?? 'neutral')

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

export const time = (iso: string): Html =>
  html`<time class="nowrap" datetime="${iso}">${moment.format(new Date(iso))}</time>`

export const navOf = (path: string): NavLink[] =>
  [
    { title: 'Orders', path: '/paypal' },
    { title: 'Events', path: '/paypal/deliveries' },
  ].map((link) => ({ ...link, current: link.path === path }))
