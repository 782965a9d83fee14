// What payers do: pay by card, pay from a wallet, ask how it went, give up.
import { isFinal } from '@invoice-desk/contract/payments-admin'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { createOutcome, createPaymentIds, isPaid } from './attempt/outcome.ts'
import { createSettle } from './attempt/settle.ts'
import { createCardPayments } from './methods/card-payment.ts'
import { createWalletPayments } from './methods/wallet-payment.ts'
import type { Attempt } from './queries.ts'

export const createPaymentService = (dependencies: Dependencies) => {
  const settling = createSettle(dependencies)
  const outcomeOf = createOutcome(dependencies)
  const ids = createPaymentIds(dependencies.config.keyring)

  const cancel = async (paymentId: string) => {
    const canCancel = (row: Attempt) => row.state === 'reserved' || row.state === 'requires_action'
    const settled = await settling.patiently(ids.open(paymentId), async (row) => {
      if (!canCancel(row)) return { attempt: row }
      return row.method === 'stripe' ? settling.card.cancel(row) : settling.wallet.cancel(row)
    })
    if (!settled) throw new AppError('payment_unknown')
    if (isPaid(settled.attempt)) return { status: 'succeeded' } as const
    return { status: isFinal(settled.attempt.state) ? 'cancelled' : 'processing' } as const
  }

  /** Counts a decline that came to light in this call, not one that was known before. */
  const complete = async (paymentId: string, countDecline: () => Promise<void>) => {
    const settled = await settling.resume(ids.open(paymentId), async (row) => {
      const after = await settling.advance(row)
      if (!isFinal(row.state) && isDeclined(after.attempt)) await countDecline()
      return after
    })
    return outcomeOf(settled)
  }

  return {
    ...createCardPayments(dependencies, settling),
    ...createWalletPayments(dependencies, settling),
    complete,
    cancel,
  }
}

const isDeclined = ({ state, failureCode }: Attempt): boolean =>
  state === 'failed' && failureCode === 'payment_declined'
