// What happens when an approver presses a button: the calls in their order, the toasts, and the question about
// similar bills.
import type { AccountingBill } from '@invoice-desk/contract/accounting'
import type { Task } from '@invoice-desk/contract/approval'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../../shared/toasts.ts'
import { accountingQuery, approveTask, rejectTask } from '../api.ts'
import { type AccountingCheck, findUnseenBills } from '../posting/accounting-check.ts'
import { announceBill, BILL_FAILED, CONNECTION_INVALID, checkAndAdd } from '../posting/add-bill.ts'
import type { ActionName } from './actions.ts'
import { useRun } from './use-run.ts'

type Adding = 'approve-and-add' | 'add'
type Question = { readonly name: Adding; readonly bills: readonly AccountingBill[] }

export const useTaskActions = (task: Task, check: AccountingCheck) => {
  const client = useQueryClient()
  const { busy, problem, fail, warn, run } = useRun(task.id)
  const [question, setQuestion] = useState<Question>()

  const approve = async (postLater: boolean) => {
    await approveTask(task, postLater)
    showToast('success', 'Task approved successfully')
  }

  /** Answers with the similar bills to ask about first, if there are any. */
  const add = async (name: Adding, seenIds: readonly string[]) => {
    const { vendor, invoiceNumber } = task.details
    const recheck = () => client.fetchQuery(accountingQuery({ vendor, invoiceNumber }))
    const isKnown = check.checked && !check.failed
    const added = await checkAndAdd(task, isKnown ? check : await recheck(), seenIds)
    const { outcome } = added
    const isApproval = name === 'approve-and-add'
    if (outcome === 'similar') return added.bills
    if (outcome === 'failed') return fail(added.failure)
    if (outcome === 'unconfirmed')
      return warn(isApproval ? `${added.warning} The invoice isn't approved yet.` : added.warning)
    if (outcome === 'disconnected') {
      if (!isApproval) return warn(CONNECTION_INVALID)
      showToast('warning', CONNECTION_INVALID)
    }
    if (isApproval) await approve(outcome === 'disconnected')
    if (outcome === 'created') await announceBill(task)
  }

  /** `seenIds` are similar bills that the approver has agreed to; about others they are asked first. */
  const askAndAdd = async (name: Adding, seenIds: readonly string[]) => {
    let unseen = findUnseenBills(check, task.details, seenIds)
    if (!unseen) {
      setQuestion(undefined)
      const work = async () => {
        unseen = (await add(name, seenIds)) ?? undefined
      }
      await run(name, work, name === 'add' ? BILL_FAILED : 'Failed to approve task')
    }
    setQuestion(unseen && { name, bills: unseen })
  }

  return {
    busy,
    problem,
    question,
    agree: ({ name, bills }: Question) => {
      const ids = bills.map(({ id }) => id)
      void askAndAdd(name, ids)
    },
    disagree: () => setQuestion(undefined),
    addBill: (name: Adding) => void askAndAdd(name, []),
    approve: (name: ActionName) =>
      void run(name, () => approve(name === 'approve-and-wait'), 'Failed to approve task'),
    reject: (message: string) =>
      run(
        'reject',
        async () => {
          await rejectTask(task, message)
          showToast('success', 'Task rejected successfully')
        },
        'Failed to reject task',
      ),
  }
}
