// Lists payments with their totals, and exports what a filter finds.
import type { Readable } from 'node:stream'
import type { QueryOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { STATE_LABELS } from '@invoice-desk/contract/payments/admin'
import {
  ATTEMPTS_PAGE_SIZE,
  type AttemptFilter,
  type listPaymentAttempts,
} from '@invoice-desk/contract/payments/list'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import { businessDay, momentsIn } from '@invoice-desk/contract/values/business-day'
import { centsToText, decimalFromCents } from '@invoice-desk/contract/values/money'
import { readInBatches } from '../../../db/read-in-batches.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { type Columns, csvOfColumns } from '../../../lib/csv.ts'
import { reviewText } from '../attempt/review-text.ts'
import { isSettledByHand } from '../queries.ts'
import { type AttemptRow, type Filter, listAttemptRows, sumAttempts } from './list-queries.ts'
import { attemptView } from './view.ts'

export const createPaymentList = ({ config, database: { db } }: Dependencies) => {
  const list = async ({
    page,
    sort,
    ...query
  }: QueryOf<typeof listPaymentAttempts>): Promise<ResponseOf<typeof listPaymentAttempts>> => {
    const filter = filterOf(query, config.businessTimeZone)
    const batch = { limit: ATTEMPTS_PAGE_SIZE, offset: (page - 1) * ATTEMPTS_PAGE_SIZE }
    const [rows, sums] = await Promise.all([
      listAttemptRows(db, sort, filter, batch),
      sumAttempts(db, filter),
    ])
    const figure = (count: number, cents: number) => ({ count, amount: decimalFromCents(cents) })
    return {
      attempts: rows.map(({ attempt, numbers }) => attemptView(attempt, numbers)),
      total: sums.total,
      totals: {
        received: figure(sums.received, sums.receivedCents),
        refunded: figure(sums.refunded, sums.refundedCents),
        inProgress: figure(sums.inProgress, sums.inProgressCents),
        notReceived: figure(sums.notReceived, sums.notReceivedCents),
      },
      counts: { open: sums.open, review: sums.review },
    }
  }

  const exportCsv = ({ sort, ...query }: AttemptFilter): Readable => {
    const zone = config.businessTimeZone
    const filter = filterOf(query, zone)
    const rows = readInBatches<AttemptRow>((batch) => listAttemptRows(db, sort, filter, batch))
    return csvOfColumns(columnsIn(zone), rows)
  }

  return { list, exportCsv }
}

const filterOf = (query: Omit<AttemptFilter, 'sort'>, zone: string): Filter => {
  const { receivedFrom, receivedTo, startedFrom, startedTo, ...rest } = query
  const { startOf, endOf } = momentsIn(zone)
  return {
    ...rest,
    receivedFrom: startOf(receivedFrom),
    receivedBefore: endOf(receivedTo),
    startedFrom: startOf(startedFrom),
    startedBefore: endOf(startedTo),
  }
}

/** Days as the business sees them. */
const columnsIn = (zone: string): Columns<AttemptRow> => [
  ['Started', ({ attempt }) => businessDay(attempt.createdAt, zone)],
  ['Received', ({ attempt: { capturedAt } }) => (capturedAt ? businessDay(capturedAt, zone) : '')],
  ['Company', ({ attempt }) => attempt.companyName],
  ['Customer', ({ attempt }) => attempt.customerName],
  ['Payer', ({ attempt }) => attempt.payerName],
  ['Email', ({ attempt }) => attempt.email],
  ['Invoices', ({ numbers }) => numbers.join(', ')],
  ['Amount', ({ attempt }) => centsToText(attempt.totalCents)],
  [
    'Received Amount',
    ({ attempt: { capturedCents } }) => (capturedCents === null ? '' : centsToText(capturedCents)),
  ],
  ['Refunded', ({ attempt }) => centsToText(attempt.refundedCents)],
  ['Method', ({ attempt }) => PAYMENT_METHODS[attempt.method].label],
  ['Status', ({ attempt }) => STATE_LABELS[isSettledByHand(attempt) ? 'settled' : attempt.state]],
  ['Review', ({ attempt }) => reviewText(attempt)],
  ['Provider ID', ({ attempt }) => attempt.reference ?? attempt.providerId ?? ''],
  ['QuickBooks Payment', ({ attempt }) => attempt.qboPaymentId ?? ''],
]
