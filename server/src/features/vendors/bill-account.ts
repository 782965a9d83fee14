// Checks the account that a mapping's bills go to.

import type { Dependencies } from '../../dependencies.ts'
import { refuseWith } from '../../http/quickbooks-refusals.ts'
import { AppError } from '../../lib/app-error.ts'

/** The account's full name in QuickBooks' spelling. Calls QuickBooks, so not inside a transaction. */
export const createBillAccountCheck =
  ({ books }: Pick<Dependencies, 'books'>) =>
  async (name: string): Promise<string> => {
    if (name === '') return ''
    const account = await books.findBillAccount(name).catch(refuseWith('qbo_accounts_failed'))
    if (!account) throw new AppError('qbo_account_unknown', { field: 'qbBillAccount' })
    return account.fullyQualifiedName
  }
