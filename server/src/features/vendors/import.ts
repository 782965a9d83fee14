// Maps vendors that are already in QuickBooks by their email there.
import { createQboVendor } from '@invoice-desk/contract/accounting/accounting-vendors'
import type { BodyOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import { VENDOR_NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import type {
  importVendors,
  listImportableVendors,
} from '@invoice-desk/contract/vendors/vendor-import'
import { recordEvents } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { refuseWith } from '../../http/quickbooks-refusals.ts'
import { recordMappingEdits } from '../approval/payees/queries.ts'
import { createBillAccountCheck } from './bill-account.ts'
import { inviteVendors } from './invitations/invite.ts'
import { mappingFacts } from './mapping-events.ts'
import { insertMappings, listMapped, lockEmails, type MappingFields } from './queries.ts'

type Vendor = Awaited<ReturnType<Dependencies['books']['listVendors']>>[number]
type Wanted = BodyOf<typeof importVendors>
type Outcome = ResponseOf<typeof importVendors>
type Fields = Omit<MappingFields, 'qbBillAccount'>

export const createVendorImport = (dependencies: Dependencies) => {
  const { books, callers, database } = dependencies
  const { db } = database
  const billAccountOf = createBillAccountCheck(dependencies)
  const listVendors = () => books.listVendors().catch(refuseWith('qbo_vendors_failed'))

  const list = async (): Promise<ResponseOf<typeof listImportableVendors>> => {
    const vendors = await listVendors()
    const { emails, names } = await readMapped(db)
    const unmapped = vendors.filter(({ name }) => !names.has(name.toLowerCase()))
    const importable = unmapped.flatMap((vendor) => {
      const email = emailOf(vendor)
      const { id, name, track1099, taxIdLast4 = '' } = vendor
      return email && !emails.has(email) ? { id, name, email, track1099, taxIdLast4 } : []
    })
    const withoutEmail = unmapped.filter((vendor) => !emailOf(vendor)).length
    return { vendors: importable, withoutEmail }
  }

  const run = async (actor: StaffCaller, given: Wanted): Promise<Outcome> => {
    const qbBillAccount = await billAccountOf(given.qbBillAccount)
    const known = new Map((await listVendors()).map((vendor) => [vendor.id, vendor]))
    const chosen = [...new Set(given.vendorIds)].map((id) => ({ id, vendor: known.get(id) }))
    const outcome = await db.transaction(async (tx) => {
      const emails = chosen.flatMap(({ vendor }) => (vendor && emailOf(vendor)) || [])
      await lockEmails(tx, emails)
      const { added, skipped } = sortOut(chosen, await readMapped(tx))
      await addMappings(
        tx,
        actor,
        added.map((fields) => ({ ...fields, qbBillAccount })),
      )
      const invited = given.invite ? added.map(inviteeOf) : []
      const invitations = await inviteVendors(tx, invited, actor.email)
      return { added: added.length, invited: invitations.length, skipped }
    })
    callers.forget()
    return outcome
  }

  return { list, run }
}

const addMappings = async (tx: Db, actor: StaffCaller, fields: readonly MappingFields[]) => {
  if (fields.length === 0) return
  const rows = await insertMappings(tx, fields)
  await recordMappingEdits(tx, actor.email, rows)
  await recordEvents(
    tx,
    rows.map((row) => ({
      actor: actor.email,
      action: 'vendor_mapping_added',
      subject: { kind: 'vendor_mapping', id: row.id },
      details: mappingFacts(row),
    })),
  )
}

/** QuickBooks allows several emails in one field. Undefined unless there's exactly one. */
const emailOf = ({ email }: Vendor): string | undefined => {
  const address = email?.trim().toLowerCase() ?? ''
  return isPlainEmail(address) ? address : undefined
}

type Mapped = Awaited<ReturnType<typeof readMapped>>

/** The mapped vendors by their emails and by their names in lower case. */
const readMapped = async (tx: Db) => {
  const mappings = await listMapped(tx)
  return {
    emails: new Map(mappings.map(({ email, vendor }) => [email, vendor])),
    names: new Map(mappings.map(({ email, vendor }) => [vendor.toLowerCase(), email])),
  }
}

type Chosen = { readonly id: string; readonly vendor: Vendor | undefined }

/** They may have changed since the list was read. */
const sortOut = (chosen: readonly Chosen[], { emails, names }: Mapped) => {
  const added: Fields[] = []
  const skipped: Outcome['skipped'] = []
  for (const { id, vendor } of chosen) {
    const skip = (reason: string) => skipped.push({ name: vendor?.name ?? `Vendor ${id}`, reason })
    const email = vendor && emailOf(vendor)
    const mappedTo = vendor && names.get(vendor.name.toLowerCase())
    if (!vendor) skip('QuickBooks has no active vendor with this ID.')
    else if (mappedTo) skip(`It's already mapped to ${mappedTo}.`)
    else if (!email) skip('QuickBooks has no email for it, or more than one.')
    else if (emails.has(email)) skip(`${email} is already mapped to ${emails.get(email)}.`)
    else {
      added.push(fieldsOf(vendor, email))
      emails.set(email, vendor.name)
    }
  }
  return { added, skipped }
}

const { address: completeAddress } = createQboVendor.body.shape

const fieldsOf = (vendor: Vendor, email: string): Fields => ({
  email,
  vendor: vendor.name,
  address: completeAddress.safeParse(vendor.address).data ?? null,
  track1099: vendor.track1099,
  taxIdLast4: vendor.taxIdLast4 || null,
  // QuickBooks doesn't say which one it is.
  taxIdType: null,
})

const inviteeOf = ({ email, vendor }: Fields) => ({
  email,
  name: vendor.slice(0, VENDOR_NAME_LENGTH_MAX).trim(),
})
