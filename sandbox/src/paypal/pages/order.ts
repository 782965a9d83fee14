// The page of one order, with buttons for what the payer, PayPal or the merchant could do next.
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
import { moneyOf } from '../orders/amounts.ts'
import { isUnpaid } from '../orders/captures.ts'
import { leftOf } from '../orders/refunds.ts'
import type { CaptureRow, DisputeRow, Money, OrderRow } from '../wire.ts'

export const amountText = ({ value, currency_code }: Money): string =>
  moneyText(Number(value), currency_code)

export const ordersTable = (books: Books): Html =>
  dataTable(
    'Orders',
    ['Order', { title: 'Amount', numeric: true }, 'Order status', 'Capture', 'Created'],
    newestFirst(books.orders.list()).map((row) => {
      const capture = books.captureOf(row.id)?.capture
      return [
        html`<a href="/paypal/orders/${row.id}">${row.unit.description ?? row.id}</a>`,
        amountText(row.unit.amount),
        statusBadge(row.status),
        capture && statusBadge(capture.status),
        timeText(row.create_time),
      ]
    }),
    'No orders yet. They appear here when someone clicks the PayPal button.',
  )

export const orderPage = (books: Books, row: OrderRow): Pick<PageParts, 'title' | 'body'> => {
  const captured = books.captureOf(row.id)
  const refunds = captured ? books.refundsOf(captured.capture.id) : []
  const disputes = captured ? books.disputesOf(captured.capture.id) : []
  return {
    title: `Order of ${amountText(row.unit.amount)}`,
    body: html`${details(row)}
${
  row.status !== 'COMPLETED' &&
  html`<div class="actions"><a class="button" href="/paypal/checkoutnow?token=${row.id}&framed=no">Answer as the payer</a>
${buttonForm(`/paypal/orders/${row.id}/expire`, 'Expire order')}</div>`
}
<h2>Capture</h2>
${dataTable(
  'Capture',
  ['Capture', { title: 'Amount', numeric: true }, 'Status', 'Invoice', 'Actions'],
  captured ? [captureRow(books, captured)] : [],
  'Not captured yet.',
)}
${
  refunds.length > 0 &&
  html`<h2>Refunds</h2>${dataTable(
    'Refunds',
    ['Refund', { title: 'Amount', numeric: true }, 'Time'],
    refunds.map(({ refund }) => [
      html`<code>${refund.id}</code>`,
      amountText(refund.amount),
      timeText(refund.create_time),
    ]),
  )}`
}
${
  disputes.length > 0 &&
  html`<h2>Disputes</h2>${dataTable(
    'Disputes',
    ['Dispute', { title: 'Amount', numeric: true }, 'Status', 'Reason', 'Outcome'],
    disputes.map(disputeRow),
  )}`
}`,
  }
}

const details = ({ id, status, payer, wallet, unit, create_time }: OrderRow): Html => html`<dl>
<dt>Order</dt><dd><code>${id}</code></dd>
<dt>Status</dt><dd>${statusBadge(status)}</dd>
<dt>Payer</dt><dd>${payer?.email_address ?? wallet?.email_address ?? 'Not known yet'}</dd>
<dt>Description</dt><dd>${unit.description ?? 'None'}</dd>
<dt>Custom id</dt><dd>${unit.custom_id ?? 'None'}</dd>
<dt>Invoice id</dt><dd>${unit.invoice_id ?? 'None'}</dd>
<dt>Created</dt><dd>${timeText(create_time)}</dd>
</dl>`

const captureRow = (books: Books, row: CaptureRow) => {
  const { id, amount, status, invoice_id } = row.capture
  const left = moneyOf(leftOf(books, row), amount.currency_code).value
  const actions = captureActions(row.capture, left)
  return [html`<code>${id}</code>`, amountText(amount), statusBadge(status), invoice_id, actions]
}

const captureActions = ({ id, status }: CaptureRow['capture'], left: string): Html | '' => {
  const path = `/paypal/captures/${id}`
  if (status === 'PENDING')
    return html`<form class="actions" method="post" action="${path}/settle">
<button class="small" name="status" value="COMPLETED">Complete</button>
<button class="small danger" name="status" value="DECLINED">Decline</button></form>`
  if (isUnpaid(status) || status === 'REFUNDED') return ''
  return html`<form class="actions" method="post" action="${path}/refund">
<input aria-label="Amount to refund" name="value" type="number" min="0.01" max="${left}" step="0.01" value="${left}" required>
<button class="small">Refund</button></form>
<form class="actions" method="post" action="${path}/reverse"><button class="small danger">Charge back</button>
<button class="small danger" formaction="${path}/dispute">Dispute as the payer</button></form>`
}

const disputeRow = ({ dispute }: DisputeRow) => [
  html`<code>${dispute.dispute_id}</code>`,
  amountText(dispute.dispute_amount),
  statusBadge(dispute.status),
  inWords(dispute.reason),
  dispute.dispute_outcome
    ? inWords(dispute.dispute_outcome.outcome_code)
    : disputeActions(`/paypal/disputes/${dispute.dispute_id}`),
]

const inWords = (code: string): string => code.replaceAll('_', ' ').toLowerCase()

const disputeActions = (
  path: string,
): Html => html`<form class="actions" method="post" action="${path}/update">
<button class="small" name="status" value="WAITING_FOR_SELLER_RESPONSE">Ask the seller</button>
<button class="small" name="status" value="UNDER_REVIEW">Start review</button></form>
<form class="actions" method="post" action="${path}/resolve">
<button class="small" name="outcome" value="RESOLVED_SELLER_FAVOUR">Seller wins</button>
<button class="small danger" name="outcome" value="RESOLVED_BUYER_FAVOUR">Payer wins</button></form>`
