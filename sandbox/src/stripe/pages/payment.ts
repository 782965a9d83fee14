// The page of one card payment, with buttons for what the payer, the bank or the seller could do next.
import type Stripe from 'stripe'
import { newestFirst, statusBadge } from '../../payments/pages.ts'
import {
  buttonForm,
  dataTable,
  type Html,
  html,
  moneyText,
  type PageParts,
  timeText,
} from '../../web/pages.ts'
import type { Books } from '../books.ts'

export const money = ({ amount, currency }: { amount: number; currency: string }): string =>
  moneyText(amount / 100, currency)

export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

const cardOf = (charge: Stripe.Charge | undefined): string => {
  const card = charge?.payment_method_details?.card
  return card ? `${card.brand} •••• ${card.last4}` : ''
}

export const paymentsTable = ({ intents, charges }: Books): Html =>
  dataTable(
    'Payments',
    ['Payment', { title: 'Amount', numeric: true }, 'Status', 'Card', 'Created'],
    newestFirst(intents.list()).map((intent) => [
      html`<a href="/stripe/payments/${intent.id}">${intent.description ?? intent.id}</a>`,
      money(intent),
      statusBadge(intent.status),
      cardOf(charges.get(String(intent.latest_charge))),
      timeText(isoTime(intent.created)),
    ]),
    'No payments yet. They appear here when someone pays an invoice by card.',
  )

export const paymentPage = (
  books: Books,
  intent: Stripe.PaymentIntent,
): Pick<PageParts, 'title' | 'body'> => {
  const isOurs = (one: { payment_intent: unknown }) => one.payment_intent === intent.id
  const charges = books.charges.list().filter(isOurs)
  const refunds = books.refunds.list().filter(isOurs)
  const dispute = books.disputes.list().find(isOurs)
  const paid = charges.find(({ status }) => status === 'succeeded')
  return {
    title: `Payment of ${money(intent)}`,
    body: html`${details(intent)}
${intent.status === 'requires_action' && challengeLink(intent)}
${paid && actions(`/stripe/payments/${intent.id}`, paid, dispute)}
<h2>Charges</h2>
${dataTable('Charges', ['Charge', 'Card', 'Status', 'Reason'], charges.map(chargeRow), 'No charges yet.')}
${
  refunds.length > 0 &&
  html`<h2>Refunds</h2>${dataTable(
    'Refunds',
    ['Refund', { title: 'Amount', numeric: true }, 'Status', 'Time'],
    refunds.map((refund) => [
      html`<code>${refund.id}</code>`,
      money(refund),
      statusBadge(refund.status ?? ''),
      timeText(isoTime(refund.created)),
    ]),
  )}`
}
<h2>Metadata</h2>
${dataTable('Metadata', ['Key', 'Value'], Object.entries(intent.metadata), 'No metadata.')}`,
  }
}

const details = (intent: Stripe.PaymentIntent): Html => html`<dl>
<dt>Intent</dt><dd><code>${intent.id}</code></dd>
<dt>Status</dt><dd>${statusBadge(intent.status)}</dd>
<dt>Description</dt><dd>${intent.description ?? 'None'}</dd>
<dt>Receipt to</dt><dd>${intent.receipt_email ?? 'None'}</dd>
<dt>Created</dt><dd>${timeText(isoTime(intent.created))}</dd>
${intent.last_payment_error?.message && html`<dt>Last error</dt><dd>${intent.last_payment_error.message}</dd>`}
</dl>`

const challengeLink = (intent: Stripe.PaymentIntent): Html =>
  html`<p><a class="button" href="/stripe/challenge/${intent.id}?client_secret=${intent.client_secret}">Authenticate as the payer</a></p>`

const actions = (path: string, charge: Stripe.Charge, dispute?: Stripe.Dispute): Html => {
  if (!dispute) {
    const left = (charge.amount - charge.amount_refunded) / 100
    return html`${
      left > 0 &&
      html`<form class="fields" method="post" action="${path}/refund">
<label class="short">Amount (USD)<input name="dollars" type="number" min="0.01" max="${left}" step="0.01" value="${left.toFixed(2)}" required></label>
<button>Refund</button>
</form>`
    }${buttonForm(`${path}/dispute`, 'Dispute as the payer', 'danger')}`
  }
  return html`<p>Dispute: ${statusBadge(dispute.status)}</p>${
    dispute.status === 'needs_response' &&
    html`<form class="actions" method="post" action="${path}/close-dispute">
<button name="status" value="won">Seller wins</button>
<button name="status" value="lost" class="danger">Payer wins</button>
</form>`
  }`
}

const chargeRow = (charge: Stripe.Charge) => [
  html`<code>${charge.id}</code>`,
  cardOf(charge),
  statusBadge(charge.status),
  charge.failure_message ?? charge.outcome?.seller_message ?? '',
]
