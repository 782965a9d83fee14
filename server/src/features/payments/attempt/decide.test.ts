import { ATTEMPT_STATES, type AttemptState, isFinal } from '@invoice-desk/contract/payments-admin'
import { describe, expect, it } from 'vitest'
import { type Answer, type Decision, decide, decideCancel, type Standing } from './decide.ts'

const PAID: Answer = {
  kind: 'paid',
  reference: 'r',
  amountCents: 1,
  currency: 'usd',
  refundedCents: 0,
}
const ANSWERS = {
  paid: PAID,
  requires_action: { kind: 'requires_action', clientSecret: 's' },
  approved: { kind: 'approved' },
  pending: { kind: 'pending' },
  declined: { kind: 'declined', reason: 'do_not_honor' },
  refused: { kind: 'refused', failureCode: 'instrument_declined' },
  open: { kind: 'open' },
  cancelled: { kind: 'cancelled' },
  gone: { kind: 'gone' },
  unanswered: { kind: 'unanswered' },
} as const satisfies Record<string, Answer>
type Name = keyof typeof ANSWERS
const NAMES = Object.keys(ANSWERS) as Name[]
const SENT = ['none', 'running', 'over', 'old'] as const

const standing = (change: Partial<Standing>): Standing => ({
  method: 'paypal',
  state: 'confirming',
  sent: 'running',
  isPaid: false,
  isTimeUp: false,
  failureCode: null,
  ...change,
})

const say = (decision: Decision): string => {
  if (decision.do === 'end') return decision.ending.state
  if (decision.do === 'cancel') return `cancel, then ${decision.ending.state}`
  return decision.do
}

/** Every standing an attempt can have; the database keeps a sent call from those that cannot have one. */
const standings = (['stripe', 'paypal'] as const).flatMap((method) =>
  ATTEMPT_STATES.flatMap((state) =>
    SENT.flatMap((sent) =>
      [false, true].flatMap((isTimeUp) =>
        [null, 'instrument_declined'].map((failureCode) =>
          standing({ method, state, sent, isTimeUp, failureCode }),
        ),
      ),
    ),
  ),
)
const pairs = standings.flatMap((from) => NAMES.map((name) => [from, name] as const))

/** Answers that say of the very call that nothing was taken by it, and nothing will be. */
const isDefinite = ({ method, sent }: Standing, name: Name): boolean => {
  if (name === 'declined' || name === 'cancelled') return true
  // A refusal of this call, when no earlier one can still be running.
  if (name === 'refused') return method === 'paypal' && sent !== 'running'
  // Sent so long ago that it would show by now.
  return method === 'paypal' && sent === 'old' && (name === 'open' || name === 'approved')
}

describe('the rule', () => {
  it('ends nothing, and returns nothing to the payer, while money may be moving', () => {
    const broken = pairs.filter(([from, name]) => {
      const { do: doing } = decide(from, ANSWERS[name])
      const isGivenUp = doing === 'end' || doing === 'return'
      return from.sent !== 'none' && isGivenUp && !isDefinite(from, name)
    })
    expect(broken).toEqual([])
  })

  it('takes money whenever there is some', () => {
    for (const from of standings) expect(decide(from, PAID)).toEqual({ do: 'take', paid: PAID })
  })

  it('leaves alone what has ended or is paid', () => {
    for (const [from, name] of pairs) {
      if (name === 'paid') continue
      if (isFinal(from.state)) expect(decide(from, ANSWERS[name])).toEqual({ do: 'wait' })
      expect(decide({ ...from, isPaid: true }, ANSWERS[name])).toEqual({ do: 'wait' })
    }
  })

  it('sends a capture again only under a key that PayPal still knows', () => {
    const sent = pairs.filter(([from, name]) => decide(from, ANSWERS[name]).do === 'capture')
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.filter(([from]) => from.method === 'stripe' || from.sent === 'old')).toEqual([])
  })

  it('ends a card that answers a question only once its intent is canceled', () => {
    const from = standing({ method: 'stripe', state: 'requires_action' })
    const ending = { state: 'cancelled' } as const
    const ends = NAMES.filter((name) => decide(from, ANSWERS[name], ending).do === 'end')
    expect(ends).toEqual(['cancelled'])
  })
})

type Row = Readonly<Record<Exclude<Name, 'paid'>, string>>
const LIVE = ['created', 'reserved', 'confirming', 'requires_action', 'unknown', 'needs_review']
const table = (change: Partial<Standing>): Record<string, Row> =>
  Object.fromEntries(
    LIVE.map((state) => [
      state,
      Object.fromEntries(
        NAMES.filter((name) => name !== 'paid').map((name) => [
          name,
          say(decide(standing({ ...change, state: state as AttemptState }), ANSWERS[name])),
        ]),
      ) as Row,
    ]),
  )

