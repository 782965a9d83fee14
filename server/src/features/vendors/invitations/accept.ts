// Accepts a vendor's details: writes the vendor to QuickBooks, then saves the mapping and erases the tax id.
import { hash } from 'node:crypto'
import type { BodyOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import type { acceptVendorDetails } from '@invoice-desk/contract/vendors/vendor-invitations'
import { recordEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import { insertJobs } from '../../../db/record.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { refuseWith } from '../../../http/quickbooks-refusals.ts'
import { newJob } from '../../../jobs/queue.ts'
import { AppError } from '../../../lib/app-error.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import type { Vendor } from '../../../providers/quickbooks/vendors.ts'
import { recordMappingEdits, recordVendorEdit } from '../../approval/payees/queries.ts'
import { createBillAccountCheck } from '../bill-account.ts'
import { toVendorMapping } from '../list.ts'
import { mappingFacts, recordMapping } from '../mapping-events.ts'
import {
  findMappingByEmail,
  insertMapping,
  listEmailsOfVendors,
  lockEmail,
  type MappingFields,
  type MappingRow,
  updateMapping,
} from '../queries.ts'
import { acceptedMailJob, changedMailJob } from './job-kinds.ts'
import { claimDetails, type InvitationRow, releaseDetails, updateInvitation } from './queries.ts'
import { assertUnclaimed, getSubmitted } from './service.ts'
import { createTaxIdVault } from './tax-id.ts'

type Acceptance = BodyOf<typeof acceptVendorDetails>
type Written = Pick<Vendor, 'id' | 'name' | 'email'> & { readonly isNew: boolean }

/** A vendor is read and written twice at most, and each call is tried three times. */
const CALLS_MAX = 12
const CLAIM_SECONDS_MIN = 60

export const createAcceptance = (dependencies: Dependencies) => {
  const { books, callers, config, database } = dependencies
  const { db } = database
  const vault = createTaxIdVault(config)
  const billAccountOf = createBillAccountCheck(dependencies)
  const claimSeconds = CLAIM_SECONDS_MIN + (CALLS_MAX * config.quickbooks.timeoutMs) / 1_000

  /** Safe to repeat: the same choice creates a vendor only once, and an update changes nothing more. */
  const writeVendor = async (row: InvitationRow, given: Acceptance): Promise<Written> => {
    const { details, email } = row
    const taxId = vault.open(row.id, row.sealedTaxId)
    if (!details || taxId === undefined) throw unreadable()
    const { legalName, address } = details
    const { track1099, vendorId, name } = given
    const change = { legalName, email, address, taxId, track1099 }
    if (vendorId !== undefined) {
      const updated = await books.changeVendor({ id: vendorId, name }, change).catch(refuseWrite)
      if (!updated) throw new AppError('qbo_vendor_unknown', { field: 'vendorId' })
      return { ...updated, isNew: false }
    }
    // A different name or submission is a different vendor.
    const parts = [row.id, row.submittedAt, name, track1099]
    const requestId = `vd-${hash('sha256', JSON.stringify(parts)).slice(0, 40)}`
    const created = await books.createVendor({ ...change, name }, requestId).catch(refuseWrite)
    return { ...created, isNew: true }
  }

  /** Only while we have the claim: nothing else changes the details until it ends. */
  const save = (actor: StaffCaller, claimed: InvitationRow, given: Acceptance, vendor: Written) =>
    db.transaction(async (tx) => {
      await lockEmail(tx, claimed.email)
      const { id, email, details, claimedUntil } = await getSubmitted(tx, given, { lock: true })
      if (claimedUntil?.getTime() !== claimed.claimedUntil?.getTime())
        throw new AppError('changed_meanwhile')
      const row = await updateInvitation(tx, id, {
        state: 'accepted',
        // A link that was forwarded or copied must not replace what someone has reviewed.
        tokenHashes: [],
        // An email that is still waiting to be sent gets none either.
        linkExpiresAt: new Date(),
        sealedTaxId: null,
        claimedUntil: null,
        decidedBy: actor.email,
        decidedAt: new Date(),
        vendorId: vendor.id,
      })
      const fields = {
        email,
        vendor: vendor.name,
        qbBillAccount: given.qbBillAccount,
        track1099: given.track1099,
        address: details?.address ?? null,
        taxIdLast4: details?.taxIdLast4 ?? null,
        taxIdType: details?.taxIdType ?? null,
      }
      const mapping = await saveMapping(tx, actor, given.mappingVersion, fields)
      await recordAcceptance(tx, actor, row, vendor)
      return mapping
    })

  return async (
    actor: StaffCaller,
    given: Acceptance,
  ): Promise<ResponseOf<typeof acceptVendorDetails>> => {
    const qbBillAccount = await billAccountOf(given.qbBillAccount)
    const claimed = await claim(db, given, claimSeconds)
    try {
      await assertMapping(db, claimed.email, given.mappingVersion)
      // First, because we may be stopped after QuickBooks has the details.
      await recordVendorEdit(db, actor.email, given.name)
      const vendor = await writeVendor(claimed, given)
        // And after them, because what was approved in between may have been approved without them.
        .finally(() => recordVendorEdit(db, actor.email, given.name))
      const mapping = await save(actor, claimed, { ...given, qbBillAccount }, vendor)
      callers.forget()
      return { mapping: toVendorMapping(mapping), isNew: vendor.isNew }
    } catch (error) {
      // Without this, it would end a few minutes later.
      await releaseDetails(db, claimed).catch(() => {})
      throw error
    }
  }
}

/** So two people can't write the same details to two vendors in QuickBooks. */
const claim = async (db: Db, given: Acceptance, seconds: number): Promise<InvitationRow> => {
  const claimed = await claimDetails(db, given, seconds)
  if (claimed) return claimed
  assertUnclaimed(await getSubmitted(db, given))
  throw new AppError('changed_meanwhile')
}

/** The mapping that the email has, unless it has changed since staff saw it. */
const assertMapping = async (
  db: Db,
  email: string,
  version: number,
  options?: { lock: boolean },
): Promise<MappingRow | undefined> => {
  const mapping = await findMappingByEmail(db, email, options)
  if ((mapping?.version ?? 0) !== version) throw new AppError('changed_meanwhile')
  return mapping
}

const saveMapping = async (tx: Db, actor: StaffCaller, version: number, fields: MappingFields) => {
  const before = await assertMapping(tx, fields.email, version, { lock: true })
  const row = before ? await updateMapping(tx, before.id, fields) : await insertMapping(tx, fields)
  await recordMappingEdits(tx, actor.email, before ? [before, row] : [row])
  if (before) {
    const change = { from: mappingFacts(before), to: mappingFacts(row) }
    await recordMapping(tx, actor, 'vendor_mapping_changed', row, change)
  } else await recordMapping(tx, actor, 'vendor_mapping_added', row, mappingFacts(row))
  return row
}

const recordAcceptance = async (
  tx: Db,
  actor: StaffCaller,
  { id, email, version }: InvitationRow,
  vendor: Written,
): Promise<void> => {
  await recordEvent(tx, {
    actor: actor.email,
    action: vendor.isNew ? 'vendor_created_in_quickbooks' : 'vendor_updated_in_quickbooks',
    subject: { kind: 'vendor', id: vendor.name },
    details: { vendorId: vendor.id },
  })
  await recordEvent(tx, {
    actor: actor.email,
    action: 'vendor_details_accepted',
    subject: { kind: 'vendor_invitation', id },
    details: { email, vendor: vendor.name },
  })
  const news = { invitationId: id, vendor: vendor.name, version }
  const known = await listKnownAddresses(tx, vendor)
  await insertJobs(tx, [
    newJob(acceptedMailJob, { ...news, email }),
    ...known
      .filter((address) => address !== email)
      .map((address) => newJob(changedMailJob, { ...news, email: address, by: email })),
  ])
}

/** In QuickBooks and in mappings. A new vendor has none. */
const listKnownAddresses = async (tx: Db, { name, email, isNew }: Written): Promise<string[]> => {
  if (isNew) return []
  const mapped = (await listEmailsOfVendors(tx, [name])).get(name.toLowerCase()) ?? []
  return [...new Set([email?.toLowerCase() ?? '', ...mapped])].filter(isPlainEmail)
}

const unreadable = () =>
  new AppError('changed_meanwhile', {
    text: "We can't read the tax ID anymore. Send the details back so that the vendor enters it again.",
  })

/** If QuickBooks didn't answer, it may have written the vendor. Trying again finds that out. */
const refuseWrite = (error: unknown): never => {
  const isUnknown = error instanceof ProviderError && error.kind === 'outcome_unknown'
  if (!isUnknown) return refuseWith('qbo_vendor_failed', 'qbo_vendor_refused')(error)
  throw new AppError('qbo_vendor_failed', { text: UNCONFIRMED, cause: error })
}

const UNCONFIRMED =
  "QuickBooks didn't confirm the change, so the details aren't accepted yet. Please try again with the same choice."
