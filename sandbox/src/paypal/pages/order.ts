// One order: what is known of it, and what its payer, PayPal or the merchant could do next.
import { dataTable, type Html, html, type PageParts } from '../../web/pages.ts'
import type { Books } from '../books.ts'
import { moneyOf } from '../orders/amounts.ts'
import { isUnpaid } from '../orders/captures.ts'
import { leftOf } from '../orders/refunds.ts'
import type { CaptureRow, DisputeRow, OrderRow } from '../wire.ts'
import { dollars, navOf, statusBadge, time } from './parts.ts'

export const orderPage = (books: Books, row: OrderRow): PageParts => {
  const captures = books.capturesOf(row.id)
  const refunds = captures.flatMap(({ capture }) => books.refundsOf(capture.id))
  const disputes = captures.flatMap(({ capture }) => books.disputesOf(capture.id))
  return {
    title: `Order of ${row.units.map(({ amount }) => dollars(amount)).join(' + ')}`,
    nav: navOf(''),
    body: html`${facts(row)}
${
  row.status !== 'COMPLETED' &&
  html`<div class="actions"><a class="button" href="/paypal/checkoutnow?token=${row.id}&framed=no">Answer for the payer</a>
<form method="post" action="/paypal/orders/${row.id}/expire"><button>Let it expire</button></form></div>`
}
<h2>Captures</h2>
${dataTable(
  'Captures',
  ['Capture', { title: 'Amount', numeric: true }, 'Status', 'Invoice', 'What next'],
  captures.map((capture) => captureRow(books, capture)),
  'The money was not taken yet.',
)}
${
  refunds.length > 0 &&
  html`<h2>Refunds</h2>${dataTable(
    'Refunds',
    ['Refund', { title: 'Amount', numeric: true }, 'When'],
    refunds.map(({ refund }) => [
      html`<code>${refund.id}</code>`,
      dollars(refund.amount),
      time(refund.create_time),
    ]),
  )}`
}
${
  disputes.length > 0 &&
  html`<h2>Disputes</h2>${dataTable(
    'Disputes',
    ['Dispute', { title: 'Amount', numeric: true }, 'Status', 'Reason', 'What next'],
    disputes.map(disputeRow),
  )}`
}`,
  }
}

const facts = (row: OrderRow): Html => html`<dl>
<dt>Order</dt><dd><code>${row.id}</code></dd>
<dt>Status</dt><dd>${statusBadge(row.status)}</dd>
<dt>Payer</dt><dd>${row.payer?.email_address ?? row.wallet?.email_address ?? 'not known yet'}</dd>
${row.units.map(
  (unit) => html`<dt>Description</dt><dd>${unit.description ?? 'none'}</dd>
<dt>Custom id</dt><dd>${unit.custom_id ?? 'none'}</dd>
<dt>Invoice id</dt><dd>${unit.invoice_id ?? 'none'}</dd>`,
)}
<dt>Begun</dt><dd>${time(row.create_time)}</dd>
</dl>`

const captureRow = (books: Books, row: CaptureRow) => {
  const { capture } = row
  const left = moneyOf(leftOf(books, row), capture.amount.currency_code)
  return [
    html`<code>${capture.id}</code>`,
    dollars(capture.amount),
    statusBadge(capture.status),
    capture.invoice_id ?? '',
    nextSteps(capture, left.value),
  ]
}

const nextSteps = ({ id, status }: CaptureRow['capture'], left: string): Html => {
  const at = `/paypal/captures/${id}`
  if (status === 'PENDING')
    return html`<form class="actions" method="post" action="${at}/settle">
<button class="small" name="status" value="COMPLETED">Complete</button>
<button class="small danger" name="status" value="DECLINED">Deny</button></form>`
  if (isUnpaid(status) || status === 'REFUNDED') return html`nothing`
  return html`<form class="actions" method="post" action="${at}/refund">
<input aria-label="Dollars to refund" name="value" type="number" min="0.01" max="${left}" step="0.01" value="${left}" required>
<button class="small">Refund</button></form>
<form class="actions" method="post" action="${at}/reverse"><button class="small danger">Charge back</button>
<button class="small danger" formaction="${at}/dispute">Dispute as the payer</button></form>`
}

const disputeRow = ({ dispute }: DisputeRow) => [
  html`<code>${dispute.dispute_id}</code>`,
  dollars(dispute.dispute_amount),
  statusBadge(dispute.status),
  inWords(dispute.reason),
  dispute.dispute_outcome
    ? inWords(dispute.dispute_outcome.outcome_code)
    : disputeSteps(`/paypal/disputes/${dispute.dispute_id}`),
]

const inWords = (code: string): string => code.replaceAll('_', ' ').toLowerCase()

const disputeSteps = (
  at: string,
): Html => html`<form class="actions" method="post" action="${at}/update">
<button class="small" name="status" value="WAITING_FOR_SELLER_RESPONSE">Ask the seller</button>
<button class="small" name="status" value="UNDER_REVIEW">Review</button></form>
<form class="actions" method="post" action="${at}/resolve">
<button class="small" name="outcome" value="RESOLVED_SELLER_FAVOUR">The seller wins</button>
<button class="small danger" name="outcome" value="RESOLVED_BUYER_FAVOUR">The payer wins</button></form>`
