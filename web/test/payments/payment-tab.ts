// A browser tab that pays, for unit tests: it returns stubbed answers and records the calls.
import type { PaymentOutcome } from '@invoice-desk/contract/payments/payments'
import type { PaymentCalls } from '../../src/features/payments/api.ts'
import {
  createPaymentFlow,
  type PaymentState,
} from '../../src/features/payments/attempt/payment-flow.ts'
import { createPaymentStore } from '../../src/features/payments/attempt/pending-payment.ts'
import { createCardFlow } from '../../src/features/payments/methods/card-flow.ts'
import { createWalletFlow } from '../../src/features/payments/methods/wallet-flow.ts'
import { ApiError } from '../../src/shared/api/api-error.ts'

export const outcome = (fields: Partial<PaymentOutcome> = {}): PaymentOutcome => ({
  paymentId: 'p1',
  status: 'succeeded',
  amount: 5,
  invoiceNumbers: ['7'],
  ...fields,
})
export const NETWORK = new ApiError('The server cannot be reached.', { code: 'network' })
export const error = (code: string, status = 409, text: string = code, extra: object = {}) =>
  new ApiError(text, { code, status, body: { error: text, code, ...extra } })
/** A refusal by a proxy rather than by our server. */
export const PROXY = new ApiError('Not found', {
  code: 'refused',
  status: 404,
  body: { message: 'Not found' },
})

export const openTab = (storage = new Map<string, string>(), now = 0) => {
  const answers: Record<string, unknown[]> = {}
  const sent: string[] = []
  const states: PaymentState[] = []
  const answer = (name: string, note: string) => {
    sent.push(`${name} ${note}`)
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
  let keyCount = 0
  const store = createPaymentStore({
    getItem: (name) => storage.get(name) ?? null,
    setItem: (name, text) => void storage.set(name, text),
    removeItem: (name) => void storage.delete(name),
  })
  const parts = {
    calls,
    store,
    challenge: (secret: string) => answer('challenge', secret),
    pause: async () => {},
    now: () => now,
    newKey: () => {
      keyCount += 1
      return `key${keyCount}`
    },
    setState: (state: PaymentState) => void states.push(state),
    isIdle: () => states.at(-1)?.step !== 'sending',
  }
  const flow = createPaymentFlow(parts)
  return {
    answers,
    sent,
    store,
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
  tokenize: async () => {
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
