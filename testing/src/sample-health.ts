// Tests of services: two with something to fix, one that was never tested.
import type { Finding, Service, ServiceCheck } from '@invoice-desk/contract/system/service-checks'
import { GO_LIVE_STEPS, SERVICE_NAMES } from '@invoice-desk/contract/system/service-checks'
import { ADMIN } from './people.ts'

const FINDINGS: Partial<Record<Service, Finding[]>> = {
  mail: [
    {
      state: 'note',
      text: 'The sender’s domain has no DMARC record.',
      fix: 'Add a TXT record for _dmarc.harborfinch.example.',
    },
    { state: 'ok', text: 'The connection is encrypted.' },
  ],
  stripe: [
    { state: 'ok', text: 'STRIPE_SECRET_KEY works.' },
    {
      state: 'problem',
      text: 'The webhook endpoint doesn’t get charge.dispute.created.',
      fix: 'In Stripe, open Developers › Webhooks, and add the event to the endpoint.',
    },
  ],
  paypal: [{ state: 'skipped', text: 'PayPal isn’t set up.' }],
  mail_relay: [{ state: 'skipped', text: 'The mail relay is off.' }],
}

const OK: Finding[] = [
  { state: 'ok', text: 'It answers.' },
  { state: 'ok', text: 'It has what the app needs.' },
]

const SERVICES: readonly ServiceCheck[] = SERVICE_NAMES.map((service, at) => ({
  service,
  ...(service !== 'public_address' && {
    last: {
      at: `2026-11-16T15:0${at}:00.000Z`,
      by: ADMIN,
      findings: FINDINGS[service] ?? OK,
    },
  }),
}))

const STEPS = GO_LIVE_STEPS.map((step, at) => ({
  step,
  ...(at < 2 && { done: { at: '2026-11-16T15:20:00.000Z', by: ADMIN } }),
}))

export const HEALTH = { services: SERVICES, steps: STEPS }
