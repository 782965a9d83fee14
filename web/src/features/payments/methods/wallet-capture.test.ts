// Captures of wallet payments: what the page claims to know when answers are lost or refused.
import { ERRORS } from '@invoice-desk/contract/http/errors'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  card,
  error,
  NETWORK,
  openTab,
  order,
  outcome,
} from '../../../../test/payments/payment-tab.ts'
import { adviceOf } from '../attempt/payment-advice.ts'

let tab: ReturnType<typeof openTab>
beforeEach(() => {
  tab = openTab()
})

/** Opens an order, and loses the answer to its capture and all checks. */
const loseCapture = async () => {
  tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
  tab.answers.capture = [NETWORK]
  tab.answers.complete = Array(20).fill(NETWORK)
  await tab.wallet.open(order())
  await tab.wallet.capture('o1', () => {})
  expect(tab.last()).toMatchObject({ step: 'unknown', isSlow: true })
  tab.answers.complete = []
}
const LIMITED = error('rate_limited', 429, 'Too many requests.')

const problem = () => {
  const state = tab.last()
  if (state?.step !== 'idle' || !state.problem) throw new Error('it should show a problem')
  const advice = adviceOf(state.problem)
  return { ...state.problem, advice, shown: [state.problem.message, advice].join(' ') }
}
const expectUnsure = () => {
  expect(problem()).toMatchObject({
    isUncharged: false,
    advice: expect.stringMatching(/^We don't know yet whether you were charged\. Please don't pay/),
  })
  expect(tab.store.read()).toMatchObject({ paymentId: 'p1' })
}

describe('after a capture without an answer, the page doesn’t claim that nothing was charged', () => {
  beforeEach(loseCapture)

  it('if the check of that payment fails', async () => {
    tab.answers.complete = [LIMITED]
    await expect(tab.wallet.open(order())).rejects.toThrow('Too many requests.')
    expectUnsure()
  })

  it('if its order can’t be opened again', async () => {
    tab.answers.complete = [outcome({ status: 'processing' })]
    tab.answers.createOrder = [LIMITED]
    await expect(tab.wallet.open(order())).rejects.toThrow('Too many requests.')
    expectUnsure()
  })

  it('if another amount can’t release it', async () => {
    tab.answers.cancel = [LIMITED]
    await expect(tab.wallet.open(order(3))).rejects.toThrow('Too many requests.')
    expectUnsure()
  })

  it('if a card payment can’t release it', async () => {
    tab.answers.cancel = [LIMITED]
    await tab.card.pay(card())
    expectUnsure()
  })

  it.each([LIMITED, error('wallet_failed', 502), error('wallet_unavailable', 503)])(
    'if the next capture is refused with $code',
    async (refusal) => {
      tab.answers.complete = [outcome({ status: 'processing' }), NETWORK, outcome()]
      tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
      tab.answers.capture = [refusal]
      await tab.wallet.open(order())
      await tab.wallet.capture('o1', () => expect.unreachable())
      expect(tab.steps().slice(-2)).toEqual(['unknown', 'succeeded'])
    },
  )
})

describe('the page says that nothing was charged', () => {
  const expectUncharged = () =>
    expect(problem()).toMatchObject({
      isUncharged: true,
      shown: expect.stringMatching(/ You weren't charged\./),
    })

  it.each([LIMITED, NETWORK])('if a new order fails: $code', async (refusal) => {
    tab.answers.createOrder = [refusal]
    await expect(tab.wallet.open(order())).rejects.toThrow()
    expectUncharged()
  })

  it('if captures are refused, each with an answer', async () => {
    tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
    const declined = error('wallet_declined', 422, ERRORS.wallet_declined.text)
    tab.answers.capture = [error('instrument_declined', 422), declined, declined]
    await tab.wallet.open(order())
    await tab.wallet.capture('o1', () => {})
    await tab.wallet.capture('o1', () => expect.unreachable())
    expectUncharged()
    await tab.wallet.capture('o1', () => expect.unreachable())
    expectUncharged()
  })
})

describe('a reload after a capture without an answer', () => {
  const storage = new Map<string, string>()
  beforeEach(async () => {
    storage.clear()
    tab = openTab(storage)
    await loseCapture()
    tab = openTab(storage)
  })

  it('shows the payment until we know how it ended', async () => {
    tab.answers.cancel = [NETWORK, LIMITED, { status: 'succeeded' }]
    tab.answers.complete = [outcome()]
    await tab.flow.resume()
    expect(tab.steps()).toEqual(['unknown', 'unknown', 'unknown', 'succeeded'])
  })

  it('shows it before the first answer', async () => {
    tab.answers.cancel = [{ status: 'cancelled' }]
    const resumed = tab.flow.resume()
    expect(tab.last()).toMatchObject({ step: 'unknown' })
    await resumed
    expect(tab.last()).toMatchObject({ step: 'idle', problem: { isNeutral: true } })
  })

  it('says so if nothing was charged', async () => {
    tab.answers.cancel = [NETWORK, { status: 'cancelled' }]
    await tab.flow.resume()
    expect(tab.last()).toMatchObject({ problem: { isNeutral: true } })
    expect(storage.size).toBe(0)
  })

  it('stops checking if no answer arrives', async () => {
    tab.answers.cancel = Array(20).fill(NETWORK)
    await tab.flow.resume()
    expect(tab.last()).toMatchObject({ step: 'unknown', isSlow: true })
    expect(tab.store.read()).toMatchObject({ paymentId: 'p1' })
  })

  it('doesn’t interrupt the customer who is already paying', async () => {
    tab.answers.cancel = [NETWORK]
    tab.answers.complete = [outcome({ status: 'processing' })]
    tab.answers.createOrder = [{ id: 'o1', paymentId: 'p1' }]
    const opened = tab.wallet.open(order())
    await tab.flow.resume()
    expect(await opened).toBe('o1')
    expect(tab.steps()).toEqual(['sending'])
  })
})
