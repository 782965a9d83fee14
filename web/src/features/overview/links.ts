// Links from the overview's numbers to the invoices or payments behind them.
import { PENDING_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { DECISION_DAYS } from '@invoice-desk/contract/overview/overview'
import type { PaymentMethod } from '@invoice-desk/contract/payments/payment-methods'
import { addDays } from '@invoice-desk/contract/values/business-day'
import { paths } from '../../shared/navigation/paths.ts'

/** The last day of the month that starts on this day. */
export const monthEnd = (start: string): string =>
  addDays(`${addDays(start, 31).slice(0, 7)}-01`, -1)

/** The first day of the month that has this day. */
export const monthStart = (day: string): string => `${day.slice(0, 8)}01`

const days = (from: string, to: string) => `${from}..${to}`

/** In the order of `AGE_RANGES`. */
const AGES = [
  [-2, 0],
  [-7, -3],
  [-14, -8],
  [undefined, -15],
] as const
/** In the order of `DUE_RANGES`. */
const DUES = [
  [undefined, -31],
  [-30, -8],
  [-7, -1],
  [0, 7],
  [8, undefined],
] as const

const rangeOf = (today: string, [from, to]: readonly [number | undefined, number | undefined]) =>
  days(from === undefined ? '' : addDays(today, from), to === undefined ? '' : addDays(today, to))

const PENDING = PENDING_STATUSES.join()

export const pendingLink = () => paths.invoices({ status: PENDING, sort: 'submitted' })

export const ageLink = (today: string, index: number) =>
  paths.invoices({
    status: PENDING,
    submitted: rangeOf(today, AGES[index] ?? [undefined, undefined]),
    sort: 'submitted',
  })

export const unpaidLink = () => paths.invoices({ status: 'approved', sort: 'due' })

export const dueLink = (today: string, index: number) =>
  paths.invoices({
    status: 'approved',
    due: rangeOf(today, DUES[index] ?? [undefined, undefined]),
    sort: 'due',
  })

/** Paid in the month that starts on this day. */
export const paidLink = (month: string) => paths.invoices({ paid: days(month, monthEnd(month)) })

export const approvedLink = (month: string) =>
  paths.invoices({ status: 'approved,paid', decided: days(month, monthEnd(month)) })

export const decidedLink = (today: string) =>
  paths.invoices({
    status: 'approved,paid,rejected',
    decided: days(addDays(today, -DECISION_DAYS), ''),
    sort: '-decided',
  })

export const receivedInMonthLink = (month: string) =>
  paths.paymentsAdmin({ received: days(month, monthEnd(month)) })

type Payments = { readonly method?: PaymentMethod; readonly refunded?: 'yes' }

/** Received in the week that starts on this day. */
export const receivedInWeekLink = (week: string, filter: Payments = {}) =>
  paths.paymentsAdmin({ received: days(week, addDays(week, 6)), ...filter })
