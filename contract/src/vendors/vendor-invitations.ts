// Endpoints to invite vendors and to review the details they send.
import { z } from 'zod'
import { createQboVendor } from '../accounting/accounting-vendors.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { email } from '../values/email.ts'
import {
  QBO_NAME_LENGTH_MAX,
  REASON_LENGTH_MAX,
  VENDOR_NAME_LENGTH_MAX,
  VENDORS_PAGE_SIZE,
  VENDORS_PAGE_SIZE_MAX,
  VERSION_MAX,
} from '../values/limits.ts'
import { line, optionalLine } from '../values/text.ts'
import { INVITATION_STATES, vendorDetails } from './vendor-details.ts'
import { vendorMapping } from './vendors.ts'

const { name: vendorName } = createQboVendor.body.shape

export const vendorInvitation = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  state: z.enum(INVITATION_STATES),
  /** Counts changes, so two people don't overwrite each other. */
  version: z.number().int(),
  /** Who invited the vendor. Absent if the vendor asked for the link. */
  invitedBy: z.string().optional(),
  sentAt: z.iso.datetime(),
  submittedAt: z.iso.datetime().optional(),
  /** When the link expires or, while details wait for review, when they do and the tax id is erased. */
  expiresAt: z.iso.datetime(),
})
export type VendorInvitation = z.infer<typeof vendorInvitation>

export const listVendorInvitations = {
  method: 'GET',
  path: '/api/vendors/invitations',
  summary: "Invitations that aren't accepted, those to review first",
  access: 'tool:create_vendor',
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(VENDORS_PAGE_SIZE_MAX).default(VENDORS_PAGE_SIZE),
  }),
  response: z.object({
    invitations: z.array(vendorInvitation),
    total: z.number().int(),
    /** How many of them wait for review. */
    toReview: z.number().int(),
  }),
} as const satisfies Endpoint

export const inviteVendor = {
  method: 'POST',
  path: '/api/vendors/invitations',
  summary: 'Email a vendor a link to enter its details, or a new link',
  access: 'tool:create_vendor',
  body: z.object({ email, name: line(VENDOR_NAME_LENGTH_MAX) }),
  response: z.object({ invitation: vendorInvitation }),
  errors: ['changed_meanwhile'],
} as const satisfies Endpoint

const id = z.string().max(64)
const chosen = { id, version: z.number().int().min(0).max(VERSION_MAX) }

export const removeVendorInvitation = {
  method: 'DELETE',
  path: '/api/vendors/invitations',
  summary: 'Delete an invitation with the details that came by it; its link stops working',
  access: 'tool:create_vendor',
  body: z.object(chosen),
  response: z.object({ message: z.string() }),
  errors: ['not_found', 'changed_meanwhile'],
} as const satisfies Endpoint

/** Why a vendor in QuickBooks may be the same one. */
export const SIMILARITIES = ['mapping', 'email', 'tax_id', 'name', 'address'] as const
export type Similarity = (typeof SIMILARITIES)[number]

const similarVendor = z.object({
  id: z.string(),
  name: z.string(),
  companyName: z.string(),
  email: z.string(),
  /** Parts that QuickBooks doesn't have are empty. */
  address: z.object({
    line1: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
  }),
  taxIdLast4: z.string(),
  track1099: z.boolean(),
  /** The emails that are mapped to it. */
  mappedEmails: z.array(z.string()),
  similarities: z.array(z.enum(SIMILARITIES)),
})
export type SimilarVendor = z.infer<typeof similarVendor>

export const reviewVendorInvitation = {
  method: 'GET',
  path: '/api/vendors/invitations/review',
  summary: 'The details that a vendor sent, next to similar vendors in QuickBooks',
  access: 'tool:create_vendor',
  query: z.object({ id }),
  response: z.object({
    invitation: vendorInvitation,
    details: vendorDetails,
    /** The mapping that the email has now. */
    mapping: vendorMapping.optional(),
    /** The best matches first. */
    similar: z.array(similarVendor),
  }),
  errors: ['not_found', 'qbo_vendors_failed', 'qbo_not_connected', 'qbo_connection_invalid'],
} as const satisfies Endpoint

export const acceptVendorDetails = {
  method: 'POST',
  path: '/api/vendors/invitations/accept',
  summary: 'Create or update the vendor in QuickBooks, save the mapping and tell the vendor',
  access: 'tool:create_vendor',
  body: z.object({
    ...chosen,
    /** The vendor in QuickBooks to update. Without it, a new one is created. */
    vendorId: z.string().max(64).optional(),
    /** The new vendor's name, or the name of the vendor to update as staff saw it. */
    name: vendorName,
    /** Version of the email's mapping, as staff saw it. 0 if there is none. */
    mappingVersion: z.number().int().min(0).max(VERSION_MAX),
    qbBillAccount: optionalLine(QBO_NAME_LENGTH_MAX),
    track1099: z.boolean(),
  }),
  response: z.object({ mapping: vendorMapping, isNew: z.boolean() }),
  errors: [
    'not_found',
    'changed_meanwhile',
    'qbo_account_unknown',
    'qbo_accounts_failed',
    'qbo_vendor_unknown',
    'qbo_vendor_failed',
    'qbo_vendor_refused',
    'qbo_name_taken',
    'qbo_not_connected',
    'qbo_connection_invalid',
  ],
} as const satisfies Endpoint

export const sendBackVendorDetails = {
  method: 'POST',
  path: '/api/vendors/invitations/send-back',
  summary: 'Erase the tax id and ask the vendor to correct the details',
  access: 'tool:create_vendor',
  body: z.object({ ...chosen, reason: z.string().trim().min(1).max(REASON_LENGTH_MAX) }),
  response: z.object({ invitation: vendorInvitation }),
  errors: ['not_found', 'changed_meanwhile'],
} as const satisfies Endpoint
