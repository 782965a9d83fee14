// Links from the overview's numbers to the invoices behind them.
import { PENDING_STATUSES } from '@invoice-desk/contract/bill-status'
import { addDays } from '@invoice-desk/contract/business-day'
import { DECISION_DAYS } from '@invoice-desk/contract/overview'
import { paths } from '../../shared/paths.ts'

/** The last day of the month that starts on this day. */
export const monthEnd = (start: string): string =>
  addDays(`${addDays(start, 31).slice(0, 7)}-01`, -1)

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

export const paidLink = () => paths.invoices({ status: 'paid', sort: '-decided' })

export const approvedLink = (month: string) =>
  paths.invoices({ status: 'approved,paid', decided: days(month, monthEnd(month)) })

export const decidedLink = (today: string) =>
  paths.invoices({ decided: days(addDays(today, -DECISION_DAYS), ''), sort: '-decided' })
