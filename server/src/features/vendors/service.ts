// Adds, changes and deletes vendor mappings.
import type { BodyOf } from '@invoice-desk/contract/http/endpoint'
import type { ErrorCode } from '@invoice-desk/contract/http/errors'
import { taxIdDigits, taxIdProblem } from '@invoice-desk/contract/values/tax-id'
import type {
  addVendorMapping,
  changeVendorMapping,
  deleteVendorMapping,
  VendorFilter,
  VendorMapping,
} from '@invoice-desk/contract/vendors/vendors'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { AppError } from '../../lib/app-error.ts'
import { isSameVendor } from '../../lib/vendor-name.ts'
import { recordMappingEdits } from '../approval/payees/queries.ts'
import { revokeVerifications } from '../contractor/queries.ts'
import { createBillAccountCheck } from './bill-account.ts'
import { deleteInvitationOf } from './invitations/queries.ts'
import { createVendorList, exportMappings, toVendorMapping } from './list.ts'
import { unmappedMailJob } from './mails.ts'
import { mappingFacts, recordMapping } from './mapping-events.ts'
import {
  deleteMapping,
  findMapping,
  findMappingByEmail,
  insertMapping,
  lockEmail,
  type MappingFields,
  type MappingRow,
  updateMapping,
} from './queries.ts'

type NewMapping = BodyOf<typeof addVendorMapping>
type Change = BodyOf<typeof changeVendorMapping>

export const createVendorService = (dependencies: Dependencies) => {
  const { callers, database, jobs } = dependencies
  const { db } = database
  const billAccountOf = createBillAccountCheck(dependencies)

  /** Contractors get or lose their vendor at once. */
  const changeMappings = async <T>(change: (tx: Db) => Promise<T>): Promise<T> => {
    const changed = await db.transaction(change)
    callers.forget()
    return changed
  }

  const add = async (actor: StaffCaller, given: NewMapping): Promise<VendorMapping> => {
    await assertFree(db, given.email)
    const qbBillAccount = await billAccountOf(given.qbBillAccount)
    return changeMappings(async (tx) => {
      await lockEmail(tx, given.email)
      await assertFree(tx, given.email)
      const row = await insertMapping(tx, { ...fieldsOf(given, undefined), qbBillAccount })
      await recordMappingEdits(tx, actor.email, [row])
      await recordMapping(tx, actor, 'vendor_mapping_added', row, mappingFacts(row))
      return toVendorMapping(row)
    })
  }

  const change = async (actor: StaffCaller, given: Change): Promise<VendorMapping> => {
    const before = await findMapping(db, given.id)
    if (!before) throw new AppError('vendor_mapping_unknown', { field: 'id' })
    // An unchanged account isn't checked, so edits work while QuickBooks is down.
    const qbBillAccount =
      given.qbBillAccount === before.qbBillAccount
        ? before.qbBillAccount
        : await billAccountOf(given.qbBillAccount)
    return changeMappings(async (tx) => {
      // Emails before rows, like everyone else, so no two can wait for each other.
      for (const email of [before.email, given.email].sort()) await lockEmail(tx, email)
      const old = await getUnchanged(tx, given)
      const fields = { ...fieldsOf(given, old), qbBillAccount }
      await assertFree(tx, fields.email, old.id)
      const row = await updateMapping(tx, old.id, fields)
      // Another bill account or address doesn't change who is paid.
      if (row.email !== old.email || !isSameVendor(row.vendor, old.vendor))
        await recordMappingEdits(tx, actor.email, [old, row])
      await recordMapping(tx, actor, 'vendor_mapping_changed', row, {
        from: mappingFacts(old),
        to: mappingFacts(row),
      })
      if (row.email !== old.email) await unmap(tx, old, 'changed')
      return toVendorMapping(row)
    })
  }

  const remove = (actor: StaffCaller, given: BodyOf<typeof deleteVendorMapping>): Promise<void> =>
    changeMappings(async (tx) => {
      const before = await findMapping(tx, given.id)
      if (before) await lockEmail(tx, before.email)
      const row = await getUnchanged(tx, given)
      await deleteMapping(tx, row.id)
      await recordMapping(tx, actor, 'vendor_mapping_deleted', row, mappingFacts(row))
      await unmap(tx, row, 'deleted')
    })

  /** Revokes the links of an email that lost its vendor, deletes the details that came from it, and notifies it. */
  const unmap = async (tx: Db, old: MappingRow, because: 'changed' | 'deleted'): Promise<void> => {
    const { id, email, vendor, version } = old
    await revokeVerifications(tx, email)
    await deleteInvitationOf(tx, email)
    await jobs.send(tx, unmappedMailJob, { email, vendor, because, mapping: `${id} ${version}` })
  }

  return {
    list: orElse('vendors_failed', createVendorList(dependencies)),
    exportCsv: (filter: VendorFilter) => exportMappings(db, filter),
    add: orElse('vendor_save_failed', add),
    change: orElse('vendor_save_failed', change),
    remove: orElse('vendor_delete_failed', remove),
  }
}

/** Unexpected errors get the specification's message for the call. */
const orElse =
  <A extends unknown[], T>(code: ErrorCode, run: (...given: A) => Promise<T>) =>
  (...given: A): Promise<T> =>
    run(...given).catch((error: unknown) => {
      throw error instanceof AppError ? error : new AppError(code, { cause: error })
    })

const assertFree = async (db: Db, email: string, exceptId?: string): Promise<void> => {
  const holder = await findMappingByEmail(db, email)
  if (!holder || holder.id === exceptId) return
  throw new AppError('vendor_mapping_exists', {
    field: 'email',
    text: `This email is already mapped to ${holder.vendor}.`,
  })
}

/** Locks the row, unless it has changed since the caller read it. */
const getUnchanged = async (
  tx: Db,
  { id, version }: { id: string; version?: number | undefined },
): Promise<MappingRow> => {
  const row = await findMapping(tx, id, { lock: true })
  if (!row) throw new AppError('vendor_mapping_unknown', { field: 'id' })
  if (version === undefined || version === row.version) return row
  throw new AppError('changed_meanwhile', { extra: { mapping: toVendorMapping(row) } })
}

type Fields = Omit<MappingFields, 'qbBillAccount'>

/**
 * The address and tax id are kept only if the vendor stays the same. One that was imported from QuickBooks may be tracked
 * without a tax id.
 */
const fieldsOf = (given: NewMapping, old: MappingRow | undefined): Fields => {
  const { email, vendor, track1099, taxId, taxIdType } = given
  const same = old?.vendor.toLowerCase() === vendor.toLowerCase() ? old : undefined
  const address = given.address ?? same?.address ?? null
  const isRequired = track1099 && !same?.track1099 && !same?.taxIdLast4
  const text = taxIdProblem(taxId, taxIdType, isRequired)
  if (text) throw new AppError('invalid_input', { field: 'taxId', text })
  const tax =
    taxId === ''
      ? { taxIdLast4: same?.taxIdLast4 ?? null, taxIdType: same?.taxIdType ?? null }
      : { taxIdLast4: taxIdDigits(taxId).slice(-4), taxIdType }
  return { email, vendor, address, track1099, ...tax }
}
