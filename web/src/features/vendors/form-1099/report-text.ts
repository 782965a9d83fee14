// Words for the 1099 report: the threshold and how far a vendor is from it.

import { formatUsd } from '@invoice-desk/contract/values/money'
import type { Form1099Vendor } from '@invoice-desk/contract/vendors/form-1099'
import { counted, formatCount } from '../../../shared/text/count-text.ts'
import type { Report } from './api.ts'

/** In January and February, people prepare the forms of last year. */
export const defaultYear = (today: string): number =>
  Number(today.slice(0, 4)) - (today.slice(5, 7) <= '02' ? 1 : 0)

const wholeUsd = (cents: number): string => formatUsd(cents).replace(/\.00$/, '')

export const thresholdText = ({ year, thresholdCents, isThresholdKnown }: Report): string => {
  const threshold = wholeUsd(thresholdCents)
  return isThresholdKnown
    ? `You report vendors that you paid ${threshold} or more in ${year}.`
    : `The ${year} reporting threshold isn't set yet. Until then, we use ${threshold}.`
}

/** How many are to report, and how many of those aren't ready. */
export const summaryOf = ({ year, vendors }: Report): string => {
  const reportable = vendors.filter(({ isReportable }) => isReportable)
  const lacking = reportable.filter(({ lacks }) => lacks.length > 0).length
  if (reportable.length === 0) return `No vendors to report for ${year}.`
  const count = `${counted(reportable.length, 'vendor')} to report for ${year}.`
  return lacking === 0
    ? count
    : `${count} ${formatCount(lacking)} ${lacking === 1 ? 'lacks' : 'lack'} data.`
}

export const progressOf = (
  { paidCents, isReportable }: Form1099Vendor,
  thresholdCents: number,
): { readonly percent: number; readonly text: string } => {
  return {
    percent: Math.max(0, Math.min(100, (100 * paidCents) / thresholdCents)),
    text: isReportable ? 'To report' : `${formatUsd(thresholdCents - paidCents)} below`,
  }
}
