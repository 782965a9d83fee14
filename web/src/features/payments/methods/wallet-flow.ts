// Paying through the wallet: an order, the payer's approval in its window, and the capture.
import { ApiError } from '../../../shared/api-error.ts'
import type { PaymentFlow } from '../attempt/payment-flow.ts'
import {
  isDecided,
  isOver,
  ORDER_FAILED,
  problemOf,
  WALLET_FAILED,
} from '../attempt/payment-problem.ts'
import { type FlowParts, isKnown } from '../attempt/payment-state.ts'
import type { UnfinishedWallet } from '../attempt/unfinished.ts'

export type WalletDraft = Pick<UnfinishedWallet, 'content' | 'body'>

/** The page has said what there is to say, with this message if any; the wallet only has to stop. */
class OrderStopped extends Error {
  override readonly name = 'OrderStopped'
}

/** This way of paying did not work, or PayPal has a question: both are answered in its window. */
const RESTARTED = ['instrument_declined', 'wallet_action_required'] as const

export const createWalletFlow = ({ calls, kept, newKey, tell }: FlowParts, flow: PaymentFlow) => {
  /** Whether the order of the same wish still waits for the payer; one that was paid meanwhile is told. */
  const isWaiting = async (before: UnfinishedWallet): Promise<boolean> => {
    if (!before.paymentId) return true
    const outcome = await calls.complete(before.paymentId).catch((error: unknown) => {
      if (!isDecided(error, true)) throw error
      kept.forget(before)
    })
    if (outcome?.status !== 'succeeded') return outcome !== undefined
    await flow.settle({ ...before, paymentId: before.paymentId }, outcome)
    throw new OrderStopped()
  }

  const begin = async ({ content, body }: WalletDraft) => {
    const before = kept.read()
    if (before?.method === 'paypal' && before.content === content) {
      if (await isWaiting(before)) return { begun: before, isRepeat: true }
    } else if (before && !(await flow.release(before))) throw new OrderStopped()
    const begun: UnfinishedWallet = { method: 'paypal', key: newKey(), content, body }
    kept.keep(begun)
    return { begun, isRepeat: false }
  }

  /** The same order for the same wish; one that has ended meanwhile is followed by a new one. */
  const open = async (draft: WalletDraft): Promise<string> => {
    const { begun, isRepeat } = await begin(draft)
    try {
      const { id, paymentId } = await calls.createOrder(begun.body, begun.key)
      kept.update({ ...begun, paymentId })
      return id
    } catch (error) {
      if (!isDecided(error, isRepeat)) throw error
      kept.forget(begun)
      if (isRepeat) return open(draft)
      throw error
    }
  }

  /** The wallet itself broke. */
  const fail = () => tell({ step: 'idle', problem: { message: WALLET_FAILED } })

  return {
    /** The provider's id of the order; what goes wrong is told and thrown. */
    open: async (draft: WalletDraft): Promise<string> => {
      tell({ step: 'sending' })
      try {
        return await open(draft)
      } catch (error) {
        if (error instanceof OrderStopped) throw error
        const problem = problemOf(error, ORDER_FAILED)
        tell({ step: 'idle', problem })
        throw new OrderStopped(problem.message, { cause: error })
      }
    },
    /** Takes the money; `restart` sends the payer back to PayPal when it wants more from them. */
    capture: async (orderId: string, restart: () => unknown) => {
      tell({ step: 'sending' })
      const begun = kept.read()
      if (begun?.method !== 'paypal' || !isKnown(begun)) return fail()
      try {
        await flow.settle(begun, await calls.capture(orderId, begun.body.invoices))
      } catch (error) {
        const isPayersTurn = error instanceof ApiError && error.is(...RESTARTED)
        if (isPayersTurn) return void restart()
        if (!isDecided(error, false)) return flow.findOut(begun)
        if (isOver(error)) return flow.lose(begun, error, WALLET_FAILED)
        // The order is back with the payer, whose next press takes it up.
        tell({ step: 'idle', problem: problemOf(error, WALLET_FAILED) })
      }
    },
    /** The payer closed the window: all is as it was, and the invoices are free again. */
    cancel: async () => {
      const begun = kept.read()
      try {
        if (begun && isKnown(begun) && !(await flow.giveUp(begun))) return
      } catch {
        // It is taken up by the next press, or runs out by itself.
      }
      tell({ step: 'idle' })
    },
    fail,
  }
}
