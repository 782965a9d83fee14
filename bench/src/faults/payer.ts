// A customer who pays an invoice and does what people and their browsers do: waits, repeats the same request with
// the same key until the outcome is known, and sometimes walks away.
import { setTimeout as sleep } from 'node:timers/promises'
import { searchInvoice } from '@invoice-desk/contract/accounting-invoices'
import {
  captureWalletPayment,
  completePayment,
  createCardPayment,
  createWalletOrder,
} from '@invoice-desk/contract/payments'
import { INVOICE_DATE } from '@invoice-desk/testing/books'
import type { Answer } from '@invoice-desk/testing/caller'
import {
  answerBank,
  answerWallet,
  CHALLENGED,
  captureBody,
  cardBody,
  orderBody,
  VISA,
} from '@invoice-desk/testing/payments'
import type { Town } from './town.ts'

export type Way = 'card' | 'challenge' | 'wallet'
export type Payer = {
  readonly number: string
  readonly amount: number
  readonly way: Way
  /** Leaves after the first answer, whatever it was. */
  readonly isHasty: boolean
}
export type Outcome = 'paid' | 'refused' | 'left' | 'unsettled'

/** As the page asks, more and more seldom, some three minutes in all; and as people press a button again. */
const PAUSES_MS = [1, 2, 3, 5, 8, 13, 20, 30, 30, 30, 30].map((each) => each * 1_000)

export const pay = async (town: Town, payer: Payer): Promise<Outcome> => {
  const lines = await lookUp(town, payer)
  if (!lines) return 'unsettled'
  return payer.way === 'wallet' ? payByWallet(town, payer, lines) : payByCard(town, payer, lines)
}

/** Undefined when nothing came back: the app was killed, or did not answer in time. */
const attempt = async (call: () => Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await call()
  } catch {
    return undefined
  }
}

/** Repeats a call until it says something. */
const persist = async (
  call: () => Promise<Answer>,
  isEnough: (answer: Answer) => boolean = isSaid,
): Promise<Answer | undefined> => {
  for (const ms of PAUSES_MS) {
    const answer = await attempt(call)
    if (answer && isEnough(answer)) return answer
    await sleep(ms)
  }
  return undefined
}

/** Every answer in our own words; what a balancer or a dying process says is none. */
const isSaid = ({ body }: Answer): boolean =>
  typeof body === 'object' && !SILENT.includes(body?.code)
const SILENT: readonly unknown[] = ['internal', 'unavailable', 'rate_limited']
const isDecided = (answer: Answer): boolean => isSaid(answer) && answer.body.status !== 'processing'

/** Answers the bank if it asks, and asks how it went until that is known, as the page does. */
const watch = async (town: Town, answer: Answer | undefined): Promise<Outcome> => {
  const { status, clientSecret, paymentId } = answer?.body ?? {}
  if (status === 'requires_action') await answerBank(town, clientSecret, 'complete')
  else if (status !== 'processing') return outcomeOf(answer)
  const ask = () => town.caller.call(completePayment, { body: { paymentId } })
  const decided = await persist(ask, isDecided)
  return status === 'processing' ? watch(town, decided) : outcomeOf(decided)
}

const lookUp = async ({ caller }: Town, { number, amount }: Payer) => {
  const body = { invoiceNumber: number, date: INVOICE_DATE }
  const found = await persist(
    () => caller.call(searchInvoice, { body }),
    ({ status }) => status === 200,
  )
  return found && [{ id: found.body.matchedInvoice.id as string, number, amount }]
}

type Lines = NonNullable<Awaited<ReturnType<typeof lookUp>>>

const payByCard = async (town: Town, payer: Payer, invoices: Lines): Promise<Outcome> => {
  const { caller } = town
  const paymentMethodId = payer.way === 'card' ? VISA : CHALLENGED
  const body = { ...cardBody(invoices), paymentMethodId }
  const headers = { 'idempotency-key': `payment-${payer.number}` }
  const first = () => caller.call(createCardPayment, { body, headers })
  if (payer.isHasty) return outcomeOf(await attempt(first), 'left')
  return watch(town, await persist(first))
}

const payByWallet = async (town: Town, payer: Payer, invoices: Lines): Promise<Outcome> => {
  const { caller } = town
  const body = orderBody(invoices)
  const headers = { 'idempotency-key': `payment-${payer.number}` }
  const order = await persist(() => caller.call(createWalletOrder, { body, headers }))
  const orderId: string | undefined = order?.body.id
  if (!orderId) return outcomeOf(order)
  await answerWallet(town, orderId, 'approve').catch(() => undefined)
  const take = () => caller.call(captureWalletPayment, { body: captureBody(orderId, invoices) })
  if (payer.isHasty) return outcomeOf(await attempt(take), 'left')
  // What PayPal refused to take for now is back with the payer, who presses again.
  return watch(
    town,
    await persist(take, (each) => isSaid(each) && each.body.code !== 'wallet_failed'),
  )
}

const outcomeOf = (answer: Answer | undefined, otherwise: Outcome = 'unsettled'): Outcome => {
  if (!answer) return otherwise
  if (answer.status === 200 && answer.body.status === 'succeeded') return 'paid'
  return answer.status >= 400 ? 'refused' : otherwise
}
