// Follows our copy of QuickBooks: brings bills in line with it, and adopts those that someone entered by hand.
import type { CopyListener } from '../../dependencies.ts'
import { createAdoption } from './adoption.ts'
import { followBills, followPostings } from './posted-bills.ts'

export const postingCopyListener: CopyListener = {
  billsChanged: followBills,
  refreshed: async (dependencies) => {
    await createAdoption(dependencies)()
    await dependencies.database.db.transaction(followPostings)
  },
}
