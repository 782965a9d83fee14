// The report of what 1099 vendors were paid in a year, for the page and as CSV.
import type { Readable } from 'node:stream'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { centsToText } from '@invoice-desk/contract/values/money'
import {
  type Form1099Gap,
  type Form1099Vendor,
  type readForm1099,
  reportingThreshold,
} from '@invoice-desk/contract/vendors/form-1099'
import type { Db } from '../../../db/client.ts'
import { AppError } from '../../../lib/app-error.ts'
import { csvStream } from '../../../lib/csv.ts'
import { read1099Totals } from './queries.ts'

type Report = ResponseOf<typeof readForm1099>

export const readReport = async (db: Db, year: number): Promise<Report> => {
  const { cents: thresholdCents, isKnown: isThresholdKnown } = reportingThreshold(year)
  const { state, vendors } = await read1099Totals(db, year)
  return {
    year,
    thresholdCents,
    isThresholdKnown,
    state,
    vendors: vendors.map((vendor) => ({
      ...vendor,
      isReportable: vendor.paidCents >= thresholdCents,
    })),
  }
}

export const exportReport = async (db: Db, year: number): Promise<Readable> => {
  const { state, vendors, thresholdCents } = await readReport(db, year)
  // Someone would file forms from it.
  if (state !== 'known') throw new AppError('payments_unread')
  const threshold = centsToText(thresholdCents)
  return csvStream(HEADER, [vendors], (vendor) => [...cellsOf(vendor), threshold])
}

const HEADER = [
  'Vendor',
  'Email',
  'Tax ID',
  'Missing',
  'Paid by check or bank',
  'Paid by card',
  'Reportable',
  'Threshold',
]

const GAP_LABELS = { tax_id: 'Tax ID', address: 'Address' } as const satisfies Record<
  Form1099Gap,
  string
>

const cellsOf = (vendor: Form1099Vendor): string[] => [
  vendor.name,
  vendor.email,
  vendor.taxIdLast4 && `ending in ${vendor.taxIdLast4}`,
  vendor.lacks.map((gap) => GAP_LABELS[gap]).join(', '),
  centsToText(vendor.paidCents),
  centsToText(vendor.paidByCardCents),
  vendor.isReportable ? 'Yes' : 'No',
]
