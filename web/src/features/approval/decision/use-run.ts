// Runs one action of an approver at a time, and reads everything afresh afterwards.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../shared/api-error.ts'
import { showToast } from '../../../shared/toasts.ts'
import { approvalKeys } from '../api.ts'
import type { BillFailure } from '../posting/add-bill.ts'
import type { ActionName } from './actions.ts'

/** The fresh task says more about the bill, beside the reason. */
const BILL_LEFT = 'Not rejected yet. Please read the note on the bill and confirm again.'

type Problem = BillFailure & { readonly tone: 'negative' | 'warning' }

export const useRun = (taskId: string) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState<ActionName>()
  const [problem, setProblem] = useState<Problem>()

  const fail = (failure: BillFailure) => {
    showToast('error', failure.text, { isInPageToo: true })
    setProblem({ tone: 'negative', ...failure })
  }
  const warn = (text: string) => {
    showToast('warning', text, { isInPageToo: true })
    setProblem({ tone: 'warning', text })
  }

  /** False when it failed. */
  const run = async (name: ActionName, work: () => Promise<void>, failure: string) => {
    let isDone = true
    setBusy(name)
    // The button for this one is beside the problem, and stays while it is busy.
    if (name !== 'approve-and-wait') setProblem(undefined)
    try {
      await work()
      if (name === 'approve-and-wait') setProblem(undefined)
    } catch (error) {
      isDone = false
      if (error instanceof ApiError && error.is('task_bill_left')) showToast('warning', BILL_LEFT)
      else fail({ text: explain(failure, error) })
    }
    await Promise.all([
      client.invalidateQueries({ queryKey: approvalKeys.task(taskId) }),
      client.invalidateQueries({ queryKey: approvalKeys.check }),
      client.invalidateQueries({ queryKey: approvalKeys.pending }),
      client.invalidateQueries({ queryKey: approvalKeys.toVoid }),
    ])
    setBusy(undefined)
    return isDone
  }

  return { busy, problem, fail, warn, run }
}

/** The specification's words, and behind them why, where the server said so. */
const explain = (failure: string, error: unknown): string =>
  error instanceof ApiError && error.status > 0 && error.status < 500
    ? `${failure}. ${messageOf(error)}`
    : failure
