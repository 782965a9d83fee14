// Endpoints for the vendors in QuickBooks, and the accounts for their bills.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { looseText, optionalText } from '../http/lenient-response.ts'
import { email } from '../values/email.ts'
import { QBO_NAME_LENGTH_MAX } from '../values/limits.ts'
import { TAX_ID_TYPES, type TaxIdType, taxIdProblem } from '../values/tax-id.ts'
import { line } from '../values/text.ts'

const qboVendor = z.object({
  id: looseText,
  name: z.string(),
  email: optionalText,
  track1099: z.boolean().catch(false),
})

export const listQboVendors = {
  method: 'GET',
  path: '/api/qbo/list-vendors',
  summary: 'All active vendors in QuickBooks, by name',
  access: 'tool:approve_invoice|create_vendor',
  response: z.array(qboVendor),
  errors: ['qbo_vendors_failed', 'qbo_not_connected', 'qbo_connection_invalid'],
} as const satisfies Endpoint

const qboAccount = z.object({
  id: looseText,
  name: z.string(),
  fullyQualifiedName: z.string(),
})
export type QboAccount = z.infer<typeof qboAccount>

export const listQboBillAccounts = {
  method: 'GET',
  path: '/api/qbo/list-bill-accounts',
  summary: 'Accounts that a bill may be posted to, by name',
  access: 'tool:create_vendor',
  response: z.array(qboAccount),
  errors: ['qbo_accounts_failed', 'qbo_not_connected', 'qbo_connection_invalid'],
} as const satisfies Endpoint

export const findQboVendor = {
  method: 'GET',
  path: '/api/qbo/vendor',
  summary: 'Whether QuickBooks has an active vendor with this name',
  access: 'tool:create_vendor',
  query: z.object({ name: line(QBO_NAME_LENGTH_MAX) }),
  response: z.object({ exists: z.boolean(), vendor: qboVendor.optional().catch(undefined) }),
  errors: ['qbo_vendor_check_failed', 'qbo_not_connected', 'qbo_connection_invalid'],
} as const satisfies Endpoint

type TaxFields = { taxId: string; taxIdType: TaxIdType; track1099: boolean }

export const checkTaxId =
  (isRequired: (fields: TaxFields) => boolean) =>
  (given: TaxFields, context: z.RefinementCtx): void => {
    const message = taxIdProblem(given.taxId, given.taxIdType, isRequired(given))
    if (message) context.addIssue({ code: 'custom', path: ['taxId'], message })
  }

export const createQboVendor = {
  method: 'POST',
  path: '/api/qbo/vendor',
  summary: 'Create a vendor in QuickBooks',
  access: 'tool:create_vendor',
  body: z
    .object({
      name: line(QBO_NAME_LENGTH_MAX).refine(
        (name) => !name.includes(':'),
        "QuickBooks doesn't allow a colon in a vendor name.",
      ),
      email,
      address: z.object({ line1: line(500), city: line(255), state: line(255), zipCode: line(30) }),
      taxId: z.string().trim().max(20).default(''),
      taxIdType: z.enum(TAX_ID_TYPES).default('EIN'),
      track1099: z.boolean().default(false),
    })
    .superRefine(checkTaxId(({ track1099 }) => track1099)),
  response: z.object({ vendor: qboVendor }),
  errors: [
    'qbo_vendor_failed',
    'qbo_vendor_refused',
    'qbo_name_taken',
    'qbo_not_connected',
    'qbo_connection_invalid',
  ],
} as const satisfies Endpoint
