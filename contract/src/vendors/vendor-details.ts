// Endpoints for the form where an invited vendor enters what form W-9 asks for.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { NAME_LENGTH_MAX, VENDOR_NAME_LENGTH_MAX } from '../values/limits.ts'
import {
  TAX_CLASSIFICATIONS,
  type TaxClassification,
  taxIdTypesOf,
} from '../values/tax-classification.ts'
import { TAX_ID_TYPES, type TaxIdType, taxIdDigits, taxIdProblem } from '../values/tax-id.ts'
import { line, optionalLine } from '../values/text.ts'
import { US_STATE_CODES } from '../values/us-states.ts'

/** Where an invitation is. `expired`: its link wasn't used in time, or its details weren't reviewed in time. */
export const INVITATION_STATES = [
  'invited',
  'submitted',
  'sent_back',
  'accepted',
  'expired',
] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

const address = z.object({
  line1: line(500),
  city: line(255),
  state: z.enum(US_STATE_CODES, 'Choose a state.'),
  zipCode: z
    .string()
    .trim()
    .regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code such as 97201.'),
})

const fields = {
  /** As on the vendor's tax return. */
  legalName: line(VENDOR_NAME_LENGTH_MAX),
  /** What the vendor is known as, if that's different. */
  businessName: optionalLine(VENDOR_NAME_LENGTH_MAX),
  address,
  classification: z.enum(TAX_CLASSIFICATIONS, 'Choose a tax classification.'),
  taxIdType: z.enum(TAX_ID_TYPES, 'Choose a tax ID type.'),
  /** The name of the person who certified it. */
  signedBy: line(NAME_LENGTH_MAX),
}

/** What we keep. Of the tax id, only its last four digits. */
export const vendorDetails = z.object({
  ...fields,
  taxIdLast4: z.string(),
  submittedAt: z.iso.datetime(),
})
export type VendorDetails = z.infer<typeof vendorDetails>

/** Why this kind of vendor can't have this kind of tax id, or undefined. */
export const taxIdTypeProblem = (
  classification: TaxClassification,
  type: TaxIdType,
): string | undefined =>
  taxIdTypesOf(classification).includes(type)
    ? undefined
    : 'Only individuals, sole proprietors and trusts can use an SSN.'

/** Only the vendor's email contains it. */
const token = z.string().max(200)

export const openVendorDetails = {
  method: 'POST',
  path: '/api/vendor-details/open',
  summary: 'What an invitation link leads to; changes nothing',
  access: 'public',
  limit: 'verify_token',
  body: z.object({ token }),
  response: z.object({
    email: z.string(),
    /** The name that staff entered. */
    name: z.string(),
    state: z.enum(INVITATION_STATES),
    /** When the link expires. */
    expiresAt: z.iso.datetime(),
    /** What the vendor sent most recently. */
    details: vendorDetails.optional(),
    /** Why staff sent the details back. */
    reason: z.string().optional(),
  }),
  errors: ['token_invalid', 'token_expired'],
} as const satisfies Endpoint

export const submitVendorDetails = {
  method: 'POST',
  path: '/api/vendor-details',
  summary: 'Send the details of an invited vendor to staff for review, or corrected details',
  access: 'public',
  limit: 'verify_token',
  body: z
    .object({
      token,
      ...fields,
      taxId: z.string().trim().max(20),
      /** Under penalties of perjury. */
      isCertified: z.literal(true, 'Check this box to certify.'),
    })
    .superRefine(({ classification, taxId, taxIdType, ...others }, context) => {
      const typeProblem = taxIdTypeProblem(classification, taxIdType)
      const problem = taxIdProblem(taxId, taxIdType, true)
      if (typeProblem)
        context.addIssue({ code: 'custom', path: ['taxIdType'], message: typeProblem })
      if (problem) context.addIssue({ code: 'custom', path: ['taxId'], message: problem })
      // We keep the other fields in plain text.
      const { address, legalName, businessName, signedBy } = others
      const plain = { legalName, businessName, signedBy, line1: address.line1, city: address.city }
      for (const [name, text] of Object.entries(plain))
        if (!problem && text.replace(/\D/g, '').includes(taxIdDigits(taxId))) {
          const path = name in address ? ['address', name] : [name]
          context.addIssue({ code: 'custom', path, message: 'Leave out the tax ID here.' })
        }
    }),
  response: z.object({ message: z.string(), details: vendorDetails }),
  errors: ['token_invalid', 'token_expired', 'changed_meanwhile'],
} as const satisfies Endpoint

export const requestDetailsLink = {
  method: 'POST',
  path: '/api/cup/vendor-details-link',
  summary: 'Email the calling contractor a link to correct their details',
  access: 'contractor',
  limit: 'verification',
  response: z.object({ message: z.string() }),
  errors: ['contractor_not_approved'],
} as const satisfies Endpoint
