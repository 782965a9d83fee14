// Finds out how a payment ended when the customer returns. Shows an error only when the server is certain.
import type { PaymentOutcome } from '@invoice-desk/contract/payments'
import { useEffect, useState } from 'react'
import { paymentCalls } from '../api.ts'
import { PAUSES_MS } from './find-outcome.ts'
import { isRefused } from './payment-problem.ts'

export type Confirmation =
  | { readonly status: 'confirming' | 'processing' }
  | { readonly status: 'done'; readonly outcome?: PaymentOutcome | undefined }
  | { readonly status: 'refused'; readonly message: string }

/** After this wait for the first answer, the page thanks the customer, as it does for unknown payments. */
const FIRST_ANSWER_MS_MAX = 8_000
const NOT_CONFIRMED = "Your bank hasn't confirmed this payment. Nothing was charged."

export const useConfirmation = (sessionId: string): Confirmation => {
  const [confirmation, setConfirmation] = useState<Confirmation>({ status: 'confirming' })
  useEffect(() => {
    let isLeft = false
    const update = (next: Confirmation) => void (isLeft || setConfirmation(next))
    const timer = setTimeout(() => update({ status: 'done' }), FIRST_ANSWER_MS_MAX)
    const poll = async () => {
      for (const ms of PAUSES_MS) {
        const answer = await ask(sessionId)
        clearTimeout(timer)
        update(answer)
        if (answer.status !== 'processing' || isLeft) return
        await new Promise((resolve) => setTimeout(resolve, ms))
      }
    }
    void poll()
    return () => {
      clearTimeout(timer)
      isLeft = true
    }
  }, [sessionId])
  return confirmation
}

const ask = async (paymentId: string): Promise<Confirmation> => {
  try {
    const outcome = await paymentCalls.complete(paymentId)
    if (outcome.status === 'processing') return { status: 'processing' }
    if (outcome.status === 'requires_action') return { status: 'refused', message: NOT_CONFIRMED }
    return { status: 'done', outcome }
  } catch (error) {
    return isRefused(error) ? { status: 'refused', message: error.message } : { status: 'done' }
  }
}
