// Decides one invoice of several.
import { similarBillsText } from '@invoice-desk/contract/accounting/accounting'
import { messageOf, serverText } from '../../../shared/api/api-error.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { actOn } from '../api.ts'
import { CONNECTION_INVALID, checkAndAdd } from '../posting/add-bill.ts'
import { isPartlyApproved } from '../task/approvals.ts'
import type { Choice, Decidable } from './check.ts'

const UNANSWERED = "We couldn't confirm this decision. It's safe to try again."
const NOT_ADDED = "Approved, but its bill wasn't added to QuickBooks. Open the invoice to add it."
const NOT_APPROVED = "The invoice isn't approved yet."

export type Decided = {
  /** Why it failed, if it did. */
  readonly failure?: string | undefined
  /** The invoice needs more approvals. */
  readonly isPartial?: boolean | undefined
}

export const decide = async (
  checked: Decidable,
  choice: Choice,
  reason: string,
): Promise<Decided> => {
  const { task } = checked
  try {
    if (choice === 'approve-and-add' && task.approval.isLast)
      return { failure: await approveAndAdd(checked) }
    if (choice !== 'reject') return await approve(checked, choice)
    // The approver has read the note about a bill.
    const billAcknowledged = task.posting.leftByReject !== 'no'
    await actOn(task, { action: 'reject', message: reason, billAcknowledged })
    return {}
  } catch (error) {
    // Without the server's own words, it may have decided.
    return { failure: serverText(error) === undefined ? UNANSWERED : messageOf(error) }
  }
}

const approve = async ({ task }: Decidable, choice: Choice): Promise<Decided> => {
  const changed = await actOn(task, { action: 'approve', postLater: false })
  const isPartial = changed && isPartlyApproved(changed)
  // A rule changed, so it was the last approval after all.
  const isBillMissing = choice === 'approve-and-add' && !isPartial
  return isBillMissing ? { failure: NOT_ADDED } : { isPartial }
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