describe('a wallet, by state and answer', () => {
  it('of which no capture was sent before', () => {
    const answers = table({ sent: 'none' })
    expect(answers.reserved).toEqual({
      requires_action: 'wait',
      approved: 'capture',
      pending: 'wait',
      declined: 'failed',
      refused: 'return',
      open: 'wait',
      cancelled: 'cancelled',
      gone: 'cancelled',
      unanswered: 'wait',
    })
    expect(answers.confirming).toEqual({
      ...answers.reserved,
      open: 'return',
      unanswered: 'hold',
    })
  })

  it('whose capture may still be running', () => {
    const held = {
      requires_action: 'wait',
      approved: 'capture',
      pending: 'wait',
      declined: 'failed',
      refused: 'hold',
      open: 'capture',
      cancelled: 'cancelled',
      gone: 'hold',
      unanswered: 'hold',
    }
    const answers = table({ sent: 'running' })
    expect(answers.confirming).toEqual(held)
    expect(answers.unknown).toEqual(held)
    expect(answers.needs_review).toEqual({
      ...held,
      approved: 'wait',
      open: 'wait',
      refused: 'wait',
      gone: 'wait',
      unanswered: 'wait',
    })
    // Being late changes nothing about that.
    expect(table({ sent: 'running', isTimeUp: true })).toEqual(answers)
  })

  it('whose capture is over, or older than its key', () => {
    expect(table({ sent: 'over' }).unknown).toMatchObject({
      approved: 'capture',
      open: 'capture',
      refused: 'return',
      gone: 'hold',
    })
    expect(table({ sent: 'old' }).unknown).toMatchObject({
      approved: 'expired',
      open: 'expired',
      gone: 'hold',
      unanswered: 'hold',
    })
  })

  it('that the payer saw declined waits for the payer, for half an hour', () => {
    const declined = {
      state: 'reserved',
      sent: 'none',
      failureCode: 'instrument_declined',
    } as const
    expect(say(decide(standing(declined), ANSWERS.approved))).toBe('wait')
    const late = standing({ ...declined, isTimeUp: true })
    expect(say(decide(late, ANSWERS.approved))).toBe('expired')
    expect(say(decide(standing({ ...late, failureCode: null }), ANSWERS.open))).toBe('expired')
    expect(say(decide(late, ANSWERS.refused))).toBe('expired')
  })
})

describe('a card, by state and answer', () => {
  const asked = {
    requires_action: 'challenge',
    approved: 'wait',
    pending: 'wait',
    declined: 'cancel, then failed',
    refused: 'wait',
    open: 'cancel, then failed',
    cancelled: 'failed',
    gone: 'wait',
    unanswered: 'hold',
  }

  it('whose confirmation answers', () => {
    const answers = table({ method: 'stripe', sent: 'none' })
    expect(answers.confirming).toEqual({ ...asked, declined: 'failed' })
  })

  it('whose confirmation may still be running', () => {
    const answers = table({ method: 'stripe', sent: 'running' })
    for (const state of ['confirming', 'requires_action', 'unknown']) {
      expect(answers[state]).toEqual(asked)
    }
    expect(answers.needs_review).toEqual({
      ...asked,
      requires_action: 'wait',
      unanswered: 'wait',
    })
    expect(table({ method: 'stripe', sent: 'old' })).toEqual(answers)
  })

  it('whose payer did not answer in half an hour', () => {
    const late = standing({ method: 'stripe', state: 'requires_action', isTimeUp: true })
    expect(say(decide(late, ANSWERS.requires_action))).toBe('cancel, then expired')
  })
})

describe('a payer who gives up', () => {
  it('ends an order that no capture was sent for, and cancels an intent first', () => {
    const told = standings.map((from) => [from, say(decideCancel(from))] as const)
    const ended = told.filter(([, told]) => told === 'cancelled').map(([from]) => from)
    expect(ended.length).toBeGreaterThan(0)
    for (const from of ended) {
      expect(from).toMatchObject({ method: 'paypal', state: 'reserved', sent: 'none' })
    }
    const cancels = told.filter(([, told]) => told.startsWith('cancel,')).map(([from]) => from)
    for (const from of cancels) {
      expect(from).toMatchObject({ method: 'stripe', state: 'requires_action' })
    }
  })
})
