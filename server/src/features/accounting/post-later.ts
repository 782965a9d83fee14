// Records bills that were approved while QuickBooks could not be reached. Throwing means: try again later.
import { businessDay } from '@invoice-desk/contract/business-day'
import { decimalFromCents } from '@invoice-desk/contract/money'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findBillAccount } from '../contractor/queries.ts'
import { clearPostLater, findTaskToPost } from './queries.ts'
import { createAccountingService } from './service.ts'

export const createPostLater = (dependencies: Dependencies) => {
  const { config, database } = dependencies
  const { db } = database
  const accounting = createAccountingService(dependencies)

  return async (taskId: string): Promise<void> => {
    // Rejected meanwhile, or recorded by hand: then there is nothing left to do.
    const task = await findTaskToPost(db, taskId)
    if (!task) return
    const qbBillAccount = await findBillAccount(db, task.email)
    if (!qbBillAccount) throw new AppError('vendor_mapping_unknown')
    await accounting.createBill(
      { email: task.decidedBy ?? 'system' },
      {
        taskId,
        vendorName: task.vendor,
        invoiceNumber: task.invoiceNumber,
        amount: decimalFromCents(task.amountCents),
        date: businessDay(Date.now(), config.businessTimeZone),
        qbBillAccount,
      },
    )
    await clearPostLater(db, taskId)
  }
}
