// Paying by card over lost answers, declines, challenges and reloads: never two payments, and never a word too much.
import { beforeEach, describe, expect, it } from 'vitest'
import { CardError } from '../attempt/payment-problem.ts'
import { card, error, NETWORK, openTab, outcome, PROXY } from '../attempt/test-tab.ts'

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

  it('pays where the answer does not tell what was paid', async () => {
    tab.answers.createCard = [outcome({ paymentId: '', amount: 0, invoiceNumbers: [] })]
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ outcome: { amount: 5, invoiceNumbers: ['7'] } })
    expect(tab.kept.read()).toBeUndefined()
  })

  it('without a name to ask by is not asked about, and not taken for failed', async () => {
    tab.answers.createCard = [outcome({ paymentId: '', status: 'processing' })]
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ step: 'confirming', isSlow: true })
    expect(tab.asked).toEqual(['createCard pm_1 key1'])
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

  it('is not overwritten when an earlier one is answered late', async () => {
    const { tokenise, ...earlier } = card()
    const body = { ...earlier.body, paymentMethodId: 'pm_1' }
    const next = { ...earlier, body, method: 'stripe', key: 'key1' } as const
    tab.kept.keep(next)
    tab.answers.createCard = [outcome({ paymentId: 'p0', status: 'processing' })]
    tab.answers.complete = [outcome({ paymentId: 'p0' })]
    await tab.flow.sendCard({ ...next, key: 'key0' })
    expect(tab.kept.read()).toEqual(next)
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

  it('whose answer was lost is sent again as it was, under its key, until it is answered', async () => {
    const shelf = new Map<string, string>()
    tab = openTab(shelf)
    tab.answers.createCard = Array(20).fill(NETWORK)
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ step: 'unknown', isSlow: true })
    expect(new Set(tab.steps())).toEqual(new Set(['sending', 'unknown']))

    // The payer's button, and a reload, go on asking for the same payment.
    const state = tab.last()
    if (state?.step !== 'unknown') throw new Error('it is not known')
    // Being turned away at the gate says nothing about what was sent before.
    tab.answers.createCard = [error('too_many_declines', 429), ...Array(20).fill(NETWORK)]
    await tab.flow.findOut(state.begun)
    expect(tab.last()).toMatchObject({ step: 'unknown', isSlow: true })
    const later = openTab(shelf)
    later.answers.createCard = [NETWORK, outcome()]
    await later.flow.resume()
    expect(later.steps()).toEqual(['unknown', 'unknown', 'succeeded'])
    expect(new Set([...tab.asked, ...later.asked])).toEqual(new Set(['createCard pm_1 key1']))
    expect(shelf.size).toBe(0)
  })

  it('whose lost answer was a decline is told as declined, once that is known', async () => {
    tab.answers.createCard = [NETWORK, error('payment_declined', 402, 'Your card was declined.')]
    await tab.card.pay(card())
    expect(tab.steps()).toEqual(['sending', 'unknown', 'idle'])
    expect(tab.last()).toMatchObject({ problem: { message: 'Your card was declined.' } })
    expect(tab.kept.read()).toBeUndefined()
  })

  it('is refused by an error without a code too', async () => {
    tab.answers.createCard = [error('refused', 402, 'No.')]
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ step: 'idle', problem: { message: 'No.' } })
  })

  it('is not refused by what is no answer of the server', async () => {
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
    expect(new Set(tab.asked)).toEqual(new Set(['createCard pm_1 key1', 'complete p1']))
  })

  it('that is being processed is ended by the server alone', async () => {
    tab.answers.createCard = [outcome({ status: 'processing' })]
    tab.answers.complete = [error('payment_failed', 502)]
    await tab.card.pay(card())
    expect(tab.last()).toMatchObject({ step: 'idle', problem: { message: 'payment_failed' } })
  })

  it('that was begun long ago is sent again only when the payer asks for it', async () => {
    const shelf = new Map<string, string>()
    const payWithoutAnswer = async () => {
      tab = openTab(shelf)
      tab.answers.createCard = Array(20).fill(NETWORK)
      await tab.card.pay(card())
    }
    const MINUTES = 60_000
    await payWithoutAnswer()
    const later = openTab(shelf, 11 * MINUTES)
    await later.flow.resume()
    expect(later.asked).toEqual([])
    const state = later.last()
    expect(state).toMatchObject({ step: 'unknown', isSlow: true })
    if (state?.step !== 'unknown') return
    later.answers.createCard = [outcome()]
    await later.flow.findOut(state.begun)
    expect(later.asked).toEqual(['createCard pm_1 key1'])

    await payWithoutAnswer()
    const soon = openTab(shelf, 9 * MINUTES)
    soon.answers.createCard = [outcome()]
    await soon.flow.resume()
    expect(soon.last()).toMatchObject({ step: 'succeeded' })
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
