// Submits a new bill or a correction: passes the human check, uploads the form, and handles the server's answer.

import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import { CONTRACTOR_ERRORS } from '@invoice-desk/contract/contractor/contractor-errors'
import {
  type PossibleDuplicate,
  resubmitInvoice,
  submitInvoice,
} from '@invoice-desk/contract/contractor/submission'
import { HUMAN_CHECK_SUBMIT } from '@invoice-desk/contract/http/human-check'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { successOf } from '../../../shared/api/api.ts'
import { ApiError, isUnanswered, messageOf } from '../../../shared/api/api-error.ts'
import { HumanCheckError, passHumanCheck } from '../../../shared/api/human-check.ts'
import { upload } from '../../../shared/api/upload.ts'
import { closeErrorToasts, showToast } from '../../../shared/ui/feedback/toasts.ts'
import { reloadBills } from '../api.ts'
import { type Contractor, isTokenRefused, serverText } from '../verification/portal-flow.ts'
import { tokenStore } from '../verification/token-store.ts'
import { changedBill, type FormTarget } from './form-target.ts'
import type { InvoiceFields, Problems } from './invoice-fields.ts'
import { fieldOf, fingerprintOf, formOf, possibleDuplicatesIn } from './invoice-request.ts'

/** `share` is the uploaded part, from 0 to 1; undefined before the upload. */
export type Progress = { readonly isBusy: boolean; readonly share?: number }

export type SubmitOptions = {
  readonly contractor: Contractor
  readonly target: FormTarget
  /** Without the bill if the answer can't be read. */
  readonly onSubmitted: (bill: ContractorBill | undefined) => void
  readonly onExpired: () => void
  readonly onProblems: (problems: Problems) => void
}

export const useSubmitInvoice = (options: SubmitOptions) => {
  const { contractor, target, onSubmitted, onExpired, onProblems } = options
  const corrected = changedBill(target)
  const endpoint = corrected ? resubmitInvoice : submitInvoice
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress>({ isBusy: false })
  /** About the whole form. The texts say what happened, and what to do. */
  const [problem, setProblem] = useState<readonly string[]>()
  const [similar, setSimilar] = useState<readonly PossibleDuplicate[]>()
  const running = useRef<AbortController>(undefined)
  const keys = useRef(new Map<string, string>())

  /** The same content keeps its idempotency key. */
  const keyOf = (fields: InvoiceFields): string => {
    const fingerprint = fingerprintOf(fields)
    const key = keys.current.get(fingerprint) ?? crypto.randomUUID()
    keys.current.set(fingerprint, key)
    return key
  }

  const send = async (fields: InvoiceFields, isConfirmed: boolean, signal: AbortSignal) => {
    setProgress({ isBusy: true })
    const captchaToken = await passHumanCheck(HUMAN_CHECK_SUBMIT)
    signal.throwIfAborted()
    setProgress({ isBusy: true, share: 0 })
    const answer = await upload(endpoint, {
      form: formOf(contractor, fields, { captchaToken, isConfirmed, corrected }),
      token: contractor.token,
      idempotencyKey: keyOf(fields),
      onProgress: (share) => setProgress({ isBusy: true, share }),
      signal,
    })
    return successOf(endpoint, answer)?.bill
  }

  const refuse = (error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return
    if (isTokenRefused(error)) return onExpired()
    if (error instanceof ApiError && error.is('similar_bill'))
      return setSimilar(possibleDuplicatesIn(error))
    // Shows a new request in the form, and the bill's status on the dashboard.
    if (error instanceof ApiError && error.is('changed_meanwhile'))
      void reloadBills(client, contractor)
    const text = textOf(error)
    const field = fieldOf(error)
    if (field) onProblems({ [field]: text })
    else setProblem(isUnanswered(error) ? [text, `${messageOf(error)} ${SAFE_TO_REPEAT}`] : [text])
    showToast('error', text, { isInPageToo: true })
  }

  const submit = async (fields: InvoiceFields, isConfirmed = false) => {
    // Ignore a double click.
    if (running.current) return
    if (tokenStore.read() === undefined) return onExpired()
    const run = new AbortController()
    running.current = run
    setSimilar(undefined)
    closeErrorToasts()
    try {
      const bill = await send(fields, isConfirmed, run.signal)
      showToast('success', DONE[target.kind])
      onSubmitted(bill)
    } catch (error) {
      // Cleared only now, so the form doesn't shrink under the pointer.
      setProblem(undefined)
      refuse(error)
    } finally {
      running.current = undefined
      setProgress({ isBusy: false })
    }
  }

  return {
    submit,
    progress,
    problem,
    similar,
    dropSimilar: () => setSimilar(undefined),
    stop: () => running.current?.abort(),
  }
}

const DONE = {
  new: 'Invoice submitted successfully!',
  again: 'Invoice submitted successfully!',
  correction: 'Invoice resubmitted successfully!',
  change: 'Invoice changed.',
} as const satisfies Record<FormTarget['kind'], string>

const SAFE_TO_REPEAT =
  "What you entered is still here. It's safe to submit it again: you won't create a second bill."

const textOf = (error: unknown): string => {
  if (error instanceof HumanCheckError) return error.message
  return (
    (fieldOf(error) ? messageOf(error) : serverText(error)) ?? CONTRACTOR_ERRORS.submit_failed.text
  )
}
