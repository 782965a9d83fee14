// How long a payment takes during a crowd of visitors, compared with a quiet period, with the real limits.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  listPaymentHistory,
  searchInvoice,
} from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { createCardPayment } from '@invoice-desk/contract/payments/payments'
import { KEYRING } from '@invoice-desk/testing/app/settings'
import { cardBody } from '@invoice-desk/testing/payments/requests'
import { INVOICE_DATE, invoiceFields } from '@invoice-desk/testing/quickbooks/books'
import { HARBOR } from '@invoice-desk/testing/quickbooks/connect'
import { createInvoiceIds } from '../../../server/src/secrets/invoice-id.ts'
import { seconds } from '../faults/measurement.ts'
import { type Fleet, openFleet } from '../lab/fleet.ts'
import type { Result } from '../measurements.ts'
import { times } from '../table.ts'
import type { AbuseMeasurement } from './measurement.ts'

const LIMITS = { perSecond: 10, perMinute: 500 }
const ADDRESSES = 6
const INVOICES = 100
const HISTORIES = 300
const SEARCHES = 100
/** The crowd starts before the payer. */
const HEAD_START_MS = 2_000
const AMOUNT = 40
/** A payment may take this many times as long as in a quiet period. */
const RATIO_MAX = 10

type Invoice = { readonly id: string; readonly number: string; readonly amount: number }
type Took = { readonly paidMs: number; readonly bookedMs: number }

const ids = createInvoiceIds(KEYRING)

export const visitorsMeasurement: AbuseMeasurement = {
  name: 'visitors',
  run: async () => [await measure(1), await measure(2)],
}

const measure = async (processes: number): Promise<Result> => {
  await using fleet = await openFleet(processes, {
    QBO_CALLS_PER_SECOND: String(LIMITS.perSecond),
    QBO_CALLS_PER_MINUTE: String(LIMITS.perMinute),
    LOG_LEVEL: 'warn',
  })
  const seen: Invoice[] = []
  for (let n = 1; n <= INVOICES; n += 1) seen.push(await addInvoice(fleet, `V-${n}`, true))
  const [warmUp, calm, crowded] = await Promise.all(
    ['P-1', 'P-2', 'P-3'].map((number) => addInvoice(fleet, number, false)),
  )
  await fleet.control('/quickbooks/switches/rate', LIMITS)
  await pay(fleet, warmUp)
  await sleep(HEAD_START_MS)
  const quiet = await pay(fleet, calm)
  const crowd = Promise.all(callCrowd(fleet, seen))
  await sleep(HEAD_START_MS)
  const busy = await pay(fleet, crowded)
  return resultOf(fleet, processes, { quiet, busy, statuses: await crowd })
}

const addInvoice = async (
  { company }: Fleet,
  number: string,
  isPartlyPaid: boolean,
): Promise<Invoice> => {
  const customerId = await company.write('customer', { DisplayName: `Customer of ${number}` })
  const fields = invoiceFields({ customer: customerId, number, amount: AMOUNT })
  const invoiceId = await company.write('invoice', fields)
  if (isPartlyPaid) {
    const Line = [{ Amount: 1, LinkedTxn: [{ TxnId: invoiceId, TxnType: 'Invoice' }] }]
    await company.write('payment', { CustomerRef: { value: customerId }, TotalAmt: 1, Line })
  }
  return { id: ids.seal({ realmId: HARBOR, customerId, invoiceId }), number, amount: AMOUNT }
}

/** Calls all at once, from a few addresses that stay within their limits; returns the statuses. */
const callCrowd = ({ caller }: Fleet, invoices: readonly Invoice[]): Promise<number>[] => {
  const calls = Array.from({ length: HISTORIES + SEARCHES }, async (_, n) => {
    const { id = '', number = '' } = invoices[n % invoices.length] ?? {}
    const from = `203.0.113.${n % ADDRESSES}`
    const body = { invoiceNumber: number, date: INVOICE_DATE }
    const { status } =
      n < HISTORIES
        ? await caller.call(listPaymentHistory, { from, body: { invoiceId: id } })
        : await caller.call(searchInvoice, { from, body })
    return status
  })
  return calls.map((call) => call.catch(() => 0))
}

const pay = async ({ caller, pool }: Fleet, invoice: Invoice | undefined): Promise<Took> => {
  if (!invoice) throw new Error('there is no invoice to pay')
  const began = performance.now()
  // Without the time limit of the test caller.
  const answer = await fetch(`${caller.url}${createCardPayment.stripe.path}`, {
    method: createCardPayment.stripe.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(cardBody([invoice])),
  })
  const body = await answer.text()
  if (!body.includes('"succeeded"')) throw new Error(`not paid: ${body}`)
  const paidMs = performance.now() - began
  const isBooked = async () => {
    const { rows } = await pool.query(
      `SELECT 1 FROM payment_attempt a JOIN payment_line l ON l.attempt_id = a.id
       WHERE l.invoice_number = $1 AND a.state = 'booked'`,
      [invoice.number],
    )
    return rows.length > 0
  }
  while (!(await isBooked())) await sleep(20)
  return { paidMs, bookedMs: performance.now() - began }
}

const resultOf = async (
  fleet: Fleet,
  processes: number,
  { quiet, busy, statuses }: { quiet: Took; busy: Took; statuses: readonly number[] },
): Promise<Result> => {
  const show = (name: string, key: keyof Took) =>
    `${name} after ${seconds(busy[key])} instead of ${seconds(quiet[key])} (${times(busy[key] / quiet[key])})`
  const refusedByQuickBooks = (await fleet.readLog()).split('ThrottleExceeded').length - 1
  const served = statuses.filter((status) => status === 200).length
  return {
    measurement: 'Payment during a crowd of visitors',
    setup: `${HISTORIES} payment histories and ${SEARCHES} searches at once from ${ADDRESSES} addresses, ${processes} ${processes === 1 ? 'process' : 'processes'}, while one payment is made`,
    result: `${show('paid', 'paidMs')}; ${show('booked', 'bookedMs')}; ${served} visitors served, ${statuses.length - served} refused; QuickBooks refused ${refusedByQuickBooks} calls`,
    problems: [
      ...(['paidMs', 'bookedMs'] as const)
        .filter((key) => busy[key] > RATIO_MAX * quiet[key])
        .map((key) => `${show(key, key)}`),
      ...(refusedByQuickBooks > 0 ? [`QuickBooks refused ${refusedByQuickBooks} calls`] : []),
    ],
  }
}
