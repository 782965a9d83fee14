// Records what happens to vendor mappings in the audit log.
import type { AuditAction } from '@invoice-desk/contract/activity/audit-actions'
import { recordEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import type { StaffCaller } from '../../http/access.ts'
import type { MappingRow } from './queries.ts'

export const recordMapping = (
  tx: Db,
  actor: Pick<StaffCaller, 'email'>,
  action: AuditAction,
  { id }: MappingRow,
  details: Record<string, unknown>,
): Promise<void> =>
  recordEvent(tx, { actor: actor.email, action, subject: { kind: 'vendor_mapping', id }, details })

/** Without the tax id. */
export const mappingFacts = ({ email, vendor, qbBillAccount, track1099 }: MappingRow) => ({
  email,
  vendor,
  qbBillAccount,
  track1099,
})
