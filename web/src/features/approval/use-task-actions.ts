// What happens when an approver presses a button: the calls in their order, the toasts, and the fresh state.
import type { Task } from '@invoice-desk/contract/approval'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../shared/api-error.ts'
import { showToast } from '../../shared/toasts.ts'
import type { AccountingCheck } from './accounting-check.ts'
import type { ActionName } from './actions.ts'
import { addBill, announceBill } from './add-bill.ts'
import { approvalKeys, approveTask, rejectTask } from './api.ts'

/** The fresh task says more about the bill, beside the reason. */
const BILL_LEFT = 'Not rejected yet. Please read the note on the bill and confirm again.'

export const useTaskActions = (task: Task, check: AccountingCheck) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState<ActionName>()
  const [problem, setProblem] = useState<string>()

  const fail = (text: string) => {
    showToast('error', text)
    setProblem(text)
  }

  /** Runs one action at a time and reads everything afresh afterwards, whatever came of it. False when it failed. */
  const run = async (name: ActionName, work: () => Promise<void>, failure: string) => {
    let isDone = true
    setBusy(name)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      isDone = false
      if (error instanceof ApiError && error.is('task_bill_left')) showToast('warning', BILL_LEFT)
      else fail(explain(failure, error))
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: approvalKeys.task(task.id) }),
      client.invalidateQueries({ queryKey: approvalKeys.check }),
      client.invalidateQueries({ queryKey: approvalKeys.pending }),
      client.invalidateQueries({ queryKey: approvalKeys.toVoid }),
    ])
    setBusy(undefined)
    return isDone
  }

  const approve = async (postLater: boolean) => {
    await approveTask(task, postLater)
    showToast('success', 'Task approved successfully')
  }

  const approveAndAdd = async () => {
    // Only a check that was done may lead to a new bill; otherwise the desk adds it once it can look.
    if (!check.checked || check.failed) return approve(true)
    const added = check.exists ? undefined : await addBill(task)
    if (added?.outcome === 'refused') return fail(added.error)
    if (added?.outcome === 'later') showToast('warning', added.warning)
    await approve(added?.outcome === 'later')
    if (added?.outcome === 'created') await announceBill(task)
  }

  const add = async () => {
    const added = await addBill(task)
    if (added.outcome === 'created') return announceBill(task)
    if (added.outcome === 'refused') return fail(added.error)
    showToast('warning', added.warning)
    setProblem(added.warning)
  }

  return {
    busy,
    problem,
    clearProblem: () => setProblem(undefined),
    approveAndAdd: () => run('approve-and-add', approveAndAdd, 'Failed to approve task'),
    approveOnly: (name: ActionName) => run(name, () => approve(false), 'Failed to approve task'),
    add: () => run('add', add, 'Failed to create bill in QuickBooks'),
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

/** The specification's words, and behind them why, where the server said so. */
const explain = (failure: string, error: unknown): string =>
  error instanceof ApiError && error.status > 0 && error.status < 500
    ? `${failure}. ${messageOf(error)}`
    : failure
