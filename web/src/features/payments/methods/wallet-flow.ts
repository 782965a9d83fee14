// Pays through the wallet: opens an order, waits for approval in the wallet's window, then captures it.
import { ApiError } from '../../../shared/api/api-error.ts'
import { CANCELED, type FlowParts, type PaymentFlow } from '../attempt/payment-flow.ts'
import {
  isDecided,
  isDecidedAfterApproval,
  isOver,
  ORDER_FAILED,
  problemOf,
  WALLET_FAILED,
} from '../attempt/payment-problem.ts'
import { isAccepted, type PendingWallet } from '../attempt/pending-payment.ts'

export type WalletDraft = Pick<PendingWallet, 'content' | 'body'>

/** Stops the wallet. The page has already shown why; the message, if any, also goes into a toast. */
class OrderStopped extends Error {
  override readonly name = 'OrderStopped'
}

/** The customer resolves these in the wallet's own window. */
const RESTART_CODES = ['instrument_declined', 'wallet_action_required'] as const

export const createWalletFlow = (
  { calls, store, newKey, setState }: FlowParts,
  flow: PaymentFlow,
) => {
  /** Whether an order with the same content is still open. Stops when it was paid in the meantime. */
  const isStillOpen = async (earlier: PendingWallet): Promise<boolean> => {
    if (!earlier.paymentId) return true
    const outcome = await calls.complete(earlier.paymentId).catch((error: unknown) => {
      if (!isDecided(error, true)) throw error
      store.remove(earlier)
    })
    if (outcome?.status !== 'succeeded') return outcome !== undefined
    await flow.applyOutcome({ ...earlier, paymentId: earlier.paymentId }, outcome)
    throw new OrderStopped()
  }

  const start = async ({ content, body }: WalletDraft) => {
    const earlier = store.read()
    if (earlier?.kind === 'wallet' && earlier.content === content) {
      if (await isStillOpen(earlier)) return { pending: earlier, isRepeat: true }
    } else if (earlier && !(await flow.release(earlier))) throw new OrderStopped()
    const pending: PendingWallet = { kind: 'wallet', key: newKey(), content, body }
    store.save(pending)
    return { pending, isRepeat: false }
  }

  /** Reuses the order with the same content; if that one has ended, opens a new one. */
  const openOrder = async (draft: WalletDraft): Promise<string> => {
    const { pending, isRepeat } = await start(draft)
    try {
      const { id, paymentId } = await calls.createOrder(pending.body, pending.key)
      store.update({ ...pending, paymentId })
      return id
    } catch (error) {
      const isOver = isDecided(error, isRepeat)
      if (isOver) store.remove(pending)
      if (isOver && isRepeat) return openOrder(draft)
      // A new order charges nothing until the customer approves it.
      return stop(error, draft, isOver || !isRepeat)
    }
  }

  /** Shows and throws what went wrong. */
  const stop = (error: unknown, { body }: WalletDraft, isUncharged: boolean): never => {
    const problem = problemOf(error, ORDER_FAILED, isUncharged, body.invoices)
    setState({ step: 'idle', problem })
    throw new OrderStopped(problem.message, { cause: error })
  }

  /** For errors in the wallet itself. */
  const fail = () =>
    setState({ step: 'idle', problem: { message: WALLET_FAILED, isInWallet: true } })

  return {
    /** Returns the provider's order id. Shows and throws what went wrong. */
    open: async (draft: WalletDraft): Promise<string> => {
      setState({ step: 'sending' })
      try {
        return await openOrder(draft)
      } catch (error) {
        if (error instanceof OrderStopped) throw error
        // The error is about an earlier payment, which may have been charged.
        return stop(error, draft, isDecided(error, true))
      }
    },
    /** Captures the money. `restart` sends the customer back to the wallet's window. */
    capture: async (orderId: string, restart: () => unknown) => {
      setState({ step: 'sending' })
      const pending = store.read()
      if (pending?.kind !== 'wallet' || !isAccepted(pending)) return fail()
      const isRepeat = pending.mayBeCaptured === true
      store.update({ ...pending, mayBeCaptured: true })
      try {
        await flow.applyOutcome(pending, await calls.capture(orderId, pending.body.invoices))
      } catch (error) {
        if (!isDecidedAfterApproval(error)) return flow.checkOutcome(pending)
        // This capture took nothing. An earlier one may have.
        store.update(pending)
        if (error instanceof ApiError && error.is(...RESTART_CODES)) return void restart()
        if (isOver(error)) return flow.fail(pending, error, WALLET_FAILED)
        // The order stays open, so pressing the button again continues it.
        setState({ step: 'idle', problem: problemOf(error, WALLET_FAILED, !isRepeat) })
      }
    },
    /** The customer closed the window, so we release the invoices. */
    cancel: async () => {
      const pending = store.read()
      try {
        if (pending && isAccepted(pending)) {
          if (await flow.cancel(pending)) setState({ step: 'idle', problem: CANCELED })
          return
        }
      } catch {
        // Pressing the button again continues the order; otherwise it expires.
      }
      setState({ step: 'idle' })
    },
    fail,
  }
}
