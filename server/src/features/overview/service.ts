// Gathers the figures that staff see first. It only reads what other features store.

import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import * as contract from '@invoice-desk/contract/overview/overview'
import { byMethod, PAYMENT_METHOD_IDS } from '@invoice-desk/contract/payments/payment-methods'
import { addDays, DAY_MS } from '@invoice-desk/contract/values/business-day'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { attentionItems } from './attention.ts'
import { type Covered, countWorkspace, readAttention } from './attention-queries.ts'
import { readDecisions, readWaiting, sumMoneyOut } from './bill-queries.ts'
import { endsOf, figureOf, inRange, labeled } from './figures.ts'
import { type MethodSum, readFigures, sumMoneyIn } from './money-queries.ts'
import { createCalendar, daysBetween, monthStarts, weekStarts } from './periods.ts'
import type { Sum } from './ranges.ts'

type Needs = Pick<Dependencies, 'config' | 'database'>

const coveredBy = ({ tools }: StaffCaller): Covered => ({
  approve_invoice: tools.includes('approve_invoice'),
  pay_invoice: tools.includes('pay_invoice'),
  connections: tools.includes('connections'),
  create_vendor: tools.includes('create_vendor'),
})

/** What is waiting for the caller. */
export const createAttention = ({ config, database: { db } }: Needs) => ({
  counts: async (caller: StaffCaller): Promise<contract.WorkspaceCounts> => {
    const row = await countWorkspace(db, coveredBy(caller))
    return {
      pendingInvoices: row?.pendingInvoices ?? undefined,
      paymentsToReview: row?.paymentsToReview ?? undefined,
      connectionNeedsAttention: row?.connectionNeedsAttention ?? undefined,
      failedJobs: row?.failedJobs ?? 0,
    }
  },

  attention: async (caller: StaffCaller): Promise<ResponseOf<typeof contract.getAttention>> => {
    const covered = coveredBy(caller)
    const row = await readAttention(db, covered)
    return { items: row ? attentionItems(row, covered, config.businessTimeZone) : [] }
  },
})

/** What invoices wait for, and how long decisions take. */
export const createWaiting = ({ config, database: { db } }: Needs) => {
  const { today, dayOf, startOf } = createCalendar(() => config.businessTimeZone)

  const waiting = async (): Promise<ResponseOf<typeof contract.getWaiting>> => {
    const day = today()
    const { AGE_RANGES: ages, DUE_RANGES: dues } = contract
    const submitted = endsOf(ages).map((days) => startOf(addDays(day, -days)))
    const due = endsOf(dues).map((days) => addDays(day, days + 1))
    // Older invoices were submitted earlier, so their ranges are in the opposite order.
    const row = await readWaiting(db, { submitted: submitted.toReversed(), due })
    return {
      pending: figureOf(row?.ages),
      oldest: row?.oldest ? { ...row.oldest, days: ageOf(row.oldest, day) } : undefined,
      pendingByAge: labeled(ages, (n) => figureOf(inRange(row?.ages, ages.length - n))),
      unpaidByDue: labeled(dues, (n) => figureOf(inRange(row?.dues, n + 1))),
    }
  }

  const ageOf = ({ submittedAt }: { submittedAt: string }, day: string): number =>
    Math.max(0, daysBetween(dayOf(Date.parse(submittedAt)), day))

  const decisionTime = async (): Promise<ResponseOf<typeof contract.getDecisionTime>> => {
    const since = Date.now() - contract.DECISION_DAYS * DAY_MS
    const before = since - contract.DECISION_DAYS * DAY_MS
    const row = await readDecisions(db, new Date(since), new Date(before))
    return {
      current: { count: row?.count ?? 0, medianSeconds: row?.medianSeconds ?? undefined },
      previous: {
        count: row?.countBefore ?? 0,
        medianSeconds: row?.medianSecondsBefore ?? undefined,
      },
    }
  }

  return { waiting, decisionTime }
}

/** Money in and out. */
export const createMoney = ({ config, database: { db } }: Needs) => {
  const { today, startOf } = createCalendar(() => config.businessTimeZone)

  const figures = async (caller: StaffCaller): Promise<ResponseOf<typeof contract.getFigures>> => {
    const day = today()
    const month = `${day.slice(0, 8)}01`
    const days = { today: day, month, monthStart: startOf(month) }
    const row = await readFigures(db, coveredBy(caller), days)
    const given = (sum: Sum | null | undefined) => (sum ? figureOf([sum]) : undefined)
    return {
      approvedUnpaid: given(row?.approvedUnpaid),
      dueSoon: given(row?.dueSoon),
      paidThisMonth: given(row?.paidThisMonth),
      receivedThisMonth: given(row?.receivedThisMonth),
    }
  }

  const moneyIn = async (): Promise<ResponseOf<typeof contract.getMoneyIn>> => {
    const weeks = weekStarts(today(), contract.OVERVIEW_WEEKS)
    const sums = await sumMoneyIn(db, weeks.map(startOf))
    return { weeks: weeks.map((start, n) => ({ start, ...weekOf(inRange(sums, n + 1)) })) }
  }

  const moneyOut = async (): Promise<ResponseOf<typeof contract.getMoneyOut>> => {
    const months = monthStarts(today(), contract.OVERVIEW_MONTHS)
    const sums = await sumMoneyOut(db, months, months.map(startOf))
    const figure = (kind: 'approved' | 'paid', n: number) =>
      figureOf(inRange(sums, n + 1).filter((sum) => sum.kind === kind))
    return {
      months: months.map((start, n) => ({
        start,
        approved: figure('approved', n),
        paid: figure('paid', n),
      })),
    }
  }

  return { figures, moneyIn, moneyOut }
}

const weekOf = (sums: readonly MethodSum[]) => ({
  total: figureOf(sums),
  methods: byMethod(PAYMENT_METHOD_IDS, (id) =>
    figureOf(sums.filter(({ method }) => method === id)),
  ),
  refunded: figureOf(
    sums.map(({ refunds, refundedCents }) => ({ count: refunds, cents: refundedCents })),
  ),
})
