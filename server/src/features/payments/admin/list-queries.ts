// Reads the staff list of payment attempts: a page, the totals, and the batches of an export.

import { FINAL_STATES } from '@invoice-desk/contract/payments/admin'
import type { AttemptFilter, AttemptSort, AttemptView } from '@invoice-desk/contract/payments/list'
import { isUuid } from '@invoice-desk/contract/values/ids'
import {
  and,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { allOf, type Batch, orderOf } from '../../../db/list.ts'
import { attemptText, lineText, paymentAttempt, paymentLine } from '../../../db/schema/payments.ts'
import { hasWord, wordsOf } from '../../../db/search.ts'
import { likePattern } from '../../../lib/escape.ts'
import { invoiceNumbers, isToReview } from '../queries.ts'

/** Moments instead of days, because the days are in the business's time zone. */
export type Filter = Omit<
  AttemptFilter,
  'sort' | 'receivedFrom' | 'receivedTo' | 'startedFrom' | 'startedTo'
> & {
  readonly receivedFrom: Date | undefined
  readonly receivedBefore: Date | undefined
  readonly startedFrom: Date | undefined
  readonly startedBefore: Date | undefined
}

/** Open attempts have a next check or a review, and both have an index; the state doesn't. */
const isOpen = and(
  or(isNotNull(paymentAttempt.nextCheckAt), isToReview),
  notInArray(paymentAttempt.state, [...FINAL_STATES]),
)

const VIEWS: Readonly<Record<AttemptView, SQL | undefined>> = {
  all: undefined,
  open: isOpen,
  review: isToReview,
}

/** Each part of the union has an index; one condition with OR would read every row. */
const hasWordOf = (search: string) => {
  // The whole search is an id here or in QuickBooks.
  const isFoundById = or(
    eq(paymentAttempt.qboPaymentId, search),
    isUuid(search) ? eq(paymentAttempt.id, search) : undefined,
  )
  return (word: string): SQL => sql`${paymentAttempt.id} IN (
    SELECT id FROM ${paymentAttempt} WHERE ${hasWord(attemptText, likePattern(word))}
    UNION SELECT attempt_id FROM ${paymentLine} WHERE ${hasWord(lineText, likePattern(word))}
    UNION SELECT id FROM ${paymentAttempt} WHERE ${isFoundById})`
}

const { createdAt, totalCents, capturedAt, capturedCents, refundedCents } = paymentAttempt

const matches = (filter: Filter): SQL =>
  allOf(
    VIEWS[filter.view],
    filter.state && inArray(paymentAttempt.state, filter.state),
    filter.method && inArray(paymentAttempt.method, filter.method),
    filter.receivedFrom && gte(capturedAt, filter.receivedFrom),
    filter.receivedBefore && lt(capturedAt, filter.receivedBefore),
    filter.startedFrom && gte(createdAt, filter.startedFrom),
    filter.startedBefore && lt(createdAt, filter.startedBefore),
    filter.amountFrom !== undefined && gte(totalCents, filter.amountFrom),
    filter.amountTo !== undefined && lte(totalCents, filter.amountTo),
    filter.refunded && gt(refundedCents, 0),
    ...wordsOf(filter.search).map(hasWordOf(filter.search)),
  )

const SORT_KEYS = {
  started: [createdAt, paymentAttempt.id],
  amount: [totalCents, paymentAttempt.id],
  customer: [sql`lower(${paymentAttempt.companyName})`, paymentAttempt.id],
}

export const listAttemptRows = (db: Db, sort: AttemptSort, filter: Filter, batch: Batch) => {
  const { order, isAfter, keys } = orderOf(sort, SORT_KEYS, batch)
  return db
    .select({ attempt: paymentAttempt, numbers: invoiceNumbers, keys })
    .from(paymentAttempt)
    .where(allOf(matches(filter), isAfter))
    .orderBy(...order)
    .limit(batch.limit)
    .offset(batch.offset ?? 0)
}

export type AttemptRow = Awaited<ReturnType<typeof listAttemptRows>>[number]

const number = (expression: SQL) => expression.mapWith(Number)
const sumOf = (cents: SQL, condition: SQL | undefined = sql`true`) =>
  number(sql`coalesce(sum(${cents}) FILTER (WHERE ${condition}), 0)`)
const countWhere = (condition: SQL | undefined) =>
  number(sql`(SELECT count(*) FROM ${paymentAttempt} WHERE ${condition})`)

/** The money may still arrive, or may have arrived without our knowing. */
const isInProgress = and(isNull(capturedAt), notInArray(paymentAttempt.state, [...FINAL_STATES]))
const isNotReceived = and(isNull(capturedAt), inArray(paymentAttempt.state, [...FINAL_STATES]))

/** What the filter finds, and the number of attempts in each view regardless of it. */
export const sumAttempts = async (db: Db, filter: Filter) => {
  const [row] = await db
    .select({
      total: number(sql`count(*)`),
      received: number(sql`count(${capturedAt})`),
      receivedCents: sumOf(sql`${capturedCents}`),
      refunded: number(sql`count(*) FILTER (WHERE ${refundedCents} > 0)`),
      refundedCents: sumOf(sql`${refundedCents}`),
      inProgress: number(sql`count(*) FILTER (WHERE ${isInProgress})`),
      inProgressCents: sumOf(sql`${totalCents}`, isInProgress),
      notReceived: number(sql`count(*) FILTER (WHERE ${isNotReceived})`),
      notReceivedCents: sumOf(sql`${totalCents}`, isNotReceived),
      open: countWhere(isOpen),
      review: countWhere(isToReview),
    })
    .from(paymentAttempt)
    .where(matches(filter))
  if (!row) throw new Error('Sums without a row')
  return row
}
