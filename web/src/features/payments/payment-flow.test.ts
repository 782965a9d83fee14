// A payment over lost answers, declines, challenges and reloads: never two, and never a word too much.
import type { PaymentOutcome } from '@invoice-desk/contract/payments'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../shared/api-error.ts'
import type { PaymentCalls } from './api.ts'
import { createCardFlow } from './card-flow.ts'
import { createPaymentFlow, type PaymentState } from './payment-flow.ts'
import { CardError } from './payment-problem.ts'
import { createKept } from './unfinished.ts'
import { createWalletFlow } from './wallet-flow.ts'

const outcome = (fields: Partial<PaymentOutcome> = {}): PaymentOutcome => ({
  paymentId: 'p1',
  status: 'succeeded',
  amount: 5,
  invoiceNumbers: ['7'],
  ...fields,
})
const NETWORK = new ApiError('The server cannot be reached.', { code: 'network' })
const error = (code: string, status = 409, text: string = code) =>
  new ApiError(text, { code, status })

/** The server's answers in the order they come; what is asked is written down. */
const openTab = (shelf = new Map<string, string>()) => {
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
const card = (token: string | Error = 'pm_1') => ({
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
const order = (amount = 5) => ({
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

let tab: ReturnType<typeof openTab>
beforeEach(() => {
  tab = openTab()
})

describe('a card', () => {
  it('pays and is forgotten', async () => {
    tab.answers.createCard = [outcome()]
    await tab.card.pay(card())
    expect(tab.last()).toEqual({ step: 'succeeded', outcome: outcome() })
    expect(tab.kept.read()).toBeUndefined()
  })

  it('is not forgotten when the answer about an earlier one comes late', async () => {
    const earlier = { method: 'stripe', key: 'key0', paymentId: 'p0', ...card() } as const
    tab.answers.complete = [error('payment_declined', 402), outcome({ status: 'processing' })]
    tab.kept.keep({ ...earlier, body: { ...earlier.body, paymentMethodId: 'pm_1' } })
    const before = tab.kept.read()
    const next = { ...before, key: 'key1', paymentId: 'p1' } as NonNullable<typeof before>
    tab.kept.keep(next)
    await tab.flow.watch({ ...next, key: 'key0', paymentId: 'p0' })
    expect(tab.kept.read()?.key).toBe('key1')
  })

  it('that cannot be read is told in the provider’s words, and nothing is sent', async () => {
    await tab.card.pay(card(new CardError('Your card number is incomplete.')))
    expect(tab.last()).toMatchObject({
      step: 'idle',
      problem: { message: 'Your card number is incomplete.' },
    })
    expect(tab.asked).toEqual([])
  })

  it('that is declined gets a new key with the next try', async () => {
    tab.answers.createCard = [error('payment_declined', 402, 'Your card was declined.'), outcome()]
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ problem: { message: 'Your card was declined.' } })
    await tab.card.pay(card('pm_2'))
    expect(tab.asked).toEqual(['createCard pm_1 key1', 'createCard pm_2 key2'])
  })

  it('whose answer was lost is sent again as it was, under its key, even after a reload', async () => {
    const shelf = new Map<string, string>()
    tab = openTab(shelf)
    tab.answers.createCard = [NETWORK]
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ step: 'unknown', problem: { message: 'Payment failed' } })

    const later = openTab(shelf)
    await later.flow.resume()
    const state = later.last()
    if (state?.step !== 'unknown') throw new Error('it is offered to be finished')
    // Being turned away at the gate says nothing about what was sent before.
    later.answers.createCard = [error('too_many_declines', 429), outcome()]
    await later.card.repeat(state.begun)
    expect(later.last()).toMatchObject({ step: 'unknown' })
    await later.card.repeat(state.begun)
    expect(later.last()).toMatchObject({ step: 'succeeded' })
    expect(new Set([...tab.asked, ...later.asked])).toEqual(new Set(['createCard pm_1 key1']))
    expect(shelf.size).toBe(0)
  })

  it('that the bank asks about is decided by the server, whatever the challenge says', async () => {
    tab.answers.createCard = [outcome({ status: 'requires_action', clientSecret: 's' })]
    tab.answers.challenge = [new Error('closed')]
    tab.answers.complete = [NETWORK, error('payment_declined', 402, 'Not authenticated.')]
    await tab.card.pay(card())
    expect(tab.asked.slice(1)).toEqual(['challenge s', 'complete p1', 'complete p1'])
    expect(tab.last()).toMatchObject({ step: 'idle', problem: { message: 'Not authenticated.' } })
    expect(tab.kept.read()).toBeUndefined()
  })

  it('whose challenge is left open can be continued or given up', async () => {
    const waiting = outcome({ status: 'requires_action', clientSecret: 's' })
    tab.answers.createCard = [waiting]
    tab.answers.complete = [waiting]
    await tab.card.pay(card())
    const state = tab.last()
    if (state?.step !== 'action') throw new Error('it waits for the payer')
    tab.answers.cancel = [{ status: 'cancelled' }]
    await tab.flow.cancelChallenge(state.begun)
    expect(tab.last()).toMatchObject({ step: 'idle', problem: { isCalm: true } })
    expect(tab.kept.read()).toBeUndefined()
  })

  it('that is being processed is asked about until it is decided, also after a reload', async () => {
    const shelf = new Map<string, string>()
    tab = openTab(shelf)
    const processing = outcome({ status: 'processing' })
    tab.answers.createCard = [processing]
    tab.answers.complete = [processing, processing, outcome()]
    await tab.card.pay(card())
    expect(tab.steps()).toEqual(['sending', 'confirming', 'confirming', 'succeeded'])

    tab.answers.createCard = [processing]
    tab.answers.complete = Array(20).fill(processing)
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ step: 'confirming', isSlow: true })
    const later = openTab(shelf)
    later.answers.complete = [outcome()]
    await later.flow.resume()
    expect(later.last()).toMatchObject({ step: 'succeeded' })
  })
})

