// Endpoints to map vendors that are already in QuickBooks.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { QBO_NAME_LENGTH_MAX, VENDOR_IMPORT_MAX } from '../values/limits.ts'
import { optionalLine } from '../values/text.ts'

const importableVendor = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  track1099: z.boolean(),
  /** Empty if QuickBooks has no tax id. */
  taxIdLast4: z.string(),
})
export type ImportableVendor = z.infer<typeof importableVendor>

export const listImportableVendors = {
  method: 'GET',
  path: '/api/vendors/importable',
  summary: "Active vendors in QuickBooks with an email that aren't mapped yet",
  access: 'tool:create_vendor',
  response: z.object({
    vendors: z.array(importableVendor),
    /** Unmapped vendors that have no email in QuickBooks, or more than one. */
    withoutEmail: z.number().int(),
  }),
  errors: ['qbo_vendors_failed', 'qbo_not_connected', 'qbo_connection_invalid'],
} as const satisfies Endpoint

export const importVendors = {
  method: 'POST',
  path: '/api/vendors/import',
  summary: 'Map these vendors by their email in QuickBooks, and invite them if wanted',
  access: 'tool:create_vendor',
  body: z.object({
    vendorIds: z.array(z.string().max(64)).min(1).max(VENDOR_IMPORT_MAX),
    /** For all of them; may be empty. */
    qbBillAccount: optionalLine(QBO_NAME_LENGTH_MAX),
    /** Whether to ask the vendors for their details. */
    invite: z.boolean().default(false),
  }),
  response: z.object({
    added: z.number().int(),
    invited: z.number().int(),
    /** Vendors that weren't mapped, because they changed since the list was read. */
    skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
  }),
  errors: [
    'qbo_account_unknown',
    'qbo_accounts_failed',
    'qbo_vendors_failed',
    'qbo_not_connected',
    'qbo_connection_invalid',
  ],
} as const satisfies Endpoint
