// Paying by card despite lost answers, declines, challenges and reloads, without ever paying twice.
import { beforeEach, describe, expect, it } from 'vitest'
import {
  card,
  error,
  NETWORK,
  openTab,
  outcome,
  PROXY,
} from '../../../../test/payments/payment-tab.ts'
import { CardError } from '../attempt/payment-problem.ts'

let tab: ReturnType<typeof openTab>
beforeEach(() => {
  tab = openTab()
})

describe('a card payment', () => {
  it('succeeds and is removed from the store', async () => {
    tab.answers.createCard = [outcome()]
    await tab.card.pay(card())
    expect(tab.last()).toEqual({ step: 'succeeded', outcome: outcome() })
    expect(tab.store.read()).toBeUndefined()
  })

  it('succeeds when the answer does not say what was paid', async () => {
    tab.answers.createCard = [outcome({ paymentId: '', amount: 0, invoiceNumbers: [] })]
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ outcome: { amount: 5, invoiceNumbers: ['7'] } })
    expect(tab.store.read()).toBeUndefined()
  })

  it('without an id is not polled and not treated as failed', async () => {
    tab.answers.createCard = [outcome({ paymentId: '', status: 'processing' })]
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ step: 'confirming', isSlow: true })
    expect(tab.sent).toEqual(['createCard pm_1 key1'])
  })

  it('stays stored when a late answer ends an earlier payment', async () => {
    const earlier = { kind: 'card', key: 'key0', paymentId: 'p0', ...card() } as const
    tab.answers.complete = [error('payment_declined', 402), outcome({ status: 'processing' })]
    tab.store.save({ ...earlier, body: { ...earlier.body, paymentMethodId: 'pm_1' } })
    const before = tab.store.read()
    const next = { ...before, key: 'key1', paymentId: 'p1' } as NonNullable<typeof before>
    tab.store.save(next)
    await tab.flow.poll({ ...next, key: 'key0', paymentId: 'p0' })
    expect(tab.store.read()?.key).toBe('key1')
  })

  it('is not overwritten by a late answer about an earlier payment', async () => {
    const { tokenize, ...earlier } = card()
    const body = { ...earlier.body, paymentMethodId: 'pm_1' }
    const next = { ...earlier, body, kind: 'card', key: 'key1' } as const
    tab.store.save(next)
    tab.answers.createCard = [outcome({ paymentId: 'p0', status: 'processing' })]
    tab.answers.complete = [outcome({ paymentId: 'p0' })]
    await tab.flow.sendCard({ ...next, key: 'key0' })
    expect(tab.store.read()).toEqual(next)
  })

  it('shows the provider’s message about an unreadable card and sends nothing', async () => {
    await tab.card.pay(card(new CardError('Your card number is incomplete.')))
    expect(tab.last()).toMatchObject({
      step: 'idle',
      problem: { message: 'Your card number is incomplete.', isUncharged: true },
    })
    expect(tab.sent).toEqual([])
  })

  it('claims nothing about a charge if an earlier payment can’t be released', async () => {
    const storage = new Map<string, string>()
    tab = openTab(storage)
    tab.answers.createCard = [outcome({ status: 'processing' })]
    tab.answers.complete = Array(20).fill(NETWORK)
    await tab.card.pay(card())
    const later = openTab(storage)
    later.answers.cancel = [error('rate_limited', 429)]
    await later.card.pay(card('pm_2'))
    expect(later.last()).toMatchObject({ step: 'idle', problem: { isUncharged: false } })
    expect(later.sent).toEqual(['cancel p1'])
  })

  it('gets a new idempotency key after a decline', async () => {
    tab.answers.createCard = [error('payment_declined', 402, 'Your card was declined.'), outcome()]
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ problem: { message: 'Your card was declined.' } })
    await tab.card.pay(card('pm_2'))
    expect(tab.sent).toEqual(['createCard pm_1 key1', 'createCard pm_2 key2'])
  })

  it('is resent with the same key until a lost answer arrives', async () => {
    const storage = new Map<string, string>()
    tab = openTab(storage)
    tab.answers.createCard = Array(20).fill(NETWORK)
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ step: 'unknown', isSlow: true })
    expect(new Set(tab.steps())).toEqual(new Set(['sending', 'unknown']))

    // The Check again button and a reload continue the same payment.
    const state = tab.last()
    if (state?.step !== 'unknown') throw new Error('the outcome should be unknown')
    // A rate limit says nothing about what was sent before.
    tab.answers.createCard = [error('too_many_declines', 429), ...Array(20).fill(NETWORK)]
    await tab.flow.checkOutcome(state.pending)
    expect(tab.last()).toMatchObject({ step: 'unknown', isSlow: true })
    const later = openTab(storage)
    later.answers.createCard = [NETWORK, outcome()]
    await later.flow.resume()
    expect(later.steps()).toEqual(['unknown', 'unknown', 'succeeded'])
    expect(new Set([...tab.sent, ...later.sent])).toEqual(new Set(['createCard pm_1 key1']))
    expect(storage.size).toBe(0)
  })

  it('is shown as declined once a lost decline arrives', async () => {
    tab.answers.createCard = [NETWORK, error('payment_declined', 402, 'Your card was declined.')]
    await tab.card.pay(card())
    expect(tab.steps()).toEqual(['sending', 'unknown', 'idle'])
    expect(tab.last()).toMatchObject({ problem: { message: 'Your card was declined.' } })
    expect(tab.store.read()).toBeUndefined()
  })

  it('gets a new key after a balance changed, even if that answer was lost at first', async () => {
    const invoices = [{ id: 'sealed-again', balance: 8, amount: 9 }]
    const changed = error('balance_changed', 409, 'This balance changed.', { invoices })
    tab.answers.createCard = [NETWORK, changed, outcome()]
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({
      step: 'idle',
      problem: { changes: [{ oldId: 'sealed', id: 'sealed-again', balance: 8, amount: 9 }] },
    })
    await tab.card.pay(card())
    expect(tab.sent).toEqual([
      'createCard pm_1 key1',
      'createCard pm_1 key1',
      'createCard pm_1 key2',
    ])
  })

  it('is refused by an error without a code', async () => {
    tab.answers.createCard = [error('refused', 402, 'No.')]
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ step: 'idle', problem: { message: 'No.' } })
  })

  it('is not refused by a proxy or an unknown code', async () => {
    tab.answers.createCard = [PROXY, error('gateway_down', 502), outcome()]
    await tab.card.pay(card())
    expect(tab.steps()).toEqual(['sending', 'unknown', 'unknown', 'succeeded'])
  })

  it.each([
    PROXY,
    error('refused', 429),
    error('not_found', 404),
    error('request_timeout', 408),
    error('malformed_request', 400),
    error('invalid_input', 400),
    error('payment_key_reused', 409),
    error('payment_in_progress', 409),
  ])('that may have gone through is not ended by $code $status', async (refusal) => {
    tab.answers.createCard = [NETWORK, refusal, outcome({ status: 'processing' })]
    tab.answers.complete = [refusal, outcome()]
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ step: 'succeeded' })
    expect(new Set(tab.sent)).toEqual(new Set(['createCard pm_1 key1', 'complete p1']))
  })

  it('that is processing is ended only by our server', async () => {
    tab.answers.createCard = [outcome({ status: 'processing' })]
    tab.answers.complete = [error('payment_failed', 502)]
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ step: 'idle', problem: { message: 'payment_failed' } })
  })

  it('that started long ago is resent only when the customer asks', async () => {
    const storage = new Map<string, string>()
    const payWithoutAnswer = async () => {
      tab = openTab(storage)
      tab.answers.createCard = Array(20).fill(NETWORK)
      await tab.card.pay(card())
    }
    const MINUTES = 60_000
    await payWithoutAnswer()
    const later = openTab(storage, 11 * MINUTES)
    await later.flow.resume()
    expect(later.sent).toEqual([])
    const state = later.last()
    expect(state).toMatchObject({ step: 'unknown', isSlow: true })
    if (state?.step !== 'unknown') return
    later.answers.createCard = [outcome()]
    await later.flow.checkOutcome(state.pending)
    expect(later.sent).toEqual(['createCard pm_1 key1'])

    await payWithoutAnswer()
    const soon = openTab(storage, 9 * MINUTES)
    soon.answers.createCard = [outcome()]
    await soon.flow.resume()
    expect(soon.last()).toMatchObject({ step: 'succeeded' })
  })

  it('with a bank challenge is decided by the server, not by the challenge', async () => {
    tab.answers.createCard = [outcome({ status: 'requires_action', clientSecret: 's' })]
    tab.answers.challenge = [new Error('closed')]
    tab.answers.complete = [NETWORK, error('payment_declined', 402, 'Not authenticated.')]
    await tab.card.pay(card())
    expect(tab.sent.slice(1)).toEqual(['challenge s', 'complete p1', 'complete p1'])
    expect(tab.last()).toMatchObject({ step: 'idle', problem: { message: 'Not authenticated.' } })
    expect(tab.store.read()).toBeUndefined()
  })

  it('with an open challenge can be canceled', async () => {
    const waiting = outcome({ status: 'requires_action', clientSecret: 's' })
    tab.answers.createCard = [waiting]
    tab.answers.complete = [waiting]
    await tab.card.pay(card())
    const state = tab.last()
    if (state?.step !== 'action') throw new Error('it should wait for the customer')
    tab.answers.cancel = [{ status: 'cancelled' }]
    await tab.flow.cancelChallenge(state.pending)
    expect(tab.last()).toMatchObject({ step: 'idle', problem: { isNeutral: true } })
    expect(tab.store.read()).toBeUndefined()
  })

  it('that is processing is polled until it is decided, even after a reload', async () => {
    const storage = new Map<string, string>()
    tab = openTab(storage)
    const processing = outcome({ status: 'processing' })
    tab.answers.createCard = [processing]
    tab.answers.complete = [processing, processing, outcome()]
    await tab.card.pay(card())
    expect(tab.steps()).toEqual(['sending', 'confirming', 'confirming', 'succeeded'])

    tab.answers.createCard = [processing]
    tab.answers.complete = Array(20).fill(processing)
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ step: 'confirming', isSlow: true })
    const later = openTab(storage)
    later.answers.complete = [outcome()]
    await later.flow.resume()
    expect(later.last()).toMatchObject({ step: 'succeeded' })
  })
})
