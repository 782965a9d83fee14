// Decides several invoices: checks all of them, asks, then decides one after the other.

import { similarBillsText } from '@invoice-desk/contract/accounting/accounting'
import type { PendingInvoice } from '@invoice-desk/contract/approval/approval'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf, serverText } from '../../../shared/api/api-error.ts'
import { WORKSPACE } from '../../../shared/api/queries.tsx'
import { forEachOf } from '../../../shared/browser/for-each-of.ts'
import { keepDraft } from '../../../shared/drafts/drafts.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { APPROVAL, actOn } from '../api.ts'
import { CONNECTION_INVALID, checkAndAdd } from '../posting/add-bill.ts'
import { isPartlyApproved } from '../task/approvals.ts'
import { type Checked, type Choice, checkInvoice, type Decidable } from './check.ts'
import { doneText, reasonDraftOf } from './texts.ts'

export type Failure = { readonly invoice: PendingInvoice; readonly reason: string }

export type Step =
  | { readonly name: 'checking'; readonly done: number }
  | { readonly name: 'asking'; readonly checked: readonly Checked[] }
  | {
      readonly name: 'deciding'
      readonly invoice: PendingInvoice
      /** The number of those before it. */
      readonly tried: number
      readonly total: number
    }
  | {
      readonly name: 'decided'
      readonly text: string
      readonly failures: readonly Failure[]
    }

export const useBulk = (invoices: readonly PendingInvoice[], choice: Choice) => {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'checking', done: 0 })
  const isStopping = useRef(false)
  const isClosed = useRef(false)

  useEffect(() => {
    isClosed.current = false
    const closing = new AbortController()
    const checked: Checked[] = []
    const check = async ([index, invoice]: readonly [number, PendingInvoice]) => {
      if (closing.signal.aborted) return
      checked[index] = await checkInvoice(client, invoice, choice)
      if (!closing.signal.aborted) setStep(withOneMore)
    }
    void forEachOf([...invoices.entries()], AT_ONCE, check).then(() => {
      if (!closing.signal.aborted) setStep({ name: 'asking', checked })
    })
    return () => {
      closing.abort()
      isClosed.current = true
    }
  }, [client, invoices, choice])

  const decideAll = async (chosen: readonly Decidable[], reason: string) => {
    isStopping.current = false
    const failures: Failure[] = []
    const done = new Set<string>()
    let tried = 0
    let partial = 0
    for (const checked of chosen) {
      if (isStopping.current || isClosed.current) break
      setStep({ name: 'deciding', tried, total: chosen.length, invoice: checked.invoice })
      const { failure, isPartial } = await decide(checked, choice, reason)
      if (failure) failures.push({ invoice: checked.invoice, reason: failure })
      else done.add(checked.invoice.id)
      if (isPartial) partial += 1
      tried += 1
    }
    const reload = [APPROVAL, WORKSPACE].map((queryKey) => client.invalidateQueries({ queryKey }))
    await Promise.all(reload)
    if (choice === 'reject') {
      keepDraft(reasonDraftOf(invoices), '')
      const left = invoices.filter(({ id }) => !done.has(id))
      if (left.length > 0) keepDraft(reasonDraftOf(left), reason)
    }
    const text = doneText(choice, { done: done.size, total: chosen.length, partial })
    setStep({ name: 'decided', text, failures })
    // Someone who has left the page must still learn how far it got.
    if (isClosed.current) {
      const problems = failures.map(({ invoice }) => ` ${invoice.invoiceNumber}: not finished.`)
      showToast('warning', `${text}.${problems.join('')}`)
    }
  }

  return {
    step,
    decideAll: (chosen: readonly Decidable[], reason: string) => void decideAll(chosen, reason),
    /** After the one that is being decided. */
    stop: () => {
      isStopping.current = true
    },
  }
}

const withOneMore = (step: Step): Step =>
  step.name === 'checking' ? { ...step, done: step.done + 1 } : step

/** Few at a time, so other people's requests aren't held up. */
const AT_ONCE = 4

const UNANSWERED = "We couldn't confirm this decision. It's safe to try again."
const NOT_ADDED = "Approved, but its bill wasn't added to QuickBooks. Open the invoice to add it."
const NOT_APPROVED = "The invoice isn't approved yet."

/** Decides one invoice of several. */
export type Decided = {
  /** Why it failed, if it did. */
  readonly failure?: string | undefined
  /** The invoice needs more approvals. */
  readonly isPartial?: boolean | undefined
}

const decide = async (checked: Decidable, choice: Choice, reason: string): Promise<Decided> => {
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
