// What the pages about card payments share.
import type Stripe from 'stripe'
import { badge, type Html, html, type NavLink, type Tone } from '../../web/pages.ts'

export const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

const TONES: Readonly<Record<string, Tone>> = {
  succeeded: 'good',
  won: 'good',
  requires_action: 'warning',
  requires_payment_method: 'warning',
  requires_confirmation: 'warning',
  needs_response: 'warning',
  failed: 'bad',
  lost: 'bad',
}

export const statusBadge = (status: string): Html =>
  badge(status.replaceAll('_', ' '), TONES[status] ?? 'neutral')

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

export const time = (seconds: number): Html => {
  const date = new Date(seconds * 1000)
  return html`<time class="nowrap" datetime="${date.toISOString()}">${moment.format(date)}</time>`
}

export const navOf = (path: string): NavLink[] =>
  [
    { title: 'Payments', path: '/stripe' },
    { title: 'Test cards', path: '/stripe/cards' },
    { title: 'Events', path: '/stripe/deliveries' },
  ].map((link) => ({ ...link, current: link.path === path }))

export const cardOf = (charge: Stripe.Charge | undefined): string => {
  const card = charge?.payment_method_details?.card
  return card ? `${card.brand} •••• ${card.last4}` : ''
}
