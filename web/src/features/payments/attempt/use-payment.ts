// This page's payment: one at a time, after finishing a payment that an earlier visit left pending.
import { useEffect, useMemo, useRef, useState } from 'react'
import { useConfirmLeave } from '../../../shared/navigation/confirm-leave.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { paymentCalls } from '../api.ts'
import { showChallenge } from '../methods/card-field.ts'
import { type CardDraft, createCardFlow } from '../methods/card-flow.ts'
import { createWalletFlow, type WalletDraft } from '../methods/wallet-flow.ts'
import { createPaymentFlow, type PaymentState } from './payment-flow.ts'
import { type AcceptedPayment, paymentStore } from './pending-payment.ts'

export type Payment = ReturnType<typeof usePayment>

const IDLE: PaymentState = { step: 'idle' }

const PARTS = {
  calls: paymentCalls,
  store: paymentStore,
  challenge: showChallenge,
  pause: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
  newKey: () => crypto.randomUUID(),
  now: Date.now,
}

export const usePayment = () => {
  const [state, setState] = useState<PaymentState>(IDLE)
  const step = useRef<PaymentState['step']>('idle')
  const isRunning = useRef(false)
  const { flow, card, wallet } = useMemo(() => {
    const parts = {
      ...PARTS,
      setState: (next: PaymentState) => {
        step.current = next.step
        setState(next)
      },
      isIdle: () => step.current === 'idle',
    }
    const flow = createPaymentFlow(parts)
    return { flow, card: createCardFlow(parts, flow), wallet: createWalletFlow(parts, flow) }
  }, [])

  /** Ignores a second press while the first is in progress. */
  const once = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    await work().finally(() => {
      isRunning.current = false
    })
  }

  useEffect(() => void flow.resume(), [flow])
  // Otherwise, the customer would miss the outcome.
  useConfirmLeave(state.step === 'sending')

  return {
    state,
    payByCard: (draft: CardDraft) => void once(() => card.pay(draft)),
    checkOutcome: ({ pending, step }: Extract<PaymentState, { isSlow: boolean }>) =>
      void once(() => flow.checkOutcome(pending, step === 'unknown')),
    continueChallenge: (pending: AcceptedPayment, secret: string) =>
      void once(() => flow.continueChallenge(pending, secret)),
    cancelChallenge: (pending: AcceptedPayment) => void once(() => flow.cancelChallenge(pending)),
    wallet: {
      ...wallet,
      open: (draft: WalletDraft) =>
        wallet.open(draft).catch((error: Error) => {
          if (error.message) showToast('error', error.message, { isInPageToo: true })
          throw error
        }),
    },
    /** A new search clears the result, but not a payment in progress. */
    clear: () => setState((now) => (now.step === 'succeeded' || now.step === 'idle' ? IDLE : now)),
  }
}
