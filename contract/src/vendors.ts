// Vendor mappings: which vendor stands behind an e-mail, and which account its bills go to.
import { z } from 'zod'
import { createQboVendor } from './accounting.ts'
import { email } from './email.ts'
import type { Endpoint } from './endpoint.ts'
import { QBO_NAME_LENGTH_MAX, VENDORS_PAGE_SIZE_MAX, VERSION_MAX } from './limits.ts'
import { looseText, optionalText } from './loose.ts'
import { TAX_ID_TYPES, taxIdProblem } from './tax-id.ts'
import { optionalLine } from './text.ts'

const { name: vendorName, address: fullAddress } = createQboVendor.body.shape

export const vendorMapping = z.object({
  id: looseText,
  email: looseText,
  vendor: looseText,
  /** The account's fully qualified name; empty while none is chosen. */
  qb_bill_account: looseText,
  /**
   * Counts the changes from 1; sent back, it keeps two people from overwriting each other. 0 when the server counts
   * none.
   */
  version: z.number().int().catch(0),
  address: fullAddress.optional().catch(undefined),
  track1099: z.boolean().catch(false),
  taxIdType: z.enum(TAX_ID_TYPES).optional().catch(undefined),
  /** All that is kept of a tax id. */
  taxIdLast4: optionalText,
  /** What QuickBooks no longer has; absent when QuickBooks could not be asked. */
  missing: z
    .array(z.enum(['vendor', 'qb_bill_account']))
    .optional()
    .catch(undefined),
})
export type VendorMapping = z.infer<typeof vendorMapping>

/** Part of a long list, in the order that was asked for. */
export const vendorPage = z.object({
  vendors: z.array(vendorMapping),
  /** How many there are on all pages. */
  total: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
  /** Whether the marks for what is missing are there, on their way, or not to be had right now. */
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

export const listVendorMappings = {
  method: 'GET',
  path: '/api/cup/vendors',
  summary: 'All vendor mappings; with `page` or `pageSize` a part of them, with the total',
  access: 'tool:create_vendor',
  query: z.object({
    /** Part of an e-mail, a vendor name or an account, whatever the case. */
    search: z.string().trim().max(200).optional(),
    /** The mapping of just this e-mail. */
    email: email.optional(),
    sort: z.enum(VENDOR_SORTS).default('vendor'),
    page: z.coerce.number().int().min(1).max(1_000_000).optional(),
    pageSize: z.coerce.number().int().min(1).max(VENDORS_PAGE_SIZE_MAX).optional(),
  }),
  response: z.union([z.array(vendorMapping), vendorPage]),
  errors: ['vendors_failed'],
} as const satisfies Endpoint

/** Of a vendor that QuickBooks has already, the form sends no address; a part of one is a mistake. */
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

type TaxFields = z.infer<z.ZodObject<Pick<typeof fields, 'taxId' | 'taxIdType' | 'track1099'>>>

const checkTaxId =
  (isRequired: (fields: TaxFields) => boolean) =>
  (given: TaxFields, context: z.RefinementCtx): void => {
    const message = taxIdProblem(given.taxId, given.taxIdType, isRequired(given))
    if (message) context.addIssue({ code: 'custom', path: ['taxId'], message })
  }

export const addVendorMapping = {
  method: 'POST',
  path: '/api/cup/vendors',
  summary: 'Map an e-mail to a vendor and a bill account',
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

/** `changed_meanwhile` carries the mapping as it is now beside its error. */
export const changedMapping = z.object({ mapping: vendorMapping })

export const changeVendorMapping = {
  method: 'PUT',
  path: '/api/cup/vendors',
  summary: 'Change a mapping; with `version` only if nobody else has changed it since',
  access: 'tool:create_vendor',
  // A tax id that was given before need not be given again, so only the server can tell whether it is missing.
  body: z
    .object({ id: z.string().max(64), ...fields, version: version.optional() })
    .superRefine(checkTaxId(() => false)),
  response: vendorMapping,
  errors: [...addVendorMapping.errors, 'vendor_mapping_unknown', 'changed_meanwhile'],
} as const satisfies Endpoint

export const deleteVendorMapping = {
  method: 'DELETE',
  path: '/api/cup/vendors',
  summary: 'Delete a mapping; failures are plain text unless JSON is asked for',
  access: 'tool:create_vendor',
  body: z.object({ id: z.string().max(64), version: version.optional() }),
  response: z.object({ message: z.string() }),
  textErrors: true,
  errors: ['vendor_delete_failed', 'vendor_mapping_unknown', 'changed_meanwhile'],
} as const satisfies Endpoint
