// Decides one invoice of several. The result says why it failed, if it did.
import { similarBillsText } from '@invoice-desk/contract/accounting'
import { messageOf, serverText } from '../../../shared/api-error.ts'
import { showToast } from '../../../shared/toasts.ts'
import { actOn } from '../api.ts'
import { CONNECTION_INVALID, checkAndAdd } from '../posting/add-bill.ts'
import type { Choice, Decidable } from './check.ts'

const UNANSWERED = "We couldn't confirm this decision. It's safe to try again."
const NOT_APPROVED = "The invoice isn't approved yet."

export const decide = async (
  checked: Decidable,
  choice: Choice,
  reason: string,
): Promise<string | undefined> => {
  try {
    if (choice === 'approve-and-add' && checked.task.approval.isLast)
      return await approveAndAdd(checked)
    await actOn(
      checked.task,
      choice === 'reject'
        ? {
            action: 'reject',
            message: reason,
            // The approver has read the note about it.
            billAcknowledged: checked.task.posting.leftByReject !== 'no',
          }
        : { action: 'approve', postLater: false },
    )
  } catch (error) {
    // Without the server's own words, it may have decided.
    return serverText(error) === undefined ? UNANSWERED : messageOf(error)
  }
}

const approveAndAdd = async ({ task, check }: Decidable): Promise<string | undefined> => {
  // The approver has read about these. If there are others by now, the server refuses.
  const seenIds = check.checked ? check.bills.map(({ id }) => id) : []
  const added = await checkAndAdd(task, check, seenIds)
  switch (added.outcome) {
    case 'similar':
      return `${similarBillsText(added.bills)} Open the invoice to decide.`
    case 'failed':
      return added.failure.text
    case 'unconfirmed':
      return `${added.warning} ${NOT_APPROVED}`
  }
  const isDisconnected = added.outcome === 'disconnected'
  if (isDisconnected) showToast('warning', CONNECTION_INVALID)
  await actOn(task, { action: 'approve', postLater: isDisconnected })
}