describe('a wallet', () => {
  it('opens the same order for the same wish, and gives it up for another', async () => {
    tab.answers.createOrder = [
      { id: 'o1', paymentId: 'p1' },
      { id: 'o1', paymentId: 'p1' },
      { id: 'o2', paymentId: 'p2' },
    ]
    tab.answers.cancel = [{ status: 'cancelled' }]
    tab.answers.complete = [outcome({ status: 'processing' })]
    expect(await tab.wallet.open(order())).toBe('o1')
    expect(await tab.wallet.open(order())).toBe('o1')
    expect(await tab.wallet.open(order(3))).toBe('o2')
    expect(tab.asked).toEqual([
      'createOrder 5 key1',
      'complete p1',
      'createOrder 5 key1',
      'cancel p1',
      'createOrder 3 key2',
    ])
  })

  it('opens a new order when the old one has ended', async () => {
    tab.answers.createOrder = [
      { id: 'o1', paymentId: 'p1' },
      { id: 'o2', paymentId: 'p2' },
      error('wallet_failed', 502),
      { id: 'o3', paymentId: 'p3' },
    ]
    tab.answers.complete = [error('payment_expired', 410), outcome({ status: 'processing' })]
    await tab.wallet.open(order())
    expect(await tab.wallet.open(order())).toBe('o2')
    expect(await tab.wallet.open(order())).toBe('o3')
  })

  it('opens none when it turns out that the last one was paid', async () => {
    tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
    tab.answers.complete = [outcome()]
    await tab.wallet.open(order())
    await expect(tab.wallet.open(order())).rejects.toThrow()
    expect(tab.last()).toMatchObject({ step: 'succeeded' })
  })

  it('says why there is no order', async () => {
    const paid = error('invoice_paid', 409, 'It is already paid.')
    tab.answers.createOrder = [NETWORK, paid, paid]
    await expect(tab.wallet.open(order())).rejects.toThrow('Failed to create PayPal order')
    await expect(tab.wallet.open(order())).rejects.toThrow('It is already paid.')
    expect(tab.asked).toEqual(['createOrder 5 key1', 'createOrder 5 key1', 'createOrder 5 key2'])
  })

  it('lets the payer choose again when the instrument is declined', async () => {
    tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
    tab.answers.capture = [error('instrument_declined', 422), outcome()]
    await tab.wallet.open(order())
    let restarts = 0
    await tab.wallet.capture('o1', () => {
      restarts += 1
    })
    expect(restarts).toBe(1)
    await tab.wallet.capture('o1', () => {})
    expect(tab.last()).toMatchObject({ step: 'succeeded' })
  })

  it('asks how it ended when the answer to the capture was lost', async () => {
    tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
    tab.answers.capture = [NETWORK]
    tab.answers.complete = [outcome()]
    await tab.wallet.open(order())
    await tab.wallet.capture('o1', () => {})
    expect(tab.last()).toMatchObject({ step: 'succeeded' })
  })

  it('frees the invoices when the payer cancels, and when the page was left', async () => {
    const shelf = new Map<string, string>()
    tab = openTab(shelf)
    tab.answers.createOrder = [
      { id: 'o1', paymentId: 'p1' },
      { id: 'o2', paymentId: 'p2' },
    ]
    tab.answers.cancel = [{ status: 'cancelled' }]
    await tab.wallet.open(order())
    await tab.wallet.cancel()
    expect(tab.last()).toEqual({ step: 'idle' })
    expect(shelf.size).toBe(0)
    await tab.wallet.open(order())
    const later = openTab(shelf)
    later.answers.cancel = [{ status: 'cancelled' }]
    await later.flow.resume()
    expect(later.asked).toEqual(['cancel p2'])
    expect(shelf.size).toBe(0)
  })

  it('that was paid while it was given up is told as paid', async () => {
    tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
    tab.answers.cancel = [{ status: 'succeeded' }]
    tab.answers.complete = [outcome()]
    await tab.wallet.open(order())
    await tab.wallet.cancel()
    expect(tab.last()).toMatchObject({ step: 'succeeded' })
  })
})
