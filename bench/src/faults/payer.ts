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
import type { Answer } from '../../../server/test/support/test-desk.ts'
import { INVOICE_DATE } from './company.ts'
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

const TRIES_MAX = 60
const PAUSE_MS = 250

const PEOPLE = {
  companyName: 'Payer & Co',
  payerName: 'Pat Payer',
  email: 'pat@payer.example',
}

export const pay = async (town: Town, payer: Payer): Promise<Outcome> => {
  const lines = await lookUp(town, payer)
  if (!lines) return 'left'
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

/** Repeats a call until it says something definite. */
const persist = async (
  call: () => Promise<Answer>,
  isDefinite: (answer: Answer) => boolean,
): Promise<Answer | undefined> => {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const answer = await attempt(call)
    if (answer && isDefinite(answer)) return answer
    await sleep(PAUSE_MS)
  }
  return undefined
}

const isSaid = ({ status, body }: Answer): boolean =>
  status < 500 && body?.status !== 'processing' && body?.code !== 'rate_limited'
/** These say that nothing was charged. */
const isRefused = ({ body }: Answer): boolean =>
  ['card_unavailable', 'wallet_order_failed', 'payment_failed', 'invoice_search_failed'].includes(
    body?.code,
  )
const isDefinite = (answer: Answer): boolean => isSaid(answer) || isRefused(answer)

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
  const paymentMethodId = payer.way === 'card' ? 'pm_card_visa' : 'pm_card_authenticationRequired'
  const { number, amount } = payer
  const body = { ...PEOPLE, paymentMethodId, invoices, amount, invoiceNumbers: number }
  const headers = { 'idempotency-key': `payment-${number}` }
  const first = () => caller.call(createCardPayment, { body, headers })
  if (payer.isHasty) return outcomeOf(await attempt(first), 'left')
  const answer = await persist(first, isDefinite)
  if (answer?.body?.status !== 'requires_action') return outcomeOf(answer)
  await answerBank(town, answer.body.clientSecret)
  const { paymentId } = answer.body
  const done = await persist(
    () => caller.call(completePayment, { body: { paymentId } }),
    isDefinite,
  )
  return outcomeOf(done)
}

const payByWallet = async (town: Town, payer: Payer, invoices: Lines): Promise<Outcome> => {
  const { caller, sandbox } = town
  const body = {
    invoices,
    payer: {
      name: { given_name: 'Pat', surname: 'Payer' },
      email_address: PEOPLE.email,
      company_name: PEOPLE.companyName,
    },
  }
  const headers = { 'idempotency-key': `payment-${payer.number}` }
  const order = await persist(() => caller.call(createWalletOrder, { body, headers }), isDefinite)
  const orderId: string | undefined = order?.body?.id
  if (!orderId) return outcomeOf(order)
  await attempt(async () => {
    const window = `${sandbox.url}/paypal/checkoutnow?token=${orderId}&framed=yes`
    const choice = new URLSearchParams({ choice: 'approve' })
    await fetch(window, { method: 'POST', body: choice, redirect: 'manual' })
    return { status: 200, headers: new Headers(), body: {} }
  })
  const take = () => caller.call(captureWalletPayment, { body: { orderId, invoices } })
  if (payer.isHasty) return outcomeOf(await attempt(take), 'left')
  return outcomeOf(
    await persist(take, (answer) => isDefinite(answer) && answer.body.code !== 'wallet_failed'),
  )
}

const answerBank = async ({ sandbox }: Town, clientSecret: string): Promise<void> => {
  const [intent] = clientSecret.split('_secret')
  const page = `${sandbox.url}/stripe/challenge/${intent}?client_secret=${clientSecret}&framed=yes`
  const choice = new URLSearchParams({ choice: 'complete' })
  await fetch(page, { method: 'POST', body: choice, redirect: 'manual' })
}

const outcomeOf = (answer: Answer | undefined, otherwise: Outcome = 'unsettled'): Outcome => {
  if (!answer) return otherwise
  if (answer.status === 200 && answer.body.status === 'succeeded') return 'paid'
  return answer.status >= 400 ? 'refused' : otherwise
}
