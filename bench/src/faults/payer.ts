// A customer who pays an invoice as the page does: retries the same request with the same key until the outcome is
// known, and sometimes leaves.
import { setTimeout as sleep } from 'node:timers/promises'
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import {
  captureWalletPayment,
  completePayment,
  createCardPayment,
  createWalletOrder,
} from '@invoice-desk/contract/payments/payments'
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
  /** What happens while the payer is on the bank's page or in the wallet's window. */
  readonly whileAway?: () => Promise<void>
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
const UNCERTAIN_CODES: readonly unknown[] = [
  'internal',
  'unavailable',
  'rate_limited',
  'payments_paused',
]
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
const watch = async (
  lab: FaultLab,
  answer: Answer | undefined,
  whileAway?: Paying['whileAway'],
): Promise<Answer | undefined> => {
  const { status, clientSecret, paymentId } = answer?.body ?? {}
  if (status === 'requires_action') {
    await whileAway?.()
    await answerBank(lab, clientSecret, 'complete')
  } else if (status !== 'processing') return answer
  const ask = () => lab.caller.call(completePayment, { body: { paymentId } })
  const decided = await retry(ask, isDecided)
  return status === 'processing' ? watch(lab, decided, whileAway) : decided
}

const payByCard = async (lab: FaultLab, paying: Paying) => {
  const { way, key, invoices, isHasty, learnId, whileAway } = paying
  const paymentMethodId = CARDS[way as keyof typeof CARDS]
  const body = { ...cardBody(invoices), paymentMethodId }
  const headers = { 'idempotency-key': key }
  const first = () => lab.caller.call(createCardPayment.stripe, { body, headers })
  const answer = isHasty ? await attempt(first) : await retry(first)
  learnId?.(answer?.body?.paymentId)
  return isHasty ? answer : watch(lab, answer, whileAway)
}

export const openOrder = ({ caller }: FaultLab, { key, invoices }: Omit<Paying, 'way'>) => {
  const options = { body: orderBody(invoices), headers: { 'idempotency-key': key } }
  return retry(() => caller.call(createWalletOrder, options))
}

const payByWallet = async (lab: FaultLab, paying: Paying) => {
  const order = await openOrder(lab, paying)
  return finishOrder(lab, paying, order)
}

/** In the wallet's window, and back on the page. */
export const finishOrder = async (lab: FaultLab, paying: Paying, order: Answer | undefined) => {
  const { way, invoices, isHasty, learnId, whileAway } = paying
  const orderId: string | undefined = order?.body.id
  if (!orderId) return order
  learnId?.(order?.body.paymentId)
  await whileAway?.()
  await answerWallet(lab, orderId, WALLETS[way as keyof typeof WALLETS]).catch(() => undefined)
  const body = captureBody(orderId, invoices)
  const take = () => lab.caller.call(captureWalletPayment, { body })
  if (isHasty) return attempt(take)
  // If PayPal refuses the capture for now, the payer tries again.
  return watch(
    lab,
    await retry(take, (each) => isFromApp(each) && each.body.code !== 'wallet_failed'),
  )
}

export const isPaid = (answer: Answer | undefined): boolean =>
  answer?.status === 200 && answer.body.status === 'succeeded'

/** The invoice is on hold for another payment, or that one has paid it. */
const TAKEN: readonly unknown[] = ['payment_in_progress', 'invoice_paid', 'balance_changed']

export const isTaken = (answer: Answer | undefined): boolean => TAKEN.includes(answer?.body?.code)

export const outcomeOf = (
  answer: Answer | undefined,
  otherwise: Outcome = 'unsettled',
): Outcome => {
  if (!answer) return otherwise
  if (isPaid(answer)) return 'paid'
  return answer.status >= 400 ? 'refused' : otherwise
}
