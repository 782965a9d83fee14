// Tests the words of the 1099 report.
import type { Form1099Vendor } from '@invoice-desk/contract/vendors/form-1099'
import { expect, it } from 'vitest'
import type { Report } from './api.ts'
import { defaultYear, progressOf, summaryOf, thresholdText } from './report-text.ts'

const vendor = (paidCents: number, lacks: Form1099Vendor['lacks'] = []): Form1099Vendor => ({
  id: '1',
  name: 'Dana Whitfield',
  email: '',
  taxIdLast4: '',
  lacks,
  paidCents,
  paidByCardCents: 0,
  isReportable: paidCents >= 200_000,
})

const report = (vendors: Form1099Vendor[] = []): Report => ({
  year: 2026,
  thresholdCents: 200_000,
  isThresholdKnown: true,
  state: 'known',
  vendors,
})

it.each([
  ['2026-12-31', 2026],
  ['2027-01-01', 2026],
  ['2027-02-28', 2026],
  ['2027-03-01', 2027],
])('on %s, shows %i first', (today, year) => expect(defaultYear(today)).toBe(year))

it('names the threshold, and says if it may change', () => {
  expect(thresholdText(report())).toBe('You report vendors that you paid $2,000 or more in 2026.')
  expect(thresholdText({ ...report(), year: 2027, isThresholdKnown: false })).toMatch(
    /isn't set yet/,
  )
})

it.each([
  [[vendor(0)], 'No vendors to report for 2026.'],
  [[vendor(200_000), vendor(0, ['tax_id'])], '1 vendor to report for 2026.'],
  [[vendor(200_000, ['tax_id']), vendor(200_000)], '2 vendors to report for 2026. 1 lacks data.'],
])('counts the vendors to report (%#)', (vendors, text) => {
  expect(summaryOf(report(vendors))).toBe(text)
})

it.each([
  [0, 0, '$2,000.00 below'],
  [50_000, 25, '$1,500.00 below'],
  [199_999, 100, '$0.01 below'],
  [200_000, 100, 'To report'],
  [900_000, 100, 'To report'],
  [-100, 0, '$2,001.00 below'],
])('shows how far %i cents are from the threshold', (paidCents, percent, text) => {
  const progress = progressOf(vendor(paidCents), 200_000)
  expect([Math.round(progress.percent), progress.text]).toEqual([percent, text])
})
