// Runs the approver's actions one at a time: calls, toasts, the question about similar bills, and reloading.
import type { AccountingBill } from '@invoice-desk/contract/accounting/accounting'
import type { Task } from '@invoice-desk/contract/approval/approval'
import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../shared/api/api-error.ts'
import { WORKSPACE } from '../../../shared/api/queries.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { APPROVAL, actOn, type TaskRequest, taskKey } from '../api.ts'
import { type AccountingCheck, findUnseenBills } from '../posting/accounting-check.ts'
import {
  type BillFailure,
  CONNECTION_INVALID,
  checkAndAdd,
  warnIfUnseen,
} from '../posting/add-bill.ts'
import { accountingQuery } from '../posting/api.ts'
import { isPartlyApproved, recordedText } from '../task/approvals.ts'
import { isTaskOpen } from '../task/task-id.ts'
import { type AskingButton, BUTTONS, type ButtonName } from './actions.ts'

type Adding = 'approve-and-add' | 'add'
export type Question = { readonly name: Adding; readonly bills: readonly AccountingBill[] }

type Decided = {
  readonly task: Task
  readonly check: AccountingCheck
  readonly onDecided: () => void
}

export const useTaskActions = ({ task, check, onDecided }: Decided) => {
  const client = useQueryClient()
  const { busy, problem, report, run } = useRun(task)
  const [question, setQuestion] = useState<Question>()

  const checkAgain = () => {
    const { vendor, invoiceNumber } = task.details
    return client.fetchQuery(accountingQuery({ vendor, invoiceNumber }))
  }

  const send = async (name: ButtonName, request: TaskRequest) => {
    const changed = await actOn(task, request)
    const isPartial = request.action === 'approve' && changed && isPartlyApproved(changed)
    showToast('success', isPartial ? recordedText(changed) : BUTTONS[name].success)
    onDecided()
    return !isPartial
  }

  const addAfterApproval = async () => {
    const added = await checkAndAdd(task, await checkAgain(), [])
    if (added.outcome === 'created') return showToast('success', BUTTONS.add.success)
    // The bill may have been added.
    if (added.outcome === 'unconfirmed') return report({ tone: 'warning', text: added.warning })
    if (added.outcome !== 'exists') report({ tone: 'warning', text: NOT_ADDED })
  }

  /** Returns the similar bills to ask about first, if any. */
  const add = async (name: Adding, seenIds: readonly string[]) => {
    if (name === 'approve-and-add' && !task.approval.isLast) {
      const isApproved = await send(name, { action: 'approve' })
      // A rule changed, so it was the last approval after all.
      if (isApproved) await addAfterApproval()
      return
    }
    const isKnown = check.checked && !check.failed
    const added = await checkAndAdd(task, isKnown ? check : await checkAgain(), seenIds)
    const { outcome } = added
    const isApproval = name === 'approve-and-add'
    if (outcome === 'similar') return added.bills
    if (outcome === 'failed') return report({ tone: 'error', ...added.failure })
    if (outcome === 'unconfirmed') {
      const text = isApproval ? `${added.warning} The invoice isn't approved yet.` : added.warning
      return report({ tone: 'warning', text })
    }
    if (outcome === 'disconnected') {
      if (!isApproval) return report({ tone: 'warning', text: CONNECTION_INVALID })
      showToast('warning', CONNECTION_INVALID)
    }
    if (isApproval) await send(name, { action: 'approve', postLater: outcome === 'disconnected' })
    if (outcome === 'created') {
      showToast('success', BUTTONS.add.success)
      // No one waits for this.
      void checkAgain().then(
        (now) => warnIfUnseen(task, now),
        () => {},
      )
    }
  }

  /** Asks about similar bills first, except those in `seenIds`, which the approver has agreed to. */
  const askAndAdd = async (name: Adding, seenIds: readonly string[]) => {
    let unseen = task.approval.isLast ? findUnseenBills(check, task.details, seenIds) : undefined
    if (!unseen) {
      setQuestion(undefined)
      const work = async () => {
        unseen = (await add(name, seenIds)) ?? undefined
      }
      await run(name, work)
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
    turnDown: (name: AskingButton, message: string) => {
      // The approver has seen this task's note about a bill in QuickBooks.
      const billAcknowledged = task.posting.leftByReject !== 'no'
      return run(name, () => send(name, { action: name, message, billAcknowledged }))
    },
    /** For a button that only sends a request. */
    send: (name: ButtonName) => {
      const { request } = BUTTONS[name]
      if (request) void run(name, () => send(name, request))
    },
  }
}

export type Problem = BillFailure & { readonly tone: 'error' | 'warning' }

const useRun = ({ id, details }: Task) => {
  const openKey = taskKey(id)
  const client = useQueryClient()
  const [busy, setBusy] = useState<ButtonName>()
  const [problem, setProblem] = useState<Problem>()

  const report = (shown: Problem) => {
    // Someone who has left must still learn which invoice it was.
    if (isTaskOpen(id)) showToast(shown.tone, shown.text, { isInPageToo: true })
    else showToast('error', `${details.invoiceNumber}: ${shown.text}`)
    setProblem(shown)
  }

  /** Resolves to false when the work failed. */
  const run = async (name: ButtonName, work: () => Promise<unknown>) => {
    let isDone = true
    setBusy(name)
    // This button is part of the problem notice, which stays while it's busy.
    if (name !== 'approve-and-wait') setProblem(undefined)
    try {
      await work()
      if (name === 'approve-and-wait') setProblem(undefined)
    } catch (error) {
      isDone = false
      if (error instanceof ApiError && error.is('task_bill_left'))
        showToast('warning', `${NOT_YET[name] ?? ''} ${BILL_LEFT}`)
      else report({ tone: 'error', text: explain(BUTTONS[name].failure, error) })
    }
    // Only the task decides which buttons are next. The rest, such as its bills in QuickBooks, may take longer.
    const isOther = ({ queryKey }: { queryKey: QueryKey }) => hashKey(queryKey) !== hashKey(openKey)
    const options = { cancelRefetch: false }
    void client.invalidateQueries({ queryKey: APPROVAL, predicate: isOther }, options)
    void client.invalidateQueries({ queryKey: WORKSPACE }, options)
    await client.invalidateQueries({ queryKey: openKey })
    setBusy(undefined)
    return isDone
  }

  return { busy, problem, report, run }
}

const NOT_ADDED =
  "This was the last approval, but the bill wasn't added to QuickBooks. Open the invoice to add it."

/** The reloaded task shows the note about the bill beside the message. */
const BILL_LEFT = 'Please read the note about the bill and confirm again.'
const NOT_YET: Partial<Record<ButtonName, string>> = {
  reject: 'Not rejected yet.',
  request_changes: 'Not sent yet.',
}

const explain = (failure: string, error: unknown): string =>
  error instanceof ApiError && error.status > 0 && error.status < 500
    ? `${failure}. ${messageOf(error)}`
    : failure
