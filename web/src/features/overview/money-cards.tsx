// Money in per week and money out per month.
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import {
  type Figure,
  type getMoneyIn,
  type getMoneyOut,
  OVERVIEW_MONTHS,
  OVERVIEW_WEEKS,
} from '@invoice-desk/contract/overview/overview'
import {
  byMethod,
  PAYMENT_METHOD_IDS,
  PAYMENT_METHODS,
} from '@invoice-desk/contract/payments/payment-methods'
import { moneyInQuery, moneyOutQuery } from './api.ts'
import { CardFrame } from './card-frame.tsx'
import type { ChartRow, Series } from './chart-data.ts'
import { ChartWithTable } from './chart-with-table.tsx'
import { approvedLink, paidLink, receivedInWeekLink } from './links.ts'

const HEIGHT = 268
const METHOD_COLORS = ['var(--chart-in)', 'var(--chart-calm)'] as const

const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

export const MoneyInCard = () => (
  <CardFrame title="Money in, by week" query={moneyInQuery} height={HEIGHT}>
    {({ weeks }) => (
      <ChartWithTable
        name="Customer payments per week"
        empty={`No customer payments in the last ${OVERVIEW_WEEKS} weeks.`}
        first="Week of"
        rows={weeks.map(weekRow)}
        series={IN_SERIES}
        stacked
        height={HEIGHT}
      />
    )}
  </CardFrame>
)

const IN_SERIES: readonly Series[] = [
  ...PAYMENT_METHOD_IDS.map((method, index) => ({
    name: method,
    label: PAYMENT_METHODS[method].label,
    color: METHOD_COLORS[index % METHOD_COLORS.length] ?? METHOD_COLORS[0],
  })),
  { name: 'refunded', label: 'Refunded', color: 'var(--chart-late)' },
]

type Week = ResponseOf<typeof getMoneyIn>['weeks'][number]

const weekRow = ({ start, methods, refunded }: Week): ChartRow => ({
  key: start,
  label: dayFormat.format(new Date(start)),
  link: receivedInWeekLink(start),
  links: {
    ...byMethod(PAYMENT_METHOD_IDS, (method) => receivedInWeekLink(start, { method })),
    refunded: receivedInWeekLink(start, { refunded: 'yes' }),
  },
  values: {
    ...byMethod(PAYMENT_METHOD_IDS, (method) => amountOf(methods[method])),
    // Below the line.
    refunded: -refunded.amount || 0,
  },
})

const amountOf = (figure: Figure | undefined): number => figure?.amount ?? 0

export const MoneyOutCard = () => (
  <CardFrame title="Money out, by month" query={moneyOutQuery} height={HEIGHT}>
    {({ months }) => (
      <ChartWithTable
        name="Invoices approved and paid per month"
        empty={`No invoices approved or paid in the last ${OVERVIEW_MONTHS} months.`}
        first="Month"
        rows={months.map(monthRow)}
        series={OUT_SERIES}
        height={HEIGHT}
      />
    )}
  </CardFrame>
)

const OUT_SERIES: readonly Series[] = [
  { name: 'approved', label: 'Approved', color: 'var(--chart-calm)' },
  { name: 'paid', label: 'Paid', color: 'var(--chart-out)' },
]

type Month = ResponseOf<typeof getMoneyOut>['months'][number]

const monthRow = ({ start, approved, paid }: Month): ChartRow => ({
  key: start,
  label: monthFormat.format(new Date(start)),
  links: { approved: approvedLink(start), paid: paidLink(start) },
  values: { approved: approved.amount, paid: paid.amount },
})
