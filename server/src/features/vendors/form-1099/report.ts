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
import { type Columns, csvOfColumns } from '../../../lib/csv.ts'
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
  return csvOfColumns([...COLUMNS, ['Threshold', () => threshold]], [vendors])
}

const GAP_LABELS = { tax_id: 'Tax ID', address: 'Address' } as const satisfies Record<
  Form1099Gap,
  string
>

const COLUMNS: Columns<Form1099Vendor> = [
  ['Vendor', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Tax ID', ({ taxIdLast4 }) => taxIdLast4 && `ending in ${taxIdLast4}`],
  ['Missing', ({ lacks }) => lacks.map((gap) => GAP_LABELS[gap]).join(', ')],
  ['Paid by check or bank', ({ paidCents }) => centsToText(paidCents)],
  ['Paid by card', ({ paidByCardCents }) => centsToText(paidByCardCents)],
  ['Reportable', ({ isReportable }) => (isReportable ? 'Yes' : 'No')],
]
