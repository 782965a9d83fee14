// Reads and creates vendors and bill accounts in QuickBooks for staff.
import { recordEvent } from '../../db/audit.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { refuseWith } from '../../http/quickbooks-refusals.ts'
import type { NewVendor } from '../../providers/quickbooks/vendors.ts'
import { recordVendorEdit } from '../approval/payees/queries.ts'

export const createVendorService = ({ books, database }: Dependencies) => {
  return {
    listVendors: () => books.listVendors().catch(refuseWith('qbo_vendors_failed')),
    listBillAccounts: () => books.listBillAccounts().catch(refuseWith('qbo_accounts_failed')),
    findVendor: async (name: string) => {
      const vendor = await books.findVendor(name).catch(refuseWith('qbo_vendor_check_failed'))
      return { exists: vendor !== undefined, vendor }
    },
    createVendor: async (actor: StaffCaller, vendor: NewVendor) => {
      const refuse = refuseWith('qbo_vendor_failed', 'qbo_vendor_refused')
      // Nothing changes if QuickBooks has it.
      const isNew = (await books.findVendor(vendor.name).catch(refuse)) === undefined
      const record = async () => {
        if (isNew) await recordVendorEdit(database.db, actor.email, vendor.name)
      }
      // First, because we may be stopped after QuickBooks has the vendor.
      await record()
      // And after it, because what was approved in between may have been approved without it.
      const created = await books.createVendor(vendor).finally(record).catch(refuse)
      await recordEvent(database.db, {
        actor: actor.email,
        action: 'vendor_created_in_quickbooks',
        subject: { kind: 'vendor', id: created.name },
        details: { vendorId: created.id },
      })
      return created
    },
  }
}
