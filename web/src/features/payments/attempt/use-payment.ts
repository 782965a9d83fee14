// The payment of this page: one at a time, and what an earlier visit left open is taken up first.
import { useEffect, useMemo, useRef, useState } from 'react'
import { showToast } from '../../../shared/toasts.ts'
import { paymentCalls } from '../api.ts'
import { type CardDraft, createCardFlow } from '../methods/card-flow.ts'
import { loadCardService } from '../methods/card-service.ts'
import { createWalletFlow, type WalletDraft } from '../methods/wallet-flow.ts'
import { createPaymentFlow } from './payment-flow.ts'
import type { Findable, Known, PaymentState } from './payment-state.ts'
import { keptPayment } from './unfinished.ts'

export type Payment = ReturnType<typeof usePayment>

const IDLE: PaymentState = { step: 'idle' }

export const usePayment = () => {
  const [state, setState] = useState<PaymentState>(IDLE)
  const isRunning = useRef(false)
  const flows = useMemo(() => {
    const parts = { ...PARTS, kept: keptPayment(), tell: setState }
    const flow = createPaymentFlow(parts)
    return { flow, card: createCardFlow(parts, flow), wallet: createWalletFlow(parts, flow) }
  }, [])

  /** A second press while the first is on its way is the same wish. */
  const once = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    await work().finally(() => {
      isRunning.current = false
    })
  }

  const { flow, card, wallet } = flows
  // Nothing waits for it: while it matters, there is no form in view.
  useEffect(() => void flow.resume(), [flow])
  useHold(state.step === 'sending')

  return {
    state,
    payByCard: (draft: CardDraft) => void once(() => card.pay(draft)),
    askAgain: (known: Known) => void once(() => flow.watch(known)),
    findOut: (begun: Findable) => void once(() => flow.findOut(begun)),
    answer: (known: Known, secret: string) =>
      void once(() => flow.continueChallenge(known, secret)),
    decline: (known: Known) => void once(() => flow.cancelChallenge(known)),
    wallet: {
      open: (draft: WalletDraft) =>
        wallet.open(draft).catch((error: Error) => {
          if (error.message) showToast('error', error.message, { isInPageToo: true })
          throw error
        }),
      capture: wallet.capture,
      cancel: wallet.cancel,
      fail: wallet.fail,
    },
    /** A new search is a new beginning, except for what is still under way. */
    clear: () => setState((now) => (now.step === 'succeeded' || now.step === 'idle' ? IDLE : now)),
  }
}

const PARTS = {
  calls: paymentCalls,
  challenge: async (clientSecret: string) =>
    (await loadCardService()).handleNextAction({ clientSecret }),
  pause: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
  newKey: () => crypto.randomUUID(),
  now: Date.now,
}

/** Closing the page now would hide how it ends, so the browser asks first. */
const useHold = (isActive: boolean) =>
  useEffect(() => {
    if (!isActive) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isActive])
