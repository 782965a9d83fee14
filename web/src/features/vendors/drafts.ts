// The names of drafts that the vendors page reopens.
import type { VendorMapping } from '@invoice-desk/contract/vendors/vendors'

/** Followed by the id and the email of the mapping, or by nothing for a new one. */
export const FORM_DRAFT = 'vendor form '
export const formDraftOf = (mapping: VendorMapping | undefined): string =>
  FORM_DRAFT + (mapping ? `${mapping.id} ${mapping.email}` : '')

export const INVITATION_DRAFT = 'invitation'
export const IMPORT_DRAFT = 'vendor import'
