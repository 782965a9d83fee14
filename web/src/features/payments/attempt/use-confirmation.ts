// How a payment that someone comes back from has ended. Only the server's definite no is bad news.
import type { PaymentOutcome } from '@invoice-desk/contract/payments'
import { useEffect, useState } from 'react'
import { paymentCalls } from '../api.ts'
import { PAUSES_MS } from './find-outcome.ts'
import { isRefused } from './payment-problem.ts'

export type Confirmation =
  | { readonly status: 'confirming' | 'processing' }
  | { readonly status: 'done'; readonly outcome?: PaymentOutcome | undefined }
  | { readonly status: 'refused'; readonly message: string }

/** Nobody waits longer for the first answer; a payment that is not known here is thanked for all the same. */
const PATIENCE_MS = 8_000
const NOT_ANSWERED = 'Your bank has not confirmed this payment. Nothing was charged.'

export const useConfirmation = (sessionId: string): Confirmation => {
  const [confirmation, setConfirmation] = useState<Confirmation>({ status: 'confirming' })
  useEffect(() => {
    const control = new AbortController()
    const tell = (next: Confirmation) => void (control.signal.aborted || setConfirmation(next))
    const patience = setTimeout(() => tell({ status: 'done' }), PATIENCE_MS)
    void confirm(sessionId, control.signal, (next) => {
      clearTimeout(patience)
      tell(next)
    })
    return () => {
      clearTimeout(patience)
      control.abort()
    }
  }, [sessionId])
  return confirmation
}

const confirm = async (
  paymentId: string,
  signal: AbortSignal,
  tell: (confirmation: Confirmation) => void,
) => {
  for (const ms of PAUSES_MS) {
    const answer = await ask(paymentId)
    tell(answer)
    if (answer.status !== 'processing' || signal.aborted) return
    await new Promise((resolve) => setTimeout(resolve, ms))
  }
}

const ask = async (paymentId: string): Promise<Confirmation> => {
  try {
    const outcome = await paymentCalls.complete(paymentId)
    if (outcome.status === 'processing') return { status: 'processing' }
    if (outcome.status === 'requires_action') return { status: 'refused', message: NOT_ANSWERED }
    return { status: 'done', outcome }
  } catch (error) {
    return isRefused(error) ? { status: 'refused', message: error.message } : { status: 'done' }
  }
}
