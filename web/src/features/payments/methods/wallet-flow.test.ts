// Paying through the wallet: one order per payment, and one capture of it.
import { beforeEach, describe, expect, it } from 'vitest'
import {
  error,
  NETWORK,
  openTab,
  order,
  outcome,
  PROXY,
} from '../../../../test/payments/payment-tab.ts'

const LIMITED = error('rate_limited', 429, 'Too many requests.')

let tab: ReturnType<typeof openTab>
beforeEach(() => {
  tab = openTab()
})

describe('a wallet payment', () => {
  it('without an id can be paid or replaced', async () => {
    const unnamed = (id: string) => ({ id, paymentId: '' })
    tab.answers.createOrder = [unnamed('o1'), unnamed('o1'), unnamed('o2')]
    tab.answers.capture = [outcome({ paymentId: '', invoiceNumbers: [] })]
    await tab.wallet.open(order())
    await tab.wallet.open(order())
    await tab.wallet.open(order(3))
    await tab.wallet.capture('o2', () => {})
    expect(tab.last()).toMatchObject({ step: 'succeeded', outcome: { amount: 3 } })
    expect(tab.sent).toEqual([
      'createOrder 5 key1',
      'createOrder 5 key1',
      'createOrder 3 key2',
      'capture o2',
    ])
  })

  it('reuses the order for the same content and cancels it for other content', async () => {
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
    expect(tab.sent).toEqual([
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

  it('opens no order when the last one was paid', async () => {
    tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
    tab.answers.complete = [outcome()]
    await tab.wallet.open(order())
    await expect(tab.wallet.open(order())).rejects.toThrow()
    expect(tab.last()).toMatchObject({ step: 'succeeded' })
  })

  it('says why an order failed', async () => {
    const paid = error('invoice_paid', 409, 'It is already paid.')
    tab.answers.createOrder = [NETWORK, paid, paid]
    await expect(tab.wallet.open(order())).rejects.toThrow('Failed to create PayPal order')
    await expect(tab.wallet.open(order())).rejects.toThrow('It is already paid.')
    expect(tab.sent).toEqual(['createOrder 5 key1', 'createOrder 5 key1', 'createOrder 5 key2'])
  })

  it('lets the customer choose again when the instrument is declined', async () => {
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

  it('shows why PayPal refused it and keeps the order for the next press', async () => {
    tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
    tab.answers.capture = [error('wallet_declined', 422, 'PayPal declined this payment.')]
    await tab.wallet.open(order())
    await tab.wallet.capture('o1', () => expect.unreachable())
    expect(tab.last()).toMatchObject({ problem: { message: 'PayPal declined this payment.' } })
    expect(tab.store.read()).toMatchObject({ paymentId: 'p1' })
  })

  it.each(['balance_changed', 'invoice_paid', 'invoice_lookup_expired'])(
    'ends without a charge if the invoice changed meanwhile: %s',
    async (code) => {
      tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
      tab.answers.capture = [error(code, 409)]
      await tab.wallet.open(order())
      await tab.wallet.capture('o1', () => expect.unreachable())
      expect(tab.last()).toMatchObject({ step: 'idle', problem: { code, isUncharged: true } })
      expect(tab.store.read()).toBeUndefined()
    },
  )

  it.each([LIMITED, error('wallet_unavailable', 503)])(
    'polls for the outcome of an approved order if its capture gets %s',
    async (refusal) => {
      tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
      tab.answers.capture = [refusal]
      tab.answers.complete = [outcome()]
      await tab.wallet.open(order())
      await tab.wallet.capture('o1', () => expect.unreachable())
      expect(tab.last()).toMatchObject({ step: 'succeeded' })
    },
  )

  it('polls for the outcome when the answer to the capture was lost', async () => {
    tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
    tab.answers.capture = [PROXY]
    tab.answers.complete = [PROXY, outcome({ status: 'processing' }), outcome()]
    await tab.wallet.open(order())
    await tab.wallet.capture('o1', () => {})
    expect(tab.steps().slice(1)).toEqual(['sending', 'unknown', 'confirming', 'succeeded'])
  })

  it('releases the invoices when the customer cancels or leaves the page', async () => {
    const storage = new Map<string, string>()
    tab = openTab(storage)
    tab.answers.createOrder = [
      { id: 'o1', paymentId: 'p1' },
      { id: 'o2', paymentId: 'p2' },
    ]
    tab.answers.cancel = [{ status: 'cancelled' }]
    await tab.wallet.open(order())
    await tab.wallet.cancel()
    const message = "Payment canceled. You weren't charged."
    expect(tab.last()).toMatchObject({ step: 'idle', problem: { message, isNeutral: true } })
    expect(storage.size).toBe(0)
    await tab.wallet.open(order())
    const later = openTab(storage)
    later.answers.cancel = [{ status: 'cancelled' }]
    await later.flow.resume()
    expect(later.sent).toEqual(['cancel p2'])
    expect(storage.size).toBe(0)
  })

  it('that was paid while being canceled is shown as paid', async () => {
    tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
    tab.answers.cancel = [{ status: 'succeeded' }]
    tab.answers.complete = [outcome()]
    await tab.wallet.open(order())
    await tab.wallet.cancel()
    expect(tab.last()).toMatchObject({ step: 'succeeded' })
  })
})
