// Gathers the figures that staff see first. It only reads what other features store.
import { addDays, businessDay, DAY_MS } from '@invoice-desk/contract/business-day'
import type { ResponseOf } from '@invoice-desk/contract/endpoint'
import * as contract from '@invoice-desk/contract/overview'
import { byMethod, PAYMENT_METHOD_IDS } from '@invoice-desk/contract/payment-methods'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { attentionItems } from './attention.ts'
import { type Covered, countWorkspace, readAttention } from './attention-queries.ts'
import { readDecisions, readWaiting, type Sum, sumMoneyOut } from './bill-queries.ts'
import { endsOf, figureOf, inRange, labeled } from './figures.ts'
import { type MethodSum, readFigures, sumMoneyIn } from './money-queries.ts'
import { createStartOf, monthStarts, weekStarts } from './periods.ts'

type Overview = Pick<Dependencies, 'config' | 'database'>

/** What needs attention, as far as the caller's tools go. */
export const createAttention = ({ database: { db } }: Overview) => ({
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
    return { items: row ? attentionItems(row, covered, Date.now()) : [] }
  },
})

const coveredBy = ({ tools }: StaffCaller): Covered => ({
  approve_invoice: tools.includes('approve_invoice'),
  pay_invoice: tools.includes('pay_invoice'),
  connections: tools.includes('connections'),
  create_vendor: tools.includes('create_vendor'),
})

/** The figures by period, in the business's time zone. */
export const createFigures = ({ config, database: { db } }: Overview) => {
  const zone = config.businessTimeZone
  const startOf = createStartOf(zone)
  const today = () => businessDay(Date.now(), zone)

  const waiting = async (): Promise<ResponseOf<typeof contract.getWaiting>> => {
    const day = today()
    const { AGE_RANGES: ages, DUE_RANGES: dues } = contract
    const submitted = endsOf(ages).map((days) => startOf(addDays(day, -days)))
    const due = endsOf(dues).map((days) => addDays(day, days + 1))
    // Older invoices were submitted earlier, so their ranges are in the opposite order.
    const row = await readWaiting(db, { submitted: submitted.toReversed(), due })
    return {
      pending: figureOf(row?.ages),
      oldest: row?.oldest ? withDays(row.oldest, day) : undefined,
      pendingByAge: labeled(ages, (n) => figureOf(inRange(row?.ages, ages.length - 1 - n))),
      unpaidByDue: labeled(dues, (n) => figureOf(inRange(row?.dues, n))),
    }
  }

  const withDays = <Row extends { submittedAt: string }>(
    { submittedAt, ...row }: Row,
    day: string,
  ) => {
    const submitted = businessDay(Date.parse(submittedAt), zone)
    return {
      ...row,
      days: Math.max(0, Math.round((Date.parse(day) - Date.parse(submitted)) / DAY_MS)),
    }
  }

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

  return { waiting, figures, moneyIn, moneyOut, decisionTime }
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
