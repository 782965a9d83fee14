// Reads the staff list of payment attempts: a page, the totals, and the parts of an export.

import { FINAL_STATES } from '@invoice-desk/contract/payments/admin'
import type { AttemptFilter, AttemptSort, AttemptView } from '@invoice-desk/contract/payments/list'
import { isUuid } from '@invoice-desk/contract/values/ids'
import { and, inArray, isNotNull, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import {
  allOf,
  compare,
  isAnyOf,
  orderOf,
  type Part,
  partValues,
  valuesOf,
} from '../../../db/list.ts'
import { preparedFor } from '../../../db/prepared.ts'
import { attemptText, lineText, paymentAttempt, paymentLine } from '../../../db/schema/payments.ts'
import { hasWord, wordPatterns, wordValues } from '../../../db/search.ts'
import { invoiceNumbers } from '../queries.ts'

const given = sql.placeholder

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

const FILTERS = {
  state: isAnyOf(paymentAttempt.state, 'state'),
  method: isAnyOf(paymentAttempt.method, 'method'),
  receivedFrom: compare(paymentAttempt.capturedAt, '>=', 'receivedFrom'),
  receivedBefore: compare(paymentAttempt.capturedAt, '<', 'receivedBefore'),
  startedFrom: compare(paymentAttempt.createdAt, '>=', 'startedFrom'),
  startedBefore: compare(paymentAttempt.createdAt, '<', 'startedBefore'),
  amountFrom: compare(paymentAttempt.totalCents, '>=', 'amountFrom'),
  amountTo: compare(paymentAttempt.totalCents, '<=', 'amountTo'),
  refunded: ['text', sql`${paymentAttempt.refundedCents} > 0`],
} as const

const isToReview = sql`${paymentAttempt.review} <> ''`
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
const hasWordNumber = (n: number): SQL => sql`${paymentAttempt.id} IN (
  SELECT id FROM ${paymentAttempt} WHERE ${hasWord(attemptText, given(`word${n}`))}
  UNION SELECT attempt_id FROM ${paymentLine} WHERE ${hasWord(lineText, given(`word${n}`))}
  UNION SELECT id FROM ${paymentAttempt} WHERE ${isFoundById})`

/** The whole search is an id here or in QuickBooks. */
const isFoundById = or(
  sql`${paymentAttempt.qboPaymentId} = ${given('search')}`,
  sql`${paymentAttempt.id} = ${given('searchedId')}::uuid`,
)

/** What changes the statement, and not only its values. */
type Shape = { readonly view: AttemptView; readonly words: number }

const shapeOf = ({ view, search }: Filter): Shape => ({ view, words: wordPatterns(search).length })

const matches = ({ view, words }: Shape): SQL | undefined =>
  and(VIEWS[view], allOf(FILTERS), ...Array.from({ length: words }, (_, n) => hasWordNumber(n)))

const queryValues = ({ view: _, search, ...filter }: Filter) => ({
  ...valuesOf(FILTERS, filter),
  ...wordValues(search),
  search,
  searchedId: isUuid(search) ? search : null,
})

const SORT_KEYS = {
  started: [sql`${paymentAttempt.createdAt}`, 'timestamptz'],
  amount: [sql`${paymentAttempt.totalCents}`, 'bigint'],
  customer: [sql`lower(${paymentAttempt.companyName})`, 'text'],
} as const

const attempts = preparedFor((db, { sort, ...shape }: Shape & { readonly sort: AttemptSort }) => {
  const { order, isInPart, key } = orderOf(sort, SORT_KEYS, paymentAttempt.id)
  return db
    .select({ id: paymentAttempt.id, attempt: paymentAttempt, numbers: invoiceNumbers, key })
    .from(paymentAttempt)
    .where(and(matches(shape), isInPart))
    .orderBy(...order)
    .limit(given('limit'))
    .offset(given('offset'))
})

export const listAttemptRows = (db: Db, sort: AttemptSort, filter: Filter, part: Part) =>
  attempts(db, { ...shapeOf(filter), sort }).execute({
    ...queryValues(filter),
    ...partValues(part),
  })

export type AttemptRow = Awaited<ReturnType<typeof listAttemptRows>>[number]

const number = (expression: SQL) => expression.mapWith(Number)
const sumOf = (cents: SQL, condition: SQL | undefined = sql`true`) =>
  number(sql`coalesce(sum(${cents}) FILTER (WHERE ${condition}), 0)`)
const countWhere = (condition: SQL | undefined) =>
  number(sql`(SELECT count(*) FROM ${paymentAttempt} WHERE ${condition})`)

const { totalCents, capturedAt, capturedCents, refundedCents } = paymentAttempt

/** The money may still arrive, or may have arrived without our knowing. */
const isInProgress = and(isNull(capturedAt), notInArray(paymentAttempt.state, [...FINAL_STATES]))
const isNotReceived = and(isNull(capturedAt), inArray(paymentAttempt.state, [...FINAL_STATES]))

const totals = preparedFor((db, shape: Shape) =>
  db
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
    .where(matches(shape)),
)

/** What the filter finds, and the number of attempts in each view regardless of it. */
export const sumAttempts = async (db: Db, filter: Filter) => {
  const [row] = await totals(db, shapeOf(filter)).execute(queryValues(filter))
  if (!row) throw new Error('Sums without a row')
  return row
}
