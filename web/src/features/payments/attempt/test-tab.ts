// A tab that pays, for tests: the server's answers are given, and what is asked is written down.
import type { PaymentOutcome } from '@invoice-desk/contract/payments'
import { ApiError } from '../../../shared/api-error.ts'
import type { PaymentCalls } from '../api.ts'
import { createCardFlow } from '../methods/card-flow.ts'
import { createWalletFlow } from '../methods/wallet-flow.ts'
import { createPaymentFlow } from './payment-flow.ts'
import type { PaymentState } from './payment-state.ts'
import { createKept } from './unfinished.ts'

export const outcome = (fields: Partial<PaymentOutcome> = {}): PaymentOutcome => ({
  paymentId: 'p1',
  status: 'succeeded',
  amount: 5,
  invoiceNumbers: ['7'],
  ...fields,
})
export const NETWORK = new ApiError('The server cannot be reached.', { code: 'network' })
export const error = (code: string, status = 409, text: string = code) =>
  new ApiError(text, { code, status, body: { error: text, code } })
/** As a proxy turns a call away. */
export const PROXY = new ApiError('Not found', {
  code: 'refused',
  status: 404,
  body: { message: 'Not found' },
})

/** The server's answers in the order they come; what is asked is written down. */
export const openTab = (shelf = new Map<string, string>(), now = 0) => {
  const answers: Record<string, unknown[]> = {}
  const asked: string[] = []
  const states: PaymentState[] = []
  const answer = (name: string, note: string) => {
    asked.push(`${name} ${note}`)
    const next = answers[name]?.shift()
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next as never)
  }
  const calls: PaymentCalls = {
    createCard: ({ paymentMethodId }, key) => answer('createCard', `${paymentMethodId} ${key}`),
    createOrder: ({ invoices }, key) => answer('createOrder', `${invoices[0]?.amount} ${key}`),
    capture: (orderId) => answer('capture', orderId),
    complete: (paymentId) => answer('complete', paymentId),
    cancel: (paymentId) => answer('cancel', paymentId),
  }
  let keys = 0
  const kept = createKept({
    getItem: (name) => shelf.get(name) ?? null,
    setItem: (name, text) => void shelf.set(name, text),
    removeItem: (name) => void shelf.delete(name),
  })
  const parts = {
    calls,
    kept,
    challenge: (secret: string) => answer('challenge', secret),
    pause: async () => {},
    now: () => now,
    newKey: () => {
      keys += 1
      return `key${keys}`
    },
    tell: (state: PaymentState) => void states.push(state),
  }
  const flow = createPaymentFlow(parts)
  return {
    answers,
    asked,
    kept,
    flow,
    card: createCardFlow(parts, flow),
    wallet: createWalletFlow(parts, flow),
    last: () => states.at(-1),
    steps: () => states.map(({ step }) => step),
  }
}

const LINE = { id: 'sealed', amount: 5, number: '7' }
export const card = (token: string | Error = 'pm_1') => ({
  content: 'c',
  body: {
    invoices: [LINE],
    amount: 5,
    companyName: 'J',
    payerName: 'P',
    email: 'p@j.example',
    invoiceNumbers: '7',
  },
  tokenise: async () => {
    if (token instanceof Error) throw token
    return token
  },
})
export const order = (amount = 5) => ({
  content: `order of ${amount}`,
  body: {
    invoices: [{ ...LINE, amount }],
    payer: {
      name: { given_name: 'P', surname: '' },
      email_address: 'p@j.example',
      company_name: 'J',
    },
  },
})
