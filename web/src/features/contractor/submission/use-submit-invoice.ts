// Submits a new bill: passes the human check, uploads the form, and handles the server's answer.
import {
  type ContractorBill,
  type ResembledBill,
  submitInvoice,
} from '@invoice-desk/contract/contractor'
import { ERRORS } from '@invoice-desk/contract/errors'
import { useRef, useState } from 'react'
import { successOf } from '../../../shared/api.ts'
import { ApiError, isUnanswered, messageOf } from '../../../shared/api-error.ts'
import { HumanCheckError, passHumanCheck } from '../../../shared/human-check.ts'
import { closeErrorToasts, showToast } from '../../../shared/toasts.ts'
import { upload } from '../../../shared/upload.ts'
import { type Contractor, isTokenRefused, serverText } from '../verification/portal-flow.ts'
import { tokenStore } from '../verification/token-store.ts'
import {
  fieldOf,
  fingerprintOf,
  formOf,
  type InvoiceFields,
  type Problems,
  repeatText,
  resembledIn,
} from './invoice-fields.ts'

/** `share` is the uploaded part, from 0 to 1. */
export type Progress =
  | { readonly step: 'idle' }
  | { readonly step: 'checking' }
  | { readonly step: 'sending'; readonly share: number }

type SubmitProblem = { readonly message: string; readonly detail?: string | undefined }

type SubmitOptions = {
  readonly contractor: Contractor
  /** Without the bill if the answer can't be read. */
  readonly onSubmitted: (bill: ContractorBill | undefined) => void
  readonly onExpired: () => void
  readonly onProblems: (problems: Problems) => void
}

export const useSubmitInvoice = (options: SubmitOptions) => {
  const { contractor, onSubmitted, onExpired, onProblems } = options
  const [progress, setProgress] = useState<Progress>({ step: 'idle' })
  const [problem, setProblem] = useState<SubmitProblem>()
  const [similar, setSimilar] = useState<readonly ResembledBill[]>()
  const running = useRef<AbortController>(undefined)
  const keyOf = useSubmissionKeys()

  const send = async (fields: InvoiceFields, isConfirmed: boolean, signal: AbortSignal) => {
    setProgress({ step: 'checking' })
    const captchaToken = await passHumanCheck('submit_invoice')
    signal.throwIfAborted()
    setProgress({ step: 'sending', share: 0 })
    const answer = await upload(submitInvoice, {
      form: formOf(contractor, fields, { captchaToken, isConfirmed }),
      token: contractor.token,
      idempotencyKey: keyOf(fields),
      onProgress: (share) => setProgress({ step: 'sending', share }),
      signal,
    })
    return successOf(submitInvoice, answer)?.bill
  }

  const fail = (next: SubmitProblem) => {
    setProblem(next)
    showToast('error', next.message, { isInPageToo: true })
  }

  const refuse = (error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return
    if (isTokenRefused(error)) return onExpired()
    if (error instanceof HumanCheckError) return fail({ message: error.message })
    if (error instanceof ApiError && error.is('similar_bill')) {
      return setSimilar(resembledIn(error))
    }
    const field = fieldOf(error)
    if (!field || !(error instanceof ApiError)) return fail(problemOf(error))
    const text = error.is('bill_exists') ? repeatText(error) : error.message
    onProblems({ [field]: text })
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
      showToast('success', 'Invoice submitted successfully!')
      onSubmitted(bill)
    } catch (error) {
      // Cleared only now, so the form doesn't shrink under the pointer.
      setProblem(undefined)
      refuse(error)
    } finally {
      running.current = undefined
      setProgress({ step: 'idle' })
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

const problemOf = (error: unknown): SubmitProblem => ({
  message: serverText(error) ?? ERRORS.submit_failed.text,
  detail: isUnanswered(error)
    ? `${messageOf(error)} What you entered is still here. It's safe to submit it again: you won't create a second bill.`
    : undefined,
})

/** The same content keeps its idempotency key. Changed content gets a new one. */
const useSubmissionKeys = () => {
  const last = useRef<{ readonly fingerprint: string; readonly key: string }>(undefined)
  return (fields: InvoiceFields): string => {
    const fingerprint = fingerprintOf(fields)
    if (last.current?.fingerprint !== fingerprint) {
      last.current = { fingerprint, key: crypto.randomUUID() }
    }
    return last.current.key
  }
}
