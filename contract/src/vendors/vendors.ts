// Endpoints for vendor mappings: which vendor an email belongs to, and which account its bills go to.
import { z } from 'zod'
import { checkTaxId, createQboVendor } from '../accounting/accounting-vendors.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { looseText, optionalText } from '../http/lenient-response.ts'
import { email } from '../values/email.ts'
import { QBO_NAME_LENGTH_MAX, VENDORS_PAGE_SIZE_MAX, VERSION_MAX } from '../values/limits.ts'
import { TAX_ID_TYPES } from '../values/tax-id.ts'
import { line, optionalLine } from '../values/text.ts'

const { name: vendorName, address: fullAddress } = createQboVendor.body.shape

/** `lacking`: tracked for 1099, but the tax id or the address is missing. */
export const DETAILS_STATES = ['lacking', 'invited', 'to_review', 'sent_back', 'complete'] as const
export type DetailsState = (typeof DETAILS_STATES)[number]

export const DETAILS_LABELS: Readonly<Record<DetailsState, string>> = {
  lacking: 'Lacks 1099 data',
  invited: 'Invited',
  to_review: 'To review',
  sent_back: 'Sent back',
  complete: 'Complete',
}

export const vendorMapping = z.object({
  id: looseText,
  email: looseText,
  vendor: looseText,
  /** The account's full name; empty if none is selected. */
  qb_bill_account: looseText,
  /** Counts changes from 1, so two people don't overwrite each other. 0 if the server has no versions. */
  version: z.number().int().catch(0),
  address: fullAddress.optional().catch(undefined),
  track1099: z.boolean().catch(false),
  taxIdType: z.enum(TAX_ID_TYPES).optional().catch(undefined),
  /** The only part of a tax id that we store. */
  taxIdLast4: optionalText,
  /** What QuickBooks no longer has; absent if QuickBooks couldn't be reached. */
  missing: z
    .array(z.enum(['vendor', 'qb_bill_account']))
    .optional()
    .catch(undefined),
  /** Tracked for 1099 here or in QuickBooks. */
  isTracked: z.boolean().optional().catch(undefined),
  /** Whether we have what a 1099 form needs. Absent if it isn't tracked and wasn't invited. */
  details: z.enum(DETAILS_STATES).optional().catch(undefined),
  /** Whose details wait for review. */
  invitationId: optionalText,
})
export type VendorMapping = z.infer<typeof vendorMapping>

export const vendorPage = z.object({
  vendors: z.array(vendorMapping),
  /** The number of mappings on all pages. */
  total: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
  /** Whether `missing` is known, still loading, or unavailable. */
  marks: z.enum(['known', 'pending', 'unavailable']),
})
export type VendorPage = z.infer<typeof vendorPage>

export const VENDOR_SORTS = [
  'vendor',
  '-vendor',
  'email',
  '-email',
  'qb_bill_account',
  '-qb_bill_account',
] as const
export type VendorSort = (typeof VENDOR_SORTS)[number]

const yesOrNo = z.enum(['yes', 'no'])

const filter = z.object({
  /** Part of an email, vendor name or account, ignoring case. */
  search: z.string().trim().max(200).optional(),
  /** The account's whole name, ignoring case. */
  account: line(QBO_NAME_LENGTH_MAX).optional(),
  hasAccount: yesOrNo.optional(),
  track1099: yesOrNo.optional(),
  /** Only mappings whose vendor or account QuickBooks no longer has; none if that isn't known. */
  missing: z.enum(['yes']).optional(),
  /** `lacking` also finds those that were invited and haven't sent the data yet. */
  details: z.enum(DETAILS_STATES).optional(),
  sort: z.enum(VENDOR_SORTS).default('vendor'),
})
export type VendorFilter = z.infer<typeof filter>

export const listVendorMappings = {
  method: 'GET',
  path: '/api/cup/vendors',
  summary: 'The filtered vendor mappings, or a page of them with `page` or `pageSize`',
  access: 'tool:create_vendor',
  query: filter.extend({
    /** Only the mapping of this email. */
    email: email.optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).optional(),
    pageSize: z.coerce.number().int().min(1).max(VENDORS_PAGE_SIZE_MAX).optional(),
  }),
  response: z.union([z.array(vendorMapping), vendorPage]),
  errors: ['vendors_failed'],
} as const satisfies Endpoint

export const exportVendorMappings = {
  method: 'GET',
  path: '/api/cup/vendors.csv',
  summary: 'The filtered vendor mappings as CSV that is safe to open in a spreadsheet',
  access: 'tool:create_vendor',
  limit: 'export',
  query: filter,
  file: 'text/csv',
  response: z.unknown(),
} as const satisfies Endpoint

/** For a vendor that's already in QuickBooks, the form sends no address. A partial one is a mistake. */
const address = z
  .object({
    line1: optionalLine(500),
    city: optionalLine(255),
    state: optionalLine(255),
    zipCode: optionalLine(30),
  })
  .superRefine((parts, context) => {
    const names = Object.keys(parts) as (keyof typeof parts)[]
    const blank = names.find((name) => parts[name] === '')
    if (blank === undefined || names.every((name) => parts[name] === '')) return
    context.addIssue({ code: 'custom', path: [blank], message: 'This is required.' })
  })
  .transform((parts) => (parts.line1 === '' ? undefined : parts))

const fields = {
  email,
  vendor: vendorName,
  qbBillAccount: optionalLine(QBO_NAME_LENGTH_MAX),
  address: address.optional(),
  track1099: z.boolean().default(false),
  taxId: z.string().trim().max(20).default(''),
  taxIdType: z.enum(TAX_ID_TYPES).default('EIN'),
}

const version = z.number().int().min(0).max(VERSION_MAX)

export const addVendorMapping = {
  method: 'POST',
  path: '/api/cup/vendors',
  summary: 'Map an email to a vendor and a bill account',
  access: 'tool:create_vendor',
  body: z.object(fields).superRefine(checkTaxId(({ track1099 }) => track1099)),
  response: vendorMapping,
  errors: [
    'vendor_save_failed',
    'vendor_mapping_exists',
    'qbo_account_unknown',
    'qbo_accounts_failed',
    'qbo_not_connected',
    'qbo_connection_invalid',
  ],
} as const satisfies Endpoint

/** `changed_meanwhile` includes the current mapping. */
export const changedMapping = z.object({ mapping: vendorMapping })

export const changeVendorMapping = {
  method: 'PUT',
  path: '/api/cup/vendors',
  summary: 'Change a mapping; with `version`, only if no one else has changed it since',
  access: 'tool:create_vendor',
  // A tax id given earlier can be left out, so only the server knows whether it's missing.
  body: z
    .object({ id: z.string().max(64), ...fields, version: version.optional() })
    .superRefine(checkTaxId(() => false)),
  response: vendorMapping,
  errors: [...addVendorMapping.errors, 'vendor_mapping_unknown', 'changed_meanwhile'],
} as const satisfies Endpoint

export const deleteVendorMapping = {
  method: 'DELETE',
  path: '/api/cup/vendors',
  summary: 'Delete a mapping; errors are plain text unless the caller accepts JSON',
  access: 'tool:create_vendor',
  body: z.object({ id: z.string().max(64), version: version.optional() }),
  response: z.object({ message: z.string() }),
  textErrors: true,
  errors: ['vendor_delete_failed', 'vendor_mapping_unknown', 'changed_meanwhile'],
} as const satisfies Endpoint
