// A customer who cancels anything but a quick success, reloads, and pays the same invoice another way.
import { setTimeout as sleep } from 'node:timers/promises'
import { cancelPayment } from '@invoice-desk/contract/payments/payments'
import type { FaultLab } from './fault-lab.ts'
import {
  attempt,
  isPaid,
  isTaken,
  keyOf,
  lookUp,
  type Outcome,
  outcomeOf,
  type Payer,
  type Paying,
  payUntilFinal,
} from './payer.ts'

/** Whether the second try was refused because the invoice is on hold or paid, or was accepted. */
export type SecondTry = 'refused' | 'accepted'

const IMPATIENT_MS = 2_000

export const payImpatiently = async (
  lab: FaultLab,
  payer: Payer,
): Promise<{ outcome: Outcome; again?: SecondTry }> => {
  const invoices = await lookUp(lab, payer)
  if (!invoices) return { outcome: 'unsettled' }
  let paymentId: unknown
  const learnId = (id: unknown) => {
    paymentId = id
  }
  const first: Paying = { way: payer.way, key: keyOf(payer), invoices }
  // The page is reloaded, but its request continues.
  const running = payUntilFinal(lab, { ...first, isHasty: true, learnId })
  const answer = await Promise.race([running, sleep(IMPATIENT_MS, undefined)])
  if (isPaid(answer)) return { outcome: 'paid' }
  if (typeof paymentId === 'string') {
    const body = { paymentId }
    await attempt(() => lab.caller.call(cancelPayment, { body }))
  }
  const way = payer.way.endsWith('wallet') ? 'card' : 'wallet'
  const end = await payUntilFinal(lab, { way, key: `${first.key}-again`, invoices })
  await running
  if (!isTaken(end)) {
    return { outcome: outcomeOf(end), ...(end && { again: 'accepted' }) }
  }
  return { outcome: outcomeOf(await payUntilFinal(lab, first)), again: 'refused' }
}
