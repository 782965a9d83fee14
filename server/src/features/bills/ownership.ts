// Makes sure that contractors act only for the email of their link and the vendor it's mapped to.

import type { ContractorCaller } from '../../http/access.ts'
import { AppError } from '../../lib/app-error.ts'
import { undisguised } from '../../lib/undisguised.ts'

/** The caller's vendor; refuses a request that names another email or vendor. */
export const ownVendorOf = (
  { email, vendor }: ContractorCaller,
  claimed: { email?: string; vendorName?: string },
): string => {
  if (claimed.email !== undefined && claimed.email !== email) {
    throw new AppError('other_email', { field: 'email' })
  }
  if (vendor === undefined) throw new AppError('contractor_not_approved')
  if (claimed.vendorName !== undefined && !isSameName(claimed.vendorName, vendor)) {
    throw new AppError('other_vendor', { field: 'vendorName' })
  }
  return vendor
}

const isSameName = (a: string, b: string): boolean => plainName(a) === plainName(b)

/** The mapping may be older than our rules for text. */
const plainName = (name: string) => undisguised(name).trim().toLowerCase()
