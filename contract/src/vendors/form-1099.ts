// Endpoints for what was paid to 1099 vendors in a year, and the amounts from which a year's payments are reported.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'

/** From the given year on. The amount of 2027 and later years follows inflation and is added here when it's announced. */
const THRESHOLDS = [
  { year: 2026, cents: 200_000 },
  { year: 0, cents: 60_000 },
] as const

const LAST_KNOWN_YEAR = THRESHOLDS[0].year

/** From this total on, a vendor gets a form. `isKnown` is false for years whose amount may still change. */
export const reportingThreshold = (year: number): { cents: number; isKnown: boolean } => ({
  cents: THRESHOLDS.find((each) => year >= each.year)?.cents ?? 0,
  isKnown: year <= LAST_KNOWN_YEAR,
})

/** What a vendor's form needs and QuickBooks doesn't have. */
export const FORM_1099_GAPS = ['tax_id', 'address'] as const
export type Form1099Gap = (typeof FORM_1099_GAPS)[number]

const form1099Vendor = z.object({
  id: z.string(),
  name: z.string(),
  /** The one in QuickBooks, or one that is mapped to it if that isn't mapped. May be empty. */
  email: z.string(),
  /** Where the invitation of this email is, if it's open. */
  invitation: z.enum(['invited', 'submitted', 'sent_back']).optional(),
  taxIdLast4: z.string(),
  lacks: z.array(z.enum(FORM_1099_GAPS)),
  /** Paid in the year by check or bank transfer. */
  paidCents: z.number().int(),
  /** Paid in the year by card, which the card company reports. */
  paidByCardCents: z.number().int(),
  isReportable: z.boolean(),
})
export type Form1099Vendor = z.infer<typeof form1099Vendor>

const query = z.object({ year: z.coerce.number().int().min(2_000).max(2_100) })

export const readForm1099 = {
  method: 'GET',
  path: '/api/vendors/1099',
  summary: 'What each 1099 vendor was paid in a year, largest first',
  access: 'tool:create_vendor',
  query,
  response: z.object({
    year: z.number().int(),
    thresholdCents: z.number().int(),
    isThresholdKnown: z.boolean(),
    /** Whether our copy of QuickBooks has the payments, is still reading them, or can't. */
    state: z.enum(['known', 'pending', 'unavailable']),
    vendors: z.array(form1099Vendor),
  }),
} as const satisfies Endpoint

export const exportForm1099 = {
  method: 'GET',
  path: '/api/vendors/1099.csv',
  summary: 'The same as CSV that is safe to open in a spreadsheet',
  access: 'tool:create_vendor',
  limit: 'export',
  query,
  file: 'text/csv',
  response: z.unknown(),
  errors: ['payments_unread'],
} as const satisfies Endpoint
