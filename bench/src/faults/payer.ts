// A customer who pays an invoice as the page does: retries the same request with the same key until the outcome is
// known, and sometimes leaves.
import { setTimeout as sleep } from 'node:timers/promises'
import { searchInvoice } from '@invoice-desk/contract/accounting-invoices'
import {
  captureWalletPayment,
  completePayment,
  createCardPayment,
  createWalletOrder,
} from '@invoice-desk/contract/payments'
import type { Answer } from '@invoice-desk/testing/http/caller'
import {
  answerBank,
  answerWallet,
  CHALLENGED,
  captureBody,
  cardBody,
  orderBody,
  type PayableInvoice,
  VISA,
} from '@invoice-desk/testing/payments/requests'
import { INVOICE_DATE } from '@invoice-desk/testing/quickbooks/books'
import type { FaultLab } from './fault-lab.ts'

const CARDS = {
  card: VISA,
  challenge: CHALLENGED,
  'declined card': 'pm_card_visa_chargeDeclined',
} as const
/** What the payer chooses in the wallet's window. */
const WALLETS = { wallet: 'approve', 'declined wallet': 'decline' } as const

export type Way = keyof typeof CARDS | keyof typeof WALLETS
export type Payer = {
  readonly number: string
  readonly amount: number
  readonly way: Way
  /** Leaves after the first answer. */
  readonly isHasty: boolean
}
export type Outcome = 'paid' | 'refused' | 'left' | 'unsettled'

/** One way to pay, under one key. */
export type Paying = {
  readonly way: Way
  readonly key: string
  readonly invoices: readonly PayableInvoice[]
  readonly isHasty?: boolean
  /** Called with the payment's id. */
  readonly learnId?: (paymentId: unknown) => void
}

/** Increasing pauses as on the page, about three minutes in all. */
const PAUSES_MS = [1, 2, 3, 5, 8, 13, 20, 30, 30, 30, 30].map((each) => each * 1_000)

export const pay = async (lab: FaultLab, { way, isHasty, ...payer }: Payer): Promise<Outcome> => {
  const invoices = await lookUp(lab, payer)
  if (!invoices) return 'unsettled'
  const answer = await payUntilFinal(lab, { way, isHasty, key: keyOf(payer), invoices })
  return outcomeOf(answer, isHasty ? 'left' : 'unsettled')
}

export const keyOf = ({ number }: Pick<Payer, 'number'>): string => `payment-${number}`

/** Undefined if there was no answer: the app was killed, or too slow. */
export const attempt = async (call: () => Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await call()
  } catch {
    return undefined
  }
}

/** Retries a call until it gets an answer. */
const retry = async (
  call: () => Promise<Answer>,
  isEnough: (answer: Answer) => boolean = isFromApp,
): Promise<Answer | undefined> => {
  for (const ms of PAUSES_MS) {
    const answer = await attempt(call)
    if (answer && isEnough(answer)) return answer
    await sleep(ms)
  }
  return undefined
}

/** An answer from the app itself, not from the balancer or a dying process. */
const isFromApp = ({ body }: Answer): boolean =>
  typeof body === 'object' && !UNCERTAIN_CODES.includes(body?.code)
const UNCERTAIN_CODES: readonly unknown[] = ['internal', 'unavailable', 'rate_limited']
const isDecided = (answer: Answer): boolean =>
  isFromApp(answer) && answer.body.status !== 'processing'

export const lookUp = async (
  { caller }: FaultLab,
  { number, amount }: Pick<Payer, 'number' | 'amount'>,
): Promise<PayableInvoice[] | undefined> => {
  const body = { invoiceNumber: number, date: INVOICE_DATE }
  const found = await retry(
    () => caller.call(searchInvoice, { body }),
    ({ status }) => status === 200,
  )
  return found && [{ id: found.body.matchedInvoice.id as string, number, amount }]
}

/** Returns the final answer; for a hasty payer, the first. */
export const payUntilFinal = (lab: FaultLab, paying: Paying): Promise<Answer | undefined> =>
  paying.way in CARDS ? payByCard(lab, paying) : payByWallet(lab, paying)

/** Answers the bank's challenge, and polls for the outcome, as the page does. */
const watch = async (lab: FaultLab, answer: Answer | undefined): Promise<Answer | undefined> => {
  const { status, clientSecret, paymentId } = answer?.body ?? {}
  if (status === 'requires_action') await answerBank(lab, clientSecret, 'complete')
  else if (status !== 'processing') return answer
  const ask = () => lab.caller.call(completePayment, { body: { paymentId } })
  const decided = await retry(ask, isDecided)
  return status === 'processing' ? watch(lab, decided) : decided
}

const payByCard = async (lab: FaultLab, { way, key, invoices, isHasty, learnId }: Paying) => {
  const paymentMethodId = CARDS[way as keyof typeof CARDS]
  const body = { ...cardBody(invoices), paymentMethodId }
  const headers = { 'idempotency-key': key }
  const first = () => lab.caller.call(createCardPayment.stripe, { body, headers })
  const answer = isHasty ? await attempt(first) : await retry(first)
  learnId?.(answer?.body?.paymentId)
  return isHasty ? answer : watch(lab, answer)
}

const payByWallet = async (lab: FaultLab, { way, key, invoices, isHasty, learnId }: Paying) => {
  const { caller } = lab
  const body = orderBody(invoices)
  const headers = { 'idempotency-key': key }
  const order = await retry(() => caller.call(createWalletOrder, { body, headers }))
  const orderId: string | undefined = order?.body.id
  if (!orderId) return order
  learnId?.(order?.body.paymentId)
  await answerWallet(lab, orderId, WALLETS[way as keyof typeof WALLETS]).catch(() => undefined)
  const take = () => caller.call(captureWalletPayment, { body: captureBody(orderId, invoices) })
  if (isHasty) return attempt(take)
  // If PayPal refuses the capture for now, the payer tries again.
  return watch(
    lab,
    await retry(take, (each) => isFromApp(each) && each.body.code !== 'wallet_failed'),
  )
}

export const isPaid = (answer: Answer | undefined): boolean =>
  answer?.status === 200 && answer.body.status === 'succeeded'

export const outcomeOf = (
  answer: Answer | undefined,
  otherwise: Outcome = 'unsettled',
): Outcome => {
  if (!answer) return otherwise
  if (isPaid(answer)) return 'paid'
  return answer.status >= 400 ? 'refused' : otherwise
}
