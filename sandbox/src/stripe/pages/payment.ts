// One card payment: what is known of it, and what its payer, its bank or the account could do next.
import type Stripe from 'stripe'
import { dataTable, type Html, html, type PageParts } from '../../web/pages.ts'
import type { Books, IntentRow } from '../books.ts'
import { cardOf, money, navOf, statusBadge, time } from './parts.ts'

export const paymentPage = (books: Books, { object: intent }: IntentRow): PageParts => {
  const charges = books.charges.list().filter(({ payment_intent }) => payment_intent === intent.id)
  const refunds = books.refunds.list().filter(({ payment_intent }) => payment_intent === intent.id)
  const dispute = books.disputes.list().find(({ payment_intent }) => payment_intent === intent.id)
  const paid = charges.find(({ status }) => status === 'succeeded')
  return {
    title: `Payment of ${money(intent.amount, intent.currency)}`,
    nav: navOf(''),
    body: html`${facts(intent)}
${intent.status === 'requires_action' && challengeLink(intent)}
${paid && actions(intent, paid, dispute)}
<h2>Tries</h2>
${dataTable('Tries', ['Charge', 'Card', 'Status', 'Reason'], charges.map(chargeRow), 'No card was charged yet.')}
${
  refunds.length > 0 &&
  html`<h2>Refunds</h2>${dataTable(
    'Refunds',
    ['Refund', { title: 'Amount', numeric: true }, 'Status', 'When'],
    refunds.map((refund) => [
      html`<code>${refund.id}</code>`,
      money(refund.amount, refund.currency),
      statusBadge(refund.status ?? ''),
      time(refund.created),
    ]),
  )}`
}
<h2>Metadata</h2>
${dataTable('Metadata', ['Key', 'Value'], Object.entries(intent.metadata), 'None was given.')}`,
  }
}

const facts = (intent: Stripe.PaymentIntent): Html => html`<dl>
<dt>Intent</dt><dd><code>${intent.id}</code></dd>
<dt>Status</dt><dd>${statusBadge(intent.status)}</dd>
<dt>Description</dt><dd>${intent.description ?? 'none'}</dd>
<dt>Receipt to</dt><dd>${intent.receipt_email ?? 'nobody'}</dd>
<dt>Begun</dt><dd>${time(intent.created)}</dd>
${intent.last_payment_error?.message && html`<dt>Last error</dt><dd>${intent.last_payment_error.message}</dd>`}
</dl>`

const challengeLink = (intent: Stripe.PaymentIntent): Html =>
  html`<p><a class="button" href="/stripe/challenge/${intent.id}?client_secret=${intent.client_secret ?? ''}&framed=no">Answer for the payer</a></p>`

const actions = (
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  dispute: Stripe.Dispute | undefined,
): Html => {
  const left = charge.amount - charge.amount_refunded
  const at = `/stripe/payments/${intent.id}`
  return html`
${
  left > 0 &&
  !charge.disputed &&
  html`<form class="fields" method="post" action="${at}/refund">
<label class="short">Dollars<input name="dollars" type="number" min="0.01" max="${left / 100}" step="0.01" value="${(left / 100).toFixed(2)}" required></label>
<button>Refund</button>
</form>`
}
${
  !dispute &&
  html`<form class="after" method="post" action="${at}/dispute"><button class="danger">Dispute as the payer</button></form>`
}
${
  dispute &&
  html`<p>Disputed: ${statusBadge(dispute.status)}</p>${
    dispute.status === 'needs_response' &&
    html`<form class="actions" method="post" action="${at}/close-dispute">
<button name="status" value="won">The business wins</button>
<button name="status" value="lost" class="danger">The payer wins</button>
</form>`
  }`
}`
}

const chargeRow = (charge: Stripe.Charge) => [
  html`<code>${charge.id}</code>`,
  cardOf(charge),
  statusBadge(charge.status),
  charge.failure_message ?? charge.outcome?.seller_message ?? '',
]
